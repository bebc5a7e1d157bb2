import { EXPANSION_LIMITS, expand } from '../../expansion/expand.ts';
import type { ExpansionRequest } from '../../expansion/expansion.ts';
import { MAX_STEPS_BACK, TRAVERSAL_LIMITS, traverse } from '../../traversal/traverse.ts';
import type { Traversal, TraversalRequest } from '../../traversal/traversal.ts';
import type { GraphExpansion } from '../graph-store.ts';
import type { NodeSteps, StepChoice } from './fetch-steps.ts';
import { FetchedGraph } from './fetched-graph.ts';

/** Reads the edges along which a walk may go on from nodes, by their ids. */
export type FetchSteps = (ids: readonly string[], choice: StepChoice) => Promise<NodeSteps[]>;

/** Edges that one step of a walk may bring here, over all nodes. */
const MAX_FETCHED = 60_000;

/**
 * `traverse` over a graph that is elsewhere: taken one step deeper at a time, each time after the edges that the
 * step asked for have come.
 */
export async function traverseByFetching(fetch: FetchSteps, request: TraversalRequest): Promise<Traversal> {
  const graph = new FetchedGraph();
  const { direction, types = [] } = request;
  const capacity = TRAVERSAL_LIMITS.maxPaths + MAX_STEPS_BACK;
  let incomplete = false;
  for (let maxDepth = 1; ; maxDepth++) {
    const walk = (): Traversal => traverse(graph, { ...request, maxDepth });
    let traversal = walk();
    for (let ids = graph.takeMissing(); ids.length > 0; ids = graph.takeMissing()) {
      const limitPerNode = Math.min(capacity, Math.ceil(MAX_FETCHED / ids.length));
      const cut = await add(graph, fetch, ids, { direction, types, limitPerNode }, limitPerNode < capacity);
      incomplete ||= cut;
      traversal = walk();
    }
    const isOver =
      maxDepth === request.maxDepth || traversal.truncated || traversal.maxDepthReached < maxDepth;
    if (isOver || incomplete) return { ...traversal, truncated: traversal.truncated || incomplete };
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
      ? Math.min(EXPANSION_LIMITS.maxVisitsPerNode, Math.ceil(MAX_FETCHED / ids.length))
      : EXPANSION_LIMITS.maxFanOut;
    const cut = await add(graph, fetch, ids, { direction: 'ANY', types: [], limitPerNode }, isChoosy);
    incomplete ||= cut;
  }
  const expansion = expand(graph, request);
  return {
    ...expansion,
    edges: expansion.edges.map((edge) => graph.edge(edge)),
    truncated: expansion.truncated || incomplete,
  };
}

/**
 * @param needsAll whether a node with more edges than the limit is missing some that the walk may need
 * @returns true when the graph may lack edges that the walk needs
 */
async function add(
  graph: FetchedGraph,
  fetch: FetchSteps,
  ids: readonly string[],
  choice: StepChoice,
  needsAll: boolean,
): Promise<boolean> {
  let lacking = false;
  for (const { edges, cut } of await fetch(ids, choice)) {
    for (const edge of edges) graph.upsert(edge);
    lacking ||= cut || (needsAll && edges.length === choice.limitPerNode);
  }
  return lacking;
}
