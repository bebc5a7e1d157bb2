import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import type { GraphEdge } from '../graph-store/graph-store.ts';
import { graphOf, randomEdges, testEdge, testId } from '../../test/random-graph.fixture.ts';
import type { TraversalDirection, TraversalPath, TraversalRequest } from './traversal.ts';
import { traverse, TRAVERSAL_LIMITS } from './traverse.ts';

const DIRECTIONS: TraversalDirection[] = ['OUTBOUND', 'INBOUND', 'ANY'];
const node = (order: number): string => testId('node', order);
const from = (start: number, rest: Partial<TraversalRequest> = {}): TraversalRequest => ({
  startId: node(start),
  maxDepth: 3,
  direction: 'ANY',
  ...rest,
});
const weightOf = (edge: GraphEdge): number => Number((edge.strength * edge.confidence).toFixed(12));

/** Reference implementation of `traverse`, which enumerates and sorts all simple paths. */
function allPaths(edges: readonly GraphEdge[], request: TraversalRequest): TraversalPath[] {
  const paths: TraversalPath[] = [];
  const walk = (path: TraversalPath): void => {
    if (path.edgeIds.length > 0) paths.push(path);
    if (path.edgeIds.length === request.maxDepth) return;
    for (const edge of edges) {
      if (request.types?.length && !request.types.includes(edge.type)) continue;
      for (const [source, target, direction] of [
        [edge.fromId, edge.toId, 'OUTBOUND'],
        [edge.toId, edge.fromId, 'INBOUND'],
      ] as const) {
        const isFollowed =
          request.direction === 'ANY' ||
          request.direction === direction ||
          edge.directionType === 'BIDIRECTIONAL';
        if (!isFollowed || source !== path.nodeIds.at(-1) || path.nodeIds.includes(target)) continue;
        walk({
          nodeIds: [...path.nodeIds, target],
          edgeIds: [...path.edgeIds, edge.id],
          score: path.score * weightOf(edge),
        });
      }
    }
  };
  walk({ nodeIds: [request.startId], edgeIds: [], score: 1 });
  const ids = (path: TraversalPath): string =>
    path.edgeIds.map((edgeId, step) => `${path.nodeIds[step + 1]} ${edgeId}`).join(' ');
  return paths.sort(
    (a, b) => a.edgeIds.length - b.edgeIds.length || b.score - a.score || (ids(a) > ids(b) ? -1 : 1),
  );
}

describe('traverse', () => {
  test('returns all paths, sorted, if no limit is reached', async () => {
    await assertProperty(
      fc.property(
        randomEdges(6, 12),
        fc.constantFrom(...DIRECTIONS),
        fc.integer({ min: 1, max: 10 }),
        fc.subarray(['supports', 'causes', 'none']),
        fc.nat(6),
        (edges, direction, maxDepth, types, start) => {
          const request = from(start, { direction, maxDepth, types });
          const expected = allPaths(edges, request);
          fc.pre(expected.length <= TRAVERSAL_LIMITS.maxPaths);
          expect(traverse(graphOf(edges), request)).toEqual({
            paths: expected,
            visitedIds: [...new Set([request.startId, ...expected.flatMap(({ nodeIds }) => nodeIds)])],
            maxDepthReached: expected.at(-1)?.edgeIds.length ?? 0,
            truncated: false,
          });
        },
      ),
      { runs: 1_500 },
    );
  });

  test('returns the first maxPaths paths, with truncated = true, if there are more', async () => {
    await assertProperty(
      fc.property(
        randomEdges(6, 14),
        fc.constantFrom(...DIRECTIONS),
        fc.integer({ min: 1, max: 6 }),
        fc.subarray(['supports', 'causes', 'none']),
        fc.nat(60),
        (edges, direction, maxDepth, types, maxPaths) => {
          const request = from(0, { direction, maxDepth, types });
          const expected = allPaths(edges, request);
          const found = traverse(graphOf(edges), request, { ...TRAVERSAL_LIMITS, maxPaths });
          expect(found.paths).toEqual(expected.slice(0, maxPaths));
          expect(found.truncated).toBe(expected.length > maxPaths);
        },
      ),
      { runs: 1_500 },
    );
  });

  test('returns all paths of every shorter length if maxVisits is reached at the last length', async () => {
    await assertProperty(
      fc.property(
        randomEdges(6, 14),
        fc.constantFrom(...DIRECTIONS),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(150),
        (edges, direction, maxDepth, maxVisits) => {
          const request = from(0, { direction, maxDepth });
          const expected = allPaths(edges, request);
          const found = traverse(graphOf(edges), request, { ...TRAVERSAL_LIMITS, maxVisits });
          const isFound = (path: TraversalPath): boolean =>
            found.paths.some(({ edgeIds }) => edgeIds.join() === path.edgeIds.join());
          expect(found.paths).toEqual(expected.filter(isFound));
          for (const path of expected) {
            if (path.edgeIds.length < found.maxDepthReached) expect(isFound(path)).toBe(true);
          }
          expect(found.truncated || found.paths.length === expected.length).toBe(true);
        },
      ),
      { runs: 1_500 },
    );
  });

  test('finds the same paths in a changed graph as in a newly built graph', async () => {
    await assertProperty(
      fc.property(randomEdges(6, 14), randomEdges(6, 14), fc.nat(5), (before, after, goneNode) => {
        const graph = graphOf(before);
        for (const edge of after) graph.upsert({ ...edge, revision: 2 });
        graph.removeNode(node(goneNode));
        const current = new Map([...before, ...after].map((edge) => [edge.id, edge]));
        const kept = [...current.values()].filter(
          ({ fromId, toId }) => fromId !== node(goneNode) && toId !== node(goneNode),
        );
        const removed = kept.filter((_, place) => place % 3 === 0);
        for (const { id } of removed) graph.removeEdge(id, 3);
        const edges = kept.filter((edge) => !removed.includes(edge));
        expect(graph.edgeCount).toBe(edges.length);
        for (let start = 0; start < 6; start++) {
          expect(traverse(graph, from(start)).paths).toEqual(allPaths(edges, from(start)));
        }
      }),
      { runs: 1_500 },
    );
  });

  test('rounds the product of strength and confidence to twelve decimals', () => {
    const graph = graphOf([testEdge(1, 0, 1, { strength: 0.9, confidence: 0.8 })]);
    expect(traverse(graph, from(0)).paths[0]!.score).toBe(0.72);
  });

  test('returns no paths, and only the start node as visited, if the graph does not contain the start node', () => {
    expect(traverse(graphOf([]), from(7))).toEqual({
      paths: [],
      visitedIds: [node(7)],
      maxDepthReached: 0,
      truncated: false,
    });
  });

  test('does not set truncated if the number of paths equals maxPaths', () => {
    const graph = graphOf([testEdge(1, 0, 1), testEdge(2, 1, 2)]);
    const limits = { ...TRAVERSAL_LIMITS, maxPaths: 2 };
    expect(traverse(graph, from(0), limits).truncated).toBe(false);
  });

  test('sets truncated if a deeper path exists beyond maxPaths', () => {
    const graph = graphOf([testEdge(1, 0, 1), testEdge(2, 1, 2), testEdge(3, 2, 3)]);
    const limits = { ...TRAVERSAL_LIMITS, maxPaths: 2 };
    expect(traverse(graph, from(0), limits)).toMatchObject({ truncated: true, maxDepthReached: 2 });
  });
});

