import {
  artifactQuotaVariables,
  auditVariables,
  databaseVariables,
  internalVariables,
  processVariables,
  requireS3CredentialsTogether,
  s3Variables,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables of the artifact service when it runs as a separate process. */
export const environmentSchema = z
  .object({
    ...processVariables,
    ...internalVariables,
    ...databaseVariables,
    ...s3Variables,
    ...artifactQuotaVariables,
    ...auditVariables,
  })
  .superRefine(requireS3CredentialsTogether);

export type ArtifactConfig = z.output<typeof environmentSchema>;
