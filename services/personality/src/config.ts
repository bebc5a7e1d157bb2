import { peerUrl, internalVariables, processVariables } from '@loci/service-hosting/variables';
import { z } from 'zod';

/** The environment of the personality service as a process of its own. */
export const environmentSchema = z.object({
  ...processVariables,
  ...internalVariables,
  MEMORY_URL: peerUrl('memory'),
});

export type PersonalityConfig = z.output<typeof environmentSchema>;
