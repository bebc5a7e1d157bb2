import {
  databaseVariables,
  internalVariables,
  processVariables,
  requireS3CredentialsTogether,
  s3Variables,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables of a separate artifact service. */
export const environmentSchema = z
  .object({ ...processVariables, ...internalVariables, ...databaseVariables, ...s3Variables })
  .superRefine(requireS3CredentialsTogether);

export type ArtifactConfig = z.output<typeof environmentSchema>;
