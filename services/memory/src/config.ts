import {
  auditVariables,
  eventServiceVariables,
  memoryQuotaVariables,
  peerUrl,
  requireKafkaCredentialsTogether,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables of the memory service when it runs as a separate process. */
export const environmentSchema = z
  .object({
    ...eventServiceVariables('api', 'consumers', 'relay'),
    ...memoryQuotaVariables,
    ...auditVariables,
    SEARCH_URL: peerUrl('search'),
  })
  .superRefine(requireKafkaCredentialsTogether);
