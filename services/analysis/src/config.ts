import {
  eventServiceVariables,
  peerUrl,
  requireKafkaCredentialsTogether,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables of the analysis service when it runs as a separate process. */
export const environmentSchema = z
  .object({
    ...eventServiceVariables('api', 'consumers'),
    MEMORY_URL: peerUrl('memory'),
    GRAPH_URL: peerUrl('graph'),
    DOCUMENT_URL: peerUrl('document'),
  })
  .superRefine(requireKafkaCredentialsTogether);

export type AnalysisConfig = z.output<typeof environmentSchema>;
