import type { GraphSelection } from './graph-selection.ts';

export type TraversalDirection = 'OUTBOUND' | 'INBOUND' | 'ANY';

export interface TraversalRequest extends GraphSelection {
  startId: string;
  /** Maximum number of edges per path, at least 1. */
  maxDepth: number;
  /** Direction in which DIRECTED and INVERSE_PAIRED edges are followed. BIDIRECTIONAL edges are followed both ways. */
  direction: TraversalDirection;
  /** Edge types that are followed. Undefined or empty means all types. */
  types?: readonly string[];
}

/** A simple path, in which no node occurs twice. */
export interface TraversalPath {
  /** Ids of the nodes from the start to the end of the path. Has one entry more than `edgeIds`. */
  nodeIds: string[];
  edgeIds: string[];
  /** Product of the edges' weights. */
  score: number;
}

/**
 * The paths of at least one edge from a start node. Every prefix of a path is also a path. Parallel edges
 * form different paths.
 *
 * Paths are sorted by length, then by score (highest first), then by the ids along the path (node, edge,
 * node, edge, …), largest id first. The order is total, so equal graphs have equal results.
 */
export interface Traversal {
  paths: TraversalPath[];
  /** Id of the start node, followed by the ids of all other nodes of `paths` in order of first appearance. */
  visitedIds: string[];
  /** Length of the longest path in `paths`, or 0 without paths. */
  maxDepthReached: number;
  /**
   * True if a limit ended the traversal, so that more paths may exist. If the limit was `maxPaths`, the
   * result has all paths that are shorter than `maxDepthReached`, and the best paths of that length. If the
   * limit was `maxVisits`, the paths of the last length are the best of those that were examined.
   */
  truncated: boolean;
}

export interface TraversalLimits {
  /** Maximum number of returned paths. */
  maxPaths: number;
  /** Maximum number of half-edges examined, over all nodes and paths. */
  maxVisits: number;
}
