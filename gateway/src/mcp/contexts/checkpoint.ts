import type { MemoryResource } from '@loci/contracts';
import { isUuid } from '@loci/core';

/** A saved context: a memory of type `checkpoint`. @see SPEC.md "Checkpoint (context)" */
export interface Checkpoint {
  id: string;
  name: string;
  /** Null when it was saved without one. */
  description: string | null;
  /** The attached memories, in the order in which they were attached; some may be gone since. */
  memoryIds: string[];
  createdAt: string;
}

/** The name under which the personality is restored; no context can have it. */
export const AWAKENING = 'awakening';

/** What `POST /api/v2/memories` is asked to store. A memory has a content, so the name stands in for a missing description. */
export const checkpointBody = (name: string, description: string, memoryIds: readonly string[]) => ({
  content: description === '' ? name : description,
  memory_type: 'checkpoint',
  source_type: 'checkpoint',
  metadata: { name, memory_ids: memoryIds },
});

/**
 * Attached is what the checkpoint's metadata lists, and what it has a relationship `references` to: the list is
 * there at once and in order, the relationships let a context be grown and explored.
 */
export function toCheckpoint({
  id,
  content,
  metadata,
  relationships,
  created_at,
}: MemoryResource): Checkpoint {
  const name = String(metadata['name']);
  const listed = Array.isArray(metadata['memory_ids']) ? (metadata['memory_ids'] as unknown[]) : [];
  const referenced = relationships
    .filter((edge) => edge.from_id === id && edge.relationship_type === 'references')
    .map((edge) => edge.to_id);
  const ids = [...listed.filter((entry) => typeof entry === 'string'), ...referenced].filter(isUuid);
  return {
    id,
    name,
    description: content === name ? null : content,
    memoryIds: [...new Set(ids.map((entry) => entry.toLowerCase()))],
    createdAt: created_at,
  };
}
