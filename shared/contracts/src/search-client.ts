import { componentNames } from './component-names.ts';
import { MAX_WRITTEN_ITEMS } from '@loci/core';
import type { WrittenItem } from '@loci/core';
import { z } from 'zod';
import { CandidateColumns } from './candidate-columns.ts';
import { MAX_FILTER_VALUES, MAX_USER_ID_LENGTH, normalizedTags } from './input-limits.ts';
import { EMBEDDING_STATUSES, MAX_QUERY_LENGTH, MEMORY_TYPES, SOURCE_TYPES } from './memory-types.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';
import type { SimilarMemory, UnindexedMemory } from './similar-memories.ts';
import { HIDDEN_VALIDITIES } from './validity.ts';

/** Filter of a search. Every given field must match. All retrievers apply the filter before their limits. */
export const searchFilter = z.object({
  memory_types: z.array(z.enum(MEMORY_TYPES)).max(MAX_FILTER_VALUES).optional(),
  source_types: z.array(z.enum(SOURCE_TYPES)).max(MAX_FILTER_VALUES).optional(),
  /** Minimum importance, inclusive, 0..1. */
  min_importance: z.number().optional(),
  /** Normalized tags. At least one must match. */
  tags: normalizedTags.optional(),
  /** Earliest event time, inclusive, in milliseconds since the epoch. */
  occurred_from: z.number().optional(),
  /** Latest event time, inclusive, in milliseconds since the epoch. */
  occurred_to: z.number().optional(),
  user_id: z.string().max(MAX_USER_ID_LENGTH).optional(),
  /** Document whose chunks match. */
  document_id: z.guid().optional(),
  /** Validities of the items in addition to `current`. */
  include: z.array(z.enum(HIDDEN_VALIDITIES)).max(MAX_FILTER_VALUES).optional(),
  /** Time at which the items are valid, in milliseconds since the epoch. Defaults to now. */
  as_of: z.number().optional(),
});
export type SearchFilterWire = z.infer<typeof searchFilter>;

/**
 * Minimum value of `window`, the maximum number of hits per retriever. An item that one retriever ranks low can still
 * have a high fused score, and a search of the past omits hits.
 */
const MIN_WINDOW = 200;
const WINDOW_PER_RESULT = 5;

/** Returns the maximum number of hits per retriever of a search with `limit` results. */
export const retrieverWindow = (limit: number): number => Math.max(MIN_WINDOW, WINDOW_PER_RESULT * limit);

/**
 * Minimum relevance of a result of the tool `recall` and of the portal. A search for random letters then returns nothing. On
 * the development data, recall@10 decreases by at most .010.
 *
 * @see docs/retrieval.md#relevance
 */
export const DEFAULT_MIN_RELEVANCE = 0.005;

/**
 * Known share of a query from which vector scores have their full weight in the blended score, and count in the relevance even if
 * no result contains a term of the query. The lowest share of the 720 English questions of LoCoMo and Cranfield is .56.
 *
 * @see docs/reference/search.md#known-share
 */
export const FULL_WEIGHT_KNOWN_SHARE = 0.2;

/**
 * Default `diversity` of the tool `recall` and of contexts. If every memory is stored in three similar wordings, recall@10 of
 * the development data rises from .629 to .727. Without similar memories, the results do not change.
 *
 * @see docs/retrieval.md#diversity
 */
export const DEFAULT_DIVERSITY = 0.3;

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
  /**
   * Whether to raise the blended scores of candidates that share rare terms with the best ones. Default false.
   *
   * @see docs/reference/search.md#shared-terms
   */
  shared_terms: z.boolean().optional(),
  /**
   * Whether to follow the entities of the best candidate to other candidates. Default false.
   *
   * @see docs/reference/search.md#second-hop
   */
  second_hop: z.boolean().optional(),
  /** Whether to return how conversation neighbors changed the rank scores. Default false. */
  explain: z.boolean().optional(),
});
export type CandidatesRequest = z.infer<typeof candidatesRequest>;

/**
 * Parts of the rank scores. For each candidate and retriever, its own part, the parts of its conversation neighbors and
 * its blended score add up to the rank score.
 */
const rankScoreParts = z.object({
  /** Own part of each candidate in keyword search and in vector search, 0..1, in the order of the candidates. */
  own_keyword: z.array(z.number()),
  own_vector: z.array(z.number()),
  /** Pairs of conversation neighbors, in both directions, as positions of candidates. The first one receives the parts. */
  pairs: z.array(z.tuple([z.int(), z.int()])),
  /** Distance of each pair in turns, 1 or 2. */
  distances: z.array(z.int()),
  /** Part that the neighbor of each pair adds in keyword search and in vector search, 0..1. */
  neighbor_keyword: z.array(z.number()),
  neighbor_vector: z.array(z.number()),
});
export type RankScoreParts = z.infer<typeof rankScoreParts>;

