import type { CloudItem, NodeEdgesWire, ReachedItem, ResultItem, TermPart } from '@loci/contracts';
import { diversify, MAX_DIVERSIFIED } from './diversity/diversify.ts';
import type { DiversifiedItems } from './diversity/diversify.ts';
import type { GraphExpansion } from './expand-graph.ts';
import { buildKnowledgeCloud, listVisitedNodes } from './knowledge-cloud.ts';
import type { KnowledgeCloud } from './knowledge-cloud.ts';
import type { HybridSearch } from './hybrid-search.ts';
import { rankResults } from './rank-results.ts';
import type { FusedItem, RankedItems } from './rank-results.ts';
import type { RetrieverRankings } from './rank-retrievers.ts';
import { rateResults } from './relevance/rate-results.ts';
import { MAX_RELATIONSHIPS_PER_RESULT } from './result-relationships.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import { scoreByGraph } from './score-by-graph.ts';
import type { GraphScores, ReachedTieBreakers } from './score-by-graph.ts';
import type { SearchContext } from './search-context.ts';

/** The results of the requested page, with their contents and relationships. */
export interface LoadedResults {
  /** Results of the page, best first. Empty in a search of the past. */
  best: readonly FusedItem[];
  /** Relevance of the first `limit` items, by item id. Lacks items whose relevance is unknown. */
  relevance: ReadonlyMap<string, number>;
  /** All items of the search that reach the minimum score, best first. */
  ranked: RankedItems;
  /** How diversity changed the order of the best items, by item id. Empty without diversity. */
  diversifications: DiversifiedItems['diversifications'];
  /** Graph scores of the items. Null if the graph retriever did not run. */
  graph: GraphScores | null;
  items: ReadonlyMap<string, ResultItem>;
  /** Relationships of each result, by item id. Empty if they are omitted or the graph service is unavailable. */
  relationships: ReadonlyMap<string, NodeEdgesWire>;
  /**
   * Matched terms of the results that match the query, by item id. Null if the search does not explain its scores, or the
   * keyword retriever did not run.
   */
  terms: ReadonlyMap<string, TermPart[]> | null;
  /** Knowledge cloud of the results. Null if graph expansion is off or relationships are omitted, and in a search of the past. */
  cloud: KnowledgeCloud | null;
  /** Duration of the fusion in milliseconds. */
  fusionMs: number;
}

/** Data that was loaded for the items of a search, by item id. */
interface LoadedData {
  items: Map<string, ResultItem>;
  cloudItems: Map<string, CloudItem>;
  reached: ReachedItem[];
  relationships: Map<string, NodeEdgesWire>;
  terms: Map<string, TermPart[]> | null;
}

/**
 * Ranks the items of a search and loads the results. In a search of the past, only ranks the items, because
 * `loadPastResults` loads their states.
 *
 * Only the search service can filter the items that the graph reached. One request filters these items and
 * loads the results. It contains all items that can become results if the filter rejects some of the reached
 * items. A rejected item also changes the graph ranks of other items. If another item becomes a result for
 * this reason, a second request loads this item.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the search service does not respond, or if no retriever with a positive
 *   weight returned a ranking
 */
export async function loadResults(
  context: SearchContext,
  candidateSet: CandidateSet,
  rankings: RetrieverRankings,
  expansion: GraphExpansion | null,
): Promise<LoadedResults> {
  const { request } = context;
  let fusionMs = 0;
  const rank = (reached: readonly ReachedTieBreakers[]) => {
    const startedAt = performance.now();
    const graph = expansion && scoreByGraph(candidateSet, expansion, reached);
    const ranked = rankResults(
      request,
      candidateSet,
      rankings,
      graph,
      expansion?.unexpanded ?? null,
      context.nowMs,
      context.dates,
    );
    fusionMs += performance.now() - startedAt;
    return { graph, ranked };
  };
  const reachedIds = expansion?.reachedIds ?? [];
  const unfiltered = rank(reachedIds.map(assumeTieBreakers));
  const ids = request.past ? [] : listPossibleResults(context, candidateSet, unfiltered.ranked);
  const compared = isDiverse(request)
    ? firstItems(MAX_DIVERSIFIED, unfiltered.ranked).map(({ id }) => id)
    : [];
  const loaded = await loadItems(
    context,
    ids,
    reachedIds,
    unfiltered.graph,
    candidateSet,
    expansion,
    compared,
  );
  const { graph, ranked: byScore } = reachedIds.length === 0 ? unfiltered : rank(loaded.reached);
  const diversified = isDiverse(request) ? diversifyLoaded(request, byScore, loaded) : null;
  const ranked = diversified ?? byScore;
  const first = request.past ? [] : firstItems(request.limit, ranked);
  const known = new Set(ids);
  const missing = first.flatMap(({ id }) => (known.has(id) ? [] : id));
  if (missing.length > 0) {
    const added = await loadItems(context, missing, [], graph, candidateSet, expansion);
    for (const name of ['items', 'cloudItems', 'relationships'] as const)
      for (const [id, value] of added[name]) (loaded[name] as Map<string, unknown>).set(id, value);
    for (const [id, terms] of added.terms ?? []) loaded.terms?.set(id, terms);
  }
  const relevance = rateResults(first, loaded.items, candidateSet, graph);
  const isRelevant = ({ id }: FusedItem): boolean =>
    request.minRelevance === null || (relevance.get(id) ?? 1) >= request.minRelevance;
  const best = first.filter(isRelevant).slice(request.skip);
  const bestIds = best.map(({ id }) => id);
  return {
    best,
    relevance,
    ranked,
    diversifications: diversified?.diversifications ?? new Map<string, never>(),
    graph,
    items: loaded.items,
    relationships: loaded.relationships,
    terms: loaded.terms,
    cloud: hasCloud(context)
      ? buildKnowledgeCloud(
          listVisitedNodes(candidateSet, graph),
          bestIds,
          loaded.relationships,
          new Map<string, CloudItem>([
            ...loaded.reached.map((item) => [item.id, item] as const),
            ...loaded.cloudItems,
            ...loaded.items,
          ]),
        )
      : null,
    fusionMs,
  };
}

