import type { Adjacency } from './adjacency.ts';
import { createTopK } from './top-k.ts';
import { traversableHalfEdges } from './traversable-half-edges.ts';
import type { Traversal, TraversalLimits, TraversalPath, TraversalRequest } from './traversal.ts';

export const TRAVERSAL_LIMITS: TraversalLimits = { maxPaths: 1_000, maxVisits: 1_000_000 };

/**
 * Maximum number of half-edges from the end of a path back to nodes of the same path (10 nodes × 24 types × 2
 * directions). These half-edges cannot extend the path. Therefore, only the `maxPaths` + 480 half-edges of a
 * node with the highest weight can be part of the result. Paths with score 0 are an exception, because they
 * are sorted by ids. A half-edge that was dropped for its low weight could then have come first.
 */
export const MAX_RETURNING_HALF_EDGES = 480;

/** A path as a linked list: its last node and edge, and the path before them. */
interface LinkedPath {
  parent: LinkedPath | null;
  node: number;
  /** Last edge of the path, or -1 for the start. */
  edge: number;
  score: number;
  /** Rank among the paths of the same length when they are sorted by ids only. */
  idRank: number;
}

/**
 * Finds the best paths with a breadth-first search. While all paths of a level fit into the remainder of
 * `maxPaths`, the level is kept and extended to the next level. The first level that does not fit keeps its
 * best paths and ends the search. At most `maxPaths` paths are extended, and the result is still exact.
 *
 * @param request a start that is not in the graph has no paths
 * @see docs/reference/relationships.md#traverse-the-graph
 */
export function traverse(
  graph: Adjacency,
  request: TraversalRequest,
  limits: TraversalLimits = TRAVERSAL_LIMITS,
): Traversal {
  const budget = { left: limits.maxVisits };
  const halfEdgesOf = traversableHalfEdges(
    graph,
    request,
    limits.maxPaths + MAX_RETURNING_HALF_EDGES,
    budget,
  );
  const start = graph.findNode(request.startId);
  const found: LinkedPath[] = [];
  let truncated = false;
  let level: LinkedPath[] = start < 0 ? [] : [{ parent: null, node: start, edge: -1, score: 1, idRank: 0 }];

  const compareIds = (a: LinkedPath, b: LinkedPath): number =>
    a.parent!.idRank - b.parent!.idRank ||
    graph.compareNodes(b.node, a.node) ||
    graph.compareEdges(b.edge, a.edge);
  const comparePaths = (a: LinkedPath, b: LinkedPath): number => b.score - a.score || compareIds(a, b);

  for (let depth = 1; depth <= request.maxDepth && level.length > 0 && !truncated; depth++) {
    const best = createTopK(limits.maxPaths - found.length, comparePaths);
    for (const path of level) {
      // The level is sorted by score, and extending a path never raises its score.
      if (best.overflowed && path.score < (best.worst()?.score ?? Infinity)) break;
      for (const halfEdge of halfEdgesOf(path.node)) {
        if (--budget.left < 0) break;
        const edge = halfEdge >> 1;
        const score = path.score * graph.weight(edge);
        if (score < (best.worst()?.score ?? 0)) continue;
        const node = graph.target(halfEdge);
        if (!contains(path, node)) best.offer({ parent: path, node, edge, score, idRank: 0 });
      }
    }
    level = best.sorted();
    for (const path of level) found.push(path);
    truncated = best.overflowed || budget.left < 0;
    if (!truncated && depth < request.maxDepth) rankByIds(level, compareIds);
  }
  return toTraversal(graph, request.startId, found, truncated);
}

function contains(path: LinkedPath, node: number): boolean {
  for (let part: LinkedPath | null = path; part !== null; part = part.parent)
    if (part.node === node) return true;
  return false;
}

function rankByIds(level: readonly LinkedPath[], compareIds: (a: LinkedPath, b: LinkedPath) => number): void {
  level.toSorted(compareIds).forEach((path, rank) => (path.idRank = rank));
}

function toTraversal(
  graph: Adjacency,
  startId: string,
  found: readonly LinkedPath[],
  truncated: boolean,
): Traversal {
  const nodeIds = new Map<number, string>();
  const edgeIds = new Map<number, string>();
  const visitedIds = [startId.toLowerCase()];
  const start = graph.findNode(startId);
  if (start >= 0) nodeIds.set(start, visitedIds[0]!);

  // `found` lists a path before its extensions.
  const pathOf = new Map<LinkedPath, TraversalPath>();
  const paths = found.map((linked) => {
    let nodeId = nodeIds.get(linked.node);
    if (nodeId === undefined) {
      nodeIds.set(linked.node, (nodeId = graph.nodeId(linked.node)));
      visitedIds.push(nodeId);
    }
    let edgeId = edgeIds.get(linked.edge);
    if (edgeId === undefined) edgeIds.set(linked.edge, (edgeId = graph.edgeId(linked.edge)));
    const parent = pathOf.get(linked.parent!);
    const path: TraversalPath = {
      nodeIds: [...(parent?.nodeIds ?? [visitedIds[0]!]), nodeId],
      edgeIds: [...(parent?.edgeIds ?? []), edgeId],
      score: linked.score,
    };
    pathOf.set(linked, path);
    return path;
  });
  return { paths, visitedIds, maxDepthReached: paths.at(-1)?.edgeIds.length ?? 0, truncated };
}
