import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import type { GraphEdge } from '../graph-store/graph-store.ts';
import { expansionRequest, graphOf, randomEdges, testEdge, testId } from '../../test/random-graph.fixture.ts';
import { expand, EXPANSION_LIMITS } from './expand.ts';
import type { Expansion, ExpansionLimits, ExpansionRequest } from './expansion.ts';

const node = (order: number): string => testId('node', order);

/** Number of nodes in {@link randomExpansion}. The last two nodes have no stored edge. */
const NODES = 9;
const NODE_IDS = Array.from({ length: NODES }, (_, order) => node(order));

interface RandomExpansion {
  edges: GraphEdge[];
  request: ExpansionRequest;
  limits: ExpansionLimits;
}

const randomExpansion: fc.Arbitrary<RandomExpansion> = fc
  .record({
    edges: randomEdges(NODES - 2, 20),
    start: fc.uniqueArray(
      fc.record({ id: fc.constantFrom(...NODE_IDS), score: fc.constantFrom(0, 0.1, 0.4, 1) }),
      { selector: ({ id }) => id, maxLength: 6 },
    ),
    extraEdges: fc
      .uniqueArray(fc.record({ first: fc.nat(NODES - 2), weight: fc.constantFrom(0, 0.25, 1) }), {
        selector: ({ first }) => first,
      })
      .map((drawn) =>
        drawn.map(({ first, weight }) => ({ fromId: node(first), toId: node(first + 1), weight })),
      ),
    walk: fc.record({ seedLimit: fc.nat(6), maxDepth: fc.nat(5), damping: fc.constantFrom(0, 0.5, 0.85) }),
    maxFanOut: fc.constantFrom(2, 4, 32),
  })
  .map(({ edges, start, extraEdges, walk, maxFanOut }) => ({
    edges,
    request: expansionRequest({ start, extraEdges, ...walk }),
    limits: { ...EXPANSION_LIMITS, maxFanOut },
  }));

/** Runs `check` for random graphs and requests. */
const forRandomExpansions = (
  runs: number,
  check: (drawn: RandomExpansion, expansion: Expansion) => void,
): Promise<void> =>
  assertProperty(
    fc.property(randomExpansion, (drawn) =>
      check(drawn, expand(graphOf(drawn.edges), drawn.request, drawn.limits)),
    ),
    { runs },
  );

/**
 * Reference implementation of `expand`, which multiplies by a dense transition matrix `maxDepth` times. The
 * depth of a node is the step that first reached it, or null.
 */
