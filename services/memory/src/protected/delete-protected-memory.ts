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

/** @throws RES_NOT_FOUND when the selection has no active memory of this id */
export const deleteProtectedMemory = (
  deps: DeleteProtectedMemoryDeps,
  tenantId: string,
  id: string,
  selection: ProtectedMemoryFilter,
): Promise<void> =>
  deps.inTransaction(tenantId, async (tx) => {
    await deps.protectedMemories.lock(tx, tenantId);
    const [memory] = await deps.protectedMemories.select(tx, tenantId, selection, {
      includeInactive: false,
      id,
    });
    if (!memory) throw notFound(selection.memoryType ?? 'protected memory', id);
    await Promise.all([
      deps.memories.remove(tx, tenantId, id),
      deps.outbox.append(tx, memoryDeleted(memory, deps.now())),
    ]);
  });
