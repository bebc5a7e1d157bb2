/**
 * Reading access to one tenant's graph by small integers: nodes, edges and edge types each have a handle.
 * Handles stay valid until the graph changes, so a walk keeps them for the length of one synchronous call.
 *
 * Every edge has two halves, one at each of its ends, and every half hangs in the list of its own node:
 * `edge * 2` at the node the edge leaves, `edge * 2 + 1` at the node it enters.
 */
export interface Adjacency {
  /** -1 when the graph has no such node. */
  findNode(id: string): number;
  nodeId(node: number): string;
  edgeId(edge: number): string;

  /** First half in the list of a node, in no promised order, or -1. */
  firstHalf(node: number): number;
  /** The half after this one, or -1. */
  nextHalf(half: number): number;
  /** The node at the other end. */
  farEnd(half: number): number;

  /** `strength * confidence`, 0..1, rounded to twelve decimals. */
  weight(edge: number): number;
  isBidirectional(edge: number): boolean;
  typeCode(edge: number): number;
  /** -1 for a type that no edge has. */
  findType(name: string): number;

  /** Negative, zero or positive, as their ids compare. */
  compareNodes(a: number, b: number): number;
  compareEdges(a: number, b: number): number;
}
