import { secret } from '@loci/runtime';
import {
  eventServiceVariables,
  peerUrl,
  requireKafkaCredentialsTogether,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables of the graph service as a separate process. */
export const environmentSchema = z
  .object({
    ...eventServiceVariables('api', 'consumers', 'relay'),
    MEMORY_URL: peerUrl('memory'),
    NEO4J_URI: z
      .string()
      .regex(/^(bolt|neo4j)(\+s|\+ssc)?:\/\/\S+$/, 'must be a bolt:// or neo4j:// URL')
      .describe('URL of Neo4j, the graph store.'),
    NEO4J_USER: z.string().default('neo4j').describe('Neo4j user.'),
    NEO4J_PASSWORD: secret(1).describe('Password of the Neo4j user.'),
    NEO4J_DATABASE: z.string().default('neo4j').describe('Neo4j database.'),
  })
  .superRefine(requireKafkaCredentialsTogether);

export type GraphConfig = z.output<typeof environmentSchema>;
