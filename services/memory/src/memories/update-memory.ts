import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import type { TagRepository } from '../tags/tag.repository.ts';
import { memoryUpdated } from './memory.events.ts';
import type { MemoryRepository } from './memory.repository.ts';
import { changeMemory, requireCheckpointName, requireUnprotectedType } from './memory.ts';
import type { Memory, MemoryChange } from './memory.ts';

export interface UpdateMemoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock' | 'update'>;
  tags: Pick<TagRepository, 'replace'>;
  outbox: Outbox;
  now(): Date;
}

/**
 * Changes the given fields and stores the `memory.updated` event, or neither. A change of the content makes
 * the embedding pending again; a change that changes nothing is no event.
 *
 * @param change the given fields, or a function that makes them of the memory as it is, under its lock
 * @throws RES_NOT_FOUND; AUTH_FORBIDDEN when the memory is or would become protected; RES_ALREADY_EXISTS for
 *   a taken checkpoint name
 * @see SPEC.md "Memories" 4
 */
export async function updateMemory(
  deps: UpdateMemoryDeps,
  caller: Caller,
  id: string,
  change: MemoryChange | ((memory: Memory) => MemoryChange),
): Promise<Memory> {
  return deps.inTransaction(caller.tenantId, async (tx) => {
    const [memory] = await deps.memories.lock(tx, caller.tenantId, [id]);
    if (!memory) throw notFound('memory', id);
    requireUnprotectedType(memory.memoryType);
    const next = changeMemory(memory, typeof change === 'function' ? change(memory) : change, deps.now());
    if (next === memory) return memory;
    requireUnprotectedType(next.memoryType);
    requireCheckpointName(next.memoryType, next.metadata);
    await Promise.all([
      deps.memories.update(tx, next),
      deps.tags.replace(tx, memory, next.tags),
      deps.outbox.append(tx, memoryUpdated(next)),
    ]);
    return next;
  });
}
