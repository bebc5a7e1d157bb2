import type { SelectionBounds } from '../traversal/graph-selection.ts';
import { createTopK } from '../traversal/top-k.ts';
import type { ExpansionGraph } from './expansion.ts';
import type { NodeIndex } from './node-index.ts';

/** An edge along which a node transfers its score, seen from that node. */
export interface Transition {
  /** The node that receives the score. */
  target: number;
  weight: number;
}

export interface TransitionOptions {
  /** Maximum number of transitions. */
  limit: number;
  /** Transitions along extra edges of the request. */
  extra: readonly Transition[];
  bounds: SelectionBounds;
  /** Called before a half-edge is examined. Returns false to stop. */
  visit(): boolean;
}

/**
 * Returns the transitions of a node with the highest weight, in both directions of its edges. They are sorted
 * by weight (highest first), then by target (largest id first). Edges of weight 0, and edges and targets that the
 * bounds do not select, are left out.
 */
export function topTransitions(
  graph: ExpansionGraph,
  nodes: NodeIndex,
  node: number,
  options: TransitionOptions,
): Transition[] {
  let halfEdge = nodes.firstHalfEdge(node);
  if (halfEdge < 0 && options.extra.length === 0) return [];
  const best = createTopK<Transition>(
    options.limit,
    (a, b) => b.weight - a.weight || nodes.compare(b.target, a.target),
  );
  for (const transition of options.extra) if (transition.weight > 0) best.offer(transition);
  for (; halfEdge >= 0 && options.visit(); halfEdge = graph.nextHalfEdge(halfEdge)) {
    const edge = halfEdge >> 1;
    if (!graph.isSelected(edge, options.bounds)) continue;
    const weight = graph.weight(edge);
    if (weight === 0 || weight < (best.worst()?.weight ?? 0)) continue;
    const target = graph.target(halfEdge);
    if (graph.isNodeSelected(target, options.bounds)) best.offer({ target, weight });
  }
  return best.sorted();
}
