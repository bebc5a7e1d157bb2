import type { Adjacency } from '../traversal/adjacency.ts';
import { bestList } from '../traversal/best-list.ts';
import type { ExpandedNode, Expansion, ExpansionLimits, ExpansionRequest } from './expansion.ts';
import { heaviestSteps, type MassStep } from './heaviest-steps.ts';
import { createNodeSpace, type NodeSpace } from './node-space.ts';

export const EXPANSION_LIMITS: ExpansionLimits = {
  maxFanOut: 32,
  maxFrontier: 256,
  maxVisits: 100_000,
  maxVisitsPerNode: 10_000,
};

/** What one call of `allow` costs, in halves looked at: it gets an id that must be spelled first. */
const VISITS_PER_QUESTION = 10;

interface Reached {
  node: number;
  mass: number;
  depth: number;
  /** Place in `start`; infinite for a node that mass has found. */
  order: number;
}

/**
 * Personalized PageRank, truncated: `sum over t = 0..maxDepth of damping^t * P^t * seeds`, to which the mass
 * of the starting nodes that are no seeds is added. `P` moves the mass of a node along its edges, whichever
 * way they point, in proportion to their weights. The weights of a node are divided by their sum only where
 * that is above 1: one weak edge alone carries its weight, not everything.
 *
 * Costs no more than `limits` allow: mass takes the heaviest edges of a node, and each step starts from the
 * heaviest nodes.
 *
 * @returns see {@link Expansion}
 * @see Page, Brin, Motwani, Winograd: The PageRank Citation Ranking, 1999, section 6 (personalized);
 *   Andersen, Chung, Lang: Local Graph Partitioning using PageRank Vectors, FOCS 2006 (mass that stays near)
 * @see ARCHITECTURE.md section 6
 */
export function expand(
  graph: Adjacency,
  request: ExpansionRequest,
  limits: ExpansionLimits = EXPANSION_LIMITS,
): Expansion {
  const nodes = createNodeSpace(graph);
  const reached = startingNodes(request, nodes);
  const stepsFrom = massSteps(graph, request, limits, nodes, reached);
  const carried = new Map<number, number>();
  let truncated = false;

  let frontier = new Map<number, number>();
  for (const seed of seedsOf(reached, request.seedLimit)) frontier.set(seed.node, seed.mass);
  for (let depth = 1; depth <= request.maxDepth && frontier.size > 0; depth++) {
    if (frontier.size > limits.maxFrontier) {
      frontier = heaviestNodes(frontier, limits.maxFrontier, nodes);
      truncated = true;
    }
    const next = new Map<number, number>();
    for (const [node, mass] of frontier) {
      const steps = stepsFrom(node);
      let total = 0;
      for (const step of steps.list) total += step.weight;
      const share = (request.damping * mass) / Math.max(1, total);
      for (const step of steps.list) {
        const moved = share * step.weight;
        next.set(step.node, (next.get(step.node) ?? 0) + moved);
        if (step.edge >= 0) carried.set(step.edge, (carried.get(step.edge) ?? 0) + moved);
      }
      truncated ||= steps.cut;
    }
    for (const [node, mass] of next) {
      const known = reached.get(node);
      if (known) known.mass += mass;
      else reached.set(node, { node, mass, depth, order: Infinity });
    }
    frontier = next;
  }

  const kept = bestList(request.maxNodes, compareReached(nodes));
  for (const node of reached.values()) kept.offer(node);
  const ranked = kept.sorted();
  return {
    nodes: ranked.map(({ node, mass, depth }): ExpandedNode => ({ id: nodes.id(node), mass, depth })),
    edges: heaviestEdges(graph, carried, new Set(ranked.map(({ node }) => node)), request.maxEdges),
    truncated,
  };
}

