import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  auditVariables,
  documentQuotaVariables,
  eventServiceVariables,
  requireKafkaCredentialsTogether,
  requireS3CredentialsTogether,
  s3Variables,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables of the document service when it runs as a separate process. */
export const environmentSchema = z
  .object({
    ...eventServiceVariables('api', 'consumers', 'relay'),
    ...s3Variables,
    ...documentQuotaVariables,
    ...auditVariables,
    UPLOAD_DIR: z
      .string()
      .optional()
      .transform((path) => path ?? join(tmpdir(), 'loci-uploads'))
      .describe(
        'Folder on a local disk for files that are being received. Defaults to `loci-uploads` in the ' +
          'temporary folder of the system.',
      ),
  })
  .superRefine(requireS3CredentialsTogether)
  .superRefine(requireKafkaCredentialsTogether);

export type DocumentConfig = z.output<typeof environmentSchema>;
