import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { ContradictionRepository } from '../contradictions/contradiction.repository.ts';
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
  contradictions: Pick<ContradictionRepository, 'removeOfMemory'>;
  outbox: Outbox;
  now(): Date;
}

/**
 * Deletes a memory for good, with its contradictions. Its relationships and index entries follow by the
 * `memory.deleted` event; its tags stay known.
 * @throws RES_NOT_FOUND; AUTH_FORBIDDEN for a protected memory
 * @see SPEC.md "Memories" 5
 */
export async function deleteMemory(deps: DeleteMemoryDeps, caller: Caller, id: string): Promise<void> {
  await deps.inTransaction(caller.tenantId, async (tx) => {
    const [memory] = await deps.memories.lock(tx, caller.tenantId, [id]);
    if (!memory) throw notFound('memory', id);
    requireUnprotectedType(memory.memoryType);
    await Promise.all([
      deps.memories.remove(tx, caller.tenantId, id),
      deps.tags.detach(tx, memory, memory.tags),
      deps.contradictions.removeByMemory(tx, caller.tenantId, id),
      deps.outbox.append(tx, memoryDeleted(memory, deps.now())),
    ]);
  });
}
