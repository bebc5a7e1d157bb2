import type { Adjacency } from '../traversal/adjacency.ts';

/** The nodes of a graph together with nodes that it does not have; the latter get handles below zero. */
export interface NodeSpace {
  handle(id: string): number;
  id(node: number): string;
  compare(a: number, b: number): number;
  /** First half of a node, -1 for one that the graph does not have. */
  firstHalf(node: number): number;
}

export function createNodeSpace(graph: Adjacency): NodeSpace {
  const strangers: string[] = [];
  const handles = new Map<string, number>();

  function id(node: number): string {
    return node < 0 ? strangers[-1 - node]! : graph.nodeId(node);
  }

  return {
    handle(text) {
      const known = graph.findNode(text);
      if (known >= 0) return known;
      const lower = text.toLowerCase();
      let handle = handles.get(lower);
      if (handle === undefined) handles.set(lower, (handle = -strangers.push(lower)));
      return handle;
    },
    id,
    compare(a, b) {
      if (a >= 0 && b >= 0) return graph.compareNodes(a, b);
      const [left, right] = [id(a), id(b)];
      return left < right ? -1 : left > right ? 1 : 0;
    },
    firstHalf: (node) => (node < 0 ? -1 : graph.firstHalf(node)),
  };
}
