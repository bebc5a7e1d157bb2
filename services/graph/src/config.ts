import { secret } from '@loci/runtime';
import {
  eventServiceVariables,
  peerUrl,
  requireKafkaCredentialsTogether,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

/** The environment of the graph service as a process of its own. */
export const environmentSchema = z
  .object({
    ...eventServiceVariables('api', 'consumers', 'relay'),
    MEMORY_URL: peerUrl('memory'),
    NEO4J_URI: z
      .string()
      .regex(/^(bolt|neo4j)(\+s|\+ssc)?:\/\/\S+$/, 'must be a bolt:// or neo4j:// URL')
      .describe('The graph store.'),
    NEO4J_USER: z.string().default('neo4j').describe('Its user.'),
    NEO4J_PASSWORD: secret(1).describe("Its user's password."),
    NEO4J_DATABASE: z.string().default('neo4j').describe('Its database.'),
  })
  .superRefine(requireKafkaCredentialsTogether);

export type GraphConfig = z.output<typeof environmentSchema>;
