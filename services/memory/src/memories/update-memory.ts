import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import type { InTransaction, Transaction } from '@loci/postgres';
import { requireCheckpointName } from '../checkpoints/checkpoint-name.ts';
import type { TagRepository } from '../tags/tag.repository.ts';
import { requireValidPeriod } from './validity.ts';
import { memoryUpdated } from './memory.events.ts';
import type { MemoryRepository } from './memory.repository.ts';
import { changeMemory, requireUnprotectedType } from './memory.ts';
import type { Memory, MemoryChange } from './memory.ts';
import type { EtagCondition } from '@loci/http';
import { requireMemoryEtag } from './memory-etag.ts';
import { requireActiveVersion } from './require-active-version.ts';

export interface UpdateMemoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock' | 'findCurrentIds' | 'update'>;
  tags: Pick<TagRepository, 'replace'>;
  outbox: Outbox;
  now(): Date;
}

/**
 * Changes the given fields and stores the `memory.updated` event in one transaction. A change to the content
 * sets the embedding status to pending. If no value differs, nothing is stored.
 *
 * @param change the new values, or a function that computes them from the locked memory
 * @param ifMatch ETags of the states that may be changed, or null for every state
 * @returns the memory after the change
 * @throws RES_NOT_FOUND if the memory does not exist; AUTH_FORBIDDEN if the memory is or would become
 *   protected; RES_PRECONDITION_FAILED if the memory has another ETag; RES_ALREADY_EXISTS for an inactive version or if
 *   the checkpoint name is taken; VAL_* for an
 *   invalid checkpoint name or an empty validity
 * @see docs/reference/memories.md#update-a-memory
 */
export async function updateMemory(
  deps: UpdateMemoryDeps,
  caller: Caller,
  id: string,
  change: MemoryChange | ((memory: Memory) => MemoryChange),
  ifMatch: EtagCondition | null = null,
): Promise<Memory> {
  return deps.inTransaction(caller.tenantId, async (tx) => {
    const [memory] = await deps.memories.lock(tx, caller.tenantId, [id]);
    if (!memory) throw notFound('memory', id);
    requireUnprotectedType(memory.memoryType);
    requireMemoryEtag(ifMatch, memory);
    const next = await changeLockedMemory(deps, tx, memory, change);
    if (next === memory) return memory;
    await Promise.all([
      deps.memories.update(tx, next),
      deps.tags.replace(tx, memory, next),
      deps.outbox.append(tx, memoryUpdated(next)),
    ]);
    return next;
  });
}

/**
 * Returns the next revision of a locked memory, or the same object if no value differs. Stores nothing.
 *
 * @throws the errors of {@link updateMemory} except RES_NOT_FOUND and RES_PRECONDITION_FAILED
 */
export async function changeLockedMemory(
  deps: Pick<UpdateMemoryDeps, 'now'> & { memories: Pick<MemoryRepository, 'findCurrentIds'> },
  tx: Transaction,
  memory: Memory,
  change: MemoryChange | ((memory: Memory) => MemoryChange),
): Promise<Memory> {
  requireUnprotectedType(memory.memoryType);
  await requireActiveVersion(deps, tx, memory);
  const next = changeMemory(memory, typeof change === 'function' ? change(memory) : change, deps.now());
  if (next === memory) return memory;
  requireUnprotectedType(next.memoryType);
  requireCheckpointName(next.memoryType, next.metadata);
  requireValidPeriod(next);
  return next;
}
