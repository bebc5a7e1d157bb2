import type { Adjacency } from './adjacency.ts';
import { allowedSteps } from './allowed-steps.ts';
import { bestList } from './best-list.ts';
import type { Traversal, TraversalLimits, TraversalPath, TraversalRequest } from './traversal.ts';

export const TRAVERSAL_LIMITS: TraversalLimits = { maxPaths: 1_000, maxVisits: 1_000_000 };

/**
 * From one node at most this many halves beyond `maxPaths` lead to nodes that a path has already: ten nodes,
 * 24 types, two directions. So a list cut to both numbers together still holds all that can be returned
 * (but for the order of paths that score 0, where weight no longer counts and the cut went by weight).
 */
export const MAX_STEPS_BACK = 480;

/** A path as its last step; the rest is its parent's. */
interface Step {
  parent: Step | null;
  node: number;
  edge: number;
  score: number;
  /** Place among the paths of its length when they are sorted by ids alone. */
  idRank: number;
}

/**
 * Finds the best paths level by level. A level that fits in what is left of `maxPaths` is kept whole and the
 * next one grows from it; the first that does not fit is the last one, and keeps its best. So no more than
 * `maxPaths` paths are ever extended, however many there are, and the answer is still exact.
 *
 * @param request `maxDepth` at least 1; an unknown start has no paths
 * @returns see {@link Traversal}
 * @see SPEC.md "Relationships" 8; DECISIONS.md "Relationships"
 */
export function traverse(
  graph: Adjacency,
  request: TraversalRequest,
  limits: TraversalLimits = TRAVERSAL_LIMITS,
): Traversal {
  const budget = { left: limits.maxVisits };
  const stepsFrom = allowedSteps(graph, request, limits.maxPaths + MAX_STEPS_BACK, budget);
  const start = graph.findNode(request.startId);
  const found: Step[] = [];
  let truncated = false;
  let level: Step[] = start < 0 ? [] : [{ parent: null, node: start, edge: -1, score: 1, idRank: 0 }];

  const compareIds = (a: Step, b: Step): number =>
    a.parent!.idRank - b.parent!.idRank ||
    graph.compareNodes(b.node, a.node) ||
    graph.compareEdges(b.edge, a.edge);
  const compareSteps = (a: Step, b: Step): number => b.score - a.score || compareIds(a, b);

  for (let depth = 1; depth <= request.maxDepth && level.length > 0 && !truncated; depth++) {
    const best = bestList(limits.maxPaths - found.length, compareSteps);
    for (const path of level) {
      // Best paths first, and no step makes a path better: the rest of the level cannot get in.
      if (best.overflowed && path.score < (best.worst()?.score ?? Infinity)) break;
      for (const half of stepsFrom(path.node)) {
        if (--budget.left < 0) break;
        const edge = half >> 1;
        const score = path.score * graph.weight(edge);
        if (score < (best.worst()?.score ?? 0)) continue;
        const node = graph.farEnd(half);
        if (!passes(path, node)) best.offer({ parent: path, node, edge, score, idRank: 0 });
      }
    }
    level = best.sorted();
    for (const path of level) found.push(path);
    truncated = best.overflowed || budget.left < 0;
    if (!truncated && depth < request.maxDepth) rankByIds(level, compareIds);
  }
  return answer(graph, request.startId, found, truncated);
}

function passes(path: Step, node: number): boolean {
  for (let step: Step | null = path; step !== null; step = step.parent) if (step.node === node) return true;
  return false;
}

function rankByIds(level: readonly Step[], compareIds: (a: Step, b: Step) => number): void {
  level.toSorted(compareIds).forEach((path, rank) => (path.idRank = rank));
}

function answer(graph: Adjacency, startId: string, found: readonly Step[], truncated: boolean): Traversal {
  const nodeIds = new Map<number, string>();
  const edgeIds = new Map<number, string>();
  const visitedIds = [startId.toLowerCase()];
  const start = graph.findNode(startId);
  if (start >= 0) nodeIds.set(start, visitedIds[0]!);

  // Parents come before their children, so a path is its parent's ids and one of each.
  const pathOf = new Map<Step, TraversalPath>();
  const paths = found.map((step) => {
    let nodeId = nodeIds.get(step.node);
    if (nodeId === undefined) {
      nodeIds.set(step.node, (nodeId = graph.nodeId(step.node)));
      visitedIds.push(nodeId);
    }
    let edgeId = edgeIds.get(step.edge);
    if (edgeId === undefined) edgeIds.set(step.edge, (edgeId = graph.edgeId(step.edge)));
    const parent = pathOf.get(step.parent!);
    const path: TraversalPath = {
      nodeIds: [...(parent?.nodeIds ?? [visitedIds[0]!]), nodeId],
      edgeIds: [...(parent?.edgeIds ?? []), edgeId],
      score: step.score,
    };
    pathOf.set(step, path);
    return path;
  });
  return { paths, visitedIds, maxDepthReached: paths.at(-1)?.edgeIds.length ?? 0, truncated };
}
