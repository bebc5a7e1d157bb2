import {
  createDocumentClient,
  createGraphClient,
  createMemoryClient,
  createMemoryInventoryClient,
} from '@loci/contracts';
import { observeOperations } from '@loci/service-hosting';
import type { ServiceContext } from '@loci/service-hosting';
import type { IndexPorts, SearchServicePorts } from './app.ts';
import { createComposedCandidateRetriever } from './candidate-retriever/composed-candidate-retriever.ts';
import type { SearchConfig } from './config.ts';
import { createEmbedders } from './embedding/create-embedders.ts';
import { createLostTenants } from './maintenance/refill-lost-tenants.job.ts';
import { reportRebuild } from './maintenance/report-rebuild.ts';
import { createElasticsearchKeywordIndex } from './keyword-index/elasticsearch/elasticsearch-keyword-index.ts';
import type { ElasticsearchKeywordIndexOptions } from './keyword-index/elasticsearch/elasticsearch-keyword-index.ts';
import { traceKeywordIndex } from './items/trace-index.ts';
import type { IndexContent } from './keyword-index/elasticsearch/index-generations.ts';
import { createQdrantVectorSpaces } from './vector-index/qdrant/qdrant-vector-spaces.ts';

/**
 * Creates the adapters of the search service for the distributed platform: PostgreSQL, Kafka, Elasticsearch
 * and Qdrant.
 */
export function openAdapters(config: SearchConfig, context: ServiceContext): SearchServicePorts {
  const { database, outbox, connect, metrics, onDrift } = context;
  const memory = connect(config.MEMORY_URL);
  const embedders = createEmbedders(config.embedder);
  return {
    database,
    outbox,
    ...openIndexes(config, context, embedders, 'items'),
    archive: openIndexes(config, context, embedders, 'superseded'),
    memory: createMemoryClient(memory),
    memoryInventory: createMemoryInventoryClient(memory),
    graph: createGraphClient(connect(config.GRAPH_URL)),
    document: createDocumentClient(connect(config.DOCUMENT_URL)),
    onDrift,
    onRebuild: reportRebuild(metrics),
  };
}

function openIndexes(
  config: SearchConfig,
  { database, metrics }: Pick<ServiceContext, 'database' | 'metrics'>,
  embedders: ReturnType<typeof createEmbedders>,
  content: IndexContent,
): IndexPorts {
  const auth = elasticsearchAuth(config);
  const elasticsearchIndex = createElasticsearchKeywordIndex({
    url: config.ELASTICSEARCH_URL,
    ...(auth && { auth }),
    indexPrefix: config.ELASTICSEARCH_INDEX_PREFIX,
    content,
    shards: config.ELASTICSEARCH_SHARDS,
    replicas: config.ELASTICSEARCH_REPLICAS,
    refreshIntervalMs: config.ELASTICSEARCH_REFRESH_MS,
  });
  const keywordIndex = traceKeywordIndex(
    elasticsearchIndex,
    'elasticsearch',
    observeOperations(metrics, 'elasticsearch'),
  );
  const prefix = config.QDRANT_COLLECTION_PREFIX;
  return {
    keywordIndex,
    createCandidateRetriever: (options) =>
      createComposedCandidateRetriever({ ...options, keywordIndex, database }),
    vectorSpaces: createQdrantVectorSpaces({
      url: config.QDRANT_URL,
      apiKey: config.QDRANT_API_KEY?.reveal(),
      collectionPrefix: content === 'items' ? prefix : `${prefix}-${content}`,
      quantization: config.QDRANT_QUANTIZATION,
      shardNumber: config.QDRANT_SHARDS,
      replicationFactor: config.QDRANT_REPLICATION_FACTOR,
      ...embedders,
      observe: observeOperations(metrics, 'qdrant'),
    }),
    // Elasticsearch and Qdrant do not report lost data. Reconciliation detects it.
    lostTenants: createLostTenants(),
  };
}

function elasticsearchAuth(config: SearchConfig): ElasticsearchKeywordIndexOptions['auth'] {
  if (config.ELASTICSEARCH_API_KEY) return { apiKey: config.ELASTICSEARCH_API_KEY.reveal() };
  const { ELASTICSEARCH_USERNAME: username, ELASTICSEARCH_PASSWORD: password } = config;
  return username !== undefined && password ? { username, password: password.reveal() } : undefined;
}
