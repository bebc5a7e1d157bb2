import type { Caller } from '@loci/core';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { memoryEtag } from '../memories/memory-etag.ts';
import { readMemories } from '../memories/read-memories.ts';
import type { ReadMemoriesDeps } from '../memories/read-memories.ts';
import type { MemoryWithRelationships } from '../memories/get-memory.ts';
import { findRelationshipSummaries } from '../relationships/relationship-projection.repository.ts';
import type { CheckpointRepository } from './checkpoint.repository.ts';
import { isCheckpoint, toCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';

export interface RestoreCheckpointDeps extends ReadMemoriesDeps {
  memories: Pick<MemoryRepository, 'find' | 'findMany' | 'findCurrentIds'>;
  checkpoints: Pick<CheckpointRepository, 'findByName'>;
}

export interface RestoredCheckpoint {
  checkpoint: Checkpoint;
  etag: string;
  /** Current versions of the first attached memories that still exist, at most as many as the caller requested. */
  memories: RestoredMemory[];
}

export interface RestoredMemory extends MemoryWithRelationships {
  /**
   * Id of the version that was attached. Differs from the id of `memory` if the attached version has been
   * replaced since.
   */
  savedId: string;
}

/** Exact name of a checkpoint, or its ID. */
export type CheckpointKey = { name: string } | { id: string };

/**
 * Finds an active checkpoint and reads the current versions of its attached memories. A
 * memory without an active version is returned as it was attached. Does not count accesses.
 *
 * @param limit maximum number of memories, at least 1
 * @returns null if there is no such checkpoint
 * @see docs/reference/mcp-tools.md#restore_context
 */
export async function restoreCheckpoint(
  deps: RestoreCheckpointDeps,
  { tenantId }: Caller,
  key: CheckpointKey,
  limit: number,
): Promise<RestoredCheckpoint | null> {
  const found = await deps.inTransaction(tenantId, async (tx) => {
    const memory = await ('name' in key
      ? deps.checkpoints.findByName(tx, tenantId, key.name)
      : deps.memories.find(tx, tenantId, key.id));
    if (memory === null || !isCheckpoint(memory)) return null;
    const relationships = await findRelationshipSummaries(tx, tenantId, [memory.id]);
    return {
      checkpoint: toCheckpoint(memory, relationships.get(memory.id) ?? []),
      etag: memoryEtag(memory),
    };
  });
  if (found === null) return null;
  const memories = new Map<string, RestoredMemory>();
  const ids = found.checkpoint.memoryIds;
  for (let start = 0; start < ids.length && memories.size < limit; start += limit) {
    for (const memory of await readCurrentVersions(deps, tenantId, ids.slice(start, start + limit))) {
      // Two attached memories can have the same current version.
      if (!memories.has(memory.memory.id)) memories.set(memory.memory.id, memory);
    }
  }
  return { ...found, memories: [...memories.values()].slice(0, limit) };
}

async function readCurrentVersions(
  deps: RestoreCheckpointDeps,
  tenantId: string,
  savedIds: readonly string[],
): Promise<RestoredMemory[]> {
  const currentIds = await deps.inTransaction(tenantId, (tx) =>
    deps.memories.findCurrentIds(tx, tenantId, savedIds),
  );
  const currentIdOf = (savedId: string): string => currentIds.get(savedId) ?? savedId;
  const found = await readMemories(deps, tenantId, [...new Set(savedIds.map(currentIdOf))]);
  const byId = new Map(found.map((memory) => [memory.memory.id, memory]));
  return savedIds.flatMap((savedId) => {
    const memory = byId.get(currentIdOf(savedId));
    return memory ? [{ ...memory, savedId }] : [];
  });
}
