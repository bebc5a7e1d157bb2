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
import { isTimeZone } from './dates/time-zone.ts';
import { REQUESTED_RANKINGS } from './hybrid-search.ts';
import type { HybridSearch, RequestedRanking } from './hybrid-search.ts';
import { HYBRID_LIST } from './hybrid-search.resource.ts';
import { DEFAULT_RRF_K, DEFAULT_WEIGHTS } from './fuse-rankings.ts';
import { RETRIEVERS } from './retriever.ts';

/** Maximum deviation of the sum of the weights from 1, for rounded weights such as .334 + .334 + .333. */
const WEIGHT_TOLERANCE = 0.001 + 1e-9;

interface WeightFields {
  bm25_weight?: number | undefined;
  vector_weight?: number | undefined;
  graph_weight?: number | undefined;
}

const toWeights = (fields: WeightFields): HybridSearch['weights'] => ({
  keyword: fields.bm25_weight ?? DEFAULT_WEIGHTS.keyword,
  vector: fields.vector_weight ?? DEFAULT_WEIGHTS.vector,
  graph: fields.graph_weight ?? DEFAULT_WEIGHTS.graph,
});

const searchCursor = cursorField
  .nullish()
  .meta({ description: 'next_cursor of a truncated response, with the same body otherwise.' });

/** Maximum `limit` of a search with `explain`. */
const MAX_EXPLAINED_RESULTS = 50;

/** Default of `date_weight`. @see docs/retrieval.md#dates */
const DEFAULT_DATE_WEIGHT = 0.2;

/** Fields that determine the dates in a query. @see docs/reference/search.md#dates-in-queries */
export const referenceFields = {
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, {
      message: 'time_zone must be the IANA name of a time zone, such as Europe/Berlin.',
      params: { code: 'VAL_FIELD_INVALID' },
    })
    .nullish()
    .describe('IANA name of the time zone of dates in the query, such as `Europe/Berlin`. Default: UTC.'),
  reference_time: startTimestamp
    .nullish()
    .describe('Time to which dates in the query are relative, such as "yesterday". Default: now.'),
};

type ReferenceFields = z.output<z.ZodObject<typeof referenceFields>>;

/** Converts {@link referenceFields}. */
export const toReference = (body: ReferenceFields): Pick<HybridSearch, 'timeZone' | 'referenceTime'> => ({
  timeZone: body.time_zone ?? 'UTC',
  referenceTime: body.reference_time ?? null,
});

/** Fields that every result must match. @see docs/reference/search.md#filters */
export const filterFields = {
  memory_types: z
    .array(z.enum(MEMORY_TYPES))
    .max(MAX_FILTER_VALUES)
    .nullish()
    .describe('Only memories of these types.'),
  source_types: z
    .array(z.enum(SOURCE_TYPES))
    .max(MAX_FILTER_VALUES)
    .nullish()
    .describe('Only items from these sources.'),
  min_importance: unitInterval
    .nullish()
    .describe('Only memories with this importance or a higher one, 0 to 1.'),
  importance_threshold: unitInterval.nullish().describe('Other name of `min_importance`.'),
  user_id: uuid
    .nullish()
    .describe('Only memories that this user created and chunks of documents that this user uploaded.'),
  tags: tagListInput
    .nullish()
    .describe('Comma-separated tags. An item matches if it has at least one of them.'),
  start_date: startTimestamp.nullish().describe('Only items that occurred at this time or later.'),
  end_date: endTimestamp
    .nullish()
    .describe(
      'Only items that occurred at this time or earlier. A date without a time includes the whole day in UTC.',
    ),
};

/** Rejects a start date after the end date. */
export function requireDateOrder(
  {
    start_date: start,
    end_date: end,
  }: { start_date?: Date | null | undefined; end_date?: Date | null | undefined },
  context: z.RefinementCtx,
): void {
  if (!start || !end || start <= end) return;
  context.addIssue({
    code: 'custom',
    message: 'start_date must not be after end_date.',
    path: ['start_date'],
  });
}

