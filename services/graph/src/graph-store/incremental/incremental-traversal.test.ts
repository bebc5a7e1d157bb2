import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { graphOf, randomEdges, testEdge, testId } from '../../../test/random-graph.fixture.ts';
import { traverse } from '../../traversal/traverse.ts';
import { edgeWeight } from '../edge-weight.ts';
import type { GraphEdge } from '../graph-store.ts';
import { traverseIncrementally } from './incremental-traversal.ts';
import type { FetchIncidentEdges } from './incremental-traversal.ts';

const node = (order: number): string => testId('node', order);

/** Creates a fake fetch function that reads from a list of edges, with the filters and order of the Neo4j query. */
function fetchFrom(edges: readonly GraphEdge[]): FetchIncidentEdges {
  return async (ids, { direction, types, limitPerNode }) =>
    ids.map((id) => {
      const otherNode = ({ fromId, toId }: GraphEdge): string => (fromId === id ? toId : fromId);
      const weight = ({ strength, confidence }: GraphEdge): number => edgeWeight(strength, confidence);
      const newestFirst = (a: string, b: string): number => (a > b ? -1 : a < b ? 1 : 0);
      const incident = edges
        .filter(({ fromId, toId }) => fromId === id || toId === id)
        .filter(({ type }) => types.length === 0 || types.includes(type))
        .filter(
          ({ fromId, directionType }) =>
            directionType === 'BIDIRECTIONAL' || direction !== (fromId === id ? 'INBOUND' : 'OUTBOUND'),
        )
        .sort(
          (a, b) =>
            weight(b) - weight(a) || newestFirst(otherNode(a), otherNode(b)) || newestFirst(a.id, b.id),
        )
        .slice(0, limitPerNode);
      return { id, edges: incident, incomplete: false };
    });
}

describe('traverseIncrementally', () => {
  test('returns the same paths as traverse, regardless of the number of edges per query', async () => {
    await assertProperty(
      fc.asyncProperty(
        randomEdges(9, 60),
        fc.integer({ min: 2, max: 4 }),
        fc.constantFrom('OUTBOUND' as const, 'INBOUND' as const, 'ANY' as const),
        fc.constantFrom([], ['supports', 'causes']),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (drawn, maxDepth, direction, types, maxPaths, maxFetched) => {
          // Excludes edges of weight 0. Paths with score 0 are sorted by ids, but a fetch selects edges by
          // weight.
          const edges = drawn.filter(({ strength }) => strength > 0);
          const request = { startId: node(0), maxDepth, direction, types };
          const limits = { maxPaths, maxVisits: 1_000_000 };
          const found = await traverseIncrementally(fetchFrom(edges), request, limits, { maxFetched });
          expect(found).toEqual(traverse(graphOf(edges), request, limits));
        },
      ),
      { runs: 4_000 },
    );
  });

  describe('in a graph with 500 hubs of 200 edges', () => {
    const middles = Array.from({ length: 500 }, (_, i) => testEdge(i, 0, i + 1));
    const leaves = Array.from({ length: 500 * 200 }, (_, i) =>
      testEdge(1_000 + i, (i % 500) + 1, 1_000 + i, { strength: i % 3 === 0 ? 0.5 : 0.4 }),
    );
    const byNode = Map.groupBy([...middles, ...leaves], ({ fromId }) => fromId);
    const request = { startId: node(0), maxDepth: 3, direction: 'ANY' as const };

    test('returns the same paths as traverse with fewer than 8 queries and 20,000 fetched edges', async () => {
      const counts = { queries: 0, edges: 0 };
      const fetch: FetchIncidentEdges = async (ids, filter) => {
        const results = await Promise.all(
          ids.map((id) => {
            const outgoing = byNode.get(id) ?? [];
            const incoming = middles.filter(({ toId }) => toId === id);
            return fetchFrom([...outgoing, ...incoming])([id], filter);
          }),
        );
        counts.queries++;
        counts.edges += results.flat().reduce((sum, { edges }) => sum + edges.length, 0);
        return results.flat();
      };
      const found = await traverseIncrementally(fetch, request, undefined, { maxFetched: 5_000 });
      expect(found).toEqual(traverse(graphOf([...middles, ...leaves]), request));
      expect(found).toMatchObject({ truncated: true, maxDepthReached: 2 });
      expect(counts.queries).toBeLessThan(8);
      expect(counts.edges).toBeLessThan(20_000);
    });
  });

  test('sets truncated if the queries did not return all edges of a node', async () => {
    const fetch = fetchFrom([testEdge(1, 0, 1), testEdge(2, 1, 2)]);
    const fetchPartially: FetchIncidentEdges = async (ids, filter) =>
      (await fetch(ids, filter)).map((found) => ({ ...found, incomplete: true }));
    const request = { startId: node(0), maxDepth: 3, direction: 'ANY' as const };
    expect(await traverseIncrementally(fetchPartially, request)).toMatchObject({
      truncated: true,
      maxDepthReached: 1,
    });
  });
});