function powerIteration({ edges, request: asked, limits }: RandomExpansion) {
  const startIds = asked.start.map(({ id }) => id);
  const matrix = NODE_IDS.map(() => NODE_IDS.map(() => 0));
  for (const [from, id] of NODE_IDS.entries()) {
    const transitions = [
      ...edges.map((e) => ({ ends: [e.fromId, e.toId], id: e.id, weight: e.strength * e.confidence })),
      ...(asked.extraEdges ?? []).map((e) => ({ ends: [e.fromId, e.toId], id: '', weight: e.weight })),
    ]
      .filter(({ ends }) => ends.includes(id))
      .map((edge) => ({ ...edge, to: NODE_IDS.indexOf(edge.ends.find((end) => end !== id)!) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight || b.to - a.to || (a.id > b.id ? -1 : 1))
      .slice(0, limits.maxFanOut);
    const sum = transitions.reduce((total, { weight }) => total + weight, 0);
    for (const { to, weight } of transitions) matrix[to]![from]! += weight / Math.max(1, sum);
  }
  const seeds = asked.start.toSorted((a, b) => b.score - a.score).slice(0, asked.seedLimit);
  const toVector = (nodes: ExpansionRequest['start']) =>
    NODE_IDS.map((id) => nodes.find((each) => each.id === id)?.score ?? 0);
  const scores = toVector(asked.start);
  let vector = toVector(seeds);
  const depths = NODE_IDS.map((id): number | null => (startIds.includes(id) ? 0 : null));
  for (let step = 0; step < asked.maxDepth; step++) {
    const previous = vector;
    vector = matrix.map(
      (row) => asked.damping * row.reduce((sum, share, from) => sum + share * previous[from]!, 0),
    );
    vector.forEach((score, order) => {
      scores[order]! += score;
      if (score > 0) depths[order] ??= step + 1;
    });
  }
  return { scores, depths };
}

describe('expand', () => {
  test('returns the scores of a power iteration with a dense matrix', async () => {
    await forRandomExpansions(2_000, (drawn, { nodes, truncated }) => {
      const scores = new Map(nodes.map(({ id, score }) => [id, score]));
      powerIteration(drawn).scores.forEach((score, order) =>
        expect(scores.get(node(order)) ?? 0).toBeCloseTo(score, 12),
      );
      expect(truncated).toBe(false);
    });
  });

  test('returns the step in which a node was first reached as its depth', async () => {
    await forRandomExpansions(500, (drawn, { nodes }) => {
      fc.pre(drawn.request.damping > 0);
      const depths = new Map(nodes.map(({ id, depth }) => [id, depth]));
      powerIteration(drawn).depths.forEach((depth, order) =>
        expect(depths.get(node(order)) ?? null).toBe(depth),
      );
    });
  });

  test('returns a path of edges from a seed to each reached node, and nothing without explain', async () => {
    let traced = 0;
    await forRandomExpansions(1_000, ({ edges, request, limits }, { nodes }) => {
      expect(nodes.every((each) => !('path' in each))).toBe(true);
      const explained = expand(graphOf(edges), { ...request, explain: true }, limits).nodes;
      expect(explained.map(({ id, score, depth }) => ({ id, score, depth }))).toEqual(nodes);
      const connected = new Set(
        [...edges, ...(request.extraEdges ?? [])].flatMap(({ fromId, toId }) => [
          `${fromId} ${toId}`,
          `${toId} ${fromId}`,
        ]),
      );
      for (const { id, score, depth, path } of explained) {
        if (depth === 0) {
          expect(path).toBeNull();
          continue;
        }
        // With a damping of 0, no score is transferred.
        if (!path) {
          expect(score).toBe(0);
          continue;
        }
        const { ids, transferred } = path;
        expect(request.start.map((start) => start.id)).toContain(ids[0]);
        expect(ids.at(-1)).toBe(id);
        expect(ids.length - 1).toBeGreaterThanOrEqual(depth);
        expect(ids.length - 1).toBeLessThanOrEqual(request.maxDepth);
        ids.slice(1).forEach((to, i) => expect(connected).toContain(`${ids[i]} ${to}`));
        expect(transferred).toBeGreaterThan(0);
        expect(transferred).toBeLessThanOrEqual(score * (1 + 1e-12));
        traced++;
      }
    });
    expect(traced).toBeGreaterThan(100);
  });

  test('returns the path whose last step transferred the largest score', () => {
    const [weak, strong, target] = [node(0), node(1), node(2)];
    const graph = graphOf([testEdge(0, 0, 2, { strength: 0.2 }), testEdge(1, 1, 2, { strength: 0.9 })]);
    const start = [
      { id: weak, score: 1 },
      { id: strong, score: 0.5 },
    ];
    const { nodes } = expand(
      graph,
      expansionRequest({ start, seedLimit: 2, maxDepth: 1, damping: 0.5, explain: true }),
    );
    const { path } = nodes.find(({ id }) => id === target)!;
    expect(path!.ids).toEqual([strong, target]);
    expect(path!.transferred).toBeCloseTo(0.225, 12);
  });

  test('sorts nodes by score, depth, position in the list of start nodes and id', async () => {
    await forRandomExpansions(500, ({ request: { start } }, { nodes }) => {
      const position = (id: string): number => {
        const index = start.findIndex((each) => each.id === id);
        return index === -1 ? Infinity : index;
      };
      const sorted = [...nodes].sort(
        (a, b) =>
          b.score - a.score ||
          a.depth - b.depth ||
          (position(a.id) === position(b.id) ? (a.id < b.id ? 1 : -1) : position(a.id) - position(b.id)),
      );
      expect(nodes).toEqual(sorted);
    });
  });

  test('returns all start nodes and the first maxReached other nodes', async () => {
    await assertProperty(
      fc.property(randomExpansion, fc.nat(9), ({ edges, request: asked, limits }, maxReached) => {
        const graph = graphOf(edges);
        const all = expand(graph, asked, limits);
        const limited = expand(graph, { ...asked, maxReached }, limits);
        const reached = all.nodes.filter(({ depth }) => depth > 0).slice(0, maxReached);
        expect(limited.nodes).toEqual(
          all.nodes.filter((found) => found.depth === 0 || reached.includes(found)),
        );
      }),
      { runs: 500 },
    );
  });

  test('returns the start nodes sorted by score if the graph has no edges', () => {
    const start = [3, 1, 2, 0].map((order, index) => ({ id: node(order), score: index === 2 ? 0.9 : 0.5 }));
    expect(expand(graphOf([]), expansionRequest({ start }))).toEqual({
      nodes: [2, 3, 1, 0].map((order) => ({ id: node(order), score: order === 2 ? 0.9 : 0.5, depth: 0 })),
      truncated: false,
    });
  });

  test('transfers damped scores in proportion to edge weights, also against the direction of an edge', () => {
    const graph = graphOf([testEdge(1, 1, 0, { strength: 0.4 }), testEdge(2, 2, 1, { strength: 1 })]);
    const { nodes } = expand(graph, expansionRequest({}));
    const middle = 0.5 * 0.4;
    const returned = 0.5 * middle * (0.4 / 1.4);
    expect(nodes).toEqual([
      { id: node(0), score: expect.closeTo(1 + returned, 12), depth: 0 },
      { id: node(1), score: expect.closeTo(middle, 12), depth: 1 },
      { id: node(2), score: expect.closeTo(0.5 * middle * (1 / 1.4), 12), depth: 2 },
    ]);
  });

  test('transfers scores only from the seedLimit start nodes with the highest scores', () => {
    const graph = graphOf([testEdge(1, 0, 10, { strength: 1 }), testEdge(2, 1, 11, { strength: 1 })]);
    const start = [
      { id: node(0), score: 0.2 },
      { id: node(1), score: 0.8 },
    ];
    const { nodes } = expand(graph, expansionRequest({ start, seedLimit: 1, maxDepth: 1 }));
    expect(nodes).toEqual([
      { id: node(1), score: 0.8, depth: 0 },
      { id: node(11), score: 0.4, depth: 1 },
      { id: node(0), score: 0.2, depth: 0 },
    ]);
  });

  test('returns the maxReached nodes with the highest scores in addition to a start node with a lower score', () => {
    const graph = graphOf([1, 2, 3, 4].map((i) => testEdge(i, 0, i, { strength: i / 10 })));
    const start = [
      { id: node(0), score: 1 },
      { id: node(5), score: 0 },
    ];
    const { nodes } = expand(graph, expansionRequest({ start, maxReached: 2, maxDepth: 1 }));
    expect(nodes.map(({ id }) => id)).toEqual([node(0), node(4), node(3), node(5)]);
  });

  test('adds the scores of two start nodes whose ids differ only in case', () => {
    const id = 'abcdef00-0000-7000-8000-000000000001';
    const start = [
      { id, score: 0.25 },
      { id: id.toUpperCase(), score: 0.5 },
    ];
    expect(expand(graphOf([]), expansionRequest({ start })).nodes).toEqual([{ id, score: 0.75, depth: 0 }]);
  });
});

describe('expand on dense graphs', () => {
  test('expands the other start nodes even if one start node is a hub with 50,000 edges', () => {
    const edges = Array.from({ length: 50_000 }, (_, i) => testEdge(i, 0, i + 10, { strength: 0.1 }));
    edges.push(
      testEdge(50_000, 0, 60_001, { strength: 0.9 }),
      testEdge(50_001, 1, 60_002, { strength: 0.9 }),
    );
    const start = [
      { id: node(0), score: 1 },
      { id: node(1), score: 0.5 },
    ];
    const found = expand(graphOf(edges), expansionRequest({ start, maxDepth: 1 }));
    expect(found.truncated).toBe(true);
    expect(found.nodes).toHaveLength(2 + EXPANSION_LIMITS.maxFanOut + 1);
    expect(found.nodes.slice(0, 4).map(({ id }) => id)).toEqual([
      node(0),
      node(1),
      node(60_002),
      node(60_001),
    ]);
  });

  test('sets truncated if it continues only from the maxFrontier nodes with the highest scores', () => {
    const edges: GraphEdge[] = [];
    for (let i = 0; i < 30; i++) {
      edges.push(testEdge(edges.length, 0, 1 + i, { strength: (i + 1) / 30 }));
      edges.push(testEdge(edges.length, 1 + i, 100 + i, { strength: 1 }));
    }
    const found = expand(graphOf(edges), expansionRequest({}), { ...EXPANSION_LIMITS, maxFrontier: 5 });
    expect(found.truncated).toBe(true);
    const second = found.nodes.filter(({ depth }) => depth === 2).map(({ id }) => id);
    expect(second).toEqual([129, 128, 127, 126, 125].map(node));
  });
});
