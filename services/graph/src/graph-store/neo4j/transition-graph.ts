import type { ExpansionGraph } from '../../expansion/expansion.ts';
import { UuidTable } from '../uuid-table.ts';

/** The edges along which a node transfers its score. */
export interface NodeTransitions {
  /** Id of the node. */
  id: string;
  /** Node at the other end of each edge. */
  targetIds: readonly string[];
  /** Weight of each edge. */
  weights: readonly number[];
  /** True if the limit on examined edges left edges of the node unexamined. */
  incomplete: boolean;
}

/**
 * The fetched part of a remote graph. A node whose edges were not fetched appears to have no edges. When an
 * expansion visits such a node, the node is recorded, so that its edges can be fetched before the expansion
 * runs again.
 *
 * An edge has one half-edge per fetched node, and the ordinal of a half-edge is twice the ordinal of its
 * edge, as {@link ExpansionGraph} requires.
 */
export class TransitionGraph implements ExpansionGraph {
  readonly #nodes = new UuidTable();
  readonly #targets: number[] = [];
  readonly #weights: number[] = [];
  /** Per fetched node: its first half-edge, or -1. */
  readonly #firstHalfEdge = new Map<number, number>();
  /** Half-edges that are the last of their node. */
  readonly #last = new Set<number>();
  readonly #unfetched = new Set<number>();

  /** Adds the edges of a node that {@link takeUnfetched} has returned, or that may be visited later. */
  add({ id, targetIds, weights }: NodeTransitions): void {
    const node = this.#nodes.intern(id);
    if (this.#firstHalfEdge.has(node)) return;
    this.#firstHalfEdge.set(node, targetIds.length === 0 ? -1 : 2 * this.#targets.length);
    if (targetIds.length === 0) return;
    targetIds.forEach((targetId, index) => {
      this.#targets.push(this.#nodes.intern(targetId));
      this.#weights.push(weights[index]!);
    });
    this.#last.add(2 * (this.#targets.length - 1));
  }

  /** Returns the recorded nodes, whose edges the caller must fetch and {@link add}. */
  takeUnfetched(): string[] {
    const unfetched = [...this.#unfetched].filter((node) => !this.#firstHalfEdge.has(node));
    this.#unfetched.clear();
    return unfetched.map((node) => this.#nodes.id(node));
  }

  /** Returns an ordinal for every valid UUID, because the node may be in the part that was not fetched. */
  findNode(id: string): number {
    return this.#nodes.intern(id);
  }

  nodeId(node: number): string {
    return this.#nodes.id(node);
  }

  compareNodes(a: number, b: number): number {
    return this.#nodes.compare(a, b);
  }

  firstHalfEdge(node: number): number {
    const first = this.#firstHalfEdge.get(node);
    if (first === undefined) this.#unfetched.add(node);
    return first ?? -1;
  }

  nextHalfEdge(halfEdge: number): number {
    return this.#last.has(halfEdge) ? -1 : halfEdge + 2;
  }

  target(halfEdge: number): number {
    return this.#targets[halfEdge >> 1]!;
  }

  weight(edge: number): number {
    return this.#weights[edge]!;
  }

  /** Only selected edges are fetched. */
  isSelected(): boolean {
    return true;
  }

  /** Only selected nodes are fetched. */
  isNodeSelected(): boolean {
    return true;
  }
}
