import { AppError, isAppError, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { combineElementErrors } from '@loci/http';
import type { Transaction } from '@loci/postgres';
import { tagsWith } from '../tags/add-tags.ts';
import { memoryUpdated } from './memory.events.ts';
import type { Memory, MemoryChange } from './memory.ts';
import { changeLockedMemory } from './update-memory.ts';
import type { UpdateMemoryDeps } from './update-memory.ts';

/** A change of one memory in a bulk update. */
export interface MemoryUpdate {
  memoryId: string;
  change: MemoryChange;
  /** Normalized tags that the memory has after the change. */
  addTags: readonly string[];
  /** Normalized tags that the memory does not have after the change. */
  removeTags: readonly string[];
}

/** Result of an element of a bulk update. */
export interface UpdatedMemory {
  memory: Memory;
  /** False if no value differed, so that nothing was stored. */
  isChanged: boolean;
}

/**
 * Changes memories and stores their `memory.updated` events in one transaction. An element with an error changes nothing.
 *
 * @param inputs the validated elements. An invalid element is represented by its error.
 * @param options.atomic true to change all memories or none
 * @returns one result per element, in order: the memory, or the error that a separate update would throw
 * @throws the error of the first invalid element if `atomic` is true. Its `details.errors` lists the first invalid elements.
 * @see docs/reference/memories.md#update-memories-in-bulk
 */
export async function updateMemories(
  deps: UpdateMemoryDeps,
  { tenantId }: Caller,
  inputs: readonly (MemoryUpdate | AppError)[],
  { atomic }: { atomic: boolean },
): Promise<(UpdatedMemory | AppError)[]> {
  if (atomic) requireNoErrors(inputs);
  const ids = inputs.flatMap((input) => (isAppError(input) ? [] : [input.memoryId]));
  if (ids.length === 0) return inputs.filter(isAppError);
  return deps.inTransaction(tenantId, async (tx) => {
    await waitForOtherBulkUpdates(tx);
    const locked = new Map(
      (await deps.memories.lock(tx, tenantId, ids)).map((memory) => [memory.id, memory]),
    );
    const seen = new Set<string>();
    const results: (UpdatedMemory | AppError)[] = [];
    for (const input of inputs) {
      const result = isAppError(input) ? input : await changeOne(deps, tx, locked, seen, input);
      results.push(result);
    }
    if (atomic) requireNoErrors(results);
    const changed = results.flatMap((result) =>
      isAppError(result) || !result.isChanged ? [] : [result.memory],
    );
    if (changed.length === 0) return results;
    await Promise.all([
      ...changed.flatMap((next) => [
        deps.memories.update(tx, next),
        deps.tags.replace(tx, locked.get(next.id)!, next),
      ]),
      deps.outbox.append(tx, ...changed.map(memoryUpdated)),
    ]);
    return results;
  });
}

/**
 * Lets one bulk update run at a time. Each holds a lock for every memory, and the lock table of PostgreSQL has space for a few
 * thousand locks.
 */
export const waitForOtherBulkUpdates = (tx: Transaction): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('bulk-update', 0))`, [], 'memory-lock-bulk-update');

/** @param seen IDs of earlier elements. Receives the ID of this one. */
async function changeOne(
  deps: UpdateMemoryDeps,
  tx: Transaction,
  locked: ReadonlyMap<string, Memory>,
  seen: Set<string>,
  { memoryId, change, addTags, removeTags }: MemoryUpdate,
): Promise<UpdatedMemory | AppError> {
  try {
    const memory = locked.get(memoryId);
    if (memory === undefined) throw notFound('memory', memoryId);
    if (seen.has(memoryId)) throw repeated(memoryId);
    seen.add(memoryId);
    const next = await changeLockedMemory(deps, tx, memory, ({ tags }) => {
      const kept = (change.tags ?? tags).filter((tag) => !removeTags.includes(tag));
      return { ...change, tags: tagsWith(kept, addTags) };
    });
    if (next.memoryType === 'checkpoint' && memory.memoryType !== 'checkpoint') throw checkpointType();
    return { memory: next, isChanged: next !== memory };
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

function requireNoErrors(elements: readonly unknown[]): void {
  const errors = elements.map((element) => (isAppError(element) ? element : null));
  if (errors.some((error) => error !== null)) throw combineElementErrors(errors, 'Nothing was changed.');
}

const repeated = (memoryId: string): AppError =>
  new AppError(
    'VAL_VALIDATION_FAILED',
    `Another element changes the memory ${memoryId}. Combine the changes.`,
    {
      fieldErrors: { memory_id: ['Another element changes this memory.'] },
    },
  );

/** The name of a checkpoint is unique, and a violation would end the transaction of all elements. */
const checkpointType = (): AppError =>
  new AppError('VAL_VALIDATION_FAILED', 'A bulk update cannot change memories to checkpoints.', {
    fieldErrors: { memory_type: ['A bulk update cannot change memories to checkpoints.'] },
  });
