import { expand } from '../../expansion/expand.ts';
import type { Expansion, ExpansionRequest } from '../../expansion/expansion.ts';
import { TransitionGraph } from './transition-graph.ts';
import type { NodeTransitions } from './transition-graph.ts';

/**
 * Fetches the edges of nodes and, in advance, the edges of nodes that these edges lead to.
 *
 * @param steps ids of the nodes that the expansion visits in each of its remaining steps, as far as they are
 *   known. The function follows the edges for as many steps as the list has elements.
 * @returns the edges of all stored nodes in `steps`, and of all or some of the nodes that the function
 *   reached
 */
export type FetchTransitions = (steps: readonly (readonly string[])[]) => Promise<NodeTransitions[]>;

/**
 * Runs `expand` on a remote graph. Returns the result of `expand` on the whole graph, or a partial result
 * with `truncated` if a query left edges unexamined.
 *
 * Usually, one query fetches all edges that the expansion needs. If the expansion visits a node that the
 * query did not return, another query follows.
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
 * @returns the expansion, and the visited nodes that were not fetched, as one list per step. The first list
 *   belongs to the first step that visited such a node.
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
