import { CompactGraph } from '../compact-graph.ts';

/**
 * The part of a graph that a walk has needed so far. A node whose edges have not been fetched looks as if it had
 * none, and is noted: the walk is taken again once they are there.
 */
export class FetchedGraph extends CompactGraph {
  readonly #fetched = new Set<number>();
  readonly #missing = new Set<number>();

  /** Every well-formed id has a handle, for the node may be in the part that is not fetched. */
  override findNode(id: string): number {
    return this.addNode(id);
  }

  override firstHalf(node: number): number {
    if (this.#fetched.has(node)) return super.firstHalf(node);
    this.#missing.add(node);
    return -1;
  }

  /** The nodes that were asked for and are not here; from now on they count as fetched. */
  takeMissing(): string[] {
    const missing = [...this.#missing];
    this.#missing.clear();
    for (const node of missing) this.#fetched.add(node);
    return missing.map((node) => this.nodeId(node));
  }
}
