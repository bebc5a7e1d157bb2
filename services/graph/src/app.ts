import type { MemoryClient } from '@loci/contracts';
import { newId } from '@loci/core';
import type { Outbox } from '@loci/outbox';
import type { Database } from '@loci/postgres';
import type { Service } from '@loci/runtime';
import { onContradictionReported } from './consumers/on-contradiction-reported.ts';
import { onGraphChanged } from './consumers/on-graph-changed.ts';
import { onMemoryChanged } from './consumers/on-memory-changed.ts';
import type { GraphStore } from './graph-store/graph-store.ts';
import { internalRoutes } from './internal/internal.routes.ts';
import { knownMemoryRepository } from './known-memories/known-memory.repository.ts';
import { relationshipRepository } from './relationships/relationship.repository.ts';
import { relationshipRoutes } from './relationships/relationship.routes.ts';

export interface GraphServicePorts {
  database: Database;
  outbox: Outbox;
  /** Closed by whoever opened it. */
  graphStore: GraphStore;
  memory: Pick<MemoryClient, 'existing'>;
  now?: () => Date;
}

/** Relationships, traversal, expansion. */
export function createGraphService({
  database,
  outbox,
  graphStore,
  memory,
  now = () => new Date(),
}: GraphServicePorts): Service {
  const deps = {
    database,
    inTransaction: database.inTransaction,
    relationships: relationshipRepository,
    knownMemories: knownMemoryRepository,
    graphStore,
    memory,
    outbox,
    newId,
    now,
  };
  return {
    name: 'graph',
    routes: [...relationshipRoutes(deps), ...internalRoutes(deps)],
    consumers: [onMemoryChanged(deps), onContradictionReported(deps), onGraphChanged(graphStore)],
    jobs: [],
    close: () => Promise.resolve(),
  };
}
