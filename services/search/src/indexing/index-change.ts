import { MIN_VALIDITY_TIME, isProtectedType } from '@loci/contracts';
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
  return isSearchable(state)
    ? toItemToIndex(tenantId, revision, state)
    : { kind: 'memory', removed: { tenantId, id: state.id, revision, occurredAt: state.updated_at } };
}

function toItemToIndex(tenantId: string, revision: number, state: MemoryState): ItemToIndex {
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
      validFrom: state.valid_from,
      validUntil: state.valid_until,
      expiresAt: state.expires_at,
      updatedAt: state.updated_at,
      documentId: null,
      chunkIndex: null,
      totalChunks: null,
      conversationId: state.conversation_id,
    },
  };
}

/**
 * Converts the state of a memory to a change of the archive, which contains inactive versions. Returns null for active
 * and protected memories. An inactive memory never becomes active again.
 *
 * The item has the period in which the version was true. The period of a version that was never true is empty.
 *
 * @see docs/reference/time.md#validity
 */
export function toArchiveChange(tenantId: string, revision: number, state: MemoryState): ItemToIndex | null {
  if (state.is_active || isProtectedType(state.memory_type)) return null;
  const isReplaced = state.lifecycle_state === 'evolved' || state.superseded_by != null;
  const validUntil = state.valid_until ?? (isReplaced ? state.updated_at : undefined);
  const validFrom = state.valid_from ?? (state.version > 1 ? state.created_at : undefined);
  const change = toItemToIndex(tenantId, revision, state);
  return {
    ...change,
    item: {
      ...change.item,
      ...(validUntil === undefined ? NEVER : { validFrom, validUntil }),
      supersededBy: state.superseded_by ?? null,
    },
  };
}

const NEVER = { validFrom: MIN_VALIDITY_TIME.toISOString(), validUntil: MIN_VALIDITY_TIME.toISOString() };
