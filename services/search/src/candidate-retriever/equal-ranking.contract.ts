import { expect } from '@jest/globals';
import type { CandidatesRequest } from '@loci/contracts';
import { newId } from '@loci/core';
import { assertProperty } from '@loci/testing/assert-property';
import type { PropertyOptions } from '@loci/testing/assert-property';
import fc from 'fast-check';
import type { IndexedItem } from '../items/indexed-item.ts';
import { exampleItem } from '../items/item-index.contract.ts';
import type { CandidateRetriever } from './candidate-retriever.ts';

/** Differences from the ranking of another retriever that a retriever may have. */
export interface RankingDifferences {
  /** Maximum absolute difference of two scores. */
  score: number;
  /** Maximum numbers of hits per retriever with which the search is compared. */
  windows: readonly number[];
  /**
   * Whether second hops are compared. They include only items with at least a certain share of the best score, so that small
   * differences of scores change them.
   */
  secondHop: boolean;
}

/** Both retrievers read the same indexes. Sums of shares can differ in the last bit. */
export const SAME_INDEXES: RankingDifferences = { score: 5e-10, windows: [1, 3, 10, 200], secondHop: true };

/**
 * The other retriever reads indexes of another engine with the same items. The documented differences are:
 *
 * - Elasticsearch computes BM25 with 32-bit floats and with the average text length of the shard. Without other tenants in
 *   the shard, this is the average of the tenant, as in the embedded index.
 * - Qdrant compares vectors of 32-bit floats. The embedded index stores 16 bits per dimension.
 * - The engines order hits with equal scores differently, so only searches that return all hits have the same candidates.
 */
export const OTHER_ENGINES: RankingDifferences = { score: 2e-3, windows: [200], secondHop: false };

export interface EqualRankingFixture {
  /** Retriever whose candidates are expected. */
  reference: CandidateRetriever;
  retriever: CandidateRetriever;
  /** Writes items to all stores that the two retrievers read. */
  store(items: readonly IndexedItem[]): Promise<void>;
}

const WORDS = ['tea', 'coffee', 'cello', 'violin', 'garden', 'train', 'river', 'bread', 'winter', 'music'];
const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '));
/** Most of these names are in two or three items, so that they are rare terms, which connect the items. */
const NAMES = Array.from({ length: 15 }, (_, i) => `Name${i}`);
/** Lowers the share of the query that the embedding model knows, on which the blended scores depend. */
const unknownWord = fc.constantFrom('', 'виолончель', 'сельскохозяйственный');
const tags = fc.subarray(['a', 'b', 'c']);
const stored = fc.record({
  content: fc
    .tuple(text, fc.option(fc.constantFrom(...NAMES)))
    .map(([words, name]) => `${words} ${name ?? ''}`),
  tags,
  importance: fc.option(fc.constantFrom(0, 0.5, 1)),
  conversationId: fc.option(fc.constantFrom('first', 'second')),
  minute: fc.integer({ min: 0, max: 20 }),
});
const searched = (windows: readonly number[]) =>
  fc.record({
    query: fc.tuple(text, unknownWord).map(([words, unknown]) => `${words} ${unknown}`),
    filter: fc.oneof(
      fc.constant({}),
      tags.map((list) => ({ tags: list })),
      fc.constant({ min_importance: 0.5 }),
    ),
    window: fc.constantFrom(...windows),
    retrievers: fc.constantFrom([true, true], [true, false], [false, true]),
    conversation_neighbors: fc.boolean(),
    shared_terms: fc.boolean(),
    second_hop: fc.boolean(),
  });

/** Returns the candidates without the durations, and the links as sorted pairs of ids. */
export async function retrieveAll(retriever: CandidateRetriever, request: CandidatesRequest) {
  const {
    columns,
    keyword,
    vector,
    failed,
    second_hop: hop,
  } = await retriever.retrieve(request, new AbortController().signal);
  const { links } = columns.data;
  return {
    items: columns.items(),
    links: Array.from({ length: links.length / 2 }, (_, i) =>
      [columns.id(links[2 * i]!), columns.id(links[2 * i + 1]!)].sort().join(),
    ).sort(),
    counts: [keyword?.count, vector?.count],
    failed,
    secondHop: hop?.positions.map((position) => columns.id(position)),
  };
}

/**
 * Checks that two retrievers return equal candidates, scores and links for any items and query.
 *
 * @param open returns the retrievers. Called for each set of items, which has a new tenant.
 */
