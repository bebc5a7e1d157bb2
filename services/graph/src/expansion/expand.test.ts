import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import type { GraphEdge } from '../graph-store/graph-store.ts';
import { graphOf, randomEdges, testEdge, testId } from '../graph-store/random-graph.testing.ts';
import { expand, EXPANSION_LIMITS } from './expand.ts';
import type { ExpansionLimits, ExpansionRequest } from './expansion.ts';

const node = (order: number): string => testId('node', order);
const request = (rest: Partial<ExpansionRequest>): ExpansionRequest => ({
  start: [{ id: node(0), mass: 1 }],
  seedLimit: 10,
  maxDepth: 2,
  damping: 0.5,
  maxNodes: 100,
  maxEdges: 100,
  ...rest,
});

/** The definition: a dense matrix, multiplied `maxDepth` times. A node's depth is the step that first reached it. */
function massesByMatrix(
  nodes: number,
  edges: readonly GraphEdge[],
  asked: ExpansionRequest,
  limits: ExpansionLimits,
): { mass: number; depth: number | null }[] {
  const all = Array.from({ length: nodes }, (_, order) => node(order));
  const startIds = asked.start.map(({ id }) => id);
  const open = all.map((id) => startIds.includes(id) || (asked.allow?.(id) ?? true));
  const matrix = all.map(() => all.map(() => 0));
  for (const [from, id] of all.entries()) {
    const steps = [
      ...edges.map((e) => ({ ends: [e.fromId, e.toId], id: e.id, weight: e.strength * e.confidence })),
      ...(asked.extraEdges ?? []).map((e) => ({ ends: [e.fromId, e.toId], id: '', weight: e.weight })),
    ]
      .filter(({ ends }) => ends.includes(id))
      .map((step) => ({ ...step, to: all.indexOf(step.ends.find((end) => end !== id)!) }))
      .filter(({ to, weight }) => open[to] && weight > 0)
      .sort((a, b) => b.weight - a.weight || b.to - a.to || (a.id > b.id ? -1 : 1))
      .slice(0, limits.maxFanOut);
    const sum = steps.reduce((total, { weight }) => total + weight, 0);
    for (const { to, weight } of steps) matrix[to]![from]! += weight / Math.max(1, sum);
  }
  const seeds = asked.start.toSorted((a, b) => b.mass - a.mass).slice(0, asked.seedLimit);
  const massOf = (from: ExpansionRequest['start']) =>
    all.map((id) => from.find((s) => s.id === id)?.mass ?? 0);
  const total = massOf(asked.start);
  let moving = massOf(seeds);
  const depths = all.map((id): number | null => (startIds.includes(id) ? 0 : null));
  for (let step = 0; step < asked.maxDepth; step++) {
    const sent = moving;
    moving = matrix.map(
      (row) => asked.damping * row.reduce((sum, share, from) => sum + share * sent[from]!, 0),
    );
    moving.forEach((mass, order) => {
      total[order]! += mass;
      if (mass > 0) depths[order] ??= step + 1;
    });
  }
  return all.map((_, order) => ({ mass: total[order]!, depth: depths[order]! }));
}

