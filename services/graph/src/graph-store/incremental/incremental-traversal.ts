import { toSelectionBounds } from '../../traversal/graph-selection.ts';
import { MAX_RETURNING_HALF_EDGES, TRAVERSAL_LIMITS, traverse } from '../../traversal/traverse.ts';
import type { Traversal, TraversalLimits, TraversalRequest } from '../../traversal/traversal.ts';
import { edgeWeight } from '../edge-weight.ts';
import type { FollowLimits, IncidentEdgeFilter, IncidentEdges } from './incident-edges.ts';
import { PartialGraph } from './partial-graph.ts';
import { underfetchedNodes } from './underfetched-nodes.ts';

/**
 * Fetches the edges along which a walk may leave the given nodes and, in advance, those of all or some of the nodes that
 * these edges lead to. Unknown nodes are left out.
 */
export type FetchIncidentEdges = (
  ids: readonly string[],
  filter: IncidentEdgeFilter,
  limits: FollowLimits,
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
 * Runs `traverse` on a remote graph. Increases the depth one step at a time and fetches the edges that each step needs,
 * unless an earlier query has fetched them in advance. Usually, one query fetches the edges of all steps. Returns the
 * result of `traverse` on the whole graph, or a partial result with `truncated` if a query left edges unexamined.
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
  const { direction, types = [] } = request;
  const filter = { direction, types, bounds: toSelectionBounds(request) };
  const { maxPaths } = limits;
  const maxLimitPerNode = maxPaths + MAX_RETURNING_HALF_EDGES;
  /** Edges of nodes that were fetched in advance. */
  const advance = new Map<string, IncidentEdges>();

  /** Returns the edges of nodes, and fetches those that were not fetched in advance. */
  async function take(
    ids: readonly string[],
    limitPerNode: number,
    follow: FollowLimits,
  ): Promise<readonly IncidentEdges[]> {
    const taken: IncidentEdges[] = [];
    const missing = new Set<string>();
    for (const id of ids) {
      const fetched = advance.get(id);
      if (fetched === undefined) missing.add(id);
      else taken.push(fetched);
    }
    if (missing.size === 0) return taken;
    // If other nodes were fetched in advance, most paths of the next steps start at these, and the query would follow edges
    // in vain.
    const limitsToFollow = { ...follow, steps: taken.length === 0 ? follow.steps : 1 };
    for (const fetched of await fetch([...missing], { ...filter, limitPerNode }, limitsToFollow)) {
      if (missing.has(fetched.id)) taken.push(fetched);
      else advance.set(fetched.id, fetched);
    }
    return taken;
  }

  for (let maxDepth = 1; ; maxDepth++) {
    const walk = (): Traversal => traverse(graph, { ...request, maxDepth }, limits);
    let traversal = walk();
    let ids = graph.takeUnfetched();
    let limitPerNode = Math.min(maxLimitPerNode, Math.ceil(maxFetched / Math.max(1, ids.length)));
    let incomplete = false;
    const follow = {
      steps: request.maxDepth - maxDepth + 1,
      maxPaths: maxPaths - traversal.paths.length + ids.length,
      maxFetched,
      maxLimitPerNode,
    };
    for (; ids.length > 0; follow.steps = 1) {
      const fetched = addEdges(graph, await take(ids, limitPerNode, follow), maxLimitPerNode);
      for (const id of ids) advance.delete(id);
      traversal = walk();
      incomplete ||= fetched.incomplete;
      ids = underfetchedNodes(traversal, maxDepth, fetched.lowestWeights);
      limitPerNode = Math.min(maxLimitPerNode, LIMIT_GROWTH * limitPerNode);
    }
    if (incomplete) return { ...traversal, truncated: true };
    const canContinue = !traversal.truncated && traversal.maxDepthReached === maxDepth;
    if (maxDepth === request.maxDepth || !canContinue) return traversal;
  }
}

interface Added {
  /** True if edges of a node were left unexamined. */
  incomplete: boolean;
  /** Lowest weight of a fetched edge, by node id. Contains only nodes that may have more edges than were fetched. */
  lowestWeights: Map<string, number>;
}

function addEdges(graph: PartialGraph, fetched: readonly IncidentEdges[], maxLimitPerNode: number): Added {
  const added: Added = { incomplete: false, lowestWeights: new Map() };
  for (const { id, edges, limit, incomplete } of fetched) {
    for (const edge of edges) graph.upsert(edge);
    added.incomplete ||= incomplete;
    const last = edges.at(-1);
    const mayHaveMore = edges.length === limit && limit < maxLimitPerNode;
    if (last && mayHaveMore) added.lowestWeights.set(id, edgeWeight(last.strength, last.confidence));
  }
  return added;
}
