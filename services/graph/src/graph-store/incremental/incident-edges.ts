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

/** Limits for following edges in advance, to nodes that the caller has not requested. */
export interface FollowLimits {
  /** Number of steps from the requested nodes, at least 1. With 1, no edges are followed. */
  steps: number;
  /** Number of paths, including one per requested node, that end the traversal. Edges that lead to more need not be followed. */
  maxPaths: number;
  /** Approximate maximum number of edges per step. */
  maxFetched: number;
  /** Maximum number of edges per followed node. No traversal needs more edges of a node. */
  maxLimitPerNode: number;
}

export interface IncidentEdges {
  /** Id of the node. */
  id: string;
  /** Edges of the node, in the order of {@link IncidentEdgeFilter.limitPerNode}. */
  edges: GraphEdge[];
  /** Maximum number of edges that were fetched for the node. */
  limit: number;
  /** True if the limit on examined edges left edges of the node unexamined. */
  incomplete: boolean;
}

/** Edges that each direction follows: outgoing (true), incoming (false) or both. */
export const FOLLOWED: Record<TraversalDirection, boolean[]> = {
  OUTBOUND: [true],
  INBOUND: [false],
  ANY: [true, false],
};
