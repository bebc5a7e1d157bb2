import { eventServiceVariables, requireKafkaCredentialsTogether } from '@loci/service-hosting/variables';
import { z } from 'zod';

/** The environment of the memory service as a process of its own. */
export const environmentSchema = z
  .object({
    ...eventServiceVariables('api', 'consumers', 'relay'),
  })
  .superRefine(requireKafkaCredentialsTogether);
