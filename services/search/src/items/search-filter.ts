import { eventTime } from './indexed-item.ts';
import type { FilterableItem } from './indexed-item.ts';
import { isVisible, periodOf } from './visibility.ts';
import type { Visibility } from './visibility.ts';

/**
 * Filter of a search. An item passes if it matches every given field. An empty list matches nothing. Document
 * chunks have no memory type, importance or tags, so a filter on one of these excludes them.
 *
 * @see docs/reference/search.md#filters
 */
export interface SearchFilter {
  memoryTypes?: readonly string[] | undefined;
  sourceTypes?: readonly string[] | undefined;
  /** Minimum importance, inclusive, 0..1. */
  minImportance?: number | undefined;
  /** Earliest event time, inclusive, in milliseconds since the epoch. */
  minOccurredAt?: number | undefined;
  /** Latest event time, inclusive, in milliseconds since the epoch. */
  maxOccurredAt?: number | undefined;
  /** An item passes if it has at least one of these tags. */
  tags?: readonly string[] | undefined;
  userId?: string | undefined;
  /** UUID of the document whose chunks pass. No memory passes. */
  documentId?: string | undefined;
  /** If absent, items pass whatever their periods are. */
  visibility?: Visibility | undefined;
}

/** Returns the filter that items pass whatever their period is, unless they expired at the time of the given filter. */
export const unexpired = ({ visibility }: SearchFilter): SearchFilter => ({
  visibility: visibility && { ...visibility, endsAfterMs: -Infinity, startsByMs: Infinity },
});

export function passesFilter(item: FilterableItem, filter: SearchFilter): boolean {
  const { memoryTypes, sourceTypes, minImportance, minOccurredAt, maxOccurredAt, tags, userId } = filter;
  if (filter.documentId !== undefined && item.documentId !== filter.documentId) return false;
  const period = filter.visibility ? periodOf(item) : null;
  if (period && !isVisible(period, filter.visibility!)) return false;
  if (memoryTypes && (item.memoryType === null || !memoryTypes.includes(item.memoryType))) return false;
  if (sourceTypes && !sourceTypes.includes(item.sourceType)) return false;
  if (minImportance !== undefined && (item.importance === null || item.importance < minImportance))
    return false;
  if (tags && !item.tags.some((tag) => tags.includes(tag))) return false;
  if (userId !== undefined && item.userId !== userId) return false;
  const occurredAt = Date.parse(eventTime(item));
  return !(occurredAt < (minOccurredAt ?? -Infinity) || occurredAt > (maxOccurredAt ?? Infinity));
}
