import type { Adjacency } from '../traversal/adjacency.ts';
import type { GraphSelection } from '../traversal/graph-selection.ts';

/** The methods of a graph that an expansion uses. */
export type ExpansionGraph = Pick<
  Adjacency,
  | 'findNode'
  | 'nodeId'
  | 'compareNodes'
  | 'firstHalfEdge'
  | 'nextHalfEdge'
  | 'target'
  | 'weight'
  | 'isSelected'
  | 'isNodeSelected'
>;

export interface ExpansionRequest extends Omit<GraphSelection, 'includeInactive'> {
  /**
   * Nodes where the walk starts, with their initial scores (finite, at least 0). The scores of an id that occurs twice
   * are added.
   */
  start: readonly { id: string; score: number }[];
  /**
   * Maximum number of start nodes that transfer scores. The start nodes with the highest scores are used. The
   * other start nodes keep their scores.
   */
  seedLimit: number;
  /** Maximum number of steps of the walk, at least 0. */
  maxDepth: number;
  /** Fraction of its score that a node transfers in each step, from 0 to 1. */
  damping: number;
  /**
   * Maximum number of returned nodes that are not start nodes. The nodes with the highest scores are
   * returned.
   */
  maxReached: number;
  /**
   * Additional edges for this request, such as links between neighbors in a conversation. Followed in both
   * directions. Weights are from 0 to 1.
   */
  extraEdges?: readonly { fromId: string; toId: string; weight: number }[];
  /** True to return the path of each reached node. */
  explain?: boolean;
}

/** The path along which a node received the largest part of its score that one step transferred. */
export interface NodePath {
  /** Nodes of the path, from a seed to the node itself. A node can occur more than once. */
  ids: string[];
  /** Score that the last step of the path transferred to the node. */
  transferred: number;
}

export interface ExpandedNode {
  id: string;
  score: number;
  /** Number of steps from the nearest seed. 0 for every start node. */
  depth: number;
  /** Only if the request has `explain`. Null for start nodes. */
  path?: NodePath | null;
}

export interface Expansion {
  /**
   * All start nodes and up to `maxReached` other nodes, sorted by score (highest first), then by depth, then
   * in the order of `start`, then by id (largest first).
   */
  nodes: ExpandedNode[];
  /** True if one of {@link ExpansionLimits} other than `maxFanOut` ended the walk early. */
  truncated: boolean;
}

export interface ExpansionLimits {
  /**
   * Maximum number of edges along which a node transfers its score. The edges with the highest weight are
   * used.
   */
  maxFanOut: number;
  /** Maximum number of nodes that transfer scores in one step. The nodes with the highest score are used. */
  maxFrontier: number;
  /** Maximum number of examined half-edges. */
  maxVisits: number;
  /** Maximum number of examined half-edges of one node, so that a single node cannot use up `maxVisits`. */
  maxVisitsPerNode: number;
}
