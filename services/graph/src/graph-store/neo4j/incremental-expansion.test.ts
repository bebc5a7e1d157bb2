import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import {
  expansionRequest,
  graphOf,
  randomEdges,
  testEdge,
  testId,
} from '../../../test/random-graph.fixture.ts';
import { EXPANSION_LIMITS, expand } from '../../expansion/expand.ts';
import { edgeWeight } from '../edge-weight.ts';
import type { GraphEdge } from '../graph-store.ts';
import { expandIncrementally } from './incremental-expansion.ts';
import type { FetchTransitions } from './incremental-expansion.ts';
import type { NodeTransitions } from './transition-graph.ts';

const node = (order: number): string => testId('node', order);

/** Returns the strongest edges of a node, like the Neo4j query. Returns null for a node without edges. */
function transitionsOf(edges: readonly GraphEdge[], id: string): NodeTransitions | null {
  const found = edges
    .filter(({ fromId, toId }) => fromId === id || toId === id)
    .map(({ fromId, toId, strength, confidence }) => ({
      target: fromId === id ? toId : fromId,
      weight: edgeWeight(strength, confidence),
    }))
    .sort((a, b) => b.weight - a.weight || (a.target > b.target ? -1 : 1))
    .slice(0, EXPANSION_LIMITS.maxFanOut);
  if (found.length === 0) return null;
  return {
    id,
    targetIds: found.map(({ target }) => target),
    weights: found.map(({ weight }) => weight),
    incomplete: false,
  };
}

/**
 * Creates a fake fetch function that reads from a list of edges and follows them in advance, like the Neo4j
 * query.
 *
 * @param maxFrontier maximum number of nodes in a step that are followed in advance
 */
function fetchFrom(edges: readonly GraphEdge[], maxFrontier = Infinity) {
  const counts = { queries: 0, nodes: 0 };
  const fetch: FetchTransitions = async (steps) => {
    const found = new Map<string, NodeTransitions>();
    let targets: string[] = [];
    for (const ids of steps) {
      const followed = new Set(targets).size > maxFrontier ? [] : targets;
      targets = [];
      for (const id of new Set([...followed, ...ids])) {
        const transitions = found.has(id) ? null : transitionsOf(edges, id);
        if (transitions === null) continue;
        found.set(id, transitions);
        targets.push(...transitions.targetIds);
      }
    }
    counts.queries++;
    counts.nodes += found.size;
    return [...found.values()];
  };
  return { fetch, counts };
}

describe('expandIncrementally', () => {
  test('returns the same result as expand with unknown nodes and extra edges, regardless of the nodes that are followed in advance', async () => {
    await assertProperty(
      fc.asyncProperty(
        randomEdges(9, 60),
        fc.integer({ min: 0, max: 4 }),
        fc.nat(9),
        async (edges, maxDepth, maxFrontier) => {
          const expansion = expansionRequest({
            start: [0, 1, 2, 20].map((order) => ({ id: node(order), score: 1 / (order + 1) })),
            seedLimit: 2,
            maxDepth,
            extraEdges: [
              { fromId: node(1), toId: node(20), weight: 0.5 },
              { fromId: node(20), toId: node(7), weight: 1 },
            ],
          });
          const { fetch } = fetchFrom(edges, maxFrontier);
          expect(await expandIncrementally(fetch, expansion)).toEqual(expand(graphOf(edges), expansion));
        },
      ),
      { runs: 2_000 },
    );
  });

  test('sends one query, also if extra edges lead to nodes with edges', async () => {
    const edges = [testEdge(1, 0, 1), testEdge(2, 1, 2), testEdge(3, 2, 3), testEdge(4, 10, 11)];
    const { fetch, counts } = fetchFrom(edges);
    const extraEdges = [{ fromId: node(0), toId: node(10), weight: 1 }];
    const { nodes } = await expandIncrementally(fetch, expansionRequest({ maxDepth: 3, extraEdges }));
    expect(nodes.map(({ id }) => id).toSorted()).toEqual([0, 1, 2, 3, 10, 11].map(node));
    expect(counts.queries).toBe(1);
  });

  test('sends no query without start nodes', async () => {
    const { fetch, counts } = fetchFrom([testEdge(1, 0, 1)]);
    const found = await expandIncrementally(fetch, expansionRequest({ start: [] }));
    expect(found).toEqual({ nodes: [], truncated: false });
    expect(counts.queries).toBe(0);
  });

  test('fetches the nodes with the highest scores in another query if a step reaches more than maxFrontier nodes', async () => {
    const edges = Array.from({ length: 40 * 32 }, (_, i) => [
      testEdge(2 * i, i % 40, 100 + i, { strength: 1 / (i + 1) }),
      testEdge(2 * i + 1, 100 + i, 5_000 + i),
    ]).flat();
    const start = Array.from({ length: 40 }, (_, order) => ({ id: node(order), score: 1 }));
    const expansion = expansionRequest({ start, seedLimit: 40, maxReached: 10_000 });
    const { fetch, counts } = fetchFrom(edges, EXPANSION_LIMITS.maxFrontier);
    expect(await expandIncrementally(fetch, expansion)).toEqual(expand(graphOf(edges), expansion));
    expect(counts).toEqual({ queries: 2, nodes: 40 + EXPANSION_LIMITS.maxFrontier });
  });

  test('sets truncated if the query left edges of a node unexamined', async () => {
    const { fetch } = fetchFrom([testEdge(1, 0, 1)]);
    const fetchPartially: FetchTransitions = async (steps) =>
      (await fetch(steps)).map((found) => ({ ...found, incomplete: true }));
    expect(await expandIncrementally(fetchPartially, expansionRequest({}))).toMatchObject({
      truncated: true,
    });
  });
});
