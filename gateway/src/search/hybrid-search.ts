import type {
  Candidate,
  EdgesOf,
  ResultItem,
  GraphClient,
  SearchClient,
  SearchFilterWire,
} from '@loci/contracts';
import { isAppError, unavailable } from '@loci/core';
import type { Caller } from '@loci/core';
import { METHODS, fuse } from './fuse.ts';
import type { Fused, Method, Ranking } from './fuse.ts';
import { compareTied } from './ties.ts';
import type { Tied } from './ties.ts';
import { walkGraph } from './walk-graph.ts';
import type { Walk } from './walk-graph.ts';

export interface HybridSearch {
  query: string;
  limit: number;
  /** Best results that an earlier, truncated response of the same search has shown. */
  skip: number;
  weights: Record<Method, number>;
  filter: SearchFilterWire;
  expandGraph: boolean;
  graphMaxDepth: number;
  graphSeedLimit: number;
  rrfK: number;
  /** Cuts on the final score; null cuts nothing. */
  minScore: number | null;
  includeNeighbors: number;
}

export interface HybridSearchDeps {
  search: SearchClient;
  graph: Pick<GraphClient, 'expand' | 'edges'>;
}

export interface HybridHit {
  item: ResultItem;
  fused: Fused;
  candidate: Candidate | undefined;
  graphMass: number | null;
  relationships: EdgesOf['of'][number] | undefined;
}

export interface HybridResult {
  hits: HybridHit[];
  /** Arms that should have run and did not answer. */
  degraded: Method[];
  timesMs: Record<Method | 'fusion' | 'total', number>;
  counts: Record<Method, number>;
  /** Null when the graph was not asked for. */
  cloud: KnowledgeCloud | null;
}

export interface KnowledgeCloud {
  nodes: {
    item: Pick<ResultItem, 'id' | 'content' | 'memory_type' | 'importance'>;
    mass: number;
    depth: number;
    isSeed: boolean;
  }[];
  edges: EdgesOf['between'];
  seedCount: number;
}

/** Wide enough that fusion sees past each arm's own taste (EMBEDDER.md section 2). */
const MIN_WINDOW = 200;
const WINDOW_PER_RESULT = 5;
const RELATIONSHIPS_PER_HIT = 20;
const MAX_CLOUD_EDGES = 60;
/** Of the whole search. */
const TIMEOUT_MS = 8_000;
/** The graph may add to a search, but not hold it up. */
const GRAPH_TIMEOUT_MS = 2_000;

/**
 * Finds items by keyword, meaning and graph. An arm that is down is left out and named; filters hold in all.
 * @throws SYS_SERVICE_UNAVAILABLE when no arm answers
 * @see SPEC.md "Search" 1; DECISIONS.md "Search"; ARCHITECTURE.md section 6
 */
