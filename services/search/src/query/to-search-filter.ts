import type { SearchFilterWire } from '@loci/contracts';
import type { SearchFilter } from '../items/search-filter.ts';
import { toVisibility } from '../items/visibility.ts';

/** Converts the filter of an internal request to a search filter, which items must pass at its time, or now. */
export const toSearchFilter = (wire: SearchFilterWire): SearchFilter => ({
  ...toFieldFilter(wire),
  visibility: toVisibility(Date.now(), wire.include, wire.as_of),
});

/** Converts the filter of an internal request, without the validity of items. */
export const toFieldFilter = (wire: SearchFilterWire): SearchFilter => ({
  memoryTypes: wire.memory_types,
  sourceTypes: wire.source_types,
  minImportance: wire.min_importance,
  minOccurredAt: wire.occurred_from,
  maxOccurredAt: wire.occurred_to,
  tags: wire.tags,
  userId: wire.user_id,
  documentId: wire.document_id,
});
