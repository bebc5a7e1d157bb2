import { httpUrl, secret } from '@loci/runtime';
import {
  eventServiceVariables,
  peerUrl,
  requireTogether,
  requireKafkaCredentialsTogether,
} from '@loci/service-hosting/variables';
import { z } from 'zod';
import {
  toEmbeddingSettings,
  embeddingVariables,
  requireEmbeddingSettings,
} from './embedding/embedding-settings.ts';

const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** The environment of the search service as a process of its own. */
export const environmentSchema = z
  .object({
    ...eventServiceVariables('api', 'consumers', 'relay'),
    MEMORY_URL: peerUrl('memory'),
    GRAPH_URL: peerUrl('graph'),
    DOCUMENT_URL: peerUrl('document'),
    ELASTICSEARCH_URL: httpUrl.describe('The keyword index.'),
    ELASTICSEARCH_API_KEY: secret(1)
      .optional()
      .describe('Its API key; or a user and a password; or neither.'),
    ELASTICSEARCH_USERNAME: z.string().optional().describe('A user of it.'),
    ELASTICSEARCH_PASSWORD: secret(1).optional().describe("That user's password."),
    ELASTICSEARCH_INDEX_PREFIX: z.string().default('loci').describe('Before the names of its indexes.'),
    ELASTICSEARCH_SHARDS: count(1, 1_024).default(3).describe('Of an index that this process creates.'),
    ELASTICSEARCH_REPLICAS: count(0, 10).default(1).describe('Of an index that this process creates.'),
    ELASTICSEARCH_REFRESH_MS: count(50, 60_000)
      .default(200)
      .describe('How often what was written becomes searchable.'),
    QDRANT_URL: httpUrl.describe('The vector index.'),
    QDRANT_API_KEY: secret(1).optional().describe('Its API key, where it wants one.'),
    QDRANT_COLLECTION_PREFIX: z.string().default('loci').describe('Before the names of its collections.'),
    QDRANT_QUANTIZATION: z
      .enum(['none', 'scalar', 'binary'])
      .default('none')
      .describe(
        'How vectors are compressed for the search; the best hits are compared exactly all the same.',
      ),
    QDRANT_SHARDS: count(1, 256).default(1).describe('Of a collection that this process creates.'),
    QDRANT_REPLICATION_FACTOR: count(1, 10).default(1).describe('Of a collection that this process creates.'),
    ...embeddingVariables,
  })
  .superRefine(requireEmbeddingSettings)
  .superRefine(requireKafkaCredentialsTogether)
  .superRefine((environment, context) => {
    const user = ['ELASTICSEARCH_USERNAME', 'ELASTICSEARCH_PASSWORD'];
    requireTogether(environment, context, {
      given: user,
      required: user,
      why: 'is required: a user and a password belong together',
    });
    if (environment.ELASTICSEARCH_API_KEY && environment.ELASTICSEARCH_USERNAME !== undefined) {
      const message = 'contradicts ELASTICSEARCH_USERNAME: give one of them';
      context.addIssue({ code: 'custom', path: ['ELASTICSEARCH_API_KEY'], message });
    }
  })
  .transform((environment) => ({ ...environment, embedder: toEmbeddingSettings(environment) }));

export type SearchConfig = z.output<typeof environmentSchema>;
