import type { DocumentClient, GraphClient, MemoryInventoryClient } from '@loci/contracts';
import type { Outbox } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { Service } from '@loci/service-hosting';
import { onDocumentChanged } from './consumers/on-document-changed.ts';
import { onMemoryChanged } from './consumers/on-memory-changed.ts';
import { itemRepository } from './indexing/item.repository.ts';
import { internalRoutes } from './query/internal-search.routes.ts';
import { embedAnew } from './maintenance/re-embed.job.ts';
import { reconcileIndexes } from './maintenance/reconcile-indexes.job.ts';
import { refillLostTenants } from './maintenance/refill-lost-tenants.job.ts';
import type { LostTenants } from './maintenance/refill-lost-tenants.job.ts';
import type { KeywordIndex } from './keyword-index/keyword-index.ts';
import { documentOwner } from './indexing/document-owner.ts';
import { memoryOwner } from './indexing/memory-owner.ts';
import type { Drift } from './maintenance/reconcile-tenant.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { vectorSearchRoutes } from './query/vector-search.routes.ts';
import { createServingVectorSpace } from './vector-index/serving-vector-space.ts';
import type { VectorSpaces } from './vector-index/vector-space.ts';

export interface SearchServicePorts {
  database: Database;
  outbox: Outbox;
  keywordIndex: KeywordIndex;
  vectorSpaces: VectorSpaces;
  memory: Pick<MemoryInventoryClient, 'count' | 'tenants' | 'revisions' | 'states'>;
  graph: Pick<GraphClient, 'countRelationships'>;
  document: Pick<DocumentClient, 'count' | 'tenants' | 'chunkRevisions' | 'chunkStates'>;
  /** Filled by the adapters when they find a tenant's files damaged. */
  lostTenants: LostTenants;
  /** Told after each reconciliation. */
  onDrift(drift: Drift): void;
  now?: () => Date;
}

/** Well below what the gateway gives a whole search. */
const ARM_TIMEOUT_MS = 4_000;

/** The keyword index, the vector index, and the pipeline that fills them. */
export function createSearchService(ports: SearchServicePorts): Service {
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
  const deps = {
    database,
    inTransaction: database.inTransaction,
    armTimeoutMs: ARM_TIMEOUT_MS,
    items: itemRepository,
    keywordIndex,
    space: vectorSpaces.target,
    servingSpace: serving.current,
    previousSpace: serving.previous,
    memory,
    graph,
    document,
    owners: [memoryOwner(memory), documentOwner(document)],
    outbox,
    now,
  };
  return {
    name: 'search',
    routes: [...vectorSearchRoutes(deps), ...statisticsRoutes(deps), ...internalRoutes(deps)],
    consumers: [onMemoryChanged(deps), onDocumentChanged(deps)],
    jobs: [
      embedAnew({ ...deps, serving, vectorSpaces }),
      reconcileIndexes(deps, ports.onDrift),
      refillLostTenants(deps, ports.lostTenants),
    ],
    close: async () => {
      await Promise.all([keywordIndex.close(), vectorSpaces.close()]);
    },
  };
}
