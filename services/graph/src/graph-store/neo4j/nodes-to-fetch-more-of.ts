import type { Traversal, TraversalPath } from '../../traversal/traversal.ts';

/**
 * Of the nodes whose lightest edges were not fetched, those where these may belong to the answer: all of them while it
 * has room for more paths; then those that a path leads to which, with an edge no heavier than the lightest that was
 * fetched, would still come before the last path of the answer.
 *
 * @param traversal to this depth, from what was fetched
 * @param lightest by node: the weight of the lightest edge that was fetched
 * @see Traversal for the order of paths
 */
export function nodesToFetchMoreOf(
  traversal: Traversal,
  depth: number,
  lightest: ReadonlyMap<string, number>,
): string[] {
  if (!traversal.truncated) return [...lightest.keys()];
  const last = traversal.paths.at(-1);
  if (last?.edgeIds.length !== depth) return [];
  const needed = new Set<string>();
  for (const path of traversal.paths) {
    if (path.edgeIds.length !== depth - 1) continue;
    const id = path.nodeIds.at(-1)!;
    const weight = lightest.get(id);
    if (weight === undefined) continue;
    const score = path.score * weight;
    if (score > last.score || (score === last.score && comesBefore(path, last))) needed.add(id);
  }
  return [...needed];
}

/** By ids alone; false where `other` goes on from `path`, for then what was fetched of its edges comes before the rest. */
function comesBefore(path: TraversalPath, other: TraversalPath): boolean {
  for (let step = 0; step < path.edgeIds.length; step++) {
    const [node, otherNode] = [path.nodeIds[step + 1]!, other.nodeIds[step + 1]!];
    if (node !== otherNode) return node > otherNode;
    const [edge, otherEdge] = [path.edgeIds[step]!, other.edgeIds[step]!];
    if (edge !== otherEdge) return edge > otherEdge;
  }
  return false;
}
