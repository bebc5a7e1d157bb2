import type { Caller } from '@loci/core';
import { readMemories } from '../memories/read-memories.ts';
import type { ReadMemoriesDeps } from '../memories/read-memories.ts';
import type { MemoryWithRelationships } from '../memories/get-memory.ts';
import { findRelationshipSummaries } from '../relationships/relationship-projection.repository.ts';
import type { CheckpointRepository } from './checkpoint.repository.ts';
import { toCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';

export interface RestoreCheckpointDeps extends ReadMemoriesDeps {
  checkpoints: Pick<CheckpointRepository, 'findByName'>;
}

export interface RestoredCheckpoint {
  checkpoint: Checkpoint;
  /** The first attached memories that still exist, at most as many as the caller requested. */
  memories: MemoryWithRelationships[];
}

/**
 * Finds the active checkpoint with this exact name and reads its attached memories. Does not count accesses.
 *
 * @param limit maximum number of memories, at least 1
 * @returns null if no active checkpoint has the name
 * @see docs/reference/mcp-tools.md#restore_context
 */
export async function restoreCheckpoint(
  deps: RestoreCheckpointDeps,
  { tenantId }: Caller,
  name: string,
  limit: number,
): Promise<RestoredCheckpoint | null> {
  const checkpoint = await deps.inTransaction(tenantId, async (tx) => {
    const memory = await deps.checkpoints.findByName(tx, tenantId, name);
    if (memory === null) return null;
    const relationships = await findRelationshipSummaries(tx, tenantId, [memory.id]);
    return toCheckpoint(memory, relationships.get(memory.id) ?? []);
  });
  if (checkpoint === null) return null;
  const memories: MemoryWithRelationships[] = [];
  const ids = checkpoint.memoryIds;
  for (let start = 0; start < ids.length && memories.length < limit; start += limit) {
    memories.push(...(await readMemories(deps, tenantId, ids.slice(start, start + limit))));
  }
  return { checkpoint, memories: memories.slice(0, limit) };
}
