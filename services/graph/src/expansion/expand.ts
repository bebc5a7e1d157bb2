import { toSelectionBounds } from '../traversal/graph-selection.ts';
import { createTopK } from '../traversal/top-k.ts';
import type {
  ExpandedNode,
  Expansion,
  ExpansionGraph,
  ExpansionLimits,
  ExpansionRequest,
} from './expansion.ts';
import { createNodeIndex } from './node-index.ts';
import type { NodeIndex } from './node-index.ts';
import { topTransitions } from './top-transitions.ts';
import type { Transition } from './top-transitions.ts';
import { largestTransfers, tracePath } from './trace-paths.ts';
import type { StepTransfers } from './trace-paths.ts';

export const EXPANSION_LIMITS: ExpansionLimits = {
  maxFanOut: 32,
  maxFrontier: 256,
  maxVisits: 100_000,
  maxVisitsPerNode: 10_000,
};

interface ScoredNode {
  node: number;
  score: number;
  depth: number;
  /** Position of the node in `start`, or Infinity for a node that the walk found. */
  order: number;
}

/** The transitions of one node. */
interface NodeTransitions {
  transitions: readonly Transition[];
  /** True if a limit on visits left half-edges unexamined. */
  isIncomplete: boolean;
}

/**
 * Truncated personalized PageRank: `sum over t = 0..maxDepth of damping^t * P^t * seeds`, plus the scores of
 * the start nodes that are not seeds. `P` transfers the score of a node along its edges, in both directions,
 * in proportion to their weights. The weights of a node are divided by their sum only if the sum is above 1.
 * A node with one weak edge therefore transfers only a small part of its score.
 *
 * `limits` bounds the work. A node transfers scores only along its edges with the highest weight, and each
 * step continues only from the nodes with the highest score.
 *
 * @see Page, Brin, Motwani, Winograd: The PageRank Citation Ranking, 1999, section 6 (personalized PageRank)
 * @see Andersen, Chung, Lang: Local Graph Partitioning using PageRank Vectors, FOCS 2006 (local approximation)
 * @see docs/reference/relationships.md#graph-expansion
 */
export function expand(
  graph: ExpansionGraph,
  request: ExpansionRequest,
  limits: ExpansionLimits = EXPANSION_LIMITS,
): Expansion {
  const nodes = createNodeIndex(graph);
  const reached = startNodes(request, nodes);
  const transitionsOf = createTransitionLookup(graph, request, limits, nodes);
  const scorePerWeight = (score: number, transitions: readonly Transition[]): number => {
    let totalWeight = 0;
    for (const { weight } of transitions) totalWeight += weight;
    return (request.damping * score) / Math.max(1, totalWeight);
  };
  const steps: StepTransfers[] = [];
  let truncated = false;

  let frontier = new Map<number, number>();
  for (const seed of seedsOf(reached, request.seedLimit)) frontier.set(seed.node, seed.score);
  for (let depth = 1; depth <= request.maxDepth && frontier.size > 0; depth++) {
    if (frontier.size > limits.maxFrontier) {
      frontier = highestScores(frontier, limits.maxFrontier, nodes);
      truncated = true;
    }
    const next = new Map<number, number>();
    for (const [node, score] of frontier) {
      const { transitions, isIncomplete } = transitionsOf(node);
      const perWeight = scorePerWeight(score, transitions);
      for (const { target, weight } of transitions) {
        next.set(target, (next.get(target) ?? 0) + perWeight * weight);
      }
      truncated ||= isIncomplete;
    }
    if (request.explain)
      steps.push(largestTransfers(frontier, (node) => transitionsOf(node).transitions, scorePerWeight));
    for (const [node, score] of next) {
      const known = reached.get(node);
      if (known) known.score += score;
      else reached.set(node, { node, score, depth, order: Infinity });
    }
    frontier = next;
  }

  const compare = compareScoredNodes(nodes);
  const returned: ScoredNode[] = [];
  const best = createTopK(request.maxReached, compare);
  for (const node of reached.values()) {
    if (node.depth === 0) returned.push(node);
    else best.offer(node);
  }
  returned.push(...best.items());
  return {
    nodes: returned.sort(compare).map(({ node, score, depth }): ExpandedNode => ({
      id: nodes.id(node),
      score,
      depth,
      ...(request.explain && { path: depth === 0 ? null : tracePath(node, steps, nodes) }),
    })),
    truncated,
  };
}

function startNodes(request: ExpansionRequest, nodes: NodeIndex): Map<number, ScoredNode> {
  const start = new Map<number, ScoredNode>();
  for (const { id, score } of request.start) {
    const node = nodes.ordinalOf(id);
    const known = start.get(node);
    if (known) known.score += score;
    else start.set(node, { node, score, depth: 0, order: start.size });
  }
  return start;
}

function seedsOf(start: ReadonlyMap<number, ScoredNode>, limit: number): ScoredNode[] {
  const positive = [...start.values()].filter(({ score }) => score > 0);
  return positive.sort((a, b) => b.score - a.score).slice(0, limit);
}

/** Returns a function that finds the transitions of a node and caches them. */
function createTransitionLookup(
  graph: ExpansionGraph,
  request: ExpansionRequest,
  limits: ExpansionLimits,
  nodes: NodeIndex,
): (node: number) => NodeTransitions {
  const extra = extraTransitions(request.extraEdges ?? [], nodes);
  const bounds = toSelectionBounds(request);
  const cache = new Map<number, NodeTransitions>();
  let visitsLeft = limits.maxVisits;

  function find(node: number): NodeTransitions {
    const minVisitsLeft = Math.max(0, visitsLeft - limits.maxVisitsPerNode);
    let isIncomplete = false;
    const transitions = topTransitions(graph, nodes, node, {
      limit: limits.maxFanOut,
      extra: extra.get(node) ?? [],
      bounds,
      visit() {
        isIncomplete = visitsLeft <= minVisitsLeft;
        visitsLeft--;
        return !isIncomplete;
      },
    });
    return { transitions, isIncomplete };
  }

  return (node) => {
    let found = cache.get(node);
    if (found === undefined) cache.set(node, (found = find(node)));
    return found;
  };
}

function extraTransitions(
  extraEdges: NonNullable<ExpansionRequest['extraEdges']>,
  nodes: NodeIndex,
): Map<number, Transition[]> {
  const transitions = new Map<number, Transition[]>();
  const add = (source: number, transition: Transition): void => {
    const list = transitions.get(source);
    if (list) list.push(transition);
    else transitions.set(source, [transition]);
  };
  for (const { fromId, toId, weight } of extraEdges) {
    const from = nodes.ordinalOf(fromId);
    const to = nodes.ordinalOf(toId);
    if (from === to) continue;
    add(from, { target: to, weight });
    add(to, { target: from, weight });
  }
  return transitions;
}

function highestScores(
  frontier: ReadonlyMap<number, number>,
  limit: number,
  nodes: NodeIndex,
): Map<number, number> {
  const best = createTopK<[number, number]>(limit, (a, b) => b[1] - a[1] || nodes.compare(b[0], a[0]));
  for (const entry of frontier) best.offer(entry);
  return new Map(best.sorted());
}

function compareScoredNodes(nodes: NodeIndex): (a: ScoredNode, b: ScoredNode) => number {
  return (a, b) =>
    b.score - a.score ||
    a.depth - b.depth ||
    // The difference of two infinite orders is NaN, which `||` treats like 0.
    a.order - b.order ||
    nodes.compare(b.node, a.node);
}
