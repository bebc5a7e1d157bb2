import { toSelectionBounds } from '../../traversal/graph-selection.ts';
import { MAX_RETURNING_HALF_EDGES, TRAVERSAL_LIMITS, traverse } from '../../traversal/traverse.ts';
import type { Traversal, TraversalLimits, TraversalRequest } from '../../traversal/traversal.ts';
import { edgeWeight } from '../edge-weight.ts';
import type { IncidentEdgeFilter, IncidentEdges } from './incident-edges.ts';
import { PartialGraph } from './partial-graph.ts';
import { underfetchedNodes } from './underfetched-nodes.ts';

/** Fetches the edges along which a walk may leave the given nodes. */
export type FetchIncidentEdges = (
  ids: readonly string[],
  filter: IncidentEdgeFilter,
) => Promise<IncidentEdges[]>;

export interface FetchLimits {
  /**
   * Approximate maximum number of edges that the first query of a step fetches, over all nodes. Later queries
   * of the step fetch more edges only for nodes whose remaining edges may change the result.
   */
  maxFetched: number;
}

const FETCH_LIMITS: FetchLimits = { maxFetched: 60_000 };
/**
 * Factor by which the maximum number of fetched edges per node grows for nodes whose remaining edges may
 * change the result.
 */
const LIMIT_GROWTH = 8;

/**
 * Runs `traverse` on a remote graph. Increases the depth one step at a time and fetches the edges that each
 * step needs. Returns the result of `traverse` on the whole graph, or a partial result with `truncated` if a
 * query left edges unexamined.
 */
export async function traverseIncrementally(
  fetch: FetchIncidentEdges,
  { atMs = Date.now(), ...rest }: TraversalRequest,
  limits: TraversalLimits = TRAVERSAL_LIMITS,
  { maxFetched }: FetchLimits = FETCH_LIMITS,
): Promise<Traversal> {
  const graph = new PartialGraph();
  // The time stays the same while the traversal is repeated, so that all steps select the same edges.
  const request = { ...rest, atMs };
  const bounds = toSelectionBounds(request);
  const { direction, types = [] } = request;
  const maxLimitPerNode = limits.maxPaths + MAX_RETURNING_HALF_EDGES;
  for (let maxDepth = 1; ; maxDepth++) {
    const walk = (): Traversal => traverse(graph, { ...request, maxDepth }, limits);
    let traversal = walk();
    let ids = graph.takeUnfetched();
    let limitPerNode = Math.min(maxLimitPerNode, Math.ceil(maxFetched / Math.max(1, ids.length)));
    let incomplete = false;
    while (ids.length > 0) {
      const fetched = await fetchInto(graph, fetch, ids, { direction, types, bounds, limitPerNode });
      traversal = walk();
      incomplete ||= fetched.incomplete;
      ids =
        limitPerNode < maxLimitPerNode ? underfetchedNodes(traversal, maxDepth, fetched.lowestWeights) : [];
      limitPerNode = Math.min(maxLimitPerNode, LIMIT_GROWTH * limitPerNode);
    }
    if (incomplete) return { ...traversal, truncated: true };
    const canContinue = !traversal.truncated && traversal.maxDepthReached === maxDepth;
    if (maxDepth === request.maxDepth || !canContinue) return traversal;
  }
}

interface Fetched {
  /** True if edges of a node were left unexamined. */
  incomplete: boolean;
  /** Lowest weight of a fetched edge, by node id. Contains only nodes that may have more edges than were fetched. */
  lowestWeights: Map<string, number>;
}

async function fetchInto(
  graph: PartialGraph,
  fetch: FetchIncidentEdges,
  ids: readonly string[],
  filter: IncidentEdgeFilter,
): Promise<Fetched> {
  const fetched: Fetched = { incomplete: false, lowestWeights: new Map() };
  for (const { id, edges, incomplete } of await fetch(ids, filter)) {
    for (const edge of edges) graph.upsert(edge);
    fetched.incomplete ||= incomplete;
    const last = edges.at(-1);
    if (last && edges.length === filter.limitPerNode) {
      fetched.lowestWeights.set(id, edgeWeight(last.strength, last.confidence));
    }
  }
  return fetched;
}
