import {
  databaseVariables,
  internalVariables,
  processVariables,
  requireS3CredentialsTogether,
  s3Variables,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** The environment of the artifact service as a process of its own. */
export const environmentSchema = z
  .object({ ...processVariables, ...internalVariables, ...databaseVariables, ...s3Variables })
  .superRefine(requireS3CredentialsTogether);

export type ArtifactConfig = z.output<typeof environmentSchema>;
