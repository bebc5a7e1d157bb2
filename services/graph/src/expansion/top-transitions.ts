import type { Adjacency } from '../traversal/adjacency.ts';
import { createTopK } from '../traversal/top-k.ts';
import type { NodeIndex } from './node-index.ts';

/** An edge along which a node transfers its score, seen from that node. */
export interface Transition {
  /** The node that receives the score. */
  target: number;
  /** Ordinal of the edge, or -1 for an extra edge of the request. */
  edge: number;
  weight: number;
}

export interface TransitionOptions {
  /** Maximum number of transitions. */
  limit: number;
  /** Transitions along extra edges of the request. */
  extra: readonly Transition[];
  /** Returns false for a target that must not receive a score. Called only if the transition would be kept. */
  accept(target: number): boolean;
  /** Called before a half-edge is examined. Returns false to stop. */
  visit(): boolean;
}

/**
 * Returns the transitions of a node with the highest weight, in both directions of its edges. They are sorted by weight
 * (highest first), then by target and edge (largest id first). Edges of weight 0 and inactive edges are left
 * out.
 */
export function topTransitions(
  graph: Adjacency,
  nodes: NodeIndex,
  node: number,
  options: TransitionOptions,
): Transition[] {
  const compareTransitions = (a: Transition, b: Transition): number =>
    b.weight - a.weight || nodes.compare(b.target, a.target) || compareEdges(graph, b.edge, a.edge);
  const best = createTopK(options.limit, compareTransitions);

  function offer(transition: Transition): void {
    if (transition.weight <= 0) return;
    const worst = best.worst();
    if (worst !== undefined && compareTransitions(transition, worst) >= 0) return;
    if (options.accept(transition.target)) best.offer(transition);
  }

  for (const transition of options.extra) offer(transition);
  let halfEdge = nodes.firstHalfEdge(node);
  for (; halfEdge >= 0 && options.visit(); halfEdge = graph.nextHalfEdge(halfEdge)) {
    const edge = halfEdge >> 1;
    if (!graph.isActive(edge)) continue;
    const weight = graph.weight(edge);
    if (weight >= (best.worst()?.weight ?? 0)) offer({ target: graph.target(halfEdge), edge, weight });
  }
  return best.sorted();
}

function compareEdges(graph: Adjacency, a: number, b: number): number {
  return a < 0 || b < 0 ? a - b : graph.compareEdges(a, b);
}
