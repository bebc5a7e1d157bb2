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

const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** Environment variables of the search service when it runs as a separate process. */
export const environmentSchema = z
  .object({
    ...eventServiceVariables('api', 'consumers', 'relay'),
    MEMORY_URL: peerUrl('memory'),
    GRAPH_URL: peerUrl('graph'),
    DOCUMENT_URL: peerUrl('document'),
    ELASTICSEARCH_URL: httpUrl.describe('URL of Elasticsearch, the keyword index.'),
    ELASTICSEARCH_API_KEY: secret(1)
      .optional()
      .describe(
        'API key for Elasticsearch. Set either this variable or a user name and password. A cluster ' +
          'without security needs neither.',
      ),
    ELASTICSEARCH_USERNAME: z.string().optional().describe('User name for Elasticsearch.'),
    ELASTICSEARCH_PASSWORD: secret(1).optional().describe('Password of ELASTICSEARCH_USERNAME.'),
    ELASTICSEARCH_INDEX_PREFIX: z
      .string()
      .default('loci')
      .describe('Prefix of the names of all Elasticsearch indexes.'),
    ELASTICSEARCH_SHARDS: count(1, 1_024).default(3).describe('Number of primary shards of a new index.'),
    ELASTICSEARCH_REPLICAS: count(0, 10)
      .default(1)
      .describe('Number of replicas of each shard of a new index.'),
    ELASTICSEARCH_REFRESH_MS: count(50, 60_000)
      .default(200)
      .describe(
        'Refresh interval of a new index, in milliseconds. A write becomes searchable at the next refresh.',
      ),
    QDRANT_URL: httpUrl.describe('URL of Qdrant, the vector index.'),
    QDRANT_API_KEY: secret(1).optional().describe('API key for Qdrant, if it requires one.'),
    QDRANT_COLLECTION_PREFIX: z
      .string()
      .default('loci')
      .describe('Prefix of the names of all Qdrant collections.'),
    QDRANT_QUANTIZATION: z
      .enum(['none', 'scalar', 'binary'])
      .default('none')
      .describe(
        'Compression of the vectors in memory: `none`, `scalar` (one byte per dimension) or `binary` (one ' +
          'bit per dimension). The best hits are scored again with the original vectors.',
      ),
    QDRANT_SHARDS: count(1, 256).default(1).describe('Number of shards of a new collection.'),
    QDRANT_REPLICATION_FACTOR: count(1, 10)
      .default(1)
      .describe('Number of copies of each shard of a new collection.'),
    ...embeddingVariables,
  })
  .superRefine(requireEmbeddingSettings)
  .superRefine(requireKafkaCredentialsTogether)
  .superRefine((environment, context) => {
    const credentials = ['ELASTICSEARCH_USERNAME', 'ELASTICSEARCH_PASSWORD'];
    requireTogether(environment, context, {
      given: credentials,
      required: credentials,
      why: 'is required, because a user name and a password must be set together',
    });
    if (environment.ELASTICSEARCH_API_KEY && environment.ELASTICSEARCH_USERNAME !== undefined) {
      const message = 'cannot be combined with ELASTICSEARCH_USERNAME; set only one of them';
      context.addIssue({ code: 'custom', path: ['ELASTICSEARCH_API_KEY'], message });
    }
  })
  .transform((environment) => ({ ...environment, embedder: toEmbeddingSettings(environment) }));

export type SearchConfig = z.output<typeof environmentSchema>;