describe('traverse on dense graphs', () => {
  function clique(size: number): GraphEdge[] {
    const edges: GraphEdge[] = [];
    for (let a = 0; a < size; a++) {
      for (let b = a + 1; b < size; b++) {
        edges.push(testEdge(edges.length, a, b, { strength: ((a * b) % 7) / 10 }));
      }
    }
    return edges;
  }

  test('returns 59 paths of length 1 and the best 941 paths of length 2 in a clique of 60 nodes', () => {
    const edges = clique(60);
    const found = traverse(graphOf(edges), from(0, { maxDepth: 10 }));
    expect(found.paths).toEqual(allPaths(edges, from(0, { maxDepth: 2 })).slice(0, 1_000));
    expect(found).toMatchObject({ truncated: true, maxDepthReached: 2 });
  });

  test('returns the 1,000 edges with the highest weight of a hub with 20,000 edges', () => {
    const edges = Array.from({ length: 20_000 }, (_, i) =>
      testEdge(i, 0, i + 1, { strength: (i % 1_999) / 2_000 }),
    );
    const found = traverse(graphOf(edges), from(0, { maxDepth: 2 }));
    expect(found.paths).toEqual(allPaths(edges, from(0, { maxDepth: 1 })).slice(0, 1_000));
    expect(found.truncated).toBe(true);
  });

  test('returns the best paths of the last length if 50 paths lead to a hub with 30,000 edges', () => {
    const edges: GraphEdge[] = [];
    for (let middle = 1; middle <= 50; middle++) {
      edges.push(testEdge(edges.length, 0, middle, { strength: middle === 7 ? 1 : 0.5 }));
      edges.push(testEdge(edges.length, middle, 100, { strength: 1 }));
    }
    for (let leaf = 0; leaf < 30_000; leaf++) {
      edges.push(testEdge(edges.length, 100, 1_000 + leaf, { strength: leaf === 29_000 ? 1 : 0.4 }));
    }
    const found = traverse(graphOf(edges), from(0, { direction: 'OUTBOUND', maxDepth: 10 }));
    expect(found).toMatchObject({ truncated: true, maxDepthReached: 3 });
    expect(found.paths).toHaveLength(1_000);
    const last = found.paths.filter(({ edgeIds }) => edgeIds.length === 3);
    expect(last[0]).toMatchObject({ nodeIds: [node(0), node(7), node(100), node(30_000)], score: 1 });
    expect(last.filter(({ score }) => score === 0.5)).toHaveLength(49);
    expect(new Set(last.slice(50).map(({ nodeIds, score }) => `${nodeIds[1]} ${score}`))).toEqual(
      new Set([`${node(7)} 0.4`]),
    );
  });

  test('sets truncated if maxVisits is reached before any path was found', () => {
    const edges = Array.from({ length: 500 }, (_, i) => testEdge(i, 0, i + 1));
    const request = from(0, { types: ['causes'] });
    expect(traverse(graphOf(edges), request).truncated).toBe(false);
    expect(traverse(graphOf(edges), request, { maxPaths: 1_000, maxVisits: 499 })).toMatchObject({
      paths: [],
      truncated: true,
    });
  });
});
