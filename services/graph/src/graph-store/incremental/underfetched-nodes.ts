import type { Traversal, TraversalPath } from '../../traversal/traversal.ts';

/**
 * Finds the nodes whose edges were fetched only in part and whose remaining edges may change the result of a
 * traversal. If the traversal is not truncated, these are all partially fetched nodes. Otherwise they are the
 * nodes where a path that continues with an edge of the lowest fetched weight would still sort before the
 * last path of the result.
 *
 * @param traversal result from the fetched edges, with `maxDepth: depth`
 * @param lowestWeights by node id: the lowest weight among the fetched edges of a partially fetched node
 * @returns node ids
 */
export function underfetchedNodes(
  traversal: Traversal,
  depth: number,
  lowestWeights: ReadonlyMap<string, number>,
): string[] {
  if (!traversal.truncated) return [...lowestWeights.keys()];
  const last = traversal.paths.at(-1);
  if (last?.edgeIds.length !== depth) return [];
  const underfetched = new Set<string>();
  for (const path of traversal.paths) {
    if (path.edgeIds.length !== depth - 1) continue;
    const id = path.nodeIds.at(-1)!;
    const weight = lowestWeights.get(id);
    if (weight === undefined) continue;
    const score = path.score * weight;
    if (score > last.score || (score === last.score && sortsBefore(path, last))) underfetched.add(id);
  }
  return [...underfetched];
}

/**
 * Returns true if `path` sorts before `other` by the ids along the paths. Returns false if `other` extends
 * `path`, because the fetched edges of a node sort before its remaining edges.
 */
function sortsBefore(path: TraversalPath, other: TraversalPath): boolean {
  for (let index = 0; index < path.edgeIds.length; index++) {
    const [node, otherNode] = [path.nodeIds[index + 1]!, other.nodeIds[index + 1]!];
    if (node !== otherNode) return node > otherNode;
    const [edge, otherEdge] = [path.edgeIds[index]!, other.edgeIds[index]!];
    if (edge !== otherEdge) return edge > otherEdge;
  }
  return false;
}
