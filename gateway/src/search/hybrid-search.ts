import type {
  AdmissibleItem,
  Candidate,
  Candidates,
  EdgesOf,
  ExpandedNode,
  FoundItem,
  GraphClient,
  SearchClient,
  SearchFilterWire,
} from '@loci/contracts';
import type { Caller } from '@loci/core';
import { fuse } from './fuse.ts';
import type { Fused, Method, Ranking } from './fuse.ts';

export interface HybridSearch {
  query: string;
  limit: number;
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
  graph: GraphClient;
}

export interface HybridHit {
  item: FoundItem;
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
  cloud: KnowledgeCloud | null;
}

export interface KnowledgeCloud {
  nodes: { item: AdmissibleItem; mass: number; depth: number; isSeed: boolean }[];
  edges: EdgesOf['between'];
  seedCount: number;
}

/** Wide enough that fusion sees past each arm's own taste (EMBEDDER.md section 2). */
const MIN_WINDOW = 200;
const WINDOW_PER_RESULT = 5;
const MAX_REACHED = 100;
const RELATIONSHIPS_PER_HIT = 20;
const MAX_CLOUD_EDGES = 300;
const TIMEOUT_MS = 8_000;

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
  const options = { signal, timeoutMs: TIMEOUT_MS, requestId: caller.requestId };
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
      surroundings: true,
    },
    options,
  );
  const degraded: Method[] = found.failed.map((arm) => (arm === 'keyword' ? 'bm25' : 'vector'));
  const byId = new Map(found.items.map((item) => [item.id, item]));
  const blended = [...found.items].sort(compareCandidates);

  const graphStarted = performance.now();
  const walk =
    request.expandGraph && weights.graph > 0
      ? await walkGraph({ search, graph }, tenantId, request, found, blended, options).catch(() => {
          signal.throwIfAborted();
          degraded.push('graph');
          return null;
        })
      : null;
  const graphMs = performance.now() - graphStarted;

  const fusionStarted = performance.now();
  const fused = fuse(
    {
      ...(weights.bm25 > 0 && found.keyword
        ? { bm25: rankBy(blended, (item) => item.keyword_rank_score) }
        : {}),
      ...(weights.vector > 0 && found.vector
        ? { vector: rankBy(blended, (item) => item.vector_rank_score) }
        : {}),
      ...(walk ? { graph: walk.nodes.map((node) => node.id) } : {}),
    },
    weights,
    request.rrfK,
  );
  const admitted = new Map(walk?.admitted.map((item) => [item.id, item]));
  const best = fused
    .filter((item) => request.minScore === null || item.score >= request.minScore)
    .sort(byScore((id) => byId.get(id) ?? admitted.get(id)))
    .slice(0, request.limit);
  const fusionMs = performance.now() - fusionStarted;

  const ids = best.map((item) => item.id);
  const cloudIds = walk ? walk.admitted.map((item) => item.id) : [];
  const [items, edges] = await Promise.all([
    search.items(
      { tenant_id: tenantId, ids, query: request.query, include_neighbors: request.includeNeighbors },
      options,
    ),
    graph
      .edges(
        {
          tenant_id: tenantId,
          ids,
          limit_per_node: RELATIONSHIPS_PER_HIT,
          between: cloudIds,
          limit_between: MAX_CLOUD_EDGES,
        },
        options,
      )
      .catch((): EdgesOf => {
        signal.throwIfAborted();
        if (!degraded.includes('graph')) degraded.push('graph');
        return { of: [], between: [] };
      }),
  ]);
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const massOf = new Map(walk?.nodes.map((node) => [node.id, node.mass]));
  const edgesOf = new Map(edges.of.map((entry) => [entry.id, entry]));
  return {
    hits: best.flatMap((entry) => {
      const item = itemOf.get(entry.id);
      if (!item) return [];
      return {
        item,
        fused: entry,
        candidate: byId.get(entry.id),
        graphMass: massOf.get(entry.id) ?? null,
        relationships: edgesOf.get(entry.id),
      };
    }),
    degraded,
    timesMs: {
      bm25: found.keyword?.time_ms ?? 0,
      vector: found.vector?.time_ms ?? 0,
      graph: walk ? graphMs : 0,
      fusion: fusionMs,
      total: performance.now() - started,
    },
    counts: {
      bm25: found.keyword?.count ?? 0,
      vector: found.vector?.count ?? 0,
      graph: walk?.nodes.length ?? 0,
    },
    cloud: walk && { nodes: walk.cloudNodes, edges: edges.between, seedCount: walk.seedCount },
  };
}

interface Walk {
  /** Heaviest first; only what passes the filter. */
  nodes: ExpandedNode[];
  admitted: AdmissibleItem[];
  cloudNodes: KnowledgeCloud['nodes'];
  seedCount: number;
}

async function walkGraph(
  { search, graph }: HybridSearchDeps,
  tenantId: string,
  request: HybridSearch,
  found: Candidates,
  blended: readonly Candidate[],
  options: { signal: AbortSignal; timeoutMs: number; requestId: string },
): Promise<Walk> {
  const seeds = new Set(blended.slice(0, request.graphSeedLimit).map((item) => item.id));
  const nodes = await graph.expand(
    {
      tenant_id: tenantId,
      masses: blended.map((item) => ({ id: item.id, mass: item.blended })),
      seed_limit: request.graphSeedLimit,
      max_depth: request.graphMaxDepth,
      max_reached: MAX_REACHED,
      extra_links: found.neighbours,
    },
    options,
  );
  const candidates = new Set(blended.map((item) => item.id));
  const reached = nodes.filter((node) => !candidates.has(node.id)).map((node) => node.id);
  const admitted = await search.admissible(tenantId, [...seeds, ...reached], request.filter, options);
  const admittedOf = new Map(admitted.map((item) => [item.id, item]));
  const allowed = nodes.filter((node) => candidates.has(node.id) || admittedOf.has(node.id));
  return {
    nodes: allowed,
    admitted,
    cloudNodes: allowed.flatMap((node) => {
      const item = admittedOf.get(node.id);
      return item ? { item, mass: node.mass, depth: node.depth, isSeed: seeds.has(node.id) } : [];
    }),
    seedCount: seeds.size,
  };
}

/** Ids by a score, best first; equal scores keep the order of `items`, which is that of all ties. */
function rankBy(items: readonly Candidate[], score: (item: Candidate) => number | null): Ranking {
  return items
    .filter((item) => score(item) !== null)
    .sort((a, b) => score(b)! - score(a)!)
    .map((item) => item.id);
}

type Tied = Pick<Candidate, 'importance' | 'created_at' | 'id'> & { blended?: number };

/** Raw-score blend, importance, newest, id. */
function compareTied(a: Tied, b: Tied): number {
  return (
    (b.blended ?? 0) - (a.blended ?? 0) ||
    (b.importance ?? 0) - (a.importance ?? 0) ||
    (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0) ||
    (a.id < b.id ? -1 : 1)
  );
}

const compareCandidates = (a: Candidate, b: Candidate): number => compareTied(a, b);

function byScore(tied: (id: string) => Tied | undefined) {
  return (a: Fused, b: Fused): number => {
    if (a.score !== b.score) return b.score - a.score;
    const [first, second] = [tied(a.id), tied(b.id)];
    return first && second ? compareTied(first, second) : 0;
  };
}
