import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import type { TagRepository } from '../tags/tag.repository.ts';
import { memoryDeleted } from './memory.events.ts';
import type { MemoryRepository } from './memory.repository.ts';
import { requireUnprotectedType } from './memory.ts';

export interface DeleteMemoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock' | 'remove'>;
  tags: Pick<TagRepository, 'detach'>;
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes a memory and its contradictions and stores the `memory.deleted` event in one transaction. Consumers
 * of the event delete the memory's relationships and index entries. The tags remain, even if no other memory
 * has them.
 *
 * @throws RES_NOT_FOUND if the memory does not exist; AUTH_FORBIDDEN for a protected memory
 * @see docs/reference/memories.md#delete-a-memory
 */
export async function deleteMemory(deps: DeleteMemoryDeps, caller: Caller, id: string): Promise<void> {
  await deps.inTransaction(caller.tenantId, async (tx) => {
    const [memory] = await deps.memories.lock(tx, caller.tenantId, [id]);
    if (!memory) throw notFound('memory', id);
    requireUnprotectedType(memory.memoryType);
    await Promise.all([
      deps.tags.detach(tx, memory, memory.tags),
      deps.memories.remove(tx, caller.tenantId, id),
      deps.outbox.append(tx, memoryDeleted(memory, deps.now())),
    ]);
  });
}
