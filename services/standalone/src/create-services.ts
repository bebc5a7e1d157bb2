import { join } from 'node:path';
import {
  createDocumentClient,
  createGraphClient,
  createMemoryClient,
  createMemoryInventoryClient,
} from '@loci/contracts';
import type { ServiceClient } from '@loci/contracts';
import { accessFeedOf, createAnalysisService } from '@loci/analysis-service';
import { createArtifactService } from '@loci/artifact-service';
import { createDocumentService } from '@loci/document-service';
import { parseAndChunk } from '@loci/document-service/embedded';
import { createGraphService, graphEdgeLoader } from '@loci/graph-service';
import { createEmbeddedGraphStore } from '@loci/graph-service/embedded';
import { createMemoryService } from '@loci/memory-service';
import { createOutbox } from '@loci/messaging';
import { createPersonalityService, protectedMemoriesOf, toolReference } from '@loci/personality-service';
import type { Logger, Metrics } from '@loci/runtime';
import type { Service } from '@loci/service-hosting';
import { createLostTenants, createSearchService } from '@loci/search-service';
import type { EmbedderSettings } from '@loci/search-service';
import {
  chooseEmbedder,
  createEmbeddedKeywordIndex,
  createEmbeddedVectorSpaces,
} from '@loci/search-service/embedded';
import type { Stores } from './open-stores.ts';

export interface CreateServicesOptions {
  dataDir: string;
  stores: Stores;
  /** How one service asks another; may be called before the other one is there, and asked once it is. */
  connect(service: string): ServiceClient;
  embedder: EmbedderSettings;
  log: Logger;
  metrics: Metrics;
}

const GRAPH_MEMORY_BYTES = 256 * 1024 * 1024;

/** Every service on its embedded adapters. */
export function createServices({
  dataDir,
  stores,
  connect,
  embedder,
  log,
  metrics,
}: CreateServicesOptions): Service[] {
  const { databases, transport } = stores;
  const outboxOf = (service: string) => createOutbox({ onCommitted: () => transport.wake(service) });
  const reportDrift = (drift: Record<string, number>): void => {
    for (const [index, items] of Object.entries(drift)) metrics.indexDrift.set({ index }, items);
  };

  const memory = createMemoryService({ database: databases['memory']!, outbox: outboxOf('memory') });

  const graphStore = createEmbeddedGraphStore({
    loadEdges: graphEdgeLoader(databases['graph']!),
    maxBytes: GRAPH_MEMORY_BYTES,
  });
  const graph = createGraphService({
    database: databases['graph']!,
    outbox: outboxOf('graph'),
    graphStore,
    memory: createMemoryClient(connect('memory')),
    memoryInventory: createMemoryInventoryClient(connect('memory')),
    onDrift: reportDrift,
  });

  const lostTenants = createLostTenants();
  const onTenantLost = (tenantId: string): void => {
    log.warn({ tenant_id: tenantId }, 'an index file was damaged or gone and is filled again');
    lostTenants.add(tenantId);
  };
  const indexes = join(dataDir, 'indexes');
  const search = createSearchService({
    database: databases['search']!,
    outbox: outboxOf('search'),
    memory: createMemoryInventoryClient(connect('memory')),
    graph: createGraphClient(connect('graph')),
    document: createDocumentClient(connect('document')),
    lostTenants,
    onDrift: reportDrift,
    keywordIndex: createEmbeddedKeywordIndex({ directory: join(indexes, 'keyword'), onTenantLost }),
    vectorSpaces: createEmbeddedVectorSpaces({
      directory: join(indexes, 'vector'),
      ...chooseEmbedder(embedder),
      onTenantLost,
    }),
  });
  const document = createDocumentService({
    database: databases['document']!,
    outbox: outboxOf('document'),
    objects: stores.objects,
    parse: parseAndChunk,
    uploadDirectory: join(dataDir, 'uploads'),
  });
  const artifact = createArtifactService({ database: databases['artifact']!, objects: stores.objects });
  const analysis = createAnalysisService({
    database: databases['analysis']!,
    accesses: accessFeedOf(createMemoryInventoryClient(connect('memory'))),
    memoryInventory: createMemoryInventoryClient(connect('memory')),
    graph: createGraphClient(connect('graph')),
    document: createDocumentClient(connect('document')),
    onDrift: reportDrift,
  });
  const personality = createPersonalityService({
    memories: protectedMemoriesOf(createMemoryClient(connect('memory'))),
    tools: toolReference(),
  });
  return [
    memory,
    { ...graph, close: () => graph.close().then(() => graphStore.close()) },
    search,
    document,
    artifact,
    analysis,
    personality,
  ];
}
