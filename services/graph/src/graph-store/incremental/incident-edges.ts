import type { SelectionBounds } from '../../traversal/graph-selection.ts';
import type { TraversalDirection } from '../../traversal/traversal.ts';
import type { GraphEdge } from '../graph-store.ts';

/** Selects the edges along which a walk may leave a node. */
export interface IncidentEdgeFilter {
  direction: TraversalDirection;
  /** Edge types. An empty list means all types. */
  types: readonly string[];
  bounds: SelectionBounds;
  /**
   * Maximum number of edges per node. Edges are selected by weight (highest first), then by the id of the
   * other node and the id of the edge (largest first).
   */
  limitPerNode: number;
}

export interface IncidentEdges {
  /** Id of the node. */
  id: string;
  /** Edges of the node, in the order of {@link IncidentEdgeFilter.limitPerNode}. */
  edges: GraphEdge[];
  /** True if the limit on examined edges left edges of the node unexamined. */
  incomplete: boolean;
}

/** Edges that each direction follows: outgoing (true), incoming (false) or both. */
export const FOLLOWED: Record<TraversalDirection, boolean[]> = {
  OUTBOUND: [true],
  INBOUND: [false],
  ANY: [true, false],
};
