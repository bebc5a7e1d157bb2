import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { memoryDeleted } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { ProtectedMemoryFilter } from './protected-memory.ts';
import type { ProtectedMemoryRepository } from './protected-memory.repository.ts';

export interface DeleteProtectedMemoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'remove'>;
  protectedMemories: Pick<ProtectedMemoryRepository, 'lock' | 'select'>;
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes a protected memory and stores the `memory.deleted` event in one transaction.
 *
 * @throws RES_NOT_FOUND if no active memory has this id and matches the filter
 */
export const deleteProtectedMemory = (
  deps: DeleteProtectedMemoryDeps,
  tenantId: string,
  id: string,
  filter: ProtectedMemoryFilter,
): Promise<void> =>
  deps.inTransaction(tenantId, async (tx) => {
    await deps.protectedMemories.lock(tx, tenantId);
    const [memory] = await deps.protectedMemories.select(tx, tenantId, filter, {
      includeInactive: false,
      id,
    });
    if (!memory) throw notFound(filter.memoryType ?? 'protected memory', id);
    const now = deps.now();
    await Promise.all([
      deps.memories.remove(tx, memory, now),
      deps.outbox.append(tx, memoryDeleted(memory, now)),
    ]);
  });