const secondHop = z.object({
  /** Positions of the candidates that name an entity of the best one and contain a word of the query that it lacks, best first. */
  positions: z.array(z.int()),
  time_ms: z.number(),
});
export type SecondHop = z.infer<typeof secondHop>;

export const candidatesResponse = z.object({
  /** The candidates, sorted by blended score, importance, creation time (all descending) and ascending id. */
  columns: z.custom<CandidateColumns>((value) => value instanceof CandidateColumns),
  /** Weight of the links between adjacent turns of conversations, for graph expansion. */
  link_weight: z.number(),
  /** Time and number of hits of keyword search. Null if it was not requested or failed. */
  keyword: z.object({ time_ms: z.number(), count: z.int() }).nullable(),
  /** Time, number of hits and embedding model of vector search. Null if it was not requested or failed. */
  vector: z
    .object({
      time_ms: z.number(),
      count: z.int(),
      model: z.string().optional(),
      /**
       * Share of the letters of the query in words that the embedding model knows, 0..1. Absent if it is unknown.
       *
       * @see docs/reference/search.md#known-share
       */
      known_share: z.number().optional(),
    })
    .nullable(),
  /** Requested retrievers that were unavailable or timed out. */
  failed: z.array(z.enum(['keyword', 'vector'])),
  /** True if the indexes of the tenant lack items, because they are refilled after a damage. */
  is_incomplete: z.boolean().optional(),
  /** Only if the request has `explain`. */
  rank_score_parts: rankScoreParts.optional(),
  /** Absent if it was not requested, if most of the candidates are turns of conversations, or if keyword search failed. */
  second_hop: secondHop.optional(),
});
export type Candidates = z.infer<typeof candidatesResponse>;

/**
 * Version number of a memory. Null for document chunks, and for memories that were indexed without their
 * version.
 */
const itemVersion = z.int().nullable();

/** Maximum number of items in one request: 100 results, and items that can become results. */
const MAX_RESULT_IDS = 200;

export const itemsRequest = z.object({
  tenant_id: z.guid(),
  ids: z.array(z.guid()).max(MAX_RESULT_IDS),
  /** Query for snippets and highlights. Null returns no highlights. */
  query: z.string().max(MAX_QUERY_LENGTH).nullable(),
  /** Number of chunks before and after each chunk in `content_with_context`. */
  include_neighbors: z.int().min(0).max(20),
  /** Further items of the knowledge cloud, of which only the fields of `cloudItem` are returned. */
  cloud_ids: z.array(z.guid()).max(2_000).default([]),
  /** Items that only graph expansion found. `reached` contains those that pass `filter`. */
  reached_ids: z.array(z.guid()).max(1_000).default([]),
  /** Filter of `reached_ids`. It does not apply to the other ids. */
  filter: searchFilter.default({}),
  /** Whether to return the BM25 parts of the matched terms of `ids`. Default false. */
  explain_terms: z.boolean().optional(),
});
export type ItemsRequest = z.input<typeof itemsRequest>;

/** Marks an inactive version of a memory. Absent for all other items. */
const supersededMark = {
  validity: z.literal('superseded').optional().describe('Only of an inactive version.'),
};

/** Fields of a result that is an inactive version of a memory. Absent for all other results. */
export const supersededFields = {
  ...supersededMark,
  superseded_by: z
    .guid()
    .nullable()
    .optional()
    .describe('Only of an inactive version: ID of the version that replaced it, or null.'),
};

/** Returns the fields of {@link supersededFields} of a result. */
export const toSupersededFields = ({
  validity,
  superseded_by: successor,
}: Pick<ResultItem, 'validity' | 'superseded_by'>) =>
  validity && { validity, superseded_by: successor ?? null };

const cloudItem = z.object({
  id: z.guid(),
  content: z.string(),
  memory_type: z.enum(MEMORY_TYPES).nullable(),
  importance: z.number().nullable(),
  version: itemVersion,
  ...supersededMark,
});
export type CloudItem = z.infer<typeof cloudItem>;

const reachedItem = cloudItem.extend({ created_at_ms: z.number() });
export type ReachedItem = z.infer<typeof reachedItem>;

