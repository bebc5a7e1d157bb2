import type { DocumentClient, GraphClient, MemoryClient, MemoryInventoryClient } from '@loci/contracts';
import type { Outbox } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { limitWaits } from '@loci/reconciliation';
import type { AwaitEvents } from '@loci/reconciliation';
import { purgeTombstonesJob, tenantDataRoutes, userDataRoutes } from '@loci/service-hosting';
import type { Service } from '@loci/service-hosting';
import { traceMethods } from '@loci/telemetry';
import type {
  CandidateRetriever,
  CandidateRetrieverOptions,
} from './candidate-retriever/candidate-retriever.ts';
import { createArchiveCandidateRetriever } from './candidate-retriever/archive-candidate-retriever.ts';
import { onDocumentChanged } from './consumers/on-document-changed.ts';
import { onMemoryChanged } from './consumers/on-memory-changed.ts';
import { searchErasure } from './erasure/search-erasure.ts';
import { documentOwner } from './indexing/document-owner.ts';
import { deleteOldTombstones } from './maintenance/delete-old-tombstones.ts';
import { countIndexEntries } from './maintenance/count-index-entries.ts';
import { dropTenantIndexes } from './maintenance/drop-tenant-indexes.ts';
import { createIndexedRevisions } from './indexing/indexed-revisions.ts';
import { itemRepository, supersededItemRepository } from './indexing/item.repository.ts';
import { memoryOwner } from './indexing/memory-owner.ts';
import { supersededMemoryOwner } from './indexing/superseded-memory-owner.ts';
import type { KeywordIndex } from './keyword-index/keyword-index.ts';
import { recordModelUsageJob } from './maintenance/record-model-usage.job.ts';
import { reEmbedJob } from './maintenance/re-embed.job.ts';
import { createRebuild } from './maintenance/rebuild-indexes.ts';
import type { RebuildProgress } from './maintenance/rebuild-indexes.ts';
import { reconcileIndexesJob } from './maintenance/reconcile-indexes.job.ts';
import type { Drift } from './maintenance/reconcile-tenant.ts';
import { refillLostTenantsJob } from './maintenance/refill-lost-tenants.job.ts';
import type { LostTenants } from './maintenance/refill-lost-tenants.job.ts';
import { internalSearchRoutes } from './query/internal-search.routes.ts';
import { vectorSearchRoutes } from './query/vector-search.routes.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { createModelUsage } from './vector-index/model-usage.ts';
import { createServingVectorSpace } from './vector-index/serving-vector-space.ts';
import type { VectorSpaces } from './vector-index/vector-space.ts';

/** Adapters of the indexes of one collection. */
export interface IndexPorts {
  keywordIndex: KeywordIndex;
  vectorSpaces: VectorSpaces;
  /** Creates the candidate retriever on the indexes. */
  createCandidateRetriever(options: CandidateRetrieverOptions): CandidateRetriever;
  /**
   * Tenants whose indexes must be filled again. Embedded indexes add a tenant when its files are damaged or
   * missing.
   */
  lostTenants: LostTenants;
}

export interface SearchServicePorts extends IndexPorts {
  database: Database;
  outbox: Outbox;
  /** Indexes of superseded versions of memories. They have the same embedding models. */
  archive: IndexPorts;
  memory: Pick<MemoryClient, 'getStatesAt'>;
  memoryInventory: Pick<MemoryInventoryClient, 'count' | 'tenants' | 'revisions' | 'states'>;
  graph: Pick<GraphClient, 'countRelationships'>;
  document: Pick<DocumentClient, 'count' | 'tenants' | 'chunkRevisions' | 'chunkStates' | 'names'>;
  /**
   * Delivers the present events of a consumer group without waiting for further ones. Called when a request waits for them.
   * Undefined if the event transport cannot do it.
   */
  expediteEvents?: (group: string) => void;
  /**
   * Waits for events, so that the reconciler does not repair what consumers are about to change. Undefined if the event
   * transport does not support it.
   */
  awaitEvents?: AwaitEvents;
  /** Called with the drift after each reconciliation of all tenants. */
  onDrift(drift: Drift): void;
  /** Called when the state of a rebuild of the indexes changes. */
  onRebuild(progress: RebuildProgress): void;
  now?: () => Date;
}