function startingNodes(request: ExpansionRequest, nodes: NodeSpace): Map<number, Reached> {
  const reached = new Map<number, Reached>();
  for (const { id, mass } of request.start) {
    const node = nodes.handle(id);
    const known = reached.get(node);
    if (known) known.mass += mass;
    else reached.set(node, { node, mass, depth: 0, order: reached.size });
  }
  return reached;
}

function seedsOf(starting: ReadonlyMap<number, Reached>, limit: number): Reached[] {
  const heavy = [...starting.values()].filter(({ mass }) => mass > 0);
  return heavy.sort((a, b) => b.mass - a.mass).slice(0, limit);
}

/** The steps from each node, worked out once; `cut` when the bound on visits left some unseen. */
function massSteps(
  graph: Adjacency,
  request: ExpansionRequest,
  limits: ExpansionLimits,
  nodes: NodeSpace,
  starting: ReadonlyMap<number, Reached>,
): (node: number) => { list: readonly MassStep[]; cut: boolean } {
  const extra = extraSteps(request.extraEdges ?? [], nodes);
  const known = new Map<number, { list: readonly MassStep[]; cut: boolean }>();
  const verdicts = new Map<number, boolean>();
  for (const node of starting.keys()) verdicts.set(node, true);
  const { allow } = request;
  let visitsLeft = limits.maxVisits;

  function accept(node: number): boolean {
    if (allow === undefined) return true;
    let verdict = verdicts.get(node);
    if (verdict === undefined) {
      visitsLeft -= VISITS_PER_QUESTION;
      verdicts.set(node, (verdict = allow(nodes.id(node))));
    }
    return verdict;
  }

  return (node) => {
    let steps = known.get(node);
    if (steps === undefined) {
      const stop = Math.max(0, visitsLeft - limits.maxVisitsPerNode);
      let cut = false;
      const list = heaviestSteps(graph, nodes, node, {
        limit: limits.maxFanOut,
        extra: extra.get(node) ?? [],
        accept,
        visit() {
          cut = visitsLeft <= stop;
          visitsLeft--;
          return !cut;
        },
      });
      known.set(node, (steps = { list, cut }));
    }
    return steps;
  };
}

function extraSteps(
  extraEdges: NonNullable<ExpansionRequest['extraEdges']>,
  nodes: NodeSpace,
): Map<number, MassStep[]> {
  const steps = new Map<number, MassStep[]>();
  const add = (from: number, step: MassStep): void => {
    const list = steps.get(from);
    if (list) list.push(step);
    else steps.set(from, [step]);
  };
  for (const { fromId, toId, weight } of extraEdges) {
    const from = nodes.handle(fromId);
    const to = nodes.handle(toId);
    if (from === to) continue;
    add(from, { node: to, edge: -1, weight });
    add(to, { node: from, edge: -1, weight });
  }
  return steps;
}

function heaviestNodes(
  frontier: ReadonlyMap<number, number>,
  limit: number,
  nodes: NodeSpace,
): Map<number, number> {
  const best = bestList<[number, number]>(limit, (a, b) => b[1] - a[1] || nodes.compare(b[0], a[0]));
  for (const entry of frontier) best.offer(entry);
  return new Map(best.sorted());
}

function compareReached(nodes: NodeSpace): (a: Reached, b: Reached) => number {
  // Two infinite orders differ by NaN, which is as good as 0 here.
  return (a, b) => b.mass - a.mass || a.depth - b.depth || a.order - b.order || nodes.compare(b.node, a.node);
}

function heaviestEdges(
  graph: Adjacency,
  carried: ReadonlyMap<number, number>,
  nodes: ReadonlySet<number>,
  limit: number,
): number[] {
  const best = bestList<number>(
    limit,
    (a, b) => carried.get(b)! - carried.get(a)! || graph.compareEdges(b, a),
  );
  for (const edge of carried.keys()) {
    if (nodes.has(graph.farEnd(2 * edge)) && nodes.has(graph.farEnd(2 * edge + 1))) best.offer(edge);
  }
  return best.sorted();
}
