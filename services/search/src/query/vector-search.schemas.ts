import {
  HIDDEN_VALIDITIES,
  MAX_FILTER_VALUES,
  MAX_QUERY_LENGTH,
  MEMORY_TYPES,
  tagListInput,
  normalizeTags,
} from '@loci/contracts';
import { cursorField, unitInterval, uuid } from '@loci/http';
import { z } from 'zod';
import type { SearchFilter } from '../items/search-filter.ts';
import { toVisibility } from '../items/visibility.ts';

/**
 * Request body of vector search.
 *
 * @see docs/reference/search.md#vector-search
 */
export const vectorSearchBody = z.object({
  query: z.string().min(1).max(MAX_QUERY_LENGTH),
  limit: z.int().min(1).max(100).default(20),
  include_neighbors: z.int().min(0).max(20).default(0),
  cursor: cursorField
    .nullish()
    .meta({ description: 'next_cursor of a truncated response, with the same body otherwise.' }),
  /** Validities of the results in addition to `current`. */
  include: z.array(z.enum(HIDDEN_VALIDITIES)).max(MAX_FILTER_VALUES).nullish(),
  /** Comma-separated tags. At least one must match. */
  tags: tagListInput.nullish(),
  filters: z
    .object({
      memory_types: z.array(z.enum(MEMORY_TYPES)).max(MAX_FILTER_VALUES).nullish(),
      min_importance: unitInterval.nullish(),
      user_id: uuid.nullish(),
    })
    .nullish(),
});
export type VectorSearchBody = z.output<typeof vectorSearchBody>;

/**
 * Converts the filter fields of the body to a search filter. An empty list of types is ignored. If no tag is
 * valid after normalization, the filter has an empty tag list, which matches nothing.
 *
 * @see docs/reference/search.md#filters
 */
export const toFilter = ({ tags, filters, include }: VectorSearchBody): SearchFilter => ({
  memoryTypes: filters?.memory_types?.length ? filters.memory_types : undefined,
  minImportance: filters?.min_importance ?? undefined,
  userId: filters?.user_id ?? undefined,
  tags: tags ? normalizeTags(tags.split(',')) : undefined,
  visibility: toVisibility(Date.now(), include ?? []),
});
