/** A path of memory ids and relationship ids: `relationships[i]` connects `nodes[i]` with `nodes[i + 1]`. */
export interface Path {
  nodes: string[];
  relationships: string[];
}

/** Sizes of the paths, memories and relationships in a result, in estimated tokens. */
export interface ElementSizes {
  path(path: Path): number;
  node(id: string): number;
  edge(id: string): number;
}

/**
 * Returns the longest prefix of `paths` that fits into `budget` estimated tokens, including the memories and
 * relationships on the paths. Elements that several paths share count once. Stops at the first path that
 * does not fit. Paths are sorted by length, so a result that contains a path also contains the shorter paths
 * that lead to it.
 */
export function fitPaths<P extends Path>(paths: readonly P[], sizes: ElementSizes, budget: number): P[] {
  const nodes = new Set<string>();
  const edges = new Set<string>();
  let remaining = budget;
  const end = paths.findIndex((path) => {
    remaining -= sizes.path(path);
    remaining -= addNew(path.nodes, nodes, sizes.node) + addNew(path.relationships, edges, sizes.edge);
    return remaining < 0;
  });
  return end === -1 ? [...paths] : paths.slice(0, end);
}

function addNew(ids: readonly string[], known: Set<string>, sizeOf: (id: string) => number): number {
  let size = 0;
  for (const id of ids) {
    if (known.has(id)) continue;
    known.add(id);
    size += sizeOf(id);
  }
  return size;
}
