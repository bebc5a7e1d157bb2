import { CompactGraph } from '../compact-graph.ts';

/**
 * The fetched part of a remote graph. A node whose edges were not fetched appears to have no edges. When a
 * walk visits such a node, the node is recorded, so that its edges can be fetched before the walk runs again.
 */
export class PartialGraph extends CompactGraph {
  readonly #fetched = new Set<number>();
  readonly #unfetched = new Set<number>();

  /** Returns an ordinal for every valid UUID, because the node may be in the part that was not fetched. */
  override findNode(id: string): number {
    return this.addNode(id);
  }

  override firstHalfEdge(node: number): number {
    if (this.#fetched.has(node)) return super.firstHalfEdge(node);
    this.#unfetched.add(node);
    return -1;
  }

  /** Returns the recorded nodes, whose edges the caller must fetch, and marks them as fetched. */
  takeUnfetched(): string[] {
    const unfetched = [...this.#unfetched];
    this.#unfetched.clear();
    for (const node of unfetched) this.#fetched.add(node);
    return unfetched.map((node) => this.nodeId(node));
  }
}
