import { EXPANSION_LIMITS, expand } from '../../expansion/expand.ts';
import type { ExpansionRequest } from '../../expansion/expansion.ts';
import { MAX_STEPS_BACK, TRAVERSAL_LIMITS, traverse } from '../../traversal/traverse.ts';
import type { Traversal, TraversalLimits, TraversalRequest } from '../../traversal/traversal.ts';
import { weightOf } from '../edge-weight.ts';
import type { GraphExpansion } from '../graph-store.ts';
import type { NodeSteps, StepChoice } from './fetch-steps.ts';
import { FetchedGraph } from './fetched-graph.ts';
import { nodesToFetchMoreOf } from './nodes-to-fetch-more-of.ts';

/** Reads the edges along which a walk may go on from nodes, by their ids. */
export type FetchSteps = (ids: readonly string[], choice: StepChoice) => Promise<NodeSteps[]>;

export interface FetchBounds {
  /** Edges that one query of a walk may bring here, over all nodes; more of a node only where they may matter. */
  maxFetched: number;
}

const FETCH_BOUNDS: FetchBounds = { maxFetched: 60_000 };
/** By how much the limit of a node grows that has more edges which may matter. */
const GROWTH = 8;

/**
 * `traverse` over a graph that is elsewhere: taken one step deeper at a time, each time after the edges that the
 * step asked for have come.
 */
export async function traverseByFetching(
  fetch: FetchSteps,
  request: TraversalRequest,
  limits: TraversalLimits = TRAVERSAL_LIMITS,
  { maxFetched }: FetchBounds = FETCH_BOUNDS,
): Promise<Traversal> {
  const graph = new FetchedGraph();
  const { direction, types = [] } = request;
  const capacity = limits.maxPaths + MAX_STEPS_BACK;
  for (let maxDepth = 1; ; maxDepth++) {
    const walk = (): Traversal => traverse(graph, { ...request, maxDepth }, limits);
    let traversal = walk();
    let ids = graph.takeMissing();
    let limitPerNode = Math.min(capacity, Math.ceil(maxFetched / Math.max(1, ids.length)));
    let incomplete = false;
    while (ids.length > 0) {
      const fetched = await add(graph, fetch, ids, { direction, types, limitPerNode });
      traversal = walk();
      incomplete ||= fetched.incomplete;
      ids = limitPerNode < capacity ? nodesToFetchMoreOf(traversal, maxDepth, fetched.lightest) : [];
      limitPerNode = Math.min(capacity, GROWTH * limitPerNode);
    }
    if (incomplete) return { ...traversal, truncated: true };
    const wentOn = !traversal.truncated && traversal.maxDepthReached === maxDepth;
    if (maxDepth === request.maxDepth || !wentOn) return traversal;
  }
}

/** `expand` over a graph that is elsewhere. @see traverseByFetching */
export async function expandByFetching(
  fetch: FetchSteps,
  request: ExpansionRequest,
): Promise<GraphExpansion> {
  const graph = new FetchedGraph();
  let incomplete = false;
  for (let maxDepth = 1; maxDepth <= request.maxDepth; maxDepth++) {
    expand(graph, { ...request, maxDepth });
    const ids = graph.takeMissing();
    if (ids.length === 0) continue;
    // Who may not take part is known here alone: then a node's heaviest edges may all be refused.
    const isChoosy = request.allow !== undefined;
    const limitPerNode = isChoosy
      ? Math.min(EXPANSION_LIMITS.maxVisitsPerNode, Math.ceil(FETCH_BOUNDS.maxFetched / ids.length))
      : EXPANSION_LIMITS.maxFanOut;
    const fetched = await add(graph, fetch, ids, { direction: 'ANY', types: [], limitPerNode });
    incomplete ||= fetched.incomplete || (isChoosy && fetched.lightest.size > 0);
  }
  const expansion = expand(graph, request);
  return {
    ...expansion,
    edges: expansion.edges.map((edge) => graph.edge(edge)),
    truncated: expansion.truncated || incomplete,
  };
}

interface Fetched {
  /** True when not every edge of a node was looked at. */
  incomplete: boolean;
  /** Of the nodes that may have more edges than were fetched: what the lightest one that was fetched weighs. */
  lightest: Map<string, number>;
}

async function add(
  graph: FetchedGraph,
  fetch: FetchSteps,
  ids: readonly string[],
  choice: StepChoice,
): Promise<Fetched> {
  const fetched: Fetched = { incomplete: false, lightest: new Map() };
  for (const { id, edges, cut } of await fetch(ids, choice)) {
    for (const edge of edges) graph.upsert(edge);
    fetched.incomplete ||= cut;
    const last = edges.at(-1);
    if (last && edges.length === choice.limitPerNode) {
      fetched.lightest.set(id, weightOf(last.strength, last.confidence));
    }
  }
  return fetched;
}
