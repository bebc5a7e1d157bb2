export type TraversalDirection = 'OUTBOUND' | 'INBOUND' | 'ANY';

export interface TraversalRequest {
  startId: string;
  /** At least 1. */
  maxDepth: number;
  /** Which way DIRECTED and INVERSE_PAIRED edges may be walked; BIDIRECTIONAL ones always go both ways. */
  direction: TraversalDirection;
  /** Edge types that may be walked; absent or empty: all. */
  types?: readonly string[];
}

/** A way along edges on which no node appears twice. */
export interface TraversalPath {
  /** From the start, in walking order; one more than `edgeIds`. */
  nodeIds: string[];
  edgeIds: string[];
  /** Product of the edges' weights. */
  score: number;
}

/**
 * Paths of at least one edge, the prefixes of longer ones included; parallel edges make different paths.
 * Shortest first, then highest score, then newest (largest ids along the path: node, edge, node, edge, ...),
 * so that equal graphs give equal answers.
 */
export interface Traversal {
  paths: TraversalPath[];
  /** The start, then every node of `paths`, in order of appearance. */
  visitedIds: string[];
  /** Length of the longest path in `paths`, 0 when there is none. */
  maxDepthReached: number;
  /**
   * True when there are more paths than were returned. Every length below `maxDepthReached` is complete
   * then, and of that length the best are returned. Also true where the bound on visited edges was reached
   * (a million, so several hubs of hundreds of thousands of edges): then the last length is the best of
   * those that were looked at, which begin with the best prefixes.
   */
  truncated: boolean;
}

export interface TraversalLimits {
  maxPaths: number;
  /** Halves looked at, over all nodes and paths. */
  maxVisits: number;
}