export async function hybridSearch(
  { search, graph }: HybridSearchDeps,
  caller: Caller,
  request: HybridSearch,
  signal: AbortSignal,
): Promise<HybridResult> {
  const started = performance.now();
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const options = { signal: inTime, timeoutMs: TIMEOUT_MS, requestId: caller.requestId };
  const graphOptions = { ...options, timeoutMs: GRAPH_TIMEOUT_MS };
  const { weights, filter } = request;
  const tenantId = caller.tenantId;
  const textArmsOff = weights.bm25 === 0 && weights.vector === 0;

  const found = await search.candidates(
    {
      tenant_id: tenantId,
      query: request.query,
      filter,
      window: Math.max(MIN_WINDOW, WINDOW_PER_RESULT * request.limit),
      // With the graph alone the text arms still find where to start, but do not count.
      keyword: weights.bm25 > 0 || textArmsOff,
      vector: weights.vector > 0 || textArmsOff,
      conversation_neighbors: true,
    },
    options,
  );
  const degraded = new Set<Method>();
  if (weights.bm25 > 0 && found.failed.includes('keyword')) degraded.add('bm25');
  if (weights.vector > 0 && found.failed.includes('vector')) degraded.add('vector');
  const candidates = [...found.items].sort(compareTied);
  const candidateOf = new Map(candidates.map((item) => [item.id, item]));
  const seeds = candidates.slice(0, request.graphSeedLimit);
  const graphDown = (error: unknown): null => {
    signal.throwIfAborted();
    if (!isUnavailable(error)) throw error;
    degraded.add('graph');
    return null;
  };

  const graphStarted = performance.now();
  let walk: Walk | null = null;
  if (request.expandGraph && weights.graph > 0) {
    const { graphMaxDepth: maxDepth } = request;
    const walkRequest = { tenantId, filter, maxDepth, candidates, seeds, links: found.conversation_links };
    walk = await walkGraph({ search, graph }, walkRequest, graphOptions).catch(graphDown);
  }
  const graphMs = performance.now() - graphStarted;

  const fusionStarted = performance.now();
  const rankings: Partial<Record<Method, Ranking>> = {};
  if (weights.bm25 > 0 && found.keyword)
    rankings.bm25 = rankBy(candidates, (item) => item.keyword_rank_score);
  if (weights.vector > 0 && found.vector)
    rankings.vector = rankBy(candidates, (item) => item.vector_rank_score);
  if (walk) rankings.graph = walk.ranking;
  if (Object.keys(rankings).length === 0) throw unavailable('Search');
  const best = fuse(rankings, weights, request.rrfK)
    .filter((item) => request.minScore === null || item.score >= request.minScore)
    .sort(byScore((id) => candidateOf.get(id) ?? walk?.reached.get(id)))
    .slice(request.skip, request.limit);
  const fusionMs = performance.now() - fusionStarted;

  const bestIds = best.map((item) => item.id);
  const cloud = request.expandGraph ? cloudOf(seeds, walk) : [];
  // The names of seeds that are no results; of what was reached the walk has them.
  const unnamed = cloud.filter(({ id }) => !bestIds.includes(id) && !walk?.reached.has(id));
  const [items, names, edges] = await Promise.all([
    search.items(
      {
        tenant_id: tenantId,
        ids: bestIds,
        query: request.query,
        include_neighbors: request.includeNeighbors,
      },
      options,
    ),
    unnamed.length === 0
      ? []
      : search
          .filterIds(
            tenantId,
            unnamed.map(({ id }) => id),
            {},
            options,
          )
          .catch(graphDown),
    graph
      .edges(
        {
          tenant_id: tenantId,
          ids: bestIds,
          limit_per_node: RELATIONSHIPS_PER_HIT,
          between: cloud.map(({ id }) => id),
          limit_between: MAX_CLOUD_EDGES,
        },
        graphOptions,
      )
      .catch(graphDown),
  ]);
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const edgesOf = new Map(edges?.of.map((entry) => [entry.id, entry]));
  const nameOf = new Map(
    [...(names ?? []), ...(walk?.reached.values() ?? [])].map((item) => [item.id, item]),
  );
  return {
    hits: best.flatMap((fused): HybridHit[] => {
      const item = itemOf.get(fused.id);
      if (!item) return [];
      return [
        {
          item,
          fused,
          candidate: candidateOf.get(fused.id),
          graphMass: walk?.masses.get(fused.id) ?? null,
          relationships: edgesOf.get(fused.id),
        },
      ];
    }),
    degraded: METHODS.filter((method) => degraded.has(method)),
    timesMs: {
      bm25: found.keyword?.time_ms ?? 0,
      vector: found.vector?.time_ms ?? 0,
      graph: walk ? graphMs : 0,
      fusion: fusionMs,
      total: performance.now() - started,
    },
    counts: {
      bm25: rankings.bm25 ? found.keyword!.count : 0,
      vector: rankings.vector ? found.vector!.count : 0,
      graph: walk?.ranking.length ?? 0,
    },
    cloud: request.expandGraph
      ? {
          nodes: cloud.flatMap(({ id, mass, depth, isSeed }) => {
            const item = itemOf.get(id) ?? nameOf.get(id);
            return item ? { item, mass, depth, isSeed } : [];
          }),
          edges: edges?.between ?? [],
          seedCount: seeds.length,
        }
      : null,
  };
}

/** Seeds and what was reached from them; the seeds alone where nobody walked. */
function cloudOf(
  seeds: readonly Candidate[],
  walk: Walk | null,
): { id: string; mass: number; depth: number; isSeed: boolean }[] {
  const seedIds = new Set(seeds.map((item) => item.id));
  const visited = walk?.visited ?? seeds.map((item) => ({ id: item.id, mass: item.blended, depth: 0 }));
  return visited.map((node) => ({ ...node, isSeed: seedIds.has(node.id) }));
}

const isUnavailable = (error: unknown): boolean =>
  isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE';

/** Ids by a score, best first; equal scores keep the order of `items`, which is that of all ties. */
function rankBy(items: readonly Candidate[], score: (item: Candidate) => number | null): Ranking {
  return items
    .filter((item) => score(item) !== null)
    .sort((a, b) => score(b)! - score(a)!)
    .map((item) => item.id);
}

function byScore(tied: (id: string) => Tied | undefined) {
  return (a: Fused, b: Fused): number => {
    if (a.score !== b.score) return b.score - a.score;
    const [first, second] = [tied(a.id), tied(b.id)];
    return first && second ? compareTied(first, second) : 0;
  };
}
