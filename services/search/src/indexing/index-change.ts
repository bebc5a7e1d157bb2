import { isProtectedType } from '@loci/contracts';
import type { MemoryState } from '@loci/events';
import type { IndexedItem } from '../items/indexed-item.ts';

/** A searchable item at a revision, or the news that it is none any more. */
export type IndexChange = ItemToIndex | ItemToRemove;

export interface ItemToIndex {
  kind: 'memory' | 'chunk';
  item: IndexedItem;
  /** A new vector is due only when this grew. */
  contentRevision: number;
}

export interface ItemToRemove {
  kind: 'memory' | 'chunk';
  removed: { tenantId: string; id: string; revision: number; occurredAt: string };
}

export const isRemoval = (change: IndexChange): change is ItemToRemove => 'removed' in change;

/** Only active versions are found, and protected types never. @see DECISIONS.md "Search" */
export const isSearchable = (state: MemoryState): boolean =>
  state.is_active && !isProtectedType(state.memory_type);

export function memoryChange(tenantId: string, revision: number, state: MemoryState): IndexChange {
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
      userId: state.user_id,
      tags: state.tags,
      createdAt: state.created_at,
      updatedAt: state.updated_at,
      documentId: null,
      chunkIndex: null,
      totalChunks: null,
      conversationId: state.conversation_id,
    },
  };
}
