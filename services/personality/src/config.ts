import { peerUrl, internalVariables, processVariables } from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables of the personality service when it runs as a separate process. */
export const environmentSchema = z.object({
  ...processVariables,
  ...internalVariables,
  MEMORY_URL: peerUrl('memory'),
});

export type PersonalityConfig = z.output<typeof environmentSchema>;
