import { extractMemoryReferences } from '@loci/contracts';
import type { MemoryReference } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import { createMemory } from '../memories/create-memory.ts';
import type { CreateMemoryDeps } from '../memories/create-memory.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { Memory } from '../memories/memory.ts';
import { buildCheckpointMemory } from './checkpoint.ts';
import { resolveReferences } from './resolve-references.ts';
import type { PhraseHits } from './resolve-references.ts';

export interface SaveCheckpointDeps extends CreateMemoryDeps {
  inTransaction: InTransaction;
  memories: CreateMemoryDeps['memories'] &
    Pick<MemoryRepository, 'findMany' | 'findNewest' | 'findCurrentIds'>;
}

export interface NewCheckpoint {
  name: string;
  /** Description with references to memories. Can be empty. */
  description: string;
  /** Search results for phrases of the description. */
  phraseHits: readonly PhraseHits[];
}

export interface SavedCheckpoint {
  memory: Memory;
  /** Ids of the attached memories in the order of their references. */
  memoryIds: string[];
  references: MemoryReference[];
  /** References for which no memory was found. */
  unresolved: MemoryReference[];
}

/**
 * Saves a checkpoint and attaches the current versions of the memories that its description refers to.
 *
 * @throws RES_ALREADY_EXISTS if the name is taken; VAL_* for an invalid name
 * @see docs/reference/mcp-tools.md#save_context
 */
export async function saveCheckpoint(
  deps: SaveCheckpointDeps,
  caller: Caller,
  { name, description, phraseHits }: NewCheckpoint,
): Promise<SavedCheckpoint> {
  const references = extractMemoryReferences(description);
  const resolved =
    references.length === 0
      ? []
      : await deps.inTransaction(caller.tenantId, async (tx) => {
          const found = await resolveReferences(deps.memories, tx, caller.tenantId, references, phraseHits);
          const ids = found.filter((id) => id !== null);
          const currentIds = await deps.memories.findCurrentIds(tx, caller.tenantId, ids);
          return found.map((id) => (id === null ? null : (currentIds.get(id) ?? id)));
        });
  const memoryIds = [...new Set(resolved.filter((id) => id !== null))];
  const memory = await createMemory(deps, caller, buildCheckpointMemory(name, description, memoryIds));
  return {
    memory,
    memoryIds,
    references,
    unresolved: references.filter((_, i) => resolved[i] === null),
  };
}
