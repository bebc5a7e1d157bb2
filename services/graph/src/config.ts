import { secret } from '@loci/runtime';
import {
  auditVariables,
  eventServiceVariables,
  peerUrl,
  requireKafkaCredentialsTogether,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** Environment variables of the graph service when it runs as a separate process. */
export const environmentSchema = z
  .object({
    ...eventServiceVariables('api', 'consumers', 'relay'),
    ...auditVariables,
    MEMORY_URL: peerUrl('memory'),
    NEO4J_URI: z
      .string()
      .regex(/^(bolt|neo4j)(\+s|\+ssc)?:\/\/\S+$/, 'must be a bolt:// or neo4j:// URL')
      .describe('URL of Neo4j, such as `bolt://neo4j:7687`. Use `bolt+s://` or `neo4j+s://` for TLS.'),
    NEO4J_USER: z.string().default('neo4j').describe('User name for Neo4j.'),
    NEO4J_PASSWORD: secret(1).describe('Password of NEO4J_USER.'),
    NEO4J_DATABASE: z.string().default('neo4j').describe('Name of the Neo4j database.'),
  })
  .superRefine(requireKafkaCredentialsTogether);

export type GraphConfig = z.output<typeof environmentSchema>;
