import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventServiceVariables,
  requireKafkaCredentialsTogether,
  requireS3CredentialsTogether,
  s3Variables,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** The environment of the document service as a process of its own. */
export const environmentSchema = z
  .object({
    ...eventServiceVariables('api', 'consumers', 'relay'),
    ...s3Variables,
    UPLOAD_DIR: z
      .string()
      .optional()
      .transform((path) => path ?? join(tmpdir(), 'loci-uploads'))
      .describe(
        "A folder on a local disk for files while they arrive; unset: in the system's temporary folder.",
      ),
  })
  .superRefine(requireS3CredentialsTogether)
  .superRefine(requireKafkaCredentialsTogether);

export type DocumentConfig = z.output<typeof environmentSchema>;
