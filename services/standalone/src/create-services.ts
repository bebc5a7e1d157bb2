import { join } from 'node:path';
import {
  createDocumentClient,
  createGraphClient,
  createMemoryClient,
  createMemoryInventoryClient,
  createSearchClient,
} from '@loci/contracts';
import type { ServiceClient } from '@loci/contracts';
import { createMemoryAccessFeed, createAnalysisService } from '@loci/analysis-service';
import { createArtifactService } from '@loci/artifact-service';
import { createDocumentService } from '@loci/document-service';
import { parseAndChunk } from '@loci/document-service/parser';
import { createGraphService, graphEdgeLoader, windowLoader } from '@loci/graph-service';
import { createEmbeddedGraphStore } from '@loci/graph-service/embedded';
import { createMemoryService } from '@loci/memory-service';
import { createOutbox } from '@loci/messaging';
import { createPersonalityService, createProtectedMemories, readToolNames } from '@loci/personality-service';
import { pinnedRequest } from '@loci/outbound';
import type { Logger, Metrics } from '@loci/runtime';
import { withPositions } from '@loci/service-hosting';
import type { AuditLogSettings, Service } from '@loci/service-hosting';
import { createSearchService, reportRebuild } from '@loci/search-service';
import type { CandidateRetrieverOptions } from '@loci/search-service';
import { createWebhookService } from '@loci/webhook-service';
import type { WebhookServicePorts } from '@loci/webhook-service';
import { createEmbeddedCandidateRetriever } from '@loci/search-service/embedded';
import type { SearchIndexes } from './open-search-indexes.ts';
import type { Stores } from './open-stores.ts';

/** Maximum bytes of each resource per tenant. 0 disables a quota. */
export type StorageQuotas = Record<'memory' | 'document' | 'artifact', number>;

/** Settings of the webhook service. */
export type WebhookSettings = Pick<WebhookServicePorts, 'encryptionKeys' | 'addressPolicy' | 'timeoutMs'>;

export interface CreateServicesOptions {
  /** Root folder of all data. */
  dataDir: string;
  stores: Stores;
  /** Returns the client of a service by its name. Called before the services exist, so the client must connect lazily. */
  connect(service: string): ServiceClient;
  searchIndexes: SearchIndexes;
  storageQuotas: StorageQuotas;
  auditLog: AuditLogSettings;
  webhooks: WebhookSettings;
  log: Logger;
  metrics: Metrics;
}

/** Maximum memory of the tenant graphs that are loaded at the same time. */
const GRAPH_MEMORY_BYTES = 256 * 1024 * 1024;

/**
 * Time between two searches for due webhook messages. All messages come from this process, which is notified of them. The
 * time is longer than the idle timeout of a database connection, so that a platform without webhooks closes it.
 */
const WEBHOOK_POLL_MS = 300_000;

export interface PlatformServices {
  services: Service[];
  /** Rebuilds both search indexes while they serve searches. Resolves to the number of indexed items. */
  rebuildIndexes(signal: AbortSignal): Promise<number>;
}

/** Creates all services with their embedded adapters. */
export function createServices({
  dataDir,
  stores,
  connect,
  searchIndexes,
  storageQuotas,
  auditLog,
  webhooks,
  log,
  metrics,
}: CreateServicesOptions): PlatformServices {
  const { databases, transport } = stores;
  const outboxOf = (service: string) =>
    createOutbox({
      service,
      onCommitted: () => transport.wake(service),
    });
  const reportDrift = (drift: Record<string, number>): void => {
    for (const [index, items] of Object.entries(drift)) metrics.indexDrift.set({ index }, items);
  };

  const quotaOf = (resource: keyof StorageQuotas) => ({ maxBytes: storageQuotas[resource], metrics });

  const memory = createMemoryService({
    database: databases['memory']!,
    outbox: outboxOf('memory'),
    search: createSearchClient(connect('search')),
    storageQuota: quotaOf('memory'),
    metrics,
    auditLog,
  });

  const graphStore = createEmbeddedGraphStore({
    loadEdges: graphEdgeLoader(databases['graph']!),
    loadWindows: windowLoader(databases['graph']!),
    maxBytes: GRAPH_MEMORY_BYTES,
  });
  const graph = createGraphService({
    database: databases['graph']!,
    outbox: outboxOf('graph'),
    graphStore,
    auditLog,
    memory: createMemoryClient(connect('memory')),
    memoryInventory: createMemoryInventoryClient(connect('memory')),
    awaitEvents: transport.progress.awaitStored,
    onDrift: reportDrift,
    metrics,
  });

  const search = createSearchService({
    database: databases['search']!,
    outbox: outboxOf('search'),
    memory: createMemoryClient(connect('memory')),
    memoryInventory: createMemoryInventoryClient(connect('memory')),
    graph: createGraphClient(connect('graph')),
    document: createDocumentClient(connect('document')),
    expediteEvents: transport.expedite,
    awaitEvents: transport.progress.awaitStored,
    onDrift: reportDrift,
    onRebuild: reportRebuild(metrics),
    ...toIndexPorts(searchIndexes),
    archive: toIndexPorts(searchIndexes.archive),
  });
  const document = createDocumentService({
    database: databases['document']!,
    outbox: outboxOf('document'),
    objects: stores.objects,
    parse: parseAndChunk,
    uploadDirectory: join(dataDir, 'uploads'),
    storageQuota: quotaOf('document'),
    auditLog,
    metrics,
  });
  const artifact = createArtifactService({
    database: databases['artifact']!,
    objects: stores.objects,
    storageQuota: quotaOf('artifact'),
    auditLog,
    metrics,
  });
  const analysis = createAnalysisService({
    database: databases['analysis']!,
    accesses: createMemoryAccessFeed(createMemoryInventoryClient(connect('memory'))),
    memoryInventory: createMemoryInventoryClient(connect('memory')),
    graph: createGraphClient(connect('graph')),
    document: createDocumentClient(connect('document')),
    awaitEvents: transport.progress.awaitStored,
    onDrift: reportDrift,
  });
  const personality = createPersonalityService({
    memories: createProtectedMemories(createMemoryClient(connect('memory'))),
    toolNames: readToolNames(),
  });
  const webhook = createWebhookService({
    ...webhooks,
    auditLog,
    database: databases['webhook']!,
    sendRequest: pinnedRequest,
    pollMs: WEBHOOK_POLL_MS,
    cacheSubscriptions: true,
    log,
    metrics,
  });
  const services = [
    memory,
    { ...graph, close: () => graph.close().then(() => graphStore.close()) },
    search,
    document,
    artifact,
    analysis,
    personality,
    webhook,
  ];
  return {
    services: services.map((service) => ({
      ...service,
      // The personality service has no database and no consumers.
      routes: databases[service.name]
        ? withPositions(service.routes, {
            database: databases[service.name]!,
            service: service.name,
            progress: transport.progress,
          })
        : service.routes,
    })),
    rebuildIndexes: search.rebuildIndexes,
  };
}

const toIndexPorts = ({
  keywordIndex,
  vectorSpaces,
  lostTenants,
}: Pick<SearchIndexes, 'keywordIndex' | 'vectorSpaces' | 'lostTenants'>) => ({
  keywordIndex,
  vectorSpaces,
  lostTenants,
  createCandidateRetriever: (options: CandidateRetrieverOptions) =>
    createEmbeddedCandidateRetriever({ ...options, keywordIndex }),
});
