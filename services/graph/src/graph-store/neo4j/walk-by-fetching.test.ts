import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { expand } from '../../expansion/expand.ts';
import { traverse } from '../../traversal/traverse.ts';
import { weightOf } from '../edge-weight.ts';
import type { GraphEdge } from '../graph-store.ts';
import { graphOf, randomEdges, testEdge, testId } from '../random-graph.testing.ts';
import { expandByFetching, traverseByFetching } from './walk-by-fetching.ts';
import type { FetchSteps } from './walk-by-fetching.ts';

const node = (order: number): string => testId('node', order);

/** Answers as the query does; `fetched` counts the edges of all answers. */
function fetchFrom(edges: readonly GraphEdge[]) {
  const counts = { queries: 0, fetched: 0 };
  const fetch: FetchSteps = async (ids, { direction, types, limitPerNode }) => {
    counts.queries++;
    return ids.map((id) => {
      const farEnd = ({ fromId, toId }: GraphEdge): string => (fromId === id ? toId : fromId);
      const weight = ({ strength, confidence }: GraphEdge): number => weightOf(strength, confidence);
      const newest = (a: string, b: string): number => (a > b ? -1 : a < b ? 1 : 0);
      const steps = edges
        .filter(({ fromId, toId }) => fromId === id || toId === id)
        .filter(({ type }) => types.length === 0 || types.includes(type))
        .filter(
          ({ fromId, directionType }) =>
            directionType === 'BIDIRECTIONAL' || direction !== (fromId === id ? 'INBOUND' : 'OUTBOUND'),
        )
        .sort((a, b) => weight(b) - weight(a) || newest(farEnd(a), farEnd(b)) || newest(a.id, b.id))
        .slice(0, limitPerNode);
      counts.fetched += steps.length;
      return { id, edges: steps, cut: false };
    });
  };
  return { fetch, counts };
}

describe('walks over fetched edges', () => {
  test('find the same paths as in memory, however few edges come at once', async () => {
    await assertProperty(
      fc.asyncProperty(
        randomEdges(9, 60),
        fc.integer({ min: 2, max: 4 }),
        fc.constantFrom('OUTBOUND' as const, 'INBOUND' as const, 'ANY' as const),
        fc.constantFrom([], ['supports', 'causes']),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (drawn, maxDepth, direction, types, maxPaths, maxFetched) => {
          // Paths that score 0 are cut by weight alone, in memory as well.
          const edges = drawn.filter(({ strength }) => strength > 0);
          const request = { startId: node(0), maxDepth, direction, types };
          const limits = { maxPaths, maxVisits: 1_000_000 };
          const found = await traverseByFetching(fetchFrom(edges).fetch, request, limits, { maxFetched });
          expect(found).toEqual(traverse(graphOf(edges), request, limits));
        },
      ),
      { runs: 4_000 },
    );
  });

  test('carry mass to the same nodes, with strangers, extra edges and some that are refused', async () => {
    await assertProperty(
      fc.asyncProperty(
        randomEdges(9, 60),
        fc.integer({ min: 0, max: 4 }),
        fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
        async (edges, maxDepth, refused) => {
          const request = {
            start: [0, 1, 2, 20].map((order) => ({ id: node(order), mass: 1 / (order + 1) })),
            seedLimit: 2,
            maxDepth,
            damping: 0.5,
            maxNodes: 100,
            maxEdges: 100,
            extraEdges: [{ fromId: node(1), toId: node(20), weight: 0.5 }],
            ...(refused === undefined ? {} : { allow: (id: string) => id !== node(refused) }),
          };
          const graph = graphOf(edges);
          const expected = expand(graph, request);
          expect(await expandByFetching(fetchFrom(edges).fetch, request)).toEqual({
            ...expected,
            edges: expected.edges.map((edge) => graph.edge(edge)),
          });
        },
      ),
      { runs: 1_000 },
    );
  });

  test('500 hubs behind the start: no more than a few of them are fetched whole', async () => {
    const middles = Array.from({ length: 500 }, (_, i) => testEdge(i, 0, i + 1));
    const leaves = Array.from({ length: 500 * 200 }, (_, i) =>
      testEdge(1_000 + i, (i % 500) + 1, 1_000 + i, { strength: i % 3 === 0 ? 0.5 : 0.4 }),
    );
    const request = { startId: node(0), maxDepth: 3, direction: 'ANY' as const };
    const byNode = Map.groupBy([...middles, ...leaves], ({ fromId }) => fromId);
    const counts = { queries: 0, fetched: 0 };
    const fetch: FetchSteps = async (ids, choice) => {
      const steps = await Promise.all(
        ids.map((id) => {
          const own = byNode.get(id) ?? [];
          return fetchFrom([...own, ...middles.filter(({ toId }) => toId === id)]).fetch([id], choice);
        }),
      );
      counts.queries++;
      counts.fetched += steps.flat().reduce((sum, { edges }) => sum + edges.length, 0);
      return steps.flat();
    };
    const found = await traverseByFetching(fetch, request, undefined, { maxFetched: 5_000 });
    expect(found).toEqual(traverse(graphOf([...middles, ...leaves]), request));
    expect(found).toMatchObject({ truncated: true, maxDepthReached: 2 });
    expect(counts.queries).toBeLessThan(8);
    expect(counts.fetched).toBeLessThan(20_000);
  });

  test('a node of which not all edges were looked at makes the answer one that is truncated', async () => {
    const edges = [testEdge(1, 0, 1), testEdge(2, 1, 2)];
    const { fetch } = fetchFrom(edges);
    const hasty: FetchSteps = async (...asked) =>
      (await fetch(...asked)).map((steps) => ({ ...steps, cut: true }));
    const request = { startId: node(0), maxDepth: 3, direction: 'ANY' as const };
    expect(await traverseByFetching(hasty, request)).toMatchObject({ truncated: true, maxDepthReached: 1 });
  });
});
