/** A path over memories: `relationships[i]` leads from `nodes[i]` to `nodes[i + 1]`. */
export interface Path {
  nodes: string[];
  relationships: string[];
}

/** Characters of JSON that something adds to a result, the first time that it is in one. */
export interface Sizes {
  node(id: string): number;
  edge(id: string): number;
}

/**
 * As many paths, from the first on, as fit into `budget` characters with the memories and relationships on them.
 * What several paths share counts once. Stops at the first path that does not fit, so that the prefixes of a path
 * are always there with it.
 */
export function fitPaths<P extends Path>(paths: readonly P[], sizes: Sizes, budget: number): P[] {
  const nodes = new Set<string>();
  const edges = new Set<string>();
  let left = budget;
  const end = paths.findIndex((path) => {
    left -= JSON.stringify(path).length;
    left -= countNew(path.nodes, nodes, sizes.node) + countNew(path.relationships, edges, sizes.edge);
    return left < 0;
  });
  return end === -1 ? [...paths] : paths.slice(0, end);
}

function countNew(ids: readonly string[], known: Set<string>, sizeOf: (id: string) => number): number {
  let size = 0;
  for (const id of ids) {
    if (known.has(id)) continue;
    known.add(id);
    size += sizeOf(id);
  }
  return size;
}
