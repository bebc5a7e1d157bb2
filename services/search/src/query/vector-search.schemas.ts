import {
  HIDDEN_VALIDITIES,
  MAX_FILTER_VALUES,
  MAX_QUERY_LENGTH,
  MEMORY_TYPES,
  SOURCE_TYPES,
  tagListInput,
  normalizeTags,
} from '@loci/contracts';
import type { SearchFilterWire } from '@loci/contracts';
import {
  cursorField,
  cursorOffset,
  endTimestamp,
  requireEqualAliases,
  startTimestamp,
  unitInterval,
  uuid,
} from '@loci/http';
import { timeTravelBody, toPast, toValidityFilter } from '@loci/service-hosting';
import { z } from 'zod';
import type { VectorSearch } from './vector-search.ts';

const typeFilters = {
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
};

/** Names of the filters with the names that they also have in this search. */
const FILTER_ALIASES = {
  memory_types: 'filters.memory_types',
  min_importance: 'filters.min_importance',
  user_id: 'filters.user_id',
};

/**
 * Request body of vector search.
 *
 * @see docs/reference/search.md#vector-search
 */
export const vectorSearchBody = z
  .object({
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
    ...typeFilters,
    document_id: uuid.nullish().describe('Only chunks of this document.'),
    source_types: z
      .array(z.enum(SOURCE_TYPES))
      .max(MAX_FILTER_VALUES)
      .nullish()
      .describe('Only items from these sources.'),
    start_date: startTimestamp.nullish().describe('Only items that occurred at this time or later.'),
    end_date: endTimestamp
      .nullish()
      .describe(
        'Only items that occurred at this time or earlier. A date without a time includes the whole day in UTC.',
      ),
    filters: z
      .object(typeFilters)
      .nullish()
      .describe('Other place of `memory_types`, `min_importance` and `user_id`.'),
  })
  .superRefine(requireEqualAliases(FILTER_ALIASES))
  .refine((body) => !body.start_date || !body.end_date || body.start_date <= body.end_date, {
    message: 'start_date must not be after end_date.',
    path: ['start_date'],
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
function toFilter(body: VectorSearchBody): SearchFilterWire {
  const memoryTypes = body.memory_types ?? body.filters?.memory_types;
  return {
    memory_types: memoryTypes?.length ? memoryTypes : undefined,
    source_types: body.source_types?.length ? body.source_types : undefined,
    min_importance: body.min_importance ?? body.filters?.min_importance ?? undefined,
    user_id: body.user_id ?? body.filters?.user_id ?? undefined,
    document_id: body.document_id ?? undefined,
    occurred_from: body.start_date?.getTime(),
    occurred_to: body.end_date?.getTime(),
    tags: body.tags ? normalizeTags(body.tags.split(',')) : undefined,
    ...toValidityFilter(body.include ?? [], toPast(body)),
  };
}
