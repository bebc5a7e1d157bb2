import type { ResolveSuggestionRequest } from '@loci/contracts';
import { AppError, invalidField, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { Outbox } from '@loci/messaging';
import { recordAudit } from '@loci/postgres';
import type { InTransaction, Transaction } from '@loci/postgres';
import { replaceBoth } from '../contradictions/resolve-contradiction.ts';
import type { ResolutionEffects } from '../contradictions/resolve-contradiction.ts';
import { memoryUpdated } from '../memories/memory.events.ts';
import type { MemoryRepository } from '../memories/memory.repository.ts';
import { deactivate } from '../memories/memory.ts';
import type { Memory } from '../memories/memory.ts';
import { closeValidity } from '../memories/validity.ts';
import { requireActiveVersion } from '../memories/require-active-version.ts';
import type { TagRepository } from '../tags/tag.repository.ts';
import type { SuggestionRepository } from './suggestion.repository.ts';
import { toResolvedSuggestion } from './suggestion.ts';
import type { Suggestion } from './suggestion.ts';

export interface ResolveSuggestionDeps {
  inTransaction: InTransaction;
  memories: Pick<MemoryRepository, 'lock' | 'findCurrent' | 'findCurrentIds' | 'update' | 'insert'>;
  suggestions: Pick<SuggestionRepository, 'find' | 'resolve'>;
  tags: Pick<TagRepository, 'attach' | 'detach'>;
  outbox: Outbox;
  newId(): string;
  now(): Date;
}

/** Changes to memories, and the ID of their result. */
interface Outcome extends ResolutionEffects {
  resultId: string | null;
}

/**
 * Resolves a suggestion. Stores the resolution, the changes to both memories and their events in one transaction.
 *
 * @throws RES_NOT_FOUND if the suggestion does not exist; RES_ALREADY_EXISTS if it is already resolved, or if the action
 *   is not `dismiss` and a memory is inactive; VAL_FIELD_INVALID if `keep_id` is not one of the memories
 * @see docs/reference/suggestions.md#resolve-a-suggestion
 */
export async function resolveSuggestion(
  deps: ResolveSuggestionDeps,
  caller: Caller,
  request: ResolveSuggestionRequest,
): Promise<Suggestion> {
  const { tenantId } = caller;
  return deps.inTransaction(tenantId, async (tx) => {
    const { suggestion, memories } = await lockSuggestion(deps, tx, tenantId, request.suggestion_id);
    if (suggestion.resolution) throw alreadyResolved(suggestion);
    const now = deps.now();
    const outcome = await decide(deps, tx, caller, memories, request, now);
    const { deactivated, created, events, resultId } = outcome;
    const resolved = toResolvedSuggestion(suggestion, {
      action: request.action,
      resultId,
      resolvedAt: now,
      resolvedBy: caller.userId,
    });
    // Memories are written before suggestions, in the order of the other writers, so that they cannot deadlock. The
    // updates come before the insert, because no two active checkpoints can have the same name.
    const changes = [
      ...deactivated.map((memory) => deps.memories.update(tx, memory)),
      ...deactivated.map((memory) => deps.tags.detach(tx, memory, memory.tags)),
      ...(created ? [deps.memories.insert(tx, created), deps.tags.attach(tx, created, created.tags)] : []),
    ];
    const [isStored] = await Promise.all([
      Promise.all(changes).then(() => deps.suggestions.resolve(tx, resolved)),
      deps.outbox.append(tx, ...events),
      recordAudit(tx, { tenantId, action: 'update', objectType: 'suggestion', objectIds: [suggestion.id] }),
    ]);
    // A new content deletes open suggestions without a lock of the version chains.
    if (!isStored) throw notFound('suggestion', suggestion.id);
    return resolved;
  });
}

function alreadyResolved({ id, resolution }: Suggestion): AppError {
  return new AppError('RES_ALREADY_EXISTS', `The suggestion ${id} is already resolved.`, {
    details: { resource_type: 'suggestion', identifier: id, action: resolution!.action },
  });
}

/** Locks both memories of a suggestion, and returns them and the suggestion. @throws RES_NOT_FOUND */
async function lockSuggestion(
  deps: ResolveSuggestionDeps,
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<{ suggestion: Suggestion; memories: [memory: Memory, other: Memory] }> {
  const unlocked = await deps.suggestions.find(tx, tenantId, id);
  if (!unlocked) throw notFound('suggestion', id);
  const ids = [unlocked.memory.id, unlocked.other.id];
  const locked = await deps.memories.lock(tx, tenantId, ids);
  // The suggestion is read again under the locks, because a concurrent transaction may have resolved or deleted it.
  const suggestion = await deps.suggestions.find(tx, tenantId, id);
  const [memory, other] = ids.map((memoryId) => locked.find((found) => found.id === memoryId));
  if (!suggestion || !memory || !other) throw notFound('suggestion', id);
  return { suggestion, memories: [memory, other] };
}

async function decide(
  deps: ResolveSuggestionDeps,
  tx: Transaction,
  caller: Caller,
  memories: readonly [Memory, Memory],
  { action, content, keep_id: keepId, relationship_id: relationshipId }: ResolveSuggestionRequest,
  now: Date,
): Promise<Outcome> {
  if (keepId != null && !memories.some(({ id }) => id === keepId)) {
    throw invalidField('keep_id', 'keep_id must be the ID of one of the two memories.');
  }
  const unchanged = { deactivated: [], created: null, events: [] };
  if (action === 'dismiss') return { ...unchanged, resultId: null };
  for (const memory of memories) await requireActiveVersion(deps, tx, memory);
  if (action === 'relate') return { ...unchanged, resultId: relationshipId ?? null };
  const [older, newer] = [...memories].sort(byCreation) as [Memory, Memory];
  const kept = newer.id === keepId ? newer : older;
  const replaced = kept === older ? newer : older;
  if (action === 'supersede') {
    const deactivated = deactivate(closeValidity(replaced, now), 'deprecated', kept.id, now);
    return {
      deactivated: [deactivated],
      created: null,
      events: [memoryUpdated(deactivated)],
      resultId: kept.id,
    };
  }
  const merged = { caller, content: content ?? newer.content, source: kept, target: replaced, now };
  const effects = await replaceBoth(deps, tx, merged);
  return { ...effects, resultId: effects.created!.id };
}

const byCreation = (a: Memory, b: Memory): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
