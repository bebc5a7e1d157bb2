export interface ExpansionRequest {
  /**
   * Where mass enters, with how much (0 or more, finite). Mass that is equal keeps the order given here.
   * An id that is named twice enters with the sum.
   */
  start: readonly { id: string; mass: number }[];
  /** From how many of the heaviest starting nodes mass flows on; the others keep theirs. */
  seedLimit: number;
  /** Steps that mass takes, 0 or more. */
  maxDepth: number;
  /** Share of its mass that a node passes on in each step, 0..1. */
  damping: number;
  /** At most this many nodes are returned. */
  maxNodes: number;
  /** At most this many of the walked edges are returned. */
  maxEdges: number;
  /**
   * Asked for nodes that are not among the starting ones. A node that is refused neither receives mass nor
   * passes it on. Must be quick and without side effects.
   */
  allow?: (id: string) => boolean;
  /** Further edges for this walk alone (neighbours in a conversation), both ways; weight 0..1. */
  extraEdges?: readonly { fromId: string; toId: string; weight: number }[];
}

export interface ExpandedNode {
  id: string;
  mass: number;
  /** Steps from the nearest expanded node; 0 for every starting one. */
  depth: number;
}

export interface Expansion {
  /** Heaviest first; equal ones by depth, then in the order of `start`, then newest (largest id) first. */
  nodes: ExpandedNode[];
  /** Handles of the stored edges that carried mass between two of `nodes`, most carried first. */
  edges: number[];
  /** True when a bound on the work (not `maxNodes` or `maxEdges`) cut the walk short. */
  truncated: boolean;
}

export interface ExpansionLimits {
  /** Edges along which one node passes mass on: its heaviest ones. */
  maxFanOut: number;
  /** Nodes that pass mass on in one step: the heaviest ones. */
  maxFrontier: number;
  /** Halves looked at, the ones added last first; asking `allow` counts as ten. */
  maxVisits: number;
  /** The same for a single node, so that a hub does not use up what the others need. */
  maxVisitsPerNode: number;
}
