import type { Caller } from '@loci/core';
import { lockAndFindSameContent } from '../memories/find-same-content.ts';
import { insertMemory, prepareMemory } from '../memories/create-memory.ts';
import type { CreateMemoryDeps } from '../memories/create-memory.ts';
import type { Memory, NewMemory } from '../memories/memory.ts';
import { validityPeriod } from '../memories/validity.ts';
import { findRelationshipSummaries } from '../relationships/relationship-projection.repository.ts';
import type { RelationshipSummary } from '../relationships/relationship-projection.repository.ts';
import { detectMemoryType } from './detect-memory-type.ts';
import { estimateImportance } from './estimate-importance.ts';

export type Fact = Omit<NewMemory, 'memoryType' | 'importance' | 'pinned'> & {
  /** Importance from 0 to 1. Estimated from the content if absent. */
  importance?: number | undefined;
  /** False if absent. */
  pinned?: boolean | undefined;
};

export interface StoredFact {
  memory: Memory;
  relationships: readonly RelationshipSummary[];
  /** True if the memory was stored before and is unchanged. */
  isExisting: boolean;
  /** Names the fields of the fact that an existing memory does not have. */
  warnings: string[];
}

/** Maximum time by which an existing memory may expire earlier than a new one would by default. */
const MAX_EARLIER_EXPIRY_MS = 24 * 60 * 60_000;

/**
 * Stores a memory with the type that its content indicates. If the importance is absent, estimates it from the content. If
 * the caller has stored the same fact before, returns the existing memory without a change.
 *
 * @throws the errors of `createMemory`
 * @see docs/reference/mcp-tools.md#known-facts
 */
export async function storeFact(deps: CreateMemoryDeps, caller: Caller, fact: Fact): Promise<StoredFact> {
  const memoryType = detectMemoryType(fact.content);
  const importance = fact.importance ?? estimateImportance(fact.content, memoryType);
  const input = { ...fact, memoryType, importance, pinned: fact.pinned ?? false };
  const memory = await prepareMemory(deps, caller, input);
  return deps.database.inTransaction(caller.tenantId, async (tx): Promise<StoredFact> => {
    const candidates = await lockAndFindSameContent(tx, caller, memory);
    const existing = candidates.find((candidate) => isSameFact(candidate, fact, memory));
    if (existing === undefined) {
      await insertMemory(deps, tx, memory);
      return { memory, relationships: [], isExisting: false, warnings: [] };
    }
    const relationships = await findRelationshipSummaries(tx, caller.tenantId, [existing.id]);
    return {
      memory: existing,
      relationships: relationships.get(existing.id) ?? [],
      isExisting: true,
      warnings: describeIgnored(existing, fact),
    };
  });
}

/**
 * Returns true if an existing memory with the same content replaces a new one: it is true now, has each time and pin that the
 * fact states, and does not expire much earlier than the new memory would.
 *
 * @param fresh memory that would be stored
 */
function isSameFact(existing: Memory, fact: Fact, fresh: Memory): boolean {
  const isStated = (given: Date | undefined, stored: Date): boolean =>
    given === undefined || given.getTime() === stored.getTime();
  const { from, until } = validityPeriod(existing);
  const now = fresh.createdAt;
  return (
    isStated(fact.occurredAt, existing.occurredAt) &&
    (fact.validFrom == null ? from <= now : isStated(fact.validFrom, from)) &&
    (fact.validUntil == null ? until > now : isStated(fact.validUntil, until)) &&
    (fact.pinned === undefined || fact.pinned === existing.pinned) &&
    livesAsLong(existing, fresh)
  );
}

function livesAsLong(existing: Memory, fresh: Memory): boolean {
  const [until, freshUntil] = [existing.expiresAt?.getTime(), fresh.expiresAt?.getTime()];
  // A requested expiry is also a request to delete the memory then.
  if (!fresh.expiresByDefault) return until === freshUntil;
  return until === undefined || until >= freshUntil! - MAX_EARLIER_EXPIRY_MS;
}

function describeIgnored(existing: Memory, { tags, importance }: Fact): string[] {
  const missing = tags.filter((tag) => !existing.tags.includes(tag));
  return [
    ...(missing.length > 0
      ? [`The memory existed before, so these tags were not added: ${missing.join(', ')}. Use update_memory.`]
      : []),
    ...(importance !== undefined && importance !== existing.importance
      ? [`The memory existed before, so its importance is still ${existing.importance}. Use update_memory.`]
      : []),
  ];
}