describe('expand: personalized PageRank (ARCHITECTURE.md section 6)', () => {
  test('equals the power iteration of a dense matrix', async () => {
    const nodes = 9;
    const start = fc
      .uniqueArray(fc.record({ order: fc.nat(nodes - 1), mass: fc.constantFrom(0, 0.1, 0.4, 1) }), {
        selector: ({ order }) => order,
        maxLength: 6,
      })
      .map((drawn) => drawn.map(({ order, mass }) => ({ id: node(order), mass })));
    const extraEdges = fc
      .uniqueArray(fc.record({ a: fc.nat(nodes - 2), weight: fc.constantFrom(0, 0.25, 1) }), {
        selector: ({ a }) => a,
      })
      .map((drawn) => drawn.map(({ a, weight }) => ({ fromId: node(a), toId: node(a + 1), weight })));
    await assertProperty(
      fc.property(
        // The matrix knows two nodes that have no stored edge.
        randomEdges(nodes - 2, 20),
        start,
        extraEdges,
        fc.record({ seedLimit: fc.nat(6), maxDepth: fc.nat(5), damping: fc.constantFrom(0, 0.5, 0.85) }),
        fc.subarray([0, 3, 5]),
        fc.constantFrom(2, 4, 32),
        fc.nat(9),
        (edges, starting, extra, figures, refused, maxFanOut, maxNodes) => {
          const limits = { ...EXPANSION_LIMITS, maxFanOut };
          const allow = (id: string): boolean => !refused.some((order) => node(order) === id);
          const asked = request({ start: starting, extraEdges: extra, allow, ...figures });
          const expected = massesByMatrix(nodes, edges, asked, limits);
          const found = expand(graphOf(edges), asked, limits);
          const masses = new Map(found.nodes.map(({ id, mass }) => [id, mass]));
          expected.forEach(({ mass }, order) => expect(masses.get(node(order)) ?? 0).toBeCloseTo(mass, 12));
          expect(found.truncated).toBe(false);
          const depths = new Map(found.nodes.map(({ id, depth }) => [id, depth]));
          expected.forEach(({ depth }, order) => {
            if (figures.damping > 0) expect(depths.get(node(order)) ?? null).toBe(depth);
          });
          // Heaviest first; equal ones by depth, then as they came in, then newest first.
          const place = (id: string): number => {
            const at = starting.findIndex((each) => each.id === id);
            return at === -1 ? Infinity : at;
          };
          expect(found.nodes).toEqual(
            [...found.nodes].sort(
              (a, b) =>
                b.mass - a.mass ||
                a.depth - b.depth ||
                (place(a.id) === place(b.id) ? (a.id < b.id ? 1 : -1) : place(a.id) - place(b.id)),
            ),
          );
          const fewer = expand(graphOf(edges), { ...asked, maxNodes }, limits);
          expect(fewer.nodes).toEqual(found.nodes.slice(0, maxNodes));
          const kept = new Set(fewer.nodes.map(({ id }) => id));
          const graph = graphOf(edges);
          for (const edge of fewer.edges.map((handle) => graph.edge(handle))) {
            expect([kept.has(edge.fromId), kept.has(edge.toId)]).toEqual([true, true]);
          }
          const startIds = starting.map(({ id }) => id);
          for (const { id } of found.nodes) expect(startIds.includes(id) || allow(id)).toBe(true);
        },
      ),
      { runs: 2_000 },
    );
  });

  test('with no edges it is the list that came in, equal masses in the order they came', () => {
    const start = [3, 1, 2, 0].map((order, place) => ({ id: node(order), mass: place === 2 ? 0.9 : 0.5 }));
    expect(expand(graphOf([]), request({ start }))).toEqual({
      nodes: [2, 3, 1, 0].map((order) => ({ id: node(order), mass: order === 2 ? 0.9 : 0.5, depth: 0 })),
      edges: [],
      truncated: false,
    });
  });

  test('mass flows against the arrow too, halves at each step, and a weak edge carries little', () => {
    const graph = graphOf([testEdge(1, 1, 0, { strength: 0.4 }), testEdge(2, 2, 1, { strength: 1 })]);
    const { nodes, edges } = expand(graph, request({}));
    const middle = 0.5 * 0.4;
    const backAndForth = 0.5 * middle * (0.4 / 1.4);
    expect(nodes).toEqual([
      { id: node(0), mass: expect.closeTo(1 + backAndForth, 12), depth: 0 },
      { id: node(1), mass: expect.closeTo(middle, 12), depth: 1 },
      { id: node(2), mass: expect.closeTo(0.5 * middle * (1 / 1.4), 12), depth: 2 },
    ]);
    expect(edges.map((edge) => graph.edgeId(edge))).toEqual([testId('edge', 1), testId('edge', 2)]);
  });

  test('only the heaviest starting nodes are expanded, the others keep their mass', () => {
    const graph = graphOf([testEdge(1, 0, 10, { strength: 1 }), testEdge(2, 1, 11, { strength: 1 })]);
    const start = [
      { id: node(0), mass: 0.2 },
      { id: node(1), mass: 0.8 },
    ];
    const { nodes } = expand(graph, request({ start, seedLimit: 1, maxDepth: 1 }));
    expect(nodes).toEqual([
      { id: node(1), mass: 0.8, depth: 0 },
      { id: node(11), mass: 0.4, depth: 1 },
      { id: node(0), mass: 0.2, depth: 0 },
    ]);
  });

  test('no mass passes through a refused node', () => {
    const graph = graphOf([testEdge(1, 0, 1), testEdge(2, 1, 2)]);
    const { nodes, edges } = expand(graph, request({ allow: (id) => id !== node(1) }));
    expect(nodes.map(({ id }) => id)).toEqual([node(0)]);
    expect(edges).toEqual([]);
  });

  test('nodes and edges are cut to what was asked for, and edges to those between the nodes left', () => {
    const graph = graphOf([1, 2, 3, 4].map((i) => testEdge(i, 0, i, { strength: i / 10 })));
    const two = expand(graph, request({ maxNodes: 3, maxEdges: 10, maxDepth: 1 }));
    expect(two.nodes.map(({ id }) => id)).toEqual([node(0), node(4), node(3)]);
    expect(two.edges.map((edge) => graph.edgeId(edge))).toEqual([testId('edge', 4), testId('edge', 3)]);
    const one = expand(graph, request({ maxEdges: 1, maxDepth: 1 }));
    expect(one.edges.map((edge) => graph.edgeId(edge))).toEqual([testId('edge', 4)]);
    expect(one.truncated).toBe(false);
  });

  test('an id that comes twice enters with the sum, whatever its case', () => {
    const id = 'abcdef00-0000-7000-8000-000000000001';
    const start = [
      { id, mass: 0.25 },
      { id: id.toUpperCase(), mass: 0.5 },
    ];
    expect(expand(graphOf([]), request({ start })).nodes).toEqual([{ id, mass: 0.75, depth: 0 }]);
  });
});

describe('expand on hostile graphs', () => {
  test('a hub passes mass to its heaviest neighbours and leaves work for the others', () => {
    const edges = Array.from({ length: 50_000 }, (_, i) => testEdge(i, 0, i + 10, { strength: 0.1 }));
    edges.push(
      testEdge(50_000, 0, 60_001, { strength: 0.9 }),
      testEdge(50_001, 1, 60_002, { strength: 0.9 }),
    );
    const start = [
      { id: node(0), mass: 1 },
      { id: node(1), mass: 0.5 },
    ];
    let questions = 0;
    const allow = (): boolean => ++questions > 0;
    const found = expand(graphOf(edges), request({ start, maxDepth: 1, allow }));
    expect(found.truncated).toBe(true);
    expect(found.nodes).toHaveLength(2 + EXPANSION_LIMITS.maxFanOut + 1);
    expect(found.nodes.slice(0, 4).map(({ id }) => id)).toEqual([
      node(0),
      node(1),
      node(60_002),
      node(60_001),
    ]);
    expect(questions).toBeLessThan(1_000);
  });

  test('a wide front goes on from its heaviest nodes', () => {
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