/** The document of a chunk, and the position of the chunk in it, for a citation. */
export const documentCitation = z
  .object({
    id: z.guid().describe('ID of the document.'),
    filename: z
      .string()
      .nullable()
      .describe(
        'File name of the document. Null if the document service is unavailable or the document was deleted.',
      ),
    title: z
      .string()
      .nullable()
      .describe('Title that the file states. Null if the file states no title, and if `filename` is null.'),
    page: z.int().nullable().describe('Page number, from 1. Null for documents without pages.'),
    section: z.string().nullable().describe('Section in which the chunk begins. Null if it has none.'),
    chunk_index: z.int().describe('Position of the chunk in the document, from 0.'),
    chunk_count: z.int().describe('Number of chunks of the document.'),
  })
  .register(componentNames, { name: 'DocumentCitation' });
export type DocumentCitation = z.infer<typeof documentCitation>;

const resultItem = z.object({
  id: z.guid(),
  kind: z.enum(['memory', 'chunk']),
  content: z.string(),
  snippet: z.string(),
  highlight: z.string().nullable(),
  /** Share of the distinct terms of the query that the content contains, 0..1. Null without a query or highlight. */
  query_coverage: z.number().nullable(),
  memory_type: z.enum(MEMORY_TYPES).nullable(),
  importance: z.number().nullable(),
  version: itemVersion,
  confidence: z.number().nullable(),
  source_type: z.enum(SOURCE_TYPES),
  user_id: z.string(),
  tags: z.array(z.string()),
  created_at: z.string(),
  /** Time of the event that the item describes. The creation time for document chunks. */
  occurred_at: z.string(),
  updated_at: z.string(),
  document_id: z.guid().nullable(),
  /** Document and position of a chunk. Null for memories. */
  document: documentCitation.nullable(),
  content_with_context: z.string().nullable(),
  chunk_index: z.int().nullable(),
  total_chunks: z.int().nullable(),
  ...supersededFields,
});
const termPart = z.object({
  /** Stem of a word, or one or two characters of a script without spaces. */
  term: z.string(),
  /** Inverse document frequency of the term among the items of the tenant. */
  idf: z.number(),
  /** Number of occurrences in the item. Higher numbers than 255 are returned as 255. */
  frequency: z.int(),
  /** Part of the BM25 score that comes from the term. */
  weight: z.number(),
});
export type TermPart = z.infer<typeof termPart>;

export const itemsResponse = z.object({
  /** Result items in the order of `ids`. Unknown ids are left out. */
  items: z.array(resultItem),
  /** Items of the knowledge cloud in the order of `cloud_ids`. Unknown ids are left out. */
  cloud_items: z.array(cloudItem),
  /** Items of `reached_ids` that pass the filter, in the order of `reached_ids`. */
  reached: z.array(reachedItem),
  /**
   * Matched terms of each item of `ids` that matches the query. Only if the request has `explain_terms` and the keyword
   * index responds.
   */
  terms: z.array(z.object({ id: z.guid(), terms: z.array(termPart) })).optional(),
});
export type ItemsResponse = z.infer<typeof itemsResponse>;
export type ResultItem = z.infer<typeof resultItem>;

export const awaitItemsRequest = z.object({
  tenant_id: z.guid(),
  items: z.array(z.object({ id: z.guid(), revision: z.int().nonnegative() })).max(MAX_WRITTEN_ITEMS),
  /** Maximum milliseconds to wait. 0 checks once. */
  timeout_ms: z.int().min(0).max(1_000),
});
export type AwaitItemsRequest = z.infer<typeof awaitItemsRequest>;
export const awaitItemsResponse = z.object({
  /** Ids of the items that the indexes do not contain in this revision or a newer one. */
  pending_ids: z.array(z.guid()),
});

/** Maximum rank that `inspectMemory` determines. */
export const MAX_INSPECTED_RANK = 10_000;

export const inspectMemoryRequest = z.object({
  tenant_id: z.guid(),
  id: z.guid(),
  query: z.string().max(MAX_QUERY_LENGTH),
  filter: searchFilter,
  /** Maximum number of hits per retriever in the search. */
  window: z.int().min(1).max(1_000),
  /** Whether to determine the rank in keyword search. */
  keyword: z.boolean(),
  /** Whether to determine the rank in vector search. */
  vector: z.boolean(),
});
export type InspectMemoryRequest = z.infer<typeof inspectMemoryRequest>;

const retrieverPlace = z.object({
  /** Score of the memory itself. Null if the memory does not match or has no vector. */
  score: z.number().nullable(),
  /** Rank among the items that pass the filter, from 1. Null if there is none up to `MAX_INSPECTED_RANK`. */
  rank: z.int().nullable(),
  /** Score of the last hit in the window. Null if there are fewer hits. */
  window_score: z.number().nullable(),
});
export type RetrieverPlace = z.infer<typeof retrieverPlace>;

