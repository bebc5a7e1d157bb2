import type { HiddenValidity, NodeEdgesWire, ResultItem, SearchFilterWire } from '@loci/contracts';
import { isAppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { loadPastResults, requireKnownPast } from '@loci/service-hosting';
import type { PastSearch, TimeTravel } from '@loci/service-hosting';
import type { DateRange } from './dates/parse-dates.ts';
import { explainResults } from './explain/explain-results.ts';
import type { Explanation } from './explain/explanation.resource.ts';
import type { KnowledgeCloud } from './knowledge-cloud.ts';
import type { FusedItem } from './rank-results.ts';
import { MAX_RELATIONSHIPS_PER_RESULT } from './result-relationships.ts';
import { RETRIEVERS } from './retriever.ts';
import type { Retriever } from './retriever.ts';
import { runPipeline } from './run-pipeline.ts';
import type { HybridRun } from './run-pipeline.ts';
import { createSearchContext } from './search-context.ts';
import type { HybridSearchDeps, SearchContext } from './search-context.ts';
import { toPastSearch } from './to-past-search.ts';

/** Ways to rank the items of the retrievers. @see docs/reference/search.md#learned-ranking */
export const RANKINGS = ['rrf', 'learned'] as const;
export type Ranking = (typeof RANKINGS)[number];

/** `auto` is `learned` for turns of conversations, and `rrf` for other items. */
export const REQUESTED_RANKINGS = [...RANKINGS, 'auto'] as const;
export type RequestedRanking = (typeof REQUESTED_RANKINGS)[number];

export interface HybridSearch {
  query: string;
  /** Maximum number of results, 1 to 100. */
  limit: number;
  /**
   * Number of best results to skip because an earlier, truncated response of the same search contained them.
   */
  skip: number;
  /** Weight per retriever, 0 to 1. A weight of 0 excludes the retriever from the fusion. */
  weights: Readonly<Record<Retriever, number>>;
  /** True if the caller gave no weight, so that the search can change the weights. */
  hasDefaultWeights: boolean;
  filter: SearchFilterWire;
  /** Validities of the results in addition to those that are true. */
  include: readonly HiddenValidity[];
  /** Times of a search of the past, of which at least one is set. Null searches the present. */
  past: TimeTravel | null;
  expandGraph: boolean;
  graphMaxDepth: number;
  graphSeedLimit: number;
  /** The constant `k` of reciprocal rank fusion. */
  rrfK: number;
  /** False turns off the second hop. */
  secondHop: boolean;
  /** How to rank. The model is used only if it can rank the candidates. */
  ranking: RequestedRanking;
  /** Minimum fused score of a result, or null for none. */
  minScore: number | null;
  /** Minimum relevance of a result, or null for none. Results whose relevance is unknown are kept. */
  minRelevance: number | null;
  /** Half-life of the part of the score that depends on the age of an item, or null for none. */
  recencyHalfLifeDays: number | null;
  /** Part of the score that an item loses if it is far from the dates in the query, 0 to 1. 0 ignores dates. */
  dateWeight: number;
  /** IANA name of the time zone of dates in the query. */
  timeZone: string;
  /** Time to which dates in the query are relative. Null for the time of the search. */
  referenceTime: Date | null;
  /** Weight of the similarity to better results, 0 to 1. 0 ranks by score alone. */
  diversity: number;
  /** Number of neighboring chunks on each side in the context of a document chunk. */
  includeNeighbors: number;
  /** True to explain the score of each result. */
  explain: boolean;
  /** False omits the relationships and the knowledge cloud of a search of the present. The ranking is the same. */
  withRelationships: boolean;
}

export interface HybridHit {
  item: ResultItem;
  fused: FusedItem;
  /** BM25 score. Null if the item does not match or only the graph found it. */
  keywordScore: number | null;
  /** Cosine similarity. Null if it is unknown or only the graph found the item. */
  vectorScore: number | null;
  graphScore: number | null;
  /** Estimated probability that the item is part of the answer. Null if it is unknown, and in a search of the past. */
  relevance: number | null;
  /**
   * Strongest relationships, in a search of the past those of that time. Undefined if the item has none, or if the search
   * omits them. Null if the history of the relationships starts later.
   */
  relationships: NodeEdgesWire | undefined | null;
  /** Whether the item has another text now. Null in a search of the present. */
  textChangedSince: boolean | null;
  /** Null if the search does not explain its scores. */
  explanation: Explanation | null;
}

export interface HybridResult {
  /** Results, best first. */
  hits: HybridHit[];
  /** Requested retrievers that failed. */
  degraded: Retriever[];
  /** True if a requested retriever failed or the indexes of the tenant lack items. */
  isIncomplete: boolean;
  timesMs: Record<Retriever | 'secondHop' | 'fusion' | 'total', number>;
  /** `rrf` if the model did not rank the candidates. */
  ranking: Ranking;
  /** Number of items that each retriever and the second hop found. */
  counts: Record<Retriever | 'secondHop', number>;
  /** Periods that the query names, with those of events. Empty if the search ignored them. */
  dates: readonly DateRange[];
  /** Weights that the search used. */
  weights: HybridSearch['weights'];
  /** Knowledge cloud of the results. Null if graph expansion is off or relationships are omitted, and in a search of the past. */
  cloud: KnowledgeCloud | null;
}

/**
 * Finds items with the keyword, vector and graph retrievers and fuses their rankings. A retriever that fails
 * is reported as degraded. The filter applies to all retrievers.
 *
 * @param signal aborted when the caller disconnects
 * @throws SYS_SERVICE_UNAVAILABLE if the search service or every retriever with a positive weight is
 *   unavailable, or for a search of the past if the memory service is unavailable; VAL_FIELD_INVALID for a time of
 *   which not all states are known
 * @see docs/reference/search.md#hybrid-search
 */
export async function hybridSearch(
  deps: HybridSearchDeps,
  caller: Caller,
  request: HybridSearch,
  signal: AbortSignal,
): Promise<HybridResult> {
  const startedAt = performance.now();
  const context = createSearchContext(deps, caller, request, signal);
  const pastSearch = request.past && toPastSearch(context, request.past, request);
  if (pastSearch) await requireKnownPast(pastSearch);
  const run = await runPipeline(context);
  const { candidateSet, rankings, expansion, loaded } = run;
  const { candidates } = candidateSet;
  const { graph } = loaded;
  const scoresOf = (fused: FusedItem) => {
    const isCandidate = fused.position < candidates.length;
    return {
      fused,
      keywordScore: isCandidate ? candidates.value('keyword_score', fused.position) : null,
      vectorScore: isCandidate ? candidates.value('vector_score', fused.position) : null,
      graphScore: graph?.scores[fused.position] ?? null,
    };
  };
  return {
    hits: pastSearch
      ? await toPastHits(context, pastSearch, run, scoresOf)
      : await toPresentHits(context, run, scoresOf),
    degraded: RETRIEVERS.filter((retriever) => context.degraded.has(retriever)),
    isIncomplete: context.degraded.size > 0 || candidateSet.isIncomplete,
    timesMs: {
      keyword: candidateSet.keyword?.time_ms ?? 0,
      vector: candidateSet.vector?.time_ms ?? 0,
      graph: expansion?.timeMs ?? 0,
      secondHop: candidateSet.secondHop?.time_ms ?? 0,
      fusion: loaded.fusionMs,
      total: performance.now() - startedAt,
    },
    counts: {
      keyword: rankings.keyword ? candidateSet.keyword!.count : 0,
      vector: rankings.vector ? candidateSet.vector!.count : 0,
      graph: graph?.ranking.length ?? 0,
      secondHop: candidateSet.secondHop?.positions.length ?? 0,
    },
    dates: context.dates,
    weights: context.request.weights,
    ranking: loaded.ranked.learned === null ? 'rrf' : 'learned',
    cloud: loaded.cloud,
  };
}

type Scores = Pick<HybridHit, 'fused' | 'keywordScore' | 'vectorScore' | 'graphScore'>;

async function toPastHits(
  { graph, graphOptions, orWithoutGraph }: SearchContext,
  search: PastSearch,
  { loaded }: HybridRun,
  scoresOf: (fused: FusedItem) => Scores,
): Promise<HybridHit[]> {
  const results = await loadPastResults(search, loaded.ranked);
  const ids = results.flatMap(({ item }) => (item.kind === 'memory' ? item.id : []));
  const request = {
    tenant_id: search.tenantId,
    ids,
    limit_per_node: MAX_RELATIONSHIPS_PER_RESULT,
    as_of: search.past.asOf?.toISOString() ?? null,
    known_at: search.past.knownAt?.toISOString() ?? null,
  };
  const edges = await orWithoutGraph(graph.pastEdges(request, graphOptions()).catch(toUnknownEdges));
  const relationships = new Map(edges === 'unknown' ? [] : edges?.map((each) => [each.id, each]));
  return results.map(({ ranked, ...result }) => ({
    ...scoresOf(ranked),
    ...result,
    // The text of that time can differ from the text that was searched.
    relevance: null,
    relationships: edges === 'unknown' ? null : relationships.get(result.item.id),
    explanation: null,
  }));
}

/**
 * Handles the error of the graph service for a time before the history of the relationships, which can start later than that
 * of the memories. A search must not fail because of it.
 *
 * @throws every other error
 */
function toUnknownEdges(error: unknown): 'unknown' {
  if (isAppError(error) && error.code === 'VAL_FIELD_INVALID') return 'unknown';
  throw error;
}

async function toPresentHits(
  context: SearchContext,
  run: HybridRun,
  scoresOf: (fused: FusedItem) => Scores,
): Promise<HybridHit[]> {
  const { best, items, relationships, relevance } = run.loaded;
  const explanations = context.request.explain ? await explainResults(context, run) : null;
  return best.flatMap((fused): HybridHit[] => {
    const item = items.get(fused.id);
    // The item was deleted after it was found.
    if (!item) return [];
    return [
      {
        ...scoresOf(fused),
        item,
        relevance: relevance.get(fused.id) ?? null,
        relationships: relationships.get(fused.id),
        textChangedSince: null,
        explanation: explanations?.get(fused.id) ?? null,
      },
    ];
  });
}
