import type { SelectionBounds } from './graph-selection.ts';

/**
 * Read access to the adjacency lists of one tenant's graph. Nodes, edges and edge types are addressed by ordinals, which
 * are integers from 0. Ordinals stay valid until the graph changes, so an algorithm may keep them during one
 * synchronous call.
 *
 * Every edge has two half-edges: `edge * 2` in the list of the edge's source and `edge * 2 + 1` in the list of its
 * target.
 */
export interface Adjacency {
  /** Returns the ordinal of a node, or -1 if the graph does not have it. */
  findNode(id: string): number;
  nodeId(node: number): string;
  edgeId(edge: number): string;

  /**
   * Returns the first half-edge in the list of a node, or -1 if the list is empty. The order of the list is
   * unspecified.
   */
  firstHalfEdge(node: number): number;
  /** Returns the next half-edge in the same list, or -1 at the end of the list. */
  nextHalfEdge(halfEdge: number): number;
  /** Returns the node at the other end of a half-edge. */
  target(halfEdge: number): number;

  /** Returns the weight of an edge, which is `strength * confidence`, rounded to twelve decimals. */
  weight(edge: number): number;
  isBidirectional(edge: number): boolean;
  /** Returns true if the edge is active and valid at the time of the bounds, or if the bounds include it. */
  isSelected(edge: number, bounds: SelectionBounds): boolean;
  /** Returns true if the bounds select the window of the node. */
  isNodeSelected(node: number, bounds: SelectionBounds): boolean;
  /** Returns the ordinal of the edge's type. */
  edgeType(edge: number): number;
  /** Returns the ordinal of a type, or -1 if no edge has it. */
  findType(name: string): number;

  /** Compares two nodes by id. Returns a negative number, 0 or a positive number. */
  compareNodes(a: number, b: number): number;
  /** Compares two edges by id. Returns a negative number, 0 or a positive number. */
  compareEdges(a: number, b: number): number;
}