/** A value of a filter or of the memory, in the units of {@link searchFilter}. */
const filterValue = z.union([z.string(), z.number(), z.array(z.string())]);

export const inspectMemoryResponse = z.object({
  /** State in the memory service. Null if the tenant has no such memory, or the memory is protected. */
  memory: z
    .object({
      revision: z.int(),
      is_active: z.boolean(),
      superseded_by: z.guid().nullable(),
      updated_at: z.string(),
      occurred_at: z.string(),
      valid_until: z.string().nullable(),
    })
    .nullable(),
  /** Fields of the filter that the memory does not match. */
  failed_filters: z.array(
    z.object({
      field: z.enum(searchFilter.omit({ as_of: true }).keyof().options),
      required: filterValue,
      actual: filterValue,
    }),
  ),
  /** Revision of the memory in the search index. Null if the index does not contain the memory. */
  indexed_revision: z.int().nullable(),
  /** Embedding status of the indexed revision. */
  embedding_status: z.enum(EMBEDDING_STATUSES),
  /** False if the vector index has no vector of the memory, or is unavailable. */
  has_vector: z.boolean(),
  /** Null if the retriever was not requested or failed. */
  keyword: retrieverPlace.nullable(),
  vector: retrieverPlace.nullable(),
});
export type InspectedMemory = z.infer<typeof inspectMemoryResponse>;

/** Internal operations of the search service. */
export interface SearchClient {
  /**
   * Finds the best items of each requested retriever, with their scores in the other retriever.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if all requested retrievers failed
   */
  candidates(request: CandidatesRequest, options?: CallOptions): Promise<Candidates>;
  /**
   * Waits until the indexes contain the items in the given revisions or newer ones, at most `timeoutMs`. The
   * removal of an item also has a revision.
   *
   * @param items at most `MAX_WRITTEN_ITEMS` items
   * @param timeoutMs 0 to 1,000; 0 checks once
   * @returns the ids of the items that the indexes do not contain yet
   */
  awaitItems(
    tenantId: string,
    items: readonly WrittenItem[],
    timeoutMs: number,
    options?: CallOptions,
  ): Promise<string[]>;
  /**
   * Loads the result fields of items and the properties of further items that the knowledge cloud shows, and
   * filters the items that graph expansion reached.
   */
  items(request: ItemsRequest, options?: CallOptions): Promise<ItemsResponse>;
  /**
   * Reads everything that decides whether a search finds a memory: its state, the state of its index entries, the filters
   * that it does not match, and its rank in each retriever.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if the memory service or the database is unavailable
   */
  inspectMemory(request: InspectMemoryRequest, options?: CallOptions): Promise<InspectedMemory>;
  /**
   * Finds memories that say nearly the same as a text, or the opposite.
   *
   * @param unindexed memories that are compared with their content here instead of that in the index, at most
   *   `MAX_UNINDEXED`
   * @returns at most `MAX_SIMILAR` memories, best first
   * @throws SYS_SERVICE_UNAVAILABLE if an index or the embedding model is unavailable
   */
  findSimilar(
    tenantId: string,
    content: string,
    unindexed: readonly UnindexedMemory[],
    options?: CallOptions,
  ): Promise<SimilarMemory[]>;
}

export function createSearchClient(service: ServiceClient): SearchClient {
  const post = (path: string, body: unknown, options?: CallOptions): Promise<unknown> =>
    service(null, { method: 'post', path, body }, options);
  return {
    candidates: async (body, options) => {
      const response = (await post('/internal/search/candidates', body, options)) as Candidates;
      return { ...response, columns: CandidateColumns.read(response.columns) };
    },
    awaitItems: async (tenantId, items, timeoutMs, options) => {
      const body = { tenant_id: tenantId, items, timeout_ms: timeoutMs };
      const response = await post('/internal/search/await-items', body, options);
      return (response as z.infer<typeof awaitItemsResponse>).pending_ids;
    },
    items: async (body, options) => (await post('/internal/search/items', body, options)) as ItemsResponse,
    inspectMemory: async (body, options) =>
      (await post('/internal/search/inspect-memory', body, options)) as InspectedMemory,
    findSimilar: async (tenantId, content, unindexed, options) => {
      const body = { tenant_id: tenantId, content, unindexed };
      const response = await post('/internal/search/similar', body, options);
      return (response as { similar: SimilarMemory[] }).similar;
    },
  };
}
