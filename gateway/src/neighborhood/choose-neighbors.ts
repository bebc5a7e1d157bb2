import type { NodeEdgesWire } from '@loci/contracts';

export interface ChosenNeighbors {
  ids: string[];
  /** True if `limit` excluded a neighbor. */
  isTruncated: boolean;
}

/**
 * Chooses up to `limit` neighbors of several memories: first the neighbor with the strongest relationship of each memory, then
 * the second one of each memory, and so on, so that a memory with many relationships does not displace the neighbors of
 * the others.
 *
 * @param edgesOf relationships of each memory, strongest first
 * @param known memories that are not chosen
 */
export function chooseNeighbors(
  edgesOf: readonly NodeEdgesWire[],
  known: ReadonlySet<string>,
  limit: number,
): ChosenNeighbors {
  const chosen = new Set<string>();
  const longest = Math.max(0, ...edgesOf.map(({ edges }) => edges.length));
  for (let rank = 0; rank < longest; rank++) {
    for (const { id, edges } of edgesOf) {
      const edge = edges[rank];
      if (edge === undefined) continue;
      const neighbor = edge.from_id === id ? edge.to_id : edge.from_id;
      if (known.has(neighbor) || chosen.has(neighbor)) continue;
      if (chosen.size === limit) return { ids: [...chosen], isTruncated: true };
      chosen.add(neighbor);
    }
  }
  return { ids: [...chosen], isTruncated: false };
}
