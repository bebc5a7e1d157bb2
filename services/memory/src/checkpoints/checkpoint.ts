import { isUuid } from '@loci/core';
import type { Memory, NewMemory } from '../memories/memory.ts';
import type { RelationshipSummary } from '../relationships/relationship-projection.repository.ts';

/** A saved context, stored as a memory of type `checkpoint`. @see docs/reference/memories.md#checkpoints */
export interface Checkpoint {
  id: string;
  name: string;
  /** Description. Null if the checkpoint was saved without one. */
  description: string | null;
  /** Ids of the attached memories in order of attachment. Some of the memories may have been deleted. */
  memoryIds: string[];
  createdAt: Date;
  updatedAt: Date;
}

/** Maximum number of memories that clients can attach to a checkpoint. */
export const MAX_ATTACHED_MEMORIES = 500;

/**
 * Metadata field that is true after a memory was removed from a checkpoint. Only the memories in `memory_ids` are then
 * attached. Otherwise, a relationship would attach the removed memory again.
 */
export const ONLY_LISTED_FIELD = 'only_listed_memories';

/** Returns true for the active version of a checkpoint. */
export const isCheckpoint = ({ memoryType, isActive }: Pick<Memory, 'memoryType' | 'isActive'>): boolean =>
  memoryType === 'checkpoint' && isActive;

/**
 * Builds the memory of a checkpoint.
 *
 * @param description can be empty. In that case the content is the name, because a memory must have content.
 */
export const buildCheckpointMemory = (
  name: string,
  description: string,
  memoryIds: readonly string[],
): NewMemory => ({
  content: description === '' ? name : description,
  memoryType: 'checkpoint',
  importance: 0.5,
  confidence: 0.8,
  sourceType: 'checkpoint',
  metadata: { name, memory_ids: memoryIds },
  tags: [],
});

/**
 * Converts a memory to a checkpoint. Attached memories are those that its metadata lists, followed by those
 * to which it has a `references` relationship, unless {@link ONLY_LISTED_FIELD} is true. The metadata is available
 * immediately and is ordered. Relationships can be added later.
 *
 * @param memory of type `checkpoint`. Its metadata can be any object with a name, because REST clients can
 *   write it.
 */
export function toCheckpoint(
  { id, content, metadata, createdAt, updatedAt }: Memory,
  relationships: readonly RelationshipSummary[],
): Checkpoint {
  const name = String(metadata['name']);
  const listed = Array.isArray(metadata['memory_ids']) ? (metadata['memory_ids'] as unknown[]) : [];
  const referenced =
    metadata[ONLY_LISTED_FIELD] === true
      ? []
      : relationships
          .filter(({ fromId, relationshipType }) => fromId === id && relationshipType === 'references')
          .map(({ toId }) => toId);
  const ids = [...listed.filter((entry) => typeof entry === 'string'), ...referenced].filter(isUuid);
  return {
    id,
    name,
    description: content === name ? null : content,
    memoryIds: [...new Set(ids.map((entry) => entry.toLowerCase()))],
    createdAt,
    updatedAt,
  };
}
