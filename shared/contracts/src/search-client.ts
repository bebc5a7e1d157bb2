import { z } from 'zod';
import { MAX_FILTER_VALUES, MAX_USER_ID_LENGTH, normalizedTags } from './input-limits.ts';
import { MAX_QUERY_LENGTH, MEMORY_TYPES, SOURCE_TYPES } from './memory-types.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';

/** Filter of a search. Every given field must match. All retrievers apply the filter before their limits. */
export const searchFilter = z.object({
  memory_types: z.array(z.enum(MEMORY_TYPES)).max(MAX_FILTER_VALUES).optional(),
  source_types: z.array(z.enum(SOURCE_TYPES)).max(MAX_FILTER_VALUES).optional(),
  /** Minimum importance, inclusive, 0..1. */
  min_importance: z.number().optional(),
  /** Normalized tags. At least one must match. */
  tags: normalizedTags.optional(),
  /** Earliest creation time, inclusive, in milliseconds since the epoch. */
  created_from: z.number().optional(),
  /** Latest creation time, inclusive, in milliseconds since the epoch. */
  created_to: z.number().optional(),
  user_id: z.string().max(MAX_USER_ID_LENGTH).optional(),
});
export type SearchFilterWire = z.infer<typeof searchFilter>;

export const candidatesRequest = z.object({
  tenant_id: z.guid(),
  query: z.string().max(MAX_QUERY_LENGTH),
  filter: searchFilter,
  /** Maximum number of hits per retriever. */
  window: z.int().min(1).max(1_000),
  /** Whether to run keyword search. */
  keyword: z.boolean(),
  /** Whether to run vector search. */
  vector: z.boolean(),
  /**
   * Whether to add the conversation neighbors of the hits, with a fraction of the scores of the hits.
   *
   * @see docs/reference/search.md#conversation-neighbors
   */
  conversation_neighbors: z.boolean(),
});
export type CandidatesRequest = z.infer<typeof candidatesRequest>;

export interface Candidate {
  id: string;
  /**
   * BM25 score of the item, without contributions of conversation neighbors. Null if the item does not match.
   */
  keyword_score: number | null;
  /**
   * Vector similarity of the item, 0..1, without contributions of conversation neighbors. Null if vector
   * search did not score the item.
   */
  vector_score: number | null;
  /**
   * Keyword score for ranking, with contributions of conversation neighbors. Null if keyword search does not
   * rank the item.
   */
  keyword_rank_score: number | null;
  /**
   * Vector score for ranking, with contributions of conversation neighbors. Null if vector search does not
   * rank the item.
   */
  vector_rank_score: number | null;
  /** Combined keyword and vector score, 0..1. Initial score of the item in graph expansion. */
  blended: number;
  importance: number | null;
  /** Creation time in milliseconds since the epoch. */
  created_at_ms: number;
}

export const candidatesResponse = z.object({
  // The items are not validated. The validation would take as long as the search, and only the search service
  // sends items.
  items: z.custom<Candidate[]>((value) => Array.isArray(value)),
  /** Links between adjacent turns of conversations among the candidates, for graph expansion. */
  conversation_links: z.array(z.object({ from_id: z.guid(), to_id: z.guid(), weight: z.number() })),
  /** Time and number of hits of keyword search. Null if it was not requested or failed. */
  keyword: z.object({ time_ms: z.number(), count: z.int() }).nullable(),
  /** Time and number of hits of vector search. Null if it was not requested or failed. */
  vector: z.object({ time_ms: z.number(), count: z.int() }).nullable(),
  /** Requested retrievers that were unavailable or timed out. */
  failed: z.array(z.enum(['keyword', 'vector'])),
});
export type Candidates = z.infer<typeof candidatesResponse>;

export const filterIdsRequest = z.object({
  tenant_id: z.guid(),
  ids: z.array(z.guid()).max(2_000),
  filter: searchFilter,
});
export const filterIdsResponse = z.object({
  items: z.array(
    z.object({
      id: z.guid(),
      kind: z.enum(['memory', 'chunk']),
      importance: z.number().nullable(),
      created_at_ms: z.number(),
      content: z.string(),
      memory_type: z.enum(MEMORY_TYPES).nullable(),
    }),
  ),
});
export type FilteredItem = z.infer<typeof filterIdsResponse>['items'][number];

export const itemsRequest = z.object({
  tenant_id: z.guid(),
  ids: z.array(z.guid()).max(100),
  /** Query for snippets and highlights. Null returns no highlights. */
  query: z.string().max(MAX_QUERY_LENGTH).nullable(),
  /** Number of chunks before and after each chunk in `content_with_context`. */
  include_neighbors: z.int().min(0).max(20),
});
export type ItemsRequest = z.infer<typeof itemsRequest>;

const resultItem = z.object({
  id: z.guid(),
  kind: z.enum(['memory', 'chunk']),
  content: z.string(),
  snippet: z.string(),
  highlight: z.string().nullable(),
  memory_type: z.enum(MEMORY_TYPES).nullable(),
  importance: z.number().nullable(),
  confidence: z.number().nullable(),
  source_type: z.enum(SOURCE_TYPES),
  user_id: z.string(),
  tags: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  document_id: z.guid().nullable(),
  content_with_context: z.string().nullable(),
  chunk_index: z.int().nullable(),
  total_chunks: z.int().nullable(),
});
export const itemsResponse = z.object({ items: z.array(resultItem) });
export type ResultItem = z.infer<typeof resultItem>;

/** Internal operations of the search service. */
export interface SearchClient {
  /**
   * Finds the best items of each requested retriever, with their scores in the other retriever.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if all requested retrievers failed
   */
  candidates(request: CandidatesRequest, options?: CallOptions): Promise<Candidates>;
  /** Returns the items of `ids` that are searchable and match the filter, in the order of `ids`. */
  filterIds(
    tenantId: string,
    ids: readonly string[],
    filter: SearchFilterWire,
    options?: CallOptions,
  ): Promise<FilteredItem[]>;
  /** Returns the result fields of items, in the order of `ids`. Skips unknown ids. */
  items(request: ItemsRequest, options?: CallOptions): Promise<ResultItem[]>;
}

export function createSearchClient(service: ServiceClient): SearchClient {
  const post = (path: string, body: unknown, options?: CallOptions): Promise<unknown> =>
    service(null, { method: 'post', path, body }, options);
  return {
    candidates: async (body, options) =>
      (await post('/internal/search/candidates', body, options)) as Candidates,
    filterIds: async (tenantId, ids, filter, options) => {
      const response = await post(
        '/internal/search/filter-ids',
        { tenant_id: tenantId, ids, filter },
        options,
      );
      return (response as z.infer<typeof filterIdsResponse>).items;
    },
    items: async (body, options) =>
      ((await post('/internal/search/items', body, options)) as z.infer<typeof itemsResponse>).items,
  };
}
