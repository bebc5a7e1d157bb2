import { invalidField, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { EvolutionType } from '@loci/contracts';
import type { Outbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { memoryCreated, memoryUpdated } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import type { EtagCondition } from '@loci/http';
import { requireMemoryEtag } from '../memories/memory-etag.ts';
import { requireActiveVersion } from '../memories/require-active-version.ts';
import { nextVersion, requireUnprotectedType, deactivate } from '../memories/memory.ts';
import type { Memory, NewMemory } from '../memories/memory.ts';
import type { TagRepository } from '../tags/tag.repository.ts';
import { closeValidity, keepValidity, requireValidPeriod, validityPeriod } from '../memories/validity.ts';

export interface EvolveMemoryDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock' | 'findCurrentIds' | 'update' | 'insert'>;
  tags: Pick<TagRepository, 'attach' | 'detach'>;
  outbox: Outbox;
  newId(): string;
  now(): Date;
}

export interface EvolutionRequest {
  newContent: string;
  evolutionType: EvolutionType;
  reason: string | null;
  /**
   * Start of the validity of the new version, or null for no start. If absent, it starts now, or with the validity of the
   * original if that starts later.
   */
  validFrom?: Date | null | undefined;
  /**
   * End of the validity of the new version, or null for no end. If absent, it ends with the validity of the original, unless
   * that ends before it starts.
   */
  validUntil?: Date | null | undefined;
  /** `close` ends the validity of the original when that of the new version starts. `keep` does not change it. */
  originalValidity: 'close' | 'keep';
}

export interface EvolutionResult {
  next: Memory;
  originalId: string;
  /** Id of the relationship from the new version to the original, which the graph service creates. */
  evolutionId: string;
}

/**
 * Replaces a memory with a new version that has the original's type, tags, importance, confidence and
 * metadata. Deactivates the original, creates the new version, and stores the events of both in one
 * transaction. If several evolutions of a memory run concurrently, one succeeds.
 *
 * @param ifMatch ETags of the states that may be replaced, or null for every state
 * @throws RES_NOT_FOUND if the memory does not exist; AUTH_FORBIDDEN for a protected memory;
 *   RES_PRECONDITION_FAILED if the memory has another ETag; RES_ALREADY_EXISTS for an inactive version, with `current_memory_id` in the details; VAL_FIELD_INVALID if
 *   the content does not change; VAL_VALIDATION_FAILED if the validity would be empty
 * @see docs/reference/memories.md#evolve-a-memory
 */
export async function evolveMemory(
  deps: EvolveMemoryDeps,
  caller: Caller,
  id: string,
  request: EvolutionRequest,
  ifMatch: EtagCondition | null = null,
): Promise<EvolutionResult> {
  const { tenantId, userId } = caller;
  const { newContent, evolutionType, reason } = request;
  return deps.inTransaction(tenantId, async (tx) => {
    const [original] = await deps.memories.lock(tx, tenantId, [id]);
    if (!original) throw notFound('memory', id);
    requireUnprotectedType(original.memoryType);
    requireMemoryEtag(ifMatch, original);
    await requireActiveVersion(deps, tx, original);
    if (newContent === original.content) {
      throw invalidField('new_content', 'The new content equals the content of the current version.');
    }
    const now = deps.now();
    const evolutionId = deps.newId();
    const next = nextVersion(original, original, {
      content: newContent,
      userId,
      id: deps.newId(),
      now,
      ...toBounds(original, request, now),
    });
    requireValidPeriod(next);
    const state = evolutionType === 'deprecation' ? 'deprecated' : 'evolved';
    const ended =
      request.originalValidity === 'keep'
        ? keepValidity(original)
        : closeValidity(original, validityPeriod(next).from);
    const deactivated = deactivate(ended, state, next.id, now);
    const evolved_from = {
      evolution_id: evolutionId,
      original_memory_id: id,
      evolution_type: evolutionType,
      reason,
    };
    await Promise.all([
      // The update comes first, because no two active checkpoints can have the same name.
      deps.memories.update(tx, deactivated),
      deps.memories.insert(tx, next),
      deps.tags.detach(tx, deactivated, deactivated.tags),
      deps.tags.attach(tx, next, next.tags),
      deps.outbox.append(tx, memoryUpdated(deactivated), memoryCreated(next, { evolved_from })),
    ]);
    return { next, originalId: id, evolutionId };
  });
}

/** Returns the bounds of the validity of a new version. */
function toBounds(
  original: Memory,
  { validFrom, validUntil }: EvolutionRequest,
  now: Date,
): Pick<NewMemory, 'validFrom' | 'validUntil'> {
  const { from, until } = validityPeriod(original);
  const start = validFrom === undefined && from > now ? from : validFrom;
  if (validUntil !== undefined) return { validFrom: start, validUntil };
  const isAfterStart = start === null || until > (start ?? now);
  return { validFrom: start, ...(isAfterStart && { validUntil: until }) };
}
