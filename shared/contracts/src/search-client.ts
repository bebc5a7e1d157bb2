import { z } from 'zod';
import { MAX_FILTER_VALUES, MAX_USER_ID_LENGTH, normalizedTags } from './input-limits.ts';
import { MAX_QUERY_LENGTH, MEMORY_TYPES, SOURCE_TYPES } from './memory-types.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';

/** What a found item must satisfy; in every arm alike, before any limit. */
export const searchFilter = z.object({
  memory_types: z.array(z.enum(MEMORY_TYPES)).max(MAX_FILTER_VALUES).optional(),
  source_types: z.array(z.enum(SOURCE_TYPES)).max(MAX_FILTER_VALUES).optional(),
  min_importance: z.number().optional(),
  /** Normalised; any of them. */
  tags: normalizedTags.optional(),
  /** Bounds on the creation in milliseconds since the epoch, both inclusive. */
  created_from: z.number().optional(),
  created_to: z.number().optional(),
  user_id: z.string().max(MAX_USER_ID_LENGTH).optional(),
});
export type SearchFilterWire = z.infer<typeof searchFilter>;

export const candidatesRequest = z.object({
  tenant_id: z.guid(),
  query: z.string().max(MAX_QUERY_LENGTH),
  filter: searchFilter,
  /** Best items per arm. */
  window: z.int().min(1).max(1_000),
  keyword: z.boolean(),
  vector: z.boolean(),
  /** Whether neighbours in a conversation lend each other support (DECISIONS.md "Surroundings"). */
  surroundings: z.boolean(),
});
export type CandidatesRequest = z.infer<typeof candidatesRequest>;

export interface Candidate {
  id: string;
  /** Raw score of each arm, support of neighbours not included; null when the arm does not know the item. */
  keyword_score: number | null;
  vector_score: number | null;
  /** What each arm ranks by, support of neighbours included. */
  keyword_rank_score: number | null;
  vector_rank_score: number | null;
  /** Convex combination of both arms' normalised rank scores, 0..1: the mass an item enters the graph with. */
  blended: number;
  importance: number | null;
  created_at_ms: number;
}

export const candidatesResponse = z.object({
  // Not looked into: checking hundreds of items by field costs as much as finding them, and only our services see them.
  items: z.custom<Candidate[]>((value) => Array.isArray(value)),
  /** Links between neighbours of a conversation among the candidates, for the graph walk. */
  neighbours: z.array(z.object({ from_id: z.guid(), to_id: z.guid(), weight: z.number() })),
  keyword: z.object({ time_ms: z.number(), count: z.int() }).nullable(),
  vector: z.object({ time_ms: z.number(), count: z.int() }).nullable(),
  /** Arms that were asked for and did not answer. */
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
  /** For highlights; null makes none. */
  query: z.string().max(MAX_QUERY_LENGTH).nullable(),
  /** Chunks before and after each found chunk that go into `content_with_context`. */
  include_neighbors: z.int().min(0).max(20),
});
export type ItemsRequest = z.infer<typeof itemsRequest>;

const foundItem = z.object({
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
export const itemsResponse = z.object({ items: z.array(foundItem) });
export type FoundItem = z.infer<typeof foundItem>;

export const rebuildResponse = z.object({ items: z.int() });

/** What other services ask of the search service. */
export interface SearchClient {
  /**
   * Both arms' best items and, for each, its score in the other arm too. An arm that does not answer is named
   * in `failed`. @throws SYS_SERVICE_UNAVAILABLE when every arm asked for failed
   */
  candidates(request: CandidatesRequest, options?: CallOptions): Promise<Candidates>;
  /** Those of `ids` that are searchable and pass the filter. */
  filterIds(
    tenantId: string,
    ids: readonly string[],
    filter: SearchFilterWire,
    options?: CallOptions,
  ): Promise<FilteredItem[]>;
  /** All that a result shows, in the order of `ids`; ids that are no longer there are left out. */
  items(request: ItemsRequest, options?: CallOptions): Promise<FoundItem[]>;
}

export function createSearchClient(service: ServiceClient): SearchClient {
  const post = (path: string, body: unknown, options?: CallOptions): Promise<unknown> =>
    service(null, { method: 'post', path, body }, options);
  return {
    candidates: async (body, options) =>
      (await post('/internal/search/candidates', body, options)) as Candidates,
    filterIds: async (tenantId, ids, filter, options) => {
      const answer = await post('/internal/search/admissible', { tenant_id: tenantId, ids, filter }, options);
      return (answer as z.infer<typeof filterIdsResponse>).items;
    },
    items: async (body, options) =>
      ((await post('/internal/search/items', body, options)) as z.infer<typeof itemsResponse>).items,
  };
}

/** What an operator asks of the search service. */
export interface SearchMaintenanceClient {
  /**
   * Makes both indexes anew from their owners while they serve; resolves to the number of items. Takes long.
   * @throws RES_ALREADY_EXISTS while another rebuild goes on
   */
  rebuild(options?: CallOptions): Promise<number>;
}

export const createSearchMaintenanceClient = (service: ServiceClient): SearchMaintenanceClient => ({
  rebuild: async (options) => {
    const answer = await service(null, { method: 'post', path: '/internal/search/rebuild' }, options);
    return (answer as z.infer<typeof rebuildResponse>).items;
  },
});
