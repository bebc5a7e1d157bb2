import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { memoryUpdated } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { changeMemory } from '../memories/memory.ts';
import type { Memory, MemoryChange } from '../memories/memory.ts';
import type { ProtectedMemoryFilter } from './protected-memory.ts';
import type { ProtectedMemoryRepository } from './protected-memory.repository.ts';

export interface UpdateProtectedMemoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'update'>;
  protectedMemories: Pick<ProtectedMemoryRepository, 'lock' | 'select'>;
  outbox: Outbox;
  now(): Date;
}

/**
 * Changes the content or metadata of a protected memory and stores the `memory.updated` event in one
 * transaction. If no value differs, nothing is stored.
 *
 * @throws RES_NOT_FOUND if no active memory has this id and matches the filter
 */
export const updateProtectedMemory = (
  deps: UpdateProtectedMemoryDeps,
  tenantId: string,
  id: string,
  filter: ProtectedMemoryFilter,
  change: Pick<MemoryChange, 'content' | 'metadata'>,
): Promise<Memory> =>
  deps.inTransaction(tenantId, async (tx) => {
    await deps.protectedMemories.lock(tx, tenantId);
    const [memory] = await deps.protectedMemories.select(tx, tenantId, filter, {
      includeInactive: false,
      id,
    });
    if (!memory) throw notFound(filter.memoryType ?? 'protected memory', id);
    const next = changeMemory(memory, change, deps.now());
    if (next === memory) return memory;
    await Promise.all([deps.memories.update(tx, next), deps.outbox.append(tx, memoryUpdated(next))]);
    return next;
  });
