import { serviceUrlVariables, serviceUrls } from '@loci/cli';
import { requireS3CredentialsTogether, s3Variables } from '@loci/service-hosting/variables';
import { z } from 'zod';

/** The environment of `npm run move-to-cluster`. */
export const environmentSchema = z
  .object({
    DATA_DIR: z.string().default('.data').describe('Of the standalone platform, which must be stopped.'),
    ...serviceUrlVariables,
    ...s3Variables,
  })
  .superRefine(requireS3CredentialsTogether)
  .transform((environment) => ({ ...environment, urls: serviceUrls(environment) }));

export type MoveToClusterConfig = z.output<typeof environmentSchema>;
