import { isProtectedType } from '@loci/contracts';
import type { MemoryState } from '@loci/events';
import type { IndexedItem } from '../items/indexed-item.ts';

/** Change to one item that both indexes must apply. */
export type IndexChange = ItemToIndex | ItemToRemove;

export interface ItemToIndex {
  kind: 'memory' | 'chunk';
  item: IndexedItem;
  /** Revision of the content, from 1. The item is embedded again only when this revision increases. */
  contentRevision: number;
}

export interface ItemToRemove {
  kind: 'memory' | 'chunk';
  /** The removed item. `occurredAt` is the time of the removal, ISO 8601. */
  removed: { tenantId: string; id: string; revision: number; occurredAt: string };
}

export const isRemoval = (change: IndexChange): change is ItemToRemove => 'removed' in change;

/**
 * Returns true for the active version of an unprotected memory. Searches must not find other memories.
 *
 * @see docs/reference/search.md#filters
 */
export const isSearchable = (state: MemoryState): boolean =>
  state.is_active && !isProtectedType(state.memory_type);

/** Converts the state of a memory to an index change: a removal if searches must not find the memory. */
export function toMemoryChange(tenantId: string, revision: number, state: MemoryState): IndexChange {
  if (!isSearchable(state)) {
    return { kind: 'memory', removed: { tenantId, id: state.id, revision, occurredAt: state.updated_at } };
  }
  return {
    kind: 'memory',
    contentRevision: state.content_revision,
    item: {
      tenantId,
      id: state.id,
      revision,
      content: state.content,
      sourceType: state.source_type,
      memoryType: state.memory_type,
      importance: state.importance,
      confidence: state.confidence,
      version: state.version,
      userId: state.user_id,
      tags: state.tags,
      createdAt: state.created_at,
      occurredAt: state.occurred_at,
      updatedAt: state.updated_at,
      documentId: null,
      chunkIndex: null,
      totalChunks: null,
      conversationId: state.conversation_id,
    },
  };
}
