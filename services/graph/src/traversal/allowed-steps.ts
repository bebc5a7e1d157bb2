import type { Adjacency } from './adjacency.ts';
import { bestList } from './best-list.ts';
import type { TraversalRequest } from './traversal.ts';

/** How much may still be looked at; below zero, something was left out. */
export interface VisitBudget {
  left: number;
}

/**
 * The halves that a walk may take from a node, each node's list being looked at once and kept.
 *
 * @param capacity a longer list is cut to its heaviest halves, equal ones newest (largest id) first
 * @returns a function whose lists are in no promised order
 */
export function allowedSteps(
  graph: Adjacency,
  request: Pick<TraversalRequest, 'direction' | 'types'>,
  capacity: number,
  budget: VisitBudget,
): (node: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  const types = request.types?.length ? new Set(request.types.map((name) => graph.findType(name))) : null;
  const entering = request.direction !== 'OUTBOUND';
  const leaving = request.direction !== 'INBOUND';

  const compareSteps = (a: number, b: number): number =>
    graph.weight(b >> 1) - graph.weight(a >> 1) ||
    graph.compareNodes(graph.farEnd(b), graph.farEnd(a)) ||
    graph.compareEdges(b >> 1, a >> 1);

  function collect(node: number): readonly number[] {
    const steps = bestList(capacity, compareSteps);
    let lightest = 0;
    for (let half = graph.firstHalf(node); half >= 0; half = graph.nextHalf(half)) {
      if (--budget.left < 0) break;
      const edge = half >> 1;
      if (!((half & 1) === 0 ? leaving : entering) && !graph.isBidirectional(edge)) continue;
      if (types !== null && !types.has(graph.typeCode(edge))) continue;
      if (graph.weight(edge) >= lightest) steps.offer(half);
      const worst = steps.worst();
      if (worst !== undefined) lightest = graph.weight(worst >> 1);
    }
    return steps.items();
  }

  return (node) => {
    let steps = known.get(node);
    if (steps === undefined) known.set(node, (steps = collect(node)));
    return steps;
  };
}
