import type { Tenant } from '../data/tenant.ts';
import { toRelationshipSummary } from '../relationships/relationship-resource.ts';
import { toIso, toIsoOrNull } from '../validation/timestamps.ts';
import { isActive } from './memory.ts';
import type { StoredMemory } from './memory.ts';
import { validityAt, validityPeriod } from './validity.ts';
import { MAX_VALIDITY_TIME, MIN_VALIDITY_TIME } from '../validation/timestamps.ts';

const MAX_SUMMARIES = 50;
/** Surprise score of a memory whose similarity to others is unknown. The fake does not compute it. */
const SURPRISE_SCORE = 0.5;

/** Fields of a memory that are part of a revision. */
export function toStateFields(memory: StoredMemory) {
  const { from, until } = validityPeriod(memory);
  return {
    id: memory.id,
    content: memory.content,
    memory_type: memory.memoryType,
    importance: memory.importance,
    confidence: memory.confidence,
    source_type: memory.sourceType,
    user_id: memory.userId,
    created_at: toIso(memory.createdAt),
    occurred_at: toIso(memory.occurredAt),
    metadata: memory.metadata,
    tags: [...memory.tags],
    lifecycle_state: memory.lifecycleState,
    version: memory.version,
    is_active: isActive(memory),
    valid_from: toIsoOrNull(from <= MIN_VALIDITY_TIME ? null : from),
    valid_until: toIsoOrNull(until >= MAX_VALIDITY_TIME ? null : until),
    expires_at: toIsoOrNull(memory.expiresAt),
    pinned: memory.pinned,
  };
}

/** @see docs/reference/memories.md#the-memory-object */
export function toMemoryResource(
  tenant: Tenant,
  memory: StoredMemory,
  now: number,
  { includeInactive = false, embeddingStatus = 'completed' } = {},
) {
  const relationships = [...tenant.relationships.values()]
    .filter(({ fromId, toId }) => fromId === memory.id || toId === memory.id)
    .filter((relationship) => includeInactive || relationship.isActive)
    .slice(0, MAX_SUMMARIES)
    .map(toRelationshipSummary);
  return {
    ...toStateFields(memory),
    surprise_score: SURPRISE_SCORE,
    access_count: memory.accessCount,
    last_accessed: toIsoOrNull(memory.lastAccessed),
    updated_at: toIso(memory.updatedAt),
    embedding_status: embeddingStatus,
    relationships,
    validity: validityAt(memory, now),
  };
}

/** @see docs/reference/memories.md#etags */
export const memoryEtag = ({ revision, updatedAt }: StoredMemory): string =>
  `"${revision}-${updatedAt.toString(36)}"`;
