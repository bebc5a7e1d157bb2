import { requireS3CredentialsTogether, s3Variables } from '@loci/service-hosting/variables';
import { z } from 'zod';
import { databaseUrlVariables, databaseUrls } from '../database/database-url-variables.ts';

/** Environment variables of `npm run move-to-cluster`. */
export const environmentSchema = z
  .object({
    DATA_DIR: z
      .string()
      .default('.data')
      .describe('Data folder of the standalone platform. The platform must be stopped.'),
    ...databaseUrlVariables,
    ...s3Variables,
  })
  .superRefine(requireS3CredentialsTogether)
  .transform((environment) => ({ ...environment, urls: databaseUrls(environment) }));

export type MoveToClusterConfig = z.output<typeof environmentSchema>;
