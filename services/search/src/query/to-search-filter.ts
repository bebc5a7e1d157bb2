import type { SearchFilterWire } from '@loci/contracts';
import type { SearchFilter } from '../items/search-filter.ts';

/** Converts the filter of an internal request to a search filter. */
export const toSearchFilter = (wire: SearchFilterWire): SearchFilter => ({
  memoryTypes: wire.memory_types,
  sourceTypes: wire.source_types,
  minImportance: wire.min_importance,
  minOccurredAt: wire.occurred_from,
  maxOccurredAt: wire.occurred_to,
  tags: wire.tags,
  userId: wire.user_id,
});