/** Request body of `POST /api/v2/search/hybrid`. @see docs/reference/search.md#hybrid-search */
export const hybridSearchBody = z
  .object({
    query: z.string().min(1).max(MAX_QUERY_LENGTH).describe('Text to search for, 1 to 4,000 characters.'),
    limit: z.int().min(1).max(100).default(20).describe('Maximum number of results, 1 to 100.'),
    bm25_weight: unitInterval
      .optional()
      .meta({ description: 'Weight of keyword search, 0 to 1.', default: DEFAULT_WEIGHTS.keyword }),
    vector_weight: unitInterval
      .optional()
      .meta({ description: 'Weight of vector search, 0 to 1.', default: DEFAULT_WEIGHTS.vector }),
    graph_weight: unitInterval
      .optional()
      .meta({ description: 'Weight of graph expansion, 0 to 1.', default: DEFAULT_WEIGHTS.graph }),
    ...filterFields,
    document_id: uuid.nullish().describe('Only chunks of this document.'),
    enable_graph_expansion: z
      .boolean()
      .default(true)
      .describe('False turns off graph expansion and the knowledge cloud.'),
    graph_max_depth: z.int().min(1).max(5).default(2).describe('Number of steps of graph expansion, 1 to 5.'),
    graph_seed_limit: z
      .int()
      .min(1)
      .max(50)
      .default(10)
      .describe('Number of items from which graph expansion starts, 1 to 50.'),
    rrf_k: z
      .int()
      .min(1)
      .max(100)
      .default(DEFAULT_RRF_K)
      .describe(
        'Constant `k` of reciprocal rank fusion, 1 to 100. Lower values give the top ranks more weight.',
      ),
    ranking: z
      .enum(REQUESTED_RANKINGS)
      .nullish()
      .describe(
        'How the ranks are merged: `rrf` (reciprocal rank fusion), `learned` (with the ranking of a model) or `auto` (`learned` for turns of conversations, otherwise `rrf`). If null, `auto` with the default weights and the default `rrf_k`, otherwise `rrf`.',
      ),
    second_hop: z
      .boolean()
      .default(true)
      .describe(
        'False turns off the second hop, which follows names of the best result to items with words of the query that it lacks.',
      ),
    min_score_threshold: z.number().nullish().describe('Minimum `final_score` of a result.'),
    min_relevance: unitInterval
      .nullish()
      .describe('Minimum `relevance` of a result, 0 to 1. Results whose relevance is unknown are returned.'),
    recency_half_life_days: z
      .number()
      .min(0.01)
      .max(3650)
      .nullish()
      .describe(
        'Half-life of the recency factor in days, 0.01 to 3,650. If null, the age of an item has no effect.',
      ),
    date_weight: unitInterval
      .default(DEFAULT_DATE_WEIGHT)
      .describe(
        'Part of the score that an item loses if it is far from the dates in the query, 0 to 1. 0 ignores dates in the query.',
      ),
    ...referenceFields,
    diversity: unitInterval
      .default(0)
      .describe(
        'How much a similar text with a better rank lowers the rank of a result, 0 to 1. 0 ranks by score alone.',
      ),
    include_neighbors: z
      .int()
      .min(0)
      .max(20)
      .default(0)
      .describe(
        'Number of chunks before and number of chunks after each document chunk in its context, 0 to 20. If 0, results have no context.',
      ),
    explain: z
      .boolean()
      .default(false)
      .describe('True adds an explanation of its score to each result. `limit` is then at most 50.'),
    include: z
      .array(z.enum(HIDDEN_VALIDITIES))
      .max(MAX_FILTER_VALUES)
      .nullish()
      .describe('Validities of the results in addition to `current`.'),
    ...timeTravelBody,
    cursor: searchCursor,
  })
  .refine(
    (body) => {
      const { keyword, vector, graph } = toWeights(body);
      return Math.abs(keyword + vector + graph - 1) <= WEIGHT_TOLERANCE;
    },
    { message: 'bm25_weight, vector_weight and graph_weight must sum to 1.0.', path: ['bm25_weight'] },
  )
  .refine(
    (body) => {
      const { keyword, vector } = toWeights(body);
      return body.enable_graph_expansion || keyword > 0 || vector > 0;
    },
    {
      message:
        'At least one of bm25_weight and vector_weight must be positive when enable_graph_expansion is false.',
      path: ['enable_graph_expansion'],
    },
  )
  .superRefine(requireDateOrder)
  .superRefine(requireEqualAliases({ min_importance: 'importance_threshold' }))
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

/** The model was trained with the default fusion, so other values of its parameters turn it off by default. */
function defaultRanking(body: WeightFields & Pick<Body, 'rrf_k'>): RequestedRanking {
  const weights = toWeights(body);
  const hasDefaults =
    RETRIEVERS.every((name) => weights[name] === DEFAULT_WEIGHTS[name]) && body.rrf_k === DEFAULT_RRF_K;
  return hasDefaults ? 'auto' : 'rrf';
}

export const toHybridSearch = (body: Body): HybridSearch => ({
  query: body.query,
  limit: body.limit,
  skip: cursorOffset(body.cursor ?? undefined, HYBRID_LIST),
  weights: toWeights(body),
  hasDefaultWeights: (body.bm25_weight ?? body.vector_weight ?? body.graph_weight) === undefined,
  filter: {
    ...toFilter(body),
    ...(body.document_id == null ? {} : { document_id: body.document_id }),
    ...toValidityFilter(body.include ?? [], toPast(body)),
  },
  include: body.include ?? [],
  past: toPast(body),
  expandGraph: body.enable_graph_expansion,
  graphMaxDepth: body.graph_max_depth,
  graphSeedLimit: body.graph_seed_limit,
  rrfK: body.rrf_k,
  ranking: body.ranking ?? defaultRanking(body),
  secondHop: body.second_hop,
  minScore: body.min_score_threshold ?? null,
  minRelevance: body.min_relevance ?? null,
  recencyHalfLifeDays: body.recency_half_life_days ?? null,
  dateWeight: body.date_weight,
  ...toReference(body),
  diversity: body.diversity,
  includeNeighbors: body.include_neighbors,
  explain: body.explain,
  withRelationships: true,
});

/** Returns the search of a body that has only a query, a limit and filters. */
export const toSearchWithDefaults = (
  query: string,
  limit: number,
  filter: SearchFilterWire,
): HybridSearch => ({
  ...DEFAULT_SEARCH,
  query,
  limit,
  filter,
});

/**
 * Builds the search filter from the filter fields. Ignores empty lists. Tags that are empty after normalization match no
 * item.
 */
export function toFilter(body: z.output<z.ZodObject<typeof filterFields>>): SearchFilterWire {
  const minImportance = body.min_importance ?? body.importance_threshold;
  return {
    ...(body.memory_types?.length ? { memory_types: body.memory_types } : {}),
    ...(body.source_types?.length ? { source_types: body.source_types } : {}),
    ...(minImportance == null ? {} : { min_importance: minImportance }),
    ...(body.user_id == null ? {} : { user_id: body.user_id }),
    ...(body.tags ? { tags: normalizeTags(body.tags.split(',')) } : {}),
    ...(body.start_date ? { occurred_from: body.start_date.getTime() } : {}),
    ...(body.end_date ? { occurred_to: body.end_date.getTime() } : {}),
  };
}

const DEFAULT_SEARCH = toHybridSearch(hybridSearchBody.parse({ query: '-' }));
