import type { Adjacency } from '../traversal/adjacency.ts';
import { bestList } from '../traversal/best-list.ts';
import type { NodeSpace } from './node-space.ts';

/** A way for mass to another node. */
export interface MassStep {
  node: number;
  /** -1 for an edge of this request alone. */
  edge: number;
  weight: number;
}

export interface StepChoice {
  limit: number;
  /** Steps besides the stored edges. */
  extra: readonly MassStep[];
  /** Asked only about nodes whose step would be among the heaviest so far. */
  accept(node: number): boolean;
  /** Counts a half that is looked at; false ends the search. */
  visit(): boolean;
}

/**
 * The heaviest steps from a node, whichever way its edges point, heaviest first; of equal ones those to the
 * newest (largest) node id, then of the newest edge. Steps without weight are left out.
 */
export function heaviestSteps(
  graph: Adjacency,
  nodes: NodeSpace,
  node: number,
  choice: StepChoice,
): MassStep[] {
  const compareSteps = (a: MassStep, b: MassStep): number =>
    b.weight - a.weight || nodes.compare(b.node, a.node) || compareEdges(graph, b.edge, a.edge);
  const best = bestList(choice.limit, compareSteps);

  function offer(step: MassStep): void {
    if (step.weight <= 0) return;
    const worst = best.worst();
    if (worst !== undefined && compareSteps(step, worst) >= 0) return;
    if (choice.accept(step.node)) best.offer(step);
  }

  for (const step of choice.extra) offer(step);
  for (let half = nodes.firstHalf(node); half >= 0 && choice.visit(); half = graph.nextHalf(half)) {
    const weight = graph.weight(half >> 1);
    if (weight >= (best.worst()?.weight ?? 0)) offer({ node: graph.farEnd(half), edge: half >> 1, weight });
  }
  return best.sorted();
}

function compareEdges(graph: Adjacency, a: number, b: number): number {
  return a < 0 || b < 0 ? a - b : graph.compareEdges(a, b);
}
