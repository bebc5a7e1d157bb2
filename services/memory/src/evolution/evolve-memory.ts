import { alreadyExists, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { EvolutionType } from '@loci/contracts';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { memoryCreated, memoryUpdated } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { nextVersion, requireUnprotectedType, deactivate } from '../memories/memory.ts';
import type { Memory } from '../memories/memory.ts';
import type { TagRepository } from '../tags/tag.repository.ts';

export interface EvolveMemoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock' | 'findCurrent' | 'update' | 'insert'>;
  tags: Pick<TagRepository, 'attach' | 'detach'>;
  outbox: Outbox;
  newId(): string;
  now(): Date;
}

export interface EvolutionRequest {
  newContent: string;
  evolutionType: EvolutionType;
  reason: string | null;
}

export interface EvolutionResult {
  next: Memory;
  originalId: string;
  /** Id of the relationship from the new version to the original, which the graph service makes. */
  evolutionId: string;
}

/**
 * Puts a new version in the place of a memory: the original retires, the new one takes its type, tags, importance
 * and metadata (so a checkpoint's name moves on), and both events are stored, or nothing is.
 *
 * @throws RES_NOT_FOUND; AUTH_FORBIDDEN for a protected memory; RES_ALREADY_EXISTS for an inactive version, with
 *   `current_memory_id`: of concurrent evolutions one wins
 * @see SPEC.md "Memories" 7; DECISIONS.md "Memories" (Evolve)
 */
export async function evolveMemory(
  deps: EvolveMemoryDeps,
  caller: Caller,
  id: string,
  { newContent, evolutionType, reason }: EvolutionRequest,
): Promise<EvolutionResult> {
  const { tenantId, userId } = caller;
  return deps.inTransaction(tenantId, async (tx) => {
    const [original] = await deps.memories.lock(tx, tenantId, [id]);
    if (!original) throw notFound('memory', id);
    requireUnprotectedType(original.memoryType);
    if (!original.isActive) {
      const current = await deps.memories.findCurrent(tx, tenantId, original.chainId);
      throw alreadyExists('memory version', id, { current_memory_id: current?.id ?? null });
    }
    const now = deps.now();
    const evolutionId = deps.newId();
    const retired = deactivate(original, evolutionType === 'deprecation' ? 'deprecated' : 'evolved', now);
    const next = nextVersion(original, original, { content: newContent, userId, id: deps.newId(), now });
    const evolved_from = {
      evolution_id: evolutionId,
      original_memory_id: id,
      evolution_type: evolutionType,
      reason,
    };
    await Promise.all([
      // In this order: an active checkpoint's name is taken.
      deps.memories.update(tx, retired),
      deps.memories.insert(tx, next),
      deps.tags.detach(tx, retired, retired.tags),
      deps.tags.attach(tx, next, next.tags),
      deps.outbox.append(tx, memoryUpdated(retired), memoryCreated(next, { evolved_from })),
    ]);
    return { next, originalId: id, evolutionId };
  });
}
