import { newId } from '@loci/core';
import type { Outbox } from '@loci/outbox';
import type { Database } from '@loci/postgres';
import type { Service } from '@loci/runtime';
import { onEmbeddingCompleted } from './consumers/on-embedding-completed.ts';
import { onRelationshipChanged } from './consumers/on-relationship-changed.ts';
import { internalRoutes } from './internal/internal.routes.ts';
import { cleanUnusedTags } from './jobs/clean-unused-tags.ts';
import { flushAccesses } from './jobs/flush-accesses.ts';
import { createAccessCounter } from './memories/access-counter.ts';
import { memoryRepository } from './memories/memory.repository.ts';
import { memoryRoutes } from './memories/memory.routes.ts';
import { tagRepository } from './tags/tag.repository.ts';
import { tagRoutes } from './tags/tag.routes.ts';

export interface MemoryServicePorts {
  database: Database;
  outbox: Outbox;
  now?: () => Date;
}

/** Memories, tags, versions, contradictions, checkpoints. */
export function createMemoryService({
  database,
  outbox,
  now = () => new Date(),
}: MemoryServicePorts): Service {
  const accesses = createAccessCounter(database, now);
  const deps = {
    database,
    inTransaction: database.inTransaction,
    memories: memoryRepository,
    tags: tagRepository,
    accesses,
    outbox,
    newId,
    now,
  };
  return {
    name: 'memory',
    routes: [...memoryRoutes(deps), ...tagRoutes(deps), ...internalRoutes(deps)],
    consumers: [onEmbeddingCompleted(database), onRelationshipChanged(database)],
    jobs: [flushAccesses(accesses), cleanUnusedTags(database, tagRepository, now)],
    close: () => accesses.flush(),
  };
}