/**
 * Returns placeholders for the tie breakers of a reached item that is not loaded yet. Its event time is unknown, so that
 * its recency factor is the highest possible one.
 */
const assumeTieBreakers = (id: string): ReachedTieBreakers => ({ id, importance: null, created_at_ms: NaN });

const hasCloud = ({ request }: SearchContext): boolean =>
  request.withRelationships && request.expandGraph && request.past === null;

/** A search of the past has the texts of another time, which are loaded later. */
const isDiverse = ({ diversity, past }: HybridSearch): boolean => diversity > 0 && past === null;

function diversifyLoaded(
  { diversity }: HybridSearch,
  ranked: RankedItems,
  { items, cloudItems, reached }: LoadedData,
): DiversifiedItems {
  const reachedItems = new Map(reached.map((item) => [item.id, item]));
  const contentOf = (id: string): string | undefined =>
    (items.get(id) ?? cloudItems.get(id) ?? reachedItems.get(id))?.content;
  return diversify(ranked, contentOf, diversity);
}

/** Returns the items that can be on the page, including the skipped ones, because the relevance depends on them. */
function firstItems(limit: number, ranked: RankedItems): FusedItem[] {
  const first: FusedItem[] = [];
  for (let at = 0; at < Math.min(limit, ranked.length); at++) first.push(ranked.item(at));
  return first;
}

/** Lists the items that can be results, whether all, some or none of the reached items pass the filter. */
function listPossibleResults(
  { request: { limit } }: SearchContext,
  { candidates }: CandidateSet,
  ranked: RankedItems,
): string[] {
  const ids: string[] = [];
  let candidateCount = 0;
  for (let at = 0; at < ranked.length && candidateCount < limit; at++) {
    const { id, position } = ranked.item(at);
    ids.push(id);
    if (position < candidates.length) candidateCount++;
  }
  return ids;
}

/**
 * Loads the contents of items, further items of the knowledge cloud, and the relationships that the graph
 * expansion did not return, in parallel.
 *
 * @param comparedIds items of which only the contents are needed, to compare them
 */
async function loadItems(
  context: SearchContext,
  ids: readonly string[],
  reachedIds: readonly string[],
  scores: GraphScores | null,
  candidateSet: CandidateSet,
  expansion: GraphExpansion | null,
  comparedIds: readonly string[] = [],
): Promise<LoadedData> {
  const { search, graph, tenantId, request } = context;
  if (request.past && reachedIds.length === 0)
    return { items: new Map(), cloudItems: new Map(), reached: [], relationships: new Map(), terms: null };
  const withoutEdges = request.withRelationships ? ids.filter((id) => !expansion?.withEdges.has(id)) : [];
  const loadedIds = new Set([...ids, ...reachedIds]);
  const cloudIds = hasCloud(context)
    ? listCloudIds(ids, reachedIds, withoutEdges, scores, candidateSet, expansion)
    : [];
  const [{ items, cloud_items: cloudItems, reached, terms }, edges] = await Promise.all([
    search.items(
      {
        tenant_id: tenantId,
        ids: [...ids],
        query: request.query,
        include_neighbors: request.includeNeighbors,
        cloud_ids: [...new Set([...cloudIds, ...comparedIds])].filter((id) => !loadedIds.has(id)),
        reached_ids: [...reachedIds],
        filter: request.filter,
        ...(request.explain && candidateSet.keyword && { explain_terms: true }),
      },
      context.searchOptions(),
    ),
    withoutEdges.length === 0
      ? null
      : context.orWithoutGraph(
          graph.edges(
            {
              tenant_id: tenantId,
              ids: withoutEdges,
              limit_per_node: MAX_RELATIONSHIPS_PER_RESULT,
              between: [],
              limit_between: 0,
            },
            context.graphOptions(),
          ),
        ),
  ]);
  return {
    items: new Map(items.map((item) => [item.id, item])),
    cloudItems: new Map(cloudItems.map((item) => [item.id, item])),
    reached,
    terms: terms ? new Map(terms.map((entry) => [entry.id, entry.terms])) : null,
    relationships: new Map([
      ...(expansion?.edges ?? []),
      ...(edges?.of ?? []).map((entry) => [entry.id, entry] as const),
    ]),
  };
}

/** Lists the visited items that can be in the knowledge cloud and are not loaded for another reason. */
function listCloudIds(
  ids: readonly string[],
  reachedIds: readonly string[],
  withoutEdges: readonly string[],
  scores: GraphScores | null,
  candidateSet: CandidateSet,
  expansion: GraphExpansion | null,
): string[] {
  // The cloud contains only nodes with a relationship to a result.
  const related =
    withoutEdges.length > 0 || !expansion
      ? null
      : new Set(
          ids.flatMap((id) =>
            (expansion.edges.get(id)?.edges ?? []).flatMap((edge) => [edge.from_id, edge.to_id]),
          ),
        );
  if (related?.size === 0) return [];
  const known = new Set([...ids, ...reachedIds]);
  return listVisitedNodes(candidateSet, scores).flatMap(({ id }) =>
    known.has(id) || related?.has(id) === false ? [] : id,
  );
}
