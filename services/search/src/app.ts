import type { DocumentClient, GraphClient, MemoryInventoryClient } from '@loci/contracts';
import type { Outbox } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { purgeTombstonesJob, tenantDataRoutes } from '@loci/service-hosting';
import type { Service } from '@loci/service-hosting';
import type {
  CandidateRetriever,
  CandidateRetrieverOptions,
} from './candidate-retriever/candidate-retriever.ts';
import { onDocumentChanged } from './consumers/on-document-changed.ts';
import { onMemoryChanged } from './consumers/on-memory-changed.ts';
import { documentOwner } from './indexing/document-owner.ts';
import { deleteOldTombstones } from './maintenance/delete-old-tombstones.ts';
import { dropTenantIndexes } from './maintenance/drop-tenant-indexes.ts';
import { itemRepository } from './indexing/item.repository.ts';
import { memoryOwner } from './indexing/memory-owner.ts';
import type { KeywordIndex } from './keyword-index/keyword-index.ts';
import { reEmbedJob } from './maintenance/re-embed.job.ts';
import { rebuildIndexes } from './maintenance/rebuild-indexes.ts';
import { reconcileIndexesJob } from './maintenance/reconcile-indexes.job.ts';
import type { Drift } from './maintenance/reconcile-tenant.ts';
import { refillLostTenantsJob } from './maintenance/refill-lost-tenants.job.ts';
import type { LostTenants } from './maintenance/refill-lost-tenants.job.ts';
import { internalSearchRoutes } from './query/internal-search.routes.ts';
import { vectorSearchRoutes } from './query/vector-search.routes.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { createServingVectorSpace } from './vector-index/serving-vector-space.ts';
import type { VectorSpaces } from './vector-index/vector-space.ts';

export interface SearchServicePorts {
  database: Database;
  outbox: Outbox;
  keywordIndex: KeywordIndex;
  vectorSpaces: VectorSpaces;
  /** Creates the candidate retriever on the indexes. */
  createCandidateRetriever(options: CandidateRetrieverOptions): CandidateRetriever;
  memory: Pick<MemoryInventoryClient, 'count' | 'tenants' | 'revisions' | 'states'>;
  graph: Pick<GraphClient, 'countRelationships'>;
  document: Pick<DocumentClient, 'count' | 'tenants' | 'chunkRevisions' | 'chunkStates' | 'names'>;
  /**
   * Tenants whose indexes must be filled again. Embedded indexes add a tenant when its files are damaged or
   * missing.
   */
  lostTenants: LostTenants;
  /** Called with the drift after each reconciliation of all tenants. */
  onDrift(drift: Drift): void;
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

/** Creates the search service. It owns the given keyword index and vector spaces and closes them. */
export function createSearchService(ports: SearchServicePorts): SearchService {
  const {
    database,
    outbox,
    keywordIndex,
    vectorSpaces,
    memory,
    graph,
    document,
    now = () => new Date(),
  } = ports;
  const serving = createServingVectorSpace(database, vectorSpaces);
  const owners = { memoryOwner: memoryOwner(memory), documentOwner: documentOwner(document) };
  const deps = {
    database,
    inTransaction: database.inTransaction,
    candidateRetriever: ports.createCandidateRetriever({
      servingSpace: serving.current,
      timeoutMs: RETRIEVER_TIMEOUT_MS,
    }),
    items: itemRepository,
    keywordIndex,
    space: vectorSpaces.target,
    servingSpace: serving.current,
    previousSpace: serving.previous,
    memory,
    graph,
    document,
    owners: [owners.memoryOwner, owners.documentOwner],
    ...owners,
    outbox,
    now,
  };
  return {
    name: 'search',
    routes: [
      ...vectorSearchRoutes(deps),
      ...statisticsRoutes(deps),
      ...internalSearchRoutes(deps),
      ...tenantDataRoutes({ database, deleteOther: (tenantId) => dropTenantIndexes(deps, tenantId) }),
    ],
    consumers: [onMemoryChanged(deps), onDocumentChanged(deps)],
    jobs: [
      reEmbedJob({ ...deps, serving, vectorSpaces }),
      reconcileIndexesJob(deps, ports.onDrift),
      refillLostTenantsJob(deps, ports.lostTenants),
      purgeTombstonesJob({ deleteBatches: [deleteOldTombstones(deps)], now }),
    ],
    rebuildIndexes: (signal) => rebuildIndexes(deps, signal),
    close: async () => {
      await Promise.all([keywordIndex.close(), vectorSpaces.close()]);
    },
  };
}
