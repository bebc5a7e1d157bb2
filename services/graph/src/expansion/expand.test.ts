import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import type { GraphEdge } from '../graph-store/graph-store.ts';
import { graphOf, randomEdges, testEdge, testId } from '../../test/random-graph.fixture.ts';
import { expand, EXPANSION_LIMITS } from './expand.ts';
import type { Expansion, ExpansionLimits, ExpansionRequest } from './expansion.ts';

const node = (order: number): string => testId('node', order);
const request = (rest: Partial<ExpansionRequest>): ExpansionRequest => ({
  start: [{ id: node(0), score: 1 }],
  seedLimit: 10,
  maxDepth: 2,
  damping: 0.5,
  maxNodes: 100,
  maxEdges: 100,
  ...rest,
});

/** Number of nodes in {@link randomExpansion}. The last two nodes have no stored edge. */
const NODES = 9;
const NODE_IDS = Array.from({ length: NODES }, (_, order) => node(order));

interface RandomExpansion {
  edges: GraphEdge[];
  request: ExpansionRequest & { allow(id: string): boolean };
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
    refusedIds: fc.subarray([node(0), node(3), node(5)]),
    maxFanOut: fc.constantFrom(2, 4, 32),
  })
  .map(({ edges, start, extraEdges, walk, refusedIds, maxFanOut }) => ({
    edges,
    request: {
      ...request({ start, extraEdges, ...walk }),
      allow: (id: string) => !refusedIds.includes(id),
    },
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
  const isAllowed = NODE_IDS.map((id) => startIds.includes(id) || asked.allow(id));
  const matrix = NODE_IDS.map(() => NODE_IDS.map(() => 0));
  for (const [from, id] of NODE_IDS.entries()) {
    const transitions = [
      ...edges.map((e) => ({ ends: [e.fromId, e.toId], id: e.id, weight: e.strength * e.confidence })),
      ...(asked.extraEdges ?? []).map((e) => ({ ends: [e.fromId, e.toId], id: '', weight: e.weight })),
    ]
      .filter(({ ends }) => ends.includes(id))
      .map((edge) => ({ ...edge, to: NODE_IDS.indexOf(edge.ends.find((end) => end !== id)!) }))
      .filter(({ to, weight }) => isAllowed[to] && weight > 0)
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

  test('returns the first maxNodes nodes and only the edges between these nodes', async () => {
    await assertProperty(
      fc.property(randomExpansion, fc.nat(9), ({ edges, request: asked, limits }, maxNodes) => {
        const graph = graphOf(edges);
        const all = expand(graph, asked, limits);
        const limited = expand(graph, { ...asked, maxNodes }, limits);
        expect(limited.nodes).toEqual(all.nodes.slice(0, maxNodes));
        const ids = new Set(limited.nodes.map(({ id }) => id));
        for (const edge of limited.edges.map((ordinal) => graph.edge(ordinal))) {
          expect([ids.has(edge.fromId), ids.has(edge.toId)]).toEqual([true, true]);
        }
      }),
      { runs: 500 },
    );
  });

  test('returns only start nodes and nodes that the allow function accepts', async () => {
    await forRandomExpansions(500, ({ request: { start, allow } }, { nodes }) => {
      const startIds = start.map(({ id }) => id);
      for (const { id } of nodes) expect(startIds.includes(id) || allow(id)).toBe(true);
    });
  });

  test('returns the start nodes sorted by score if the graph has no edges', () => {
    const start = [3, 1, 2, 0].map((order, index) => ({ id: node(order), score: index === 2 ? 0.9 : 0.5 }));
    expect(expand(graphOf([]), request({ start }))).toEqual({
      nodes: [2, 3, 1, 0].map((order) => ({ id: node(order), score: order === 2 ? 0.9 : 0.5, depth: 0 })),
      edges: [],
      truncated: false,
    });
  });

  test('transfers damped scores in proportion to edge weights, also against the direction of an edge', () => {
    const graph = graphOf([testEdge(1, 1, 0, { strength: 0.4 }), testEdge(2, 2, 1, { strength: 1 })]);
    const { nodes, edges } = expand(graph, request({}));
    const middle = 0.5 * 0.4;
    const returned = 0.5 * middle * (0.4 / 1.4);
    expect(nodes).toEqual([
      { id: node(0), score: expect.closeTo(1 + returned, 12), depth: 0 },
      { id: node(1), score: expect.closeTo(middle, 12), depth: 1 },
      { id: node(2), score: expect.closeTo(0.5 * middle * (1 / 1.4), 12), depth: 2 },
    ]);
    expect(edges.map((edge) => graph.edgeId(edge))).toEqual([testId('edge', 1), testId('edge', 2)]);
  });

  test('transfers scores only from the seedLimit start nodes with the highest scores', () => {
    const graph = graphOf([testEdge(1, 0, 10, { strength: 1 }), testEdge(2, 1, 11, { strength: 1 })]);
    const start = [
      { id: node(0), score: 0.2 },
      { id: node(1), score: 0.8 },
    ];
    const { nodes } = expand(graph, request({ start, seedLimit: 1, maxDepth: 1 }));
    expect(nodes).toEqual([
      { id: node(1), score: 0.8, depth: 0 },
      { id: node(11), score: 0.4, depth: 1 },
      { id: node(0), score: 0.2, depth: 0 },
    ]);
  });

  test('does not transfer scores through a node that the allow function rejects', () => {
    const graph = graphOf([testEdge(1, 0, 1), testEdge(2, 1, 2)]);
    const { nodes, edges } = expand(graph, request({ allow: (id) => id !== node(1) }));
    expect(nodes.map(({ id }) => id)).toEqual([node(0)]);
    expect(edges).toEqual([]);
  });

  test('returns the maxNodes nodes with the highest scores and the edges between these nodes', () => {
    const graph = graphOf([1, 2, 3, 4].map((i) => testEdge(i, 0, i, { strength: i / 10 })));
    const { nodes, edges } = expand(graph, request({ maxNodes: 3, maxEdges: 10, maxDepth: 1 }));
    expect(nodes.map(({ id }) => id)).toEqual([node(0), node(4), node(3)]);
    expect(edges.map((edge) => graph.edgeId(edge))).toEqual([testId('edge', 4), testId('edge', 3)]);
  });

  test('returns the maxEdges edges that transferred the highest scores without setting truncated', () => {
    const graph = graphOf([1, 2, 3, 4].map((i) => testEdge(i, 0, i, { strength: i / 10 })));
    const { edges, truncated } = expand(graph, request({ maxEdges: 1, maxDepth: 1 }));
    expect(edges.map((edge) => graph.edgeId(edge))).toEqual([testId('edge', 4)]);
    expect(truncated).toBe(false);
  });

  test('adds the scores of two start nodes whose ids differ only in case', () => {
    const id = 'abcdef00-0000-7000-8000-000000000001';
    const start = [
      { id, score: 0.25 },
      { id: id.toUpperCase(), score: 0.5 },
    ];
    expect(expand(graphOf([]), request({ start })).nodes).toEqual([{ id, score: 0.75, depth: 0 }]);
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
    let allowCalls = 0;
    const allow = (): boolean => ++allowCalls > 0;
    const found = expand(graphOf(edges), request({ start, maxDepth: 1, allow }));
    expect(found.truncated).toBe(true);
    expect(found.nodes).toHaveLength(2 + EXPANSION_LIMITS.maxFanOut + 1);
    expect(found.nodes.slice(0, 4).map(({ id }) => id)).toEqual([
      node(0),
      node(1),
      node(60_002),
      node(60_001),
    ]);
    expect(allowCalls).toBeLessThan(1_000);
  });

  test('sets truncated if it continues only from the maxFrontier nodes with the highest scores', () => {
    const edges: GraphEdge[] = [];
    for (let i = 0; i < 30; i++) {
      edges.push(testEdge(edges.length, 0, 1 + i, { strength: (i + 1) / 30 }));
      edges.push(testEdge(edges.length, 1 + i, 100 + i, { strength: 1 }));
    }
    const found = expand(graphOf(edges), request({}), { ...EXPANSION_LIMITS, maxFrontier: 5 });
    expect(found.truncated).toBe(true);
    const second = found.nodes.filter(({ depth }) => depth === 2).map(({ id }) => id);
    expect(second).toEqual([129, 128, 127, 126, 125].map(node));
  });
});
