import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import { createMemory } from '../memories/create-memory.ts';
import type { CreateMemoryDeps } from '../memories/create-memory.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { Memory } from '../memories/memory.ts';
import { buildCheckpointMemory } from './checkpoint.ts';
import { requireAttachable } from './require-attachable.ts';

export interface CreateCheckpointDeps extends CreateMemoryDeps {
  inTransaction: InTransaction;
  memories: CreateMemoryDeps['memories'] & Pick<MemoryRepository, 'findMany' | 'findCurrentIds'>;
}

/**
 * Creates a checkpoint with the current versions of the given memories. Does not read references from the description.
 *
 * @throws RES_NOT_FOUND for an unknown or protected memory; RES_ALREADY_EXISTS if the name is taken
 * @see docs/reference/memories.md#create-a-checkpoint
 */
export async function createCheckpoint(
  deps: CreateCheckpointDeps,
  caller: Caller,
  { name, description, memoryIds }: { name: string; description: string; memoryIds: readonly string[] },
): Promise<Memory> {
  const attached = await deps.inTransaction(caller.tenantId, (tx) =>
    requireAttachable(deps.memories, tx, caller.tenantId, memoryIds),
  );
  return createMemory(deps, caller, buildCheckpointMemory(name, description, attached));
}
