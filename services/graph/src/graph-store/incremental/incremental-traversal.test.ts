import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { graphOf, randomEdges, testEdge, testId } from '../../../test/random-graph.fixture.ts';
import { traverse } from '../../traversal/traverse.ts';
import { edgeWeight } from '../edge-weight.ts';
import type { GraphEdge } from '../graph-store.ts';
import type { IncidentEdgeFilter, IncidentEdges } from './incident-edges.ts';
import { traverseIncrementally } from './incremental-traversal.ts';
import type { FetchIncidentEdges } from './incremental-traversal.ts';

const node = (order: number): string => testId('node', order);

const otherNode = ({ fromId, toId }: GraphEdge, id: string): string => (fromId === id ? toId : fromId);
const weight = ({ strength, confidence }: GraphEdge): number => edgeWeight(strength, confidence);
const newestFirst = (a: string, b: string): number => (a > b ? -1 : a < b ? 1 : 0);

/** Returns the edges of a node, with the filters and order of the Neo4j query. */
function incidentEdges(
  edges: readonly GraphEdge[],
  id: string,
  { direction, types, limitPerNode }: IncidentEdgeFilter,
): IncidentEdges {
  const incident = edges
    .filter(({ fromId, toId }) => fromId === id || toId === id)
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .filter(
      ({ fromId, directionType }) =>
        directionType === 'BIDIRECTIONAL' || direction !== (fromId === id ? 'INBOUND' : 'OUTBOUND'),
    )
    .sort(
      (a, b) =>
        weight(b) - weight(a) || newestFirst(otherNode(a, id), otherNode(b, id)) || newestFirst(a.id, b.id),
    )
    .slice(0, limitPerNode);
  return { id, edges: incident, limit: limitPerNode, incomplete: false };
}

/**
 * Creates a fake fetch function that reads from a list of edges and follows them in advance, like the Neo4j query.
 *
 * @param maxFrontier maximum number of nodes in a step that are followed in advance
 */
function fetchFrom(edges: readonly GraphEdge[], maxFrontier = Infinity) {
  const counts = { queries: 0 };
  const fetch: FetchIncidentEdges = async (ids, filter, limits) => {
    const found = new Map(ids.map((id) => [id, incidentEdges(edges, id, filter)]));
    let last = [...found.values()];
    for (let step = 1; step < limits.steps; step++) {
      const targets = new Set(
        last.flatMap(({ id, edges: followed }) => followed.map((edge) => otherNode(edge, id))),
      );
      const nodes = [...targets].filter((id) => !found.has(id));
      if (nodes.length > maxFrontier) break;
      const limitPerNode = Math.min(limits.maxLimitPerNode, Math.floor(limits.maxFetched / nodes.length) + 1);
      last = nodes.map((id) => incidentEdges(edges, id, { ...filter, limitPerNode }));
      for (const incident of last) found.set(incident.id, incident);
    }
    counts.queries++;
    return [...found.values()];
  };
  return { fetch, counts };
}

describe('traverseIncrementally', () => {
  test('returns the same paths as traverse, regardless of the number of edges per query and the nodes that are followed in advance', async () => {
    await assertProperty(
      fc.asyncProperty(
        randomEdges(9, 60),
        fc.integer({ min: 2, max: 4 }),
        fc.constantFrom('OUTBOUND' as const, 'INBOUND' as const, 'ANY' as const),
        fc.constantFrom([], ['supports', 'causes']),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(9),
        async (drawn, maxDepth, direction, types, maxPaths, maxFetched, maxFrontier) => {
          // Excludes edges of weight 0. Paths with score 0 are sorted by ids, but a fetch selects edges by
          // weight.
          const edges = drawn.filter(({ strength }) => strength > 0);
          const request = { startId: node(0), maxDepth, direction, types };
          const limits = { maxPaths, maxVisits: 1_000_000 };
          const { fetch } = fetchFrom(edges, maxFrontier);
          const found = await traverseIncrementally(fetch, request, limits, { maxFetched });
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
        const results = ids.map((id) => {
          const outgoing = byNode.get(id) ?? [];
          const incoming = middles.filter(({ toId }) => toId === id);
          return incidentEdges([...outgoing, ...incoming], id, filter);
        });
        counts.queries++;
        counts.edges += results.reduce((sum, { edges }) => sum + edges.length, 0);
        return results;
      };
      const found = await traverseIncrementally(fetch, request, undefined, { maxFetched: 5_000 });
      expect(found).toEqual(traverse(graphOf([...middles, ...leaves]), request));
      expect(found).toMatchObject({ truncated: true, maxDepthReached: 2 });
      expect(counts.queries).toBeLessThan(8);
      expect(counts.edges).toBeLessThan(20_000);
    });
  });

  test('sends one query for all steps if the query follows all edges', async () => {
    const { fetch, counts } = fetchFrom([testEdge(1, 0, 1), testEdge(2, 1, 2), testEdge(3, 2, 3)]);
    const request = { startId: node(0), maxDepth: 10, direction: 'ANY' as const };
    expect(await traverseIncrementally(fetch, request)).toMatchObject({ maxDepthReached: 3 });
    expect(counts.queries).toBe(1);
  });

  test('sets truncated if the queries did not return all edges of a node', async () => {
    const { fetch } = fetchFrom([testEdge(1, 0, 1), testEdge(2, 1, 2)]);
    const fetchPartially: FetchIncidentEdges = async (ids, filter, limits) =>
      (await fetch(ids, filter, limits)).map((found) => ({ ...found, incomplete: true }));
    const request = { startId: node(0), maxDepth: 3, direction: 'ANY' as const };
    expect(await traverseIncrementally(fetchPartially, request)).toMatchObject({
      truncated: true,
      maxDepthReached: 1,
    });
  });
});