export const assertEqualRanking = (
  open: () => EqualRankingFixture,
  differences: RankingDifferences,
  options: PropertyOptions,
): Promise<void> =>
  assertProperty(
    fc.asyncProperty(
      fc.array(stored, { minLength: 1, maxLength: 40 }),
      fc.array(searched(differences.windows), { minLength: 1, maxLength: 5 }),
      async (drafts, searches) => {
        const { reference, retriever, store } = open();
        const tenant = newId();
        await store(
          drafts.map(({ minute, ...part }) =>
            exampleItem(tenant, {
              ...part,
              createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
            }),
          ),
        );
        for (const { retrievers, ...search } of searches) {
          const request = {
            tenant_id: tenant,
            keyword: retrievers[0]!,
            vector: retrievers[1]!,
            ...search,
            second_hop: search.second_hop && differences.secondHop,
          };
          if (
            (request.shared_terms || request.second_hop) &&
            (await hasUnclearSeeds(reference, request, differences.score))
          )
            continue;
          const expected = await retrieveAll(reference, request);
          const found = await retrieveAll(retriever, request);
          expectEqualCandidates(found, expected, differences.score);
        }
      },
    ),
    options,
  );

/** Number of candidates whose terms are compared with those of all candidates. */
const SEEDS = 5;
/** Lowest blended score of a seed. With a lower one, small differences of this score can become larger by scaling. */
const MIN_SEED_SCORE = 0.1;

/**
 * Returns true if the candidates whose terms are compared can differ between the retrievers, because the scores of the best
 * candidates, or of the last compared one and the next one, are almost equal.
 */
async function hasUnclearSeeds(
  reference: CandidateRetriever,
  request: CandidatesRequest,
  maxDifference: number,
): Promise<boolean> {
  const { items } = await retrieveAll(reference, { ...request, shared_terms: false });
  const scores = items.map(({ blended }) => blended);
  const isClear = (position: number): boolean =>
    scores.length <= position || scores[position - 1]! - scores[position]! > 2 * maxDifference;
  return !isClear(1) || !isClear(SEEDS) || scores.slice(0, SEEDS).some((score) => score < MIN_SEED_SCORE);
}

/**
 * Checks that two retrievers return equal candidates and scores if candidates share rare terms with the best ones, for fixed
 * items and queries.
 */
export async function assertEqualSharedTerms(
  { reference, retriever, store }: EqualRankingFixture,
  differences: RankingDifferences,
): Promise<void> {
  const tenant = newId();
  const content = (i: number): string =>
    [...WORDS.slice(i % 7, (i % 7) + 1 + (i % 4)), WORDS[(i * i) % 10], NAMES[i % 15]].join(' ');
  await store(Array.from({ length: 40 }, (_, i) => exampleItem(tenant, { content: content(i) })));
  let compared = 0;
  for (const [i, query] of WORDS.entries()) {
    const request = {
      tenant_id: tenant,
      query: `${query} ${NAMES[i]} ${WORDS[(i + 3) % 10]}`,
      filter: {},
      window: differences.windows.at(-1)!,
      keyword: true,
      vector: true,
      conversation_neighbors: true,
      shared_terms: true,
    };
    if (await hasUnclearSeeds(reference, request, differences.score)) continue;
    const expected = await retrieveAll(reference, request);
    expectEqualCandidates(await retrieveAll(retriever, request), expected, differences.score);
    const without = await retrieveAll(reference, { ...request, shared_terms: false });
    expect(without.items).not.toEqual(expected.items);
    compared++;
  }
  expect(compared).toBeGreaterThanOrEqual(4);
}

type AllCandidates = Awaited<ReturnType<typeof retrieveAll>>;

function expectEqualCandidates(found: AllCandidates, expected: AllCandidates, maxDifference: number): void {
  expect({ ...found, items: [] }).toEqual({ ...expected, items: [] });
  const byId = new Map(expected.items.map((item) => [item.id, item]));
  expect(found.items.map(({ id }) => id).sort()).toEqual([...byId.keys()].sort());
  for (const [position, item] of found.items.entries()) {
    // Scores can differ slightly, so items with almost equal scores may be in another order.
    expect(Math.abs(item.blended - expected.items[position]!.blended)).toBeLessThanOrEqual(maxDifference);
    for (const [field, value] of Object.entries(byId.get(item.id)!)) {
      const actual = item[field as keyof typeof item];
      if (typeof value !== 'number') expect(actual).toBe(value);
      else
        expect({
          field,
          difference: Math.abs((actual as number) - value) <= maxDifference,
          actual,
          value,
        }).toEqual({ field, difference: true, actual, value });
    }
  }
}
