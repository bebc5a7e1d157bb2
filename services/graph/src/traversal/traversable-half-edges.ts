import type { Adjacency } from './adjacency.ts';
import { toSelectionBounds } from './graph-selection.ts';
import type { GraphSelection } from './graph-selection.ts';
import { createTopK } from './top-k.ts';
import type { TraversalRequest } from './traversal.ts';

export interface VisitBudget {
  /** Number of half-edges that may still be examined. Negative once the budget was exceeded. */
  left: number;
}

/**
 * Returns a function that lists the half-edges along which a traversal may leave a node, in unspecified
 * order. Each node is examined once; later calls return the same list.
 *
 * @param capacity maximum length of a list. Half-edges are selected by weight (highest first), then by the
 *   ids of the target and the edge (largest first).
 * @param budget decremented for each examined half-edge. A list is incomplete if the budget runs out.
 */
export function traversableHalfEdges(
  graph: Adjacency,
  request: Pick<TraversalRequest, 'direction' | 'types'> & GraphSelection,
  capacity: number,
  budget: VisitBudget,
): (node: number) => readonly number[] {
  const cache = new Map<number, readonly number[]>();
  const bounds = toSelectionBounds(request);
  const types = request.types?.length ? new Set(request.types.map((name) => graph.findType(name))) : null;
  const followsIncoming = request.direction !== 'OUTBOUND';
  const followsOutgoing = request.direction !== 'INBOUND';

  const compareHalfEdges = (a: number, b: number): number =>
    graph.weight(b >> 1) - graph.weight(a >> 1) ||
    graph.compareNodes(graph.target(b), graph.target(a)) ||
    graph.compareEdges(b >> 1, a >> 1);

  function collect(node: number): readonly number[] {
    const best = createTopK(capacity, compareHalfEdges);
    let minWeight = 0;
    for (let halfEdge = graph.firstHalfEdge(node); halfEdge >= 0; halfEdge = graph.nextHalfEdge(halfEdge)) {
      if (--budget.left < 0) break;
      const edge = halfEdge >> 1;
      const isOutgoing = (halfEdge & 1) === 0;
      if (!(isOutgoing ? followsOutgoing : followsIncoming) && !graph.isBidirectional(edge)) continue;
      if (!graph.isSelected(edge, bounds)) continue;
      if (types !== null && !types.has(graph.edgeType(edge))) continue;
      if (!graph.isNodeSelected(graph.target(halfEdge), bounds)) continue;
      if (graph.weight(edge) >= minWeight) best.offer(halfEdge);
      const worst = best.worst();
      if (worst !== undefined) minWeight = graph.weight(worst >> 1);
    }
    return best.items();
  }

  return (node) => {
    let halfEdges = cache.get(node);
    if (halfEdges === undefined) cache.set(node, (halfEdges = collect(node)));
    return halfEdges;
  };
}
