import type { ExpansionGraph } from './expansion.ts';

/** Ordinals of the nodes of a graph and of unknown nodes. The ordinals of unknown nodes are negative. */
export interface NodeIndex {
  /** Returns the ordinal of a node. Assigns one if the id is new. */
  ordinalOf(id: string): number;
  id(node: number): string;
  /** Compares two nodes by id. Returns a negative number, 0 or a positive number. */
  compare(a: number, b: number): number;
  /** Returns the first half-edge of a node, or -1 if the graph does not have the node. */
  firstHalfEdge(node: number): number;
}

export function createNodeIndex(graph: ExpansionGraph): NodeIndex {
  const unknownIds: string[] = [];
  const unknownOrdinals = new Map<string, number>();

  function id(node: number): string {
    return node < 0 ? unknownIds[-1 - node]! : graph.nodeId(node);
  }

  return {
    ordinalOf(nodeId) {
      const known = graph.findNode(nodeId);
      if (known >= 0) return known;
      const lowerCaseId = nodeId.toLowerCase();
      let ordinal = unknownOrdinals.get(lowerCaseId);
      if (ordinal === undefined) unknownOrdinals.set(lowerCaseId, (ordinal = -unknownIds.push(lowerCaseId)));
      return ordinal;
    },
    id,
    compare(a, b) {
      if (a >= 0 && b >= 0) return graph.compareNodes(a, b);
      const [left, right] = [id(a), id(b)];
      return left < right ? -1 : left > right ? 1 : 0;
    },
    firstHalfEdge: (node) => (node < 0 ? -1 : graph.firstHalfEdge(node)),
  };
}
