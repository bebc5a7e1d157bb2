import type { MemoryClient, MemoryInventoryClient } from '@loci/contracts';
import { newId } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { Service } from '@loci/service-hosting';
import { onContradictionReported } from './consumers/on-contradiction-reported.ts';
import { onGraphChanged } from './consumers/on-graph-changed.ts';
import { onMemoryChanged } from './consumers/on-memory-changed.ts';
import type { GraphStore } from './graph-store/graph-store.ts';
import { internalRoutes } from './internal/internal.routes.ts';
import { reconcileGraph } from './jobs/reconcile-graph.ts';
import { knownMemoryRepository } from './known-memories/known-memory.repository.ts';
import type { Drift } from './reconciliation/reconcile-all.ts';
import { reconciliationRepository } from './reconciliation/reconciliation.repository.ts';
import { relationshipRepository } from './relationships/relationship.repository.ts';
import { relationshipRoutes } from './relationships/relationship.routes.ts';

export interface GraphServicePorts {
  database: Database;
  outbox: Outbox;
  /** Closed by whoever opened it. */
  graphStore: GraphStore;
  memory: Pick<MemoryClient, 'existing'>;
  memoryInventory: Pick<MemoryInventoryClient, 'tenants' | 'revisions'>;
  /** Told after each reconciliation. */
  onDrift(drift: Drift): void;
  now?: () => Date;
}

/** Relationships, traversal, expansion. */
export function createGraphService({
  database,
  outbox,
  graphStore,
  memory,
  memoryInventory,
  onDrift,
  now = () => new Date(),
}: GraphServicePorts): Service {
  const deps = {
    database,
    inTransaction: database.inTransaction,
    relationships: relationshipRepository,
    knownMemories: knownMemoryRepository,
    graphStore,
    memory,
    memoryInventory,
    reconciliation: reconciliationRepository,
    outbox,
    newId,
    now,
  };
  return {
    name: 'graph',
    routes: [...relationshipRoutes(deps), ...internalRoutes(deps)],
    consumers: [onMemoryChanged(deps), onContradictionReported(deps), onGraphChanged(deps)],
    jobs: [reconcileGraph(deps, onDrift)],
    close: () => Promise.resolve(),
  };
}