export interface SearchService extends Service {
  /**
   * Rebuilds the keyword and the vector index from the memory and document services while searches continue.
   *
   * @returns the number of indexed items
   * @throws RES_ALREADY_EXISTS if another rebuild is running
   */
  rebuildIndexes(signal: AbortSignal): Promise<number>;
}

/**
 * Timeout of one retriever. It is shorter than the gateway's timeout of a search, so that the other retriever's hits can
 * still be returned.
 */
const RETRIEVER_TIMEOUT_MS = 4_000;

/** Creates the search service. It owns the given keyword indexes and vector spaces and closes them. */
export function createSearchService(ports: SearchServicePorts): SearchService {
  const { database, outbox, memory, memoryInventory, graph, document, now = () => new Date() } = ports;
  const shared = { database, outbox, now };
  const owners = { memoryOwner: memoryOwner(memoryInventory), documentOwner: documentOwner(document) };
  const indexedRevisions = createIndexedRevisions();
  const current = {
    ...shared,
    ...openCollection(ports, database),
    items: itemRepository,
    indexedRevisions,
    owners: [owners.memoryOwner, owners.documentOwner],
  };
  const archive = {
    ...shared,
    ...openCollection(ports.archive, database),
    items: supersededItemRepository,
    owners: [supersededMemoryOwner(memoryInventory)],
    isArchive: true,
  };
  const collections = [current, archive];
  const modelUsage = createModelUsage(database, current.space.embedder);
  const deps = {
    ...current,
    ...owners,
    candidateRetriever: createArchiveCandidateRetriever({ ...current, archive }),
    inTransaction: database.inTransaction,
    expediteIndexing: () => {
      for (const { group } of consumers) ports.expediteEvents?.(group);
    },
    memory,
    memoryInventory,
    graph,
    document,
    archive,
    collections,
    modelUsage,
  };
  const consumers = [onMemoryChanged(deps), onDocumentChanged(deps)];
  return {
    name: 'search',
    routes: [
      ...vectorSearchRoutes(deps),
      ...statisticsRoutes(deps),
      ...internalSearchRoutes(deps),
      ...userDataRoutes(searchErasure(deps)),
      ...tenantDataRoutes({
        database,
        other: {
          find: (tenantId) => countIndexEntries(collections, tenantId),
          delete: (tenantId) => dropTenantIndexes(collections, tenantId),
        },
      }),
    ],
    consumers,
    jobs: [
      recordModelUsageJob(deps),
      reEmbedJob(deps),
      reconcileIndexesJob(deps, ports.onDrift, () => limitWaits(ports.awaitEvents, consumers)),
      refillLostTenantsJob(collections),
      purgeTombstonesJob({ deleteBatches: collections.map(deleteOldTombstones), now }),
    ],
    rebuildIndexes: createRebuild(collections, ports.onRebuild),
    close: async () => {
      await modelUsage.end();
      await Promise.all(
        collections.flatMap(({ keywordIndex, vectorSpaces }) => [keywordIndex.close(), vectorSpaces.close()]),
      );
    },
  };
}

function openCollection(
  { keywordIndex, vectorSpaces, createCandidateRetriever, lostTenants }: IndexPorts,
  database: Database,
) {
  const serving = createServingVectorSpace(database, vectorSpaces);
  return {
    keywordIndex,
    vectorSpaces,
    lostTenants,
    serving,
    space: vectorSpaces.target,
    servingSpace: serving.current,
    previousSpace: serving.previous,
    candidateRetriever: traceMethods(
      createCandidateRetriever({ servingSpace: serving.current, timeoutMs: RETRIEVER_TIMEOUT_MS }),
      ['retrieve'],
      () => ({ name: 'retrieve candidates', kind: 'internal' }),
    ),
  };
}
