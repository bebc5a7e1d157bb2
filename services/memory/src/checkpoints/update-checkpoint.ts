import { AppError, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { EtagCondition } from '@loci/http';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { Memory, MemoryChange } from '../memories/memory.ts';
import { updateMemory } from '../memories/update-memory.ts';
import type { UpdateMemoryDeps } from '../memories/update-memory.ts';
import { findRelationshipSummaries } from '../relationships/relationship-projection.repository.ts';
import { MAX_ATTACHED_MEMORIES, ONLY_LISTED_FIELD, isCheckpoint, toCheckpoint } from './checkpoint.ts';
import { requireAttachable } from './require-attachable.ts';

export interface UpdateCheckpointDeps extends UpdateMemoryDeps {
  memories: UpdateMemoryDeps['memories'] & Pick<MemoryRepository, 'find' | 'findMany'>;
}

export interface CheckpointChange {
  name?: string | undefined;
  /** Empty for none. */
  description?: string | undefined;
  addedIds: readonly string[];
  removedIds: readonly string[];
}

/**
 * Changes the name, the description and the attached memories of a checkpoint.
 *
 * @param ifMatch ETags of the states that may be changed, or null for every state
 * @throws RES_NOT_FOUND if the checkpoint or an added memory does not exist; RES_ALREADY_EXISTS if the name is taken;
 *   RES_PRECONDITION_FAILED for another ETag; VAL_VALIDATION_FAILED for too many memories
 * @see docs/reference/memories.md#update-a-checkpoint
 */
export async function updateCheckpoint(
  deps: UpdateCheckpointDeps,
  caller: Caller,
  id: string,
  change: CheckpointChange,
  ifMatch: EtagCondition | null,
): Promise<Memory> {
  const { tenantId } = caller;
  const before = await deps.inTransaction(tenantId, async (tx) => {
    const memory = await deps.memories.find(tx, tenantId, id);
    if (memory === null || !isCheckpoint(memory)) throw notFound('checkpoint', id);
    const relationships = (await findRelationshipSummaries(tx, tenantId, [id])).get(id) ?? [];
    const { memoryIds } = toCheckpoint(memory, relationships);
    const added = await requireAttachable(deps.memories, tx, tenantId, change.addedIds);
    const removed = change.removedIds.map((each) => each.toLowerCase());
    const ids = [...new Set([...memoryIds, ...removed])];
    return {
      relationships,
      added,
      removed,
      currentIds: await deps.memories.findCurrentIds(tx, tenantId, ids),
    };
  });
  const currentIdOf = (memoryId: string): string => before.currentIds.get(memoryId) ?? memoryId;
  const removed = new Set(before.removed.map(currentIdOf));
  return updateMemory(
    deps,
    caller,
    id,
    (memory) => {
      if (!isCheckpoint(memory)) throw notFound('checkpoint', id);
      const { memoryIds } = toCheckpoint(memory, before.relationships);
      const kept = memoryIds.filter((memoryId) => !removed.has(currentIdOf(memoryId)));
      const keptIds = new Set(kept.map(currentIdOf));
      const attached = [...kept, ...before.added.filter((memoryId) => !keptIds.has(memoryId))];
      if (attached.length > MAX_ATTACHED_MEMORIES && attached.length > memoryIds.length) throw tooMany();
      const hasChanged = attached.length !== memoryIds.length || kept.length !== memoryIds.length;
      return {
        ...toTextChange(memory, change),
        metadata: {
          ...memory.metadata,
          ...(change.name === undefined ? {} : { name: change.name }),
          ...(hasChanged ? { memory_ids: attached } : {}),
          ...(kept.length < memoryIds.length ? { [ONLY_LISTED_FIELD]: true } : {}),
        },
      };
    },
    ifMatch,
  );
}

/** The content of a checkpoint without a description is its name, because a memory must have content. */
function toTextChange(
  { content, metadata }: Memory,
  { name, description }: Pick<CheckpointChange, 'name' | 'description'>,
): Pick<MemoryChange, 'content'> {
  const previousName = String(metadata['name']);
  const nextDescription = description ?? (content === previousName ? '' : content);
  return { content: nextDescription === '' ? (name ?? previousName) : nextDescription };
}

function tooMany(): AppError {
  const message = `A checkpoint can have at most ${MAX_ATTACHED_MEMORIES} memories.`;
  return new AppError('VAL_VALIDATION_FAILED', message, { fieldErrors: { add_memory_ids: [message] } });
}
