import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { byTies, runSearchCase, SEARCH_CASE } from './search-case.fixture.ts';
import type { RankedItem, SearchCase } from './search-case.fixture.ts';

/**
 * Direct implementation of the documented ranking.
 *
 * @see docs/reference/search.md#reciprocal-rank-fusion
 * @see docs/reference/relationships.md#graph-expansion
 */
function referenceSearch({
  candidates,
  reached,
  rejected,
  request,
}: SearchCase): { id: string; score: number }[] {
  const { weights, rrfK, minScore, limit } = request;
  const admitted = reached.filter((node) => !rejected.includes(node.id));
  const newNodes = admitted.filter((node) => !candidates.some((item) => item.id === node.id));
  const known: RankedItem[] = [
    ...candidates,
    ...newNodes.map((node) => ({ id: node.id, blended: 0, importance: 0.5, created_at_ms: 1_000 })),
  ];
  const lists: { weight: number; ids: string[] }[] = [];
  for (const [weight, name] of [
    [weights.keyword, 'keyword_rank_score'],
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
    const gained = (item: RankedItem): number => admitted.find((node) => node.id === item.id)?.score ?? 0;
    const isNewNode = (item: RankedItem): boolean => newNodes.some((node) => node.id === item.id);
    // Each candidate starts with its blended score. For equal scores, candidates precede new nodes, which
    // keep the order of the expansion.
    const scores = known.map((item) => ({ item, score: item.blended + gained(item) }));
    scores.sort(
      (a, b) =>
        b.score - a.score ||
        Number(isNewNode(a.item)) - Number(isNewNode(b.item)) ||
        (isNewNode(a.item) ? known.indexOf(a.item) - known.indexOf(b.item) : byTies(a.item, b.item)),
    );
    lists.push({ weight: weights.graph, ids: scores.map(({ item }) => item.id) });
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

describe('hybridSearch', () => {
  test('ranks the same results if relationships are omitted', async () => {
    await assertProperty(
      fc.asyncProperty(SEARCH_CASE, async (searchCase) => {
        const ranking = async (withRelationships: boolean) => {
          const { hits, counts, cloud } = await runSearchCase(searchCase, { withRelationships });
          expect(cloud !== null).toBe(withRelationships && searchCase.request.expandGraph);
          return { counts, ranked: hits.map(({ fused }) => fused) };
        };
        expect(await ranking(false)).toEqual(await ranking(true));
      }),
      { runs: 500 },
    );
  });

  test('equals the reference implementation for any ties, weights, filters, minimum scores and limits', async () => {
    await assertProperty(
      fc.asyncProperty(SEARCH_CASE, async (searchCase) => {
        const { hits } = await runSearchCase(searchCase);
        const found = hits.map(({ fused }) => ({ id: fused.id, score: fused.score }));
        const expected = referenceSearch(searchCase);
        expect(found.map((hit) => hit.id)).toEqual(expected.map((hit) => hit.id));
        found.forEach(({ score }, place) => expect(score).toBeCloseTo(expected[place]!.score, 11));
      }),
      { runs: 2_000 },
    );
  });
});
