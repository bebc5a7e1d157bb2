import {
  HIDDEN_VALIDITIES,
  MAX_FILTER_VALUES,
  MAX_QUERY_LENGTH,
  MEMORY_TYPES,
  tagListInput,
  normalizeTags,
} from '@loci/contracts';
import type { SearchFilterWire } from '@loci/contracts';
import { cursorField, cursorOffset, unitInterval, uuid } from '@loci/http';
import { timeTravelBody, toPast, toValidityFilter } from '@loci/service-hosting';
import { z } from 'zod';
import type { VectorSearch } from './vector-search.ts';

/**
 * Request body of vector search.
 *
 * @see docs/reference/search.md#vector-search
 */
export const vectorSearchBody = z.object({
  query: z.string().min(1).max(MAX_QUERY_LENGTH).describe('Text to search for, 1 to 4,000 characters.'),
  limit: z.int().min(1).max(100).default(20).describe('Maximum number of results, 1 to 100.'),
  include_neighbors: z
    .int()
    .min(0)
    .max(20)
    .default(0)
    .describe('Number of chunks before and after each document chunk in its context, 0 to 20.'),
  cursor: cursorField
    .nullish()
    .meta({ description: 'next_cursor of a truncated response, with the same body otherwise.' }),
  include: z
    .array(z.enum(HIDDEN_VALIDITIES))
    .max(MAX_FILTER_VALUES)
    .nullish()
    .describe('Validities of the results in addition to `current`.'),
  ...timeTravelBody,
  tags: tagListInput.nullish().describe('Comma-separated tags. At least one must match.'),
  filters: z
    .object({
      memory_types: z
        .array(z.enum(MEMORY_TYPES))
        .max(MAX_FILTER_VALUES)
        .nullish()
        .describe('Only memories of these types.'),
      min_importance: unitInterval
        .nullish()
        .describe('Only memories with this `importance` or a higher one, 0 to 1.'),
      user_id: uuid
        .nullish()
        .describe('Only memories that this user created and chunks of documents that this user uploaded.'),
    })
    .nullish()
    .describe('Filters that every result must match.'),
});
export type VectorSearchBody = z.output<typeof vectorSearchBody>;

/** Name of the vector search results in pagination cursors. */
export const VECTOR_LIST = 'vector';

export const toVectorSearch = (body: VectorSearchBody): VectorSearch => ({
  query: body.query,
  limit: body.limit,
  skip: cursorOffset(body.cursor ?? undefined, VECTOR_LIST),
  filter: toFilter(body),
  include: body.include ?? [],
  past: toPast(body),
  includeNeighbors: body.include_neighbors,
});

/**
 * Converts the filter fields of the body to a search filter. An empty list of types is ignored. If no tag is
 * valid after normalization, the filter has an empty tag list, which matches nothing.
 *
 * @see docs/reference/search.md#filters
 */
const toFilter = (body: VectorSearchBody): SearchFilterWire => ({
  memory_types: body.filters?.memory_types?.length ? body.filters.memory_types : undefined,
  min_importance: body.filters?.min_importance ?? undefined,
  user_id: body.filters?.user_id ?? undefined,
  tags: body.tags ? normalizeTags(body.tags.split(',')) : undefined,
  ...toValidityFilter(body.include ?? [], toPast(body)),
});
