import type { FilterableItem } from './indexed-item.ts';

/**
 * Narrows a search. Every field given must hold; an empty list lets nothing pass.
 * A chunk, which has no memory type, importance or tags, is left out by a filter on one of these.
 *
 * @see SPEC.md "Search"; DECISIONS.md "Search"
 */
export interface SearchFilter {
  memoryTypes?: readonly string[] | undefined;
  sourceTypes?: readonly string[] | undefined;
  /** Inclusive, 0..1. */
  minImportance?: number | undefined;
  /** Inclusive bounds on creation, in milliseconds since the epoch. */
  minCreatedAt?: number | undefined;
  maxCreatedAt?: number | undefined;
  /** At least one of these. */
  tags?: readonly string[] | undefined;
  userId?: string | undefined;
}

/** True when the item may be shown under this filter. */
export function passesFilter(item: FilterableItem, filter: SearchFilter): boolean {
  const { memoryTypes, sourceTypes, minImportance, minCreatedAt, maxCreatedAt, tags, userId } = filter;
  if (memoryTypes && (item.memoryType === null || !memoryTypes.includes(item.memoryType))) return false;
  if (sourceTypes && !sourceTypes.includes(item.sourceType)) return false;
  if (minImportance !== undefined && (item.importance === null || item.importance < minImportance))
    return false;
  if (tags && !item.tags.some((tag) => tags.includes(tag))) return false;
  if (userId !== undefined && item.userId !== userId) return false;
  const createdAt = Date.parse(item.createdAt);
  return !(createdAt < (minCreatedAt ?? -Infinity) || createdAt > (maxCreatedAt ?? Infinity));
}
