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
import { cursorField, cursorOffset, endTimestamp, startTimestamp, unitInterval } from '@loci/http';
import { timeTravelBody, toPast, toValidityFilter } from '@loci/service-hosting';
import { z } from 'zod';
import type { HybridSearch } from './hybrid-search.ts';
import { HYBRID_LIST } from './hybrid-search.resource.ts';

/** Maximum deviation of the sum of the weights from 1, for rounded weights such as .334 + .334 + .333. */
const WEIGHT_TOLERANCE = 0.001 + 1e-9;

const searchCursor = cursorField
  .nullish()
  .meta({ description: 'next_cursor of a truncated response, with the same body otherwise.' });

/** Maximum `limit` of a search with `explain`. */
const MAX_EXPLAINED_RESULTS = 50;

/** Request body of `POST /api/v2/search/hybrid`. @see docs/reference/search.md#hybrid-search */
export const hybridSearchBody = z
  .object({
    query: z.string().min(1).max(MAX_QUERY_LENGTH),
    limit: z.int().min(1).max(100).default(20),
    bm25_weight: unitInterval.default(0.4),
    vector_weight: unitInterval.default(0.4),
    graph_weight: unitInterval.default(0.2),
    memory_types: z.array(z.enum(MEMORY_TYPES)).max(MAX_FILTER_VALUES).nullish(),
    source_types: z.array(z.enum(SOURCE_TYPES)).max(MAX_FILTER_VALUES).nullish(),
    importance_threshold: unitInterval.nullish(),
    enable_graph_expansion: z.boolean().default(true),
    graph_max_depth: z.int().min(1).max(5).default(2),
    graph_seed_limit: z.int().min(1).max(50).default(10),
    rrf_k: z.int().min(1).max(100).default(60),
    min_score_threshold: z.number().nullish(),
    recency_half_life_days: z.number().min(0.01).max(3650).nullish(),
    include_neighbors: z.int().min(0).max(20).default(0),
    explain: z.boolean().default(false),
    /** Validities of the results in addition to `current`. */
    include: z.array(z.enum(HIDDEN_VALIDITIES)).max(MAX_FILTER_VALUES).nullish(),
    /** Comma-separated tags. An item matches if it has at least one of them. */
    tags: tagListInput.nullish(),
    start_date: startTimestamp.nullish(),
    end_date: endTimestamp.nullish(),
    ...timeTravelBody,
    cursor: searchCursor,
  })
  .refine(
    (body) => Math.abs(body.bm25_weight + body.vector_weight + body.graph_weight - 1) <= WEIGHT_TOLERANCE,
    { message: 'bm25_weight, vector_weight and graph_weight must sum to 1.0.', path: ['bm25_weight'] },
  )
  .refine((body) => body.enable_graph_expansion || body.bm25_weight > 0 || body.vector_weight > 0, {
    message:
      'At least one of bm25_weight and vector_weight must be positive when enable_graph_expansion is false.',
    path: ['enable_graph_expansion'],
  })
  .refine((body) => !body.start_date || !body.end_date || body.start_date <= body.end_date, {
    message: 'start_date must not be after end_date.',
    path: ['start_date'],
  })
  .refine((body) => !body.explain || body.limit <= MAX_EXPLAINED_RESULTS, {
    message: `limit must be at most ${MAX_EXPLAINED_RESULTS} if explain is true.`,
    path: ['limit'],
    params: { code: 'VAL_FIELD_INVALID' },
  })
  .refine((body) => !body.explain || toPast(body) === null, {
    message: 'explain cannot be combined with as_of or known_at.',
    path: ['explain'],
    params: { code: 'VAL_FIELD_INVALID' },
  });

type Body = z.output<typeof hybridSearchBody>;

export const toHybridSearch = (body: Body): HybridSearch => ({
  query: body.query,
  limit: body.limit,
  skip: cursorOffset(body.cursor ?? undefined, HYBRID_LIST),
  weights: { keyword: body.bm25_weight, vector: body.vector_weight, graph: body.graph_weight },
  filter: toFilter(body),
  include: body.include ?? [],
  past: toPast(body),
  expandGraph: body.enable_graph_expansion,
  graphMaxDepth: body.graph_max_depth,
  graphSeedLimit: body.graph_seed_limit,
  rrfK: body.rrf_k,
  minScore: body.min_score_threshold ?? null,
  recencyHalfLifeDays: body.recency_half_life_days ?? null,
  includeNeighbors: body.include_neighbors,
  explain: body.explain,
});

/**
 * Builds the search filter from the body. Ignores empty lists. Tags that are empty after normalization match
 * no item.
 */
const toFilter = (body: Body): SearchFilterWire => ({
  ...(body.memory_types?.length ? { memory_types: body.memory_types } : {}),
  ...(body.source_types?.length ? { source_types: body.source_types } : {}),
  ...(body.importance_threshold == null ? {} : { min_importance: body.importance_threshold }),
  ...(body.tags ? { tags: normalizeTags(body.tags.split(',')) } : {}),
  ...(body.start_date ? { occurred_from: body.start_date.getTime() } : {}),
  ...(body.end_date ? { occurred_to: body.end_date.getTime() } : {}),
  ...toValidityFilter(body.include ?? [], toPast(body)),
});
