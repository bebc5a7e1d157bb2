import { describe, expect, test } from '@jest/globals';
import type { Candidate, ExpandedNode } from '@loci/contracts';
import { testCaller } from '@loci/testing';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { hybridSearch } from '../../src/search/hybrid-search.ts';
import type { HybridSearch } from '../../src/search/hybrid-search.ts';
import { candidate, clientsUnderTest, id } from './clients-under-test.ts';

interface Setting {
  candidates: Candidate[];
  /** What a walk finds: candidates that are no seeds, and strangers. */
  reached: ExpandedNode[];
  inadmissible: string[];
  request: Pick<HybridSearch, 'weights' | 'expandGraph' | 'graphSeedLimit' | 'rrfK' | 'minScore' | 'limit'>;
}

/** Few values, so that ties are common. */
const SCORE = fc.constantFrom(null, 0, 0.5, 1);
const CANDIDATES = fc.uniqueArray(fc.nat(19), { maxLength: 12 }).chain((numbers) =>
  fc.tuple(
    ...numbers.map((n) =>
      fc
        .record({
          keyword: SCORE,
          vector: SCORE,
          blended: fc.constantFrom(0, 0.25, 0.5),
          importance: fc.constantFrom(null, 0.2, 0.9),
          created_at_ms: fc.constantFrom(1, 2),
        })
        .map(({ keyword, vector, ...rest }) =>
          candidate(n, {
            keyword_score: keyword,
            keyword_rank_score: keyword,
            vector_score: vector,
            vector_rank_score: vector,
            ...rest,
          }),
        ),
    ),
  ),
);
const WEIGHTS = fc.constantFrom(
  { bm25: 0.4, vector: 0.4, graph: 0.2 },
  { bm25: 0.5, vector: 0.5, graph: 0 },
  { bm25: 0, vector: 0.5, graph: 0.5 },
  { bm25: 1, vector: 0, graph: 0 },
  { bm25: 0, vector: 1, graph: 0 },
  { bm25: 0, vector: 0, graph: 1 },
);

const SETTING: fc.Arbitrary<Setting> = fc
  .record({
    candidates: CANDIDATES,
    found: fc.uniqueArray(
      fc.record({
        n: fc.nat(29),
        mass: fc.constantFrom(0.125, 0.25, 0.75),
        depth: fc.integer({ min: 1, max: 2 }),
      }),
      { selector: ({ n }) => n, maxLength: 8 },
    ),
    inadmissible: fc.subarray([20, 21, 22, 23, 24]),
    request: fc.record({
      weights: WEIGHTS,
      expandGraph: fc.boolean(),
      graphSeedLimit: fc.integer({ min: 1, max: 6 }),
      rrfK: fc.constantFrom(1, 60, 100),
      minScore: fc.constantFrom(null, 0.3, 0.9),
      limit: fc.integer({ min: 1, max: 15 }),
    }),
  })
  .filter(({ request: { weights, expandGraph } }) => expandGraph || weights.graph < 1)
  .map(({ candidates, found, inadmissible, request }) => {
    const seeds = [...candidates].sort(byTies).slice(0, request.graphSeedLimit);
    return {
      candidates,
      // The graph names each node once, seeds with their own mass; here those only as the stub gives them back.
      reached: found
        .map(({ n, mass, depth }) => ({ id: id(n), mass, depth }))
        .filter((node) => !seeds.some((seed) => seed.id === node.id)),
      inadmissible: inadmissible.map(id),
      request,
    };
  });

interface Known {
  id: string;
  blended: number;
  importance: number | null;
  created_at_ms: number;
}

/** Raw-score blend, importance, newest, id. */
function byTies(a: Known, b: Known): number {
  if (a.blended !== b.blended) return b.blended - a.blended;
  if ((a.importance ?? 0) !== (b.importance ?? 0)) return (b.importance ?? 0) - (a.importance ?? 0);
  if (a.created_at_ms !== b.created_at_ms) return b.created_at_ms - a.created_at_ms;
  return a.id < b.id ? -1 : 1;
}

/** DECISIONS.md "Search" and ARCHITECTURE.md section 6, word by word. */
function slowReference({
  candidates,
  reached,
  inadmissible,
  request,
}: Setting): { id: string; score: number }[] {
  const { weights, rrfK, minScore, limit } = request;
  const admitted = reached.filter((node) => !inadmissible.includes(node.id));
  const strangers = admitted.filter((node) => !candidates.some((item) => item.id === node.id));
  const known: Known[] = [
    ...candidates,
    ...strangers.map((node) => ({ id: node.id, blended: 0, importance: 0.5, created_at_ms: 1_000 })),
  ];
  const lists: { weight: number; ids: string[] }[] = [];
  for (const [weight, name] of [
    [weights.bm25, 'keyword_rank_score'],
    [weights.vector, 'vector_rank_score'],
  ] as const) {
    if (weight === 0) continue;
    const hits = candidates.filter((item) => item[name] !== null);
    lists.push({
      weight,
      ids: hits.sort((a, b) => b[name]! - a[name]! || byTies(a, b)).map((item) => item.id),
    });
  }
  if (weights.graph > 0 && request.expandGraph) {
    const gained = (item: Known): number => admitted.find((node) => node.id === item.id)?.mass ?? 0;
    const isStranger = (item: Known): boolean => strangers.some((node) => node.id === item.id);
    // Every candidate enters with its blended score; among equal masses candidates come first, strangers as found.
    const masses = known.map((item) => ({ item, mass: item.blended + gained(item) }));
    masses.sort(
      (a, b) =>
        b.mass - a.mass ||
        Number(isStranger(a.item)) - Number(isStranger(b.item)) ||
        (isStranger(a.item) ? known.indexOf(a.item) - known.indexOf(b.item) : byTies(a.item, b.item)),
    );
    lists.push({ weight: weights.graph, ids: masses.map(({ item }) => item.id) });
  }
  const best = lists.reduce((sum, { weight }) => sum + weight / (rrfK + 1), 0);
  return known
    .filter((item) => lists.some(({ ids }) => ids.includes(item.id)))
    .map((item) => {
      const score = lists.reduce((sum, { weight, ids }) => {
        const rank = ids.indexOf(item.id) + 1;
        return rank === 0 ? sum : sum + weight / (rrfK + rank);
      }, 0);
      return { item, score: Number((score / best).toFixed(12)) };
    })
    .filter(({ score }) => minScore === null || score >= minScore)
    .sort((a, b) => b.score - a.score || byTies(a.item, b.item))
    .slice(0, limit)
    .map(({ item, score }) => ({ id: item.id, score }));
}

describe('hybrid search (ARCHITECTURE.md section 6)', () => {
  test('ranks as the definition does: ties, weights of zero, filters in the graph, cuts by score and limit', async () => {
    await assertProperty(
      fc.asyncProperty(SETTING, async (setting) => {
        const clients = clientsUnderTest();
        clients.candidates = setting.candidates;
        clients.reached = setting.reached;
        for (const each of setting.inadmissible) clients.inadmissible.add(each);
        const { hits } = await hybridSearch(
          clients,
          testCaller(),
          { query: 'tea', filter: {}, graphMaxDepth: 2, includeNeighbors: 0, skip: 0, ...setting.request },
          new AbortController().signal,
        );
        const found = hits.map(({ fused }) => ({ id: fused.id, score: fused.score }));
        const expected = slowReference(setting);
        expect(found.map((hit) => hit.id)).toEqual(expected.map((hit) => hit.id));
        found.forEach(({ score }, place) => expect(score).toBeCloseTo(expected[place]!.score, 11));
      }),
      { runs: 2_000 },
    );
  });
});
