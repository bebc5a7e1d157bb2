import type { EventType, MemoryState } from '@loci/events';
import type { DomainEvent } from '@loci/messaging';
import type { Memory } from './memory.ts';

/** Earlier versions of a new memory. The graph service creates a relationship to each of them. */
export type MemoryOrigin = Pick<MemoryState, 'evolved_from' | 'supersedes'>;

export const memoryCreated = (memory: Memory, origin: MemoryOrigin = {}): DomainEvent =>
  event('memory.created', memory, { ...toState(memory), ...origin });
export const memoryUpdated = (memory: Memory): DomainEvent =>
  event('memory.updated', memory, toState(memory));

/**
 * Builds the events of memories that were deactivated to be replaced by one new memory. The event of each memory that the
 * new memory replaced names the others, see `superseded_with` in docs/reference/events.md#memory-events.
 */
export const memoriesReplaced = (deactivated: readonly Memory[], successorId: string): DomainEvent[] => {
  const replacedIds = deactivated.flatMap(({ id, supersededBy }) =>
    supersededBy === successorId ? [id] : [],
  );
  return deactivated.map((memory) => {
    const others = replacedIds.filter((id) => id !== memory.id);
    if (memory.supersededBy !== successorId || others.length === 0) return memoryUpdated(memory);
    return event('memory.updated', memory, { ...toState(memory), superseded_with: others });
  });
};

/**
 * Builds the tombstone event of a deleted memory. The revision of the event is one higher than that of the
 * memory, so that the event supersedes all earlier events.
 *
 * @param options.erased true if no store may keep earlier states of the memory
 */
export const memoryDeleted = (
  memory: Memory,
  now: Date,
  { erased = false }: { erased?: boolean } = {},
): DomainEvent =>
  event(
    'memory.deleted',
    { ...memory, revision: memory.revision + 1, updatedAt: now },
    { id: memory.id, superseded_by: memory.supersededBy, ...(erased && { erased }) },
  );

function event(type: EventType, memory: Memory, data: Record<string, unknown>): DomainEvent {
  return {
    type,
    topic: 'memory',
    tenantId: memory.tenantId,
    aggregateId: memory.id,
    revision: memory.revision,
    occurredAt: memory.updatedAt,
    data,
  };
}

/** Converts a memory to the data of its events. @see docs/reference/events.md#memory-events */
export function toState(memory: Memory): MemoryState {
  return {
    id: memory.id,
    content: memory.content,
    memory_type: memory.memoryType,
    importance: memory.importance,
    confidence: memory.confidence,
    source_type: memory.sourceType,
    user_id: memory.userId,
    metadata: memory.metadata,
    tags: memory.tags,
    lifecycle_state: memory.lifecycleState,
    version: memory.version,
    is_active: memory.isActive,
    superseded_by: memory.supersededBy,
    conversation_id: memory.conversationId,
    content_revision: memory.contentRevision,
    created_at: memory.createdAt.toISOString(),
    occurred_at: memory.occurredAt.toISOString(),
    updated_at: memory.updatedAt.toISOString(),
    chain_id: memory.chainId,
    ...(memory.validFrom && { valid_from: memory.validFrom.toISOString() }),
    ...(memory.validUntil && { valid_until: memory.validUntil.toISOString() }),
    ...(memory.expiresAt && { expires_at: memory.expiresAt.toISOString() }),
  };
}
