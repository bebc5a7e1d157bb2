import { expand } from '../../expansion/expand.ts';
import type { Expansion, ExpansionRequest } from '../../expansion/expansion.ts';
import { TransitionGraph } from './transition-graph.ts';
import type { NodeTransitions } from './transition-graph.ts';

/**
 * Fetches the edges of nodes, and follows them in advance.
 *
 * @param steps ids of the nodes that an expansion visits in each of its remaining steps, as far as they are known.
 *   The edges of the nodes that these edges lead to are fetched as well, if they belong to a later step of the list.
 *   The result may lack these nodes, but never a stored node of the list.
 */
export type FetchTransitions = (steps: readonly (readonly string[])[]) => Promise<NodeTransitions[]>;

/**
 * Runs `expand` on a remote graph. Returns the result of `expand` on the whole graph, or a partial result with
 * `truncated` if a query left edges unexamined.
 *
 * Usually, one query fetches all edges that the expansion needs. If the expansion visits a node that the query did not
 * return, another query follows.
 */
export async function expandIncrementally(
  fetch: FetchTransitions,
  request: ExpansionRequest,
): Promise<Expansion> {
  const graph = new TransitionGraph();
  let incomplete = false;
  for (;;) {
    const { expansion, unfetched } = expandByStep(graph, request);
    if (unfetched.length === 0) return { ...expansion, truncated: expansion.truncated || incomplete };
    for (const transitions of await fetch(unfetched)) {
      graph.add(transitions);
      incomplete ||= transitions.incomplete;
    }
    // A node that is not stored has no edges.
    for (const id of unfetched.flat()) graph.add({ id, targetIds: [], weights: [], incomplete: false });
  }
}

/**
 * Runs an expansion on the fetched part of a graph.
 *
 * @returns the expansion, and the visited nodes that were not fetched: those of the first step that has any, followed
 *   by those of the later steps
 */
function expandByStep(
  graph: TransitionGraph,
  request: ExpansionRequest,
): { expansion: Expansion; unfetched: string[][] } {
  let expansion = expand(graph, { ...request, maxDepth: 0 });
  const unfetched: string[][] = [];
  for (let maxDepth = 1; maxDepth <= request.maxDepth; maxDepth++) {
    expansion = expand(graph, { ...request, maxDepth });
    const ids = graph.takeUnfetched();
    if (ids.length > 0 || unfetched.length > 0) unfetched.push(ids);
  }
  return { expansion, unfetched };
}
