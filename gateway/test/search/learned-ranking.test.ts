import { beforeEach, describe, expect, test } from '@jest/globals';
import { TRAITS } from '@loci/contracts';
import type { Candidate } from '@loci/contracts';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';
import { hybridSearchRoutes } from '../../src/search/hybrid-search.routes.ts';
import type { hybridSearchResource } from '../../src/search/hybrid-search.resource.ts';
import { RANKING_MODEL } from '../../src/search/learned-ranking/ranking-model.ts';
import { candidate, fakeSearchClients, id } from './search-clients.fixture.ts';
import type { z } from 'zod';

let clients: ReturnType<typeof fakeSearchClients>;
/** Candidates with nearly equal scores. The first ones have 1 word, and the last one has 40. */
const SHORT_FIRST = [1, 2, 3, 4, 5].map((n) => similar(n, n === 5 ? 40 : 1));
beforeEach(() => {
  clients = fakeSearchClients();
  clients.model = RANKING_MODEL.embeddingModel;
  clients.candidates = SHORT_FIRST;
  clients.conversationLinks = linkAll();
});

/** Links between all candidates and the candidate before them, as turns of one conversation. */
const linkAll = (): [string, string][] =>
  clients.candidates.slice(1).map((item, i) => [clients.candidates[i]!.id, item.id]);

function similar(n: number, words: number): Candidate {
  const score = 0.6 - n / 10_000;
  return candidate(n, {
    keyword_score: 5 * score,
    vector_score: score,
    keyword_rank_score: 2 * score,
    vector_rank_score: 2 * score,
    blended: score,
    words,
    traits: 0,
  });
}

async function search(body: Record<string, unknown> = {}) {
  const response = await request(serveRoutes(hybridSearchRoutes(clients), testCaller()))
    .post('/api/v2/search/hybrid')
    .send({ query: 'tea', ...body });
  expect(response.status).toBe(200);
  const { items, search_metadata } = (response.body as { data: z.output<typeof hybridSearchResource> }).data;
  return { items, ids: items.map((item) => item.id), ranking: search_metadata.ranking };
}
const RRF_ORDER = [1, 2, 3, 4, 5].map(id);

describe('learned ranking', () => {
  test('is the default for turns of conversations, and prefers a longer turn to turns of one word with the same scores', async () => {
    const { ids, ranking } = await search();
    expect(ranking).toBe('learned');
    expect(ids.indexOf(id(5))).toBeLessThan(4);
    expect((await search({ ranking: 'rrf' })).ids).toEqual(RRF_ORDER);
  });

  test.each([
    ['other weights', { bm25_weight: 0.5, vector_weight: 0.3 }],
    ['another rrf_k', { rrf_k: 10 }],
  ])('is not the default with %s, but can be requested', async (_, parameters) => {
    expect(await search(parameters)).toMatchObject({ ids: RRF_ORDER, ranking: 'rrf' });
    for (const ranking of ['learned', 'auto'])
      expect((await search({ ...parameters, ranking })).ranking).toBe('learned');
  });

  test('is used for items that are not turns of conversations only if it is requested', async () => {
    // Two of five items are turns.
    clients.conversationLinks = [[id(1), id(2)]];
    for (const ranking of [undefined, 'auto'])
      expect(await search({ ranking })).toMatchObject({ ids: RRF_ORDER, ranking: 'rrf' });
    expect((await search({ ranking: 'learned' })).ranking).toBe('learned');
    clients.conversationLinks = [
      [id(1), id(2)],
      [id(2), id(3)],
    ];
    expect((await search()).ranking).toBe('learned');
  });

  test.each([
    ['the vectors are from another embedding model', () => (clients.model = 'other'), {}],
    [
      'the number of words of an item is unknown',
      () => clients.candidates.push({ ...similar(6, 1), words: null }),
      {},
    ],
    [
      'the traits of an item are unknown',
      () => clients.candidates.push({ ...similar(6, 1), traits: null }),
      {},
    ],
    ['the embedding model does not understand the query', () => (clients.knownShare = 0.4), {}],
    ['keyword search is turned off', () => {}, { bm25_weight: 0, vector_weight: 0.8 }],
    ['vector search is turned off', () => {}, { bm25_weight: 0.8, vector_weight: 0 }],
  ])('is not used if %s', async (_, prepare, parameters) => {
    clients.candidates = [...SHORT_FIRST];
    prepare();
    const { ids, ranking } = await search({ ranking: 'learned', ...parameters });
    expect(ranking).toBe('rrf');
    expect(ids.slice(0, 5)).toEqual(RRF_ORDER);
  });

  test('changes neither the first 50 items nor the order of the others', async () => {
    clients.candidates = Array.from({ length: 60 }, (_, i) => similar(i + 1, (i * 7) % 50));
    const ids = clients.candidates.map((each) => each.id);
    clients.conversationLinks = linkAll();
    const learned = await search({ limit: 60 });
    expect(learned.ids.slice(0, 50)).not.toEqual(ids.slice(0, 50));
    expect(learned.ids.slice(0, 50).sort()).toEqual(ids.slice(0, 50));
    expect(learned.ids.slice(50)).toEqual(ids.slice(50));
  });

  test('keeps the learned rank of an item that only the graph found at its rank of reciprocal rank fusion', async () => {
    clients.reached = [{ id: id(9), score: 0.9, depth: 1 }];
    const [rrf, learned] = [await search({ ranking: 'rrf' }), await search({ explain: true })];
    const { learned: explained } = learned.items.find((item) => item.id === id(9))!.explanation!.fusion;
    expect(explained).toMatchObject({ rank: rrf.ids.indexOf(id(9)) + 1, score: null, signals: null });
  });

  test('explains the signals of an item', async () => {
    const { items } = await search({ explain: true });
    const { signals } = items.find((item) => item.id === id(5))!.explanation!.fusion.learned!;
    expect(signals).toEqual({
      bm25_relative: expect.closeTo(0.5995 / 0.5999, 9),
      vector_relative: expect.closeTo(0.5995 / 0.5999, 9),
      similarity: 0.5995,
      bm25_with_neighbors: expect.closeTo(0.5995, 9),
      vector_with_neighbors: expect.closeTo(0.5995, 9),
      blended_score: 0.5995,
      graph_received: expect.closeTo(0, 9),
      rrf_score: expect.closeTo(61 / 65, 9),
      words: 40,
      is_question: 0,
      previous_is_question: 0,
      first_person: 0,
      second_person: 0,
      names_speaker: 0,
      bm25_previous: expect.closeTo(0.5996 / 0.5999, 9),
      bm25_next: -1,
    });
  });

  test('explains the traits of an item and of the adjacent turns', async () => {
    const [first, second, third] = SHORT_FIRST as [Candidate, Candidate, Candidate];
    clients.candidates = [
      { ...first, traits: TRAITS.question | TRAITS.secondPerson, keyword_score: null },
      { ...second, traits: TRAITS.firstPerson | TRAITS.namedSpeaker },
      third,
    ];
    // The second turn is the earliest one.
    clients.conversationLinks = [
      [id(2), id(1)],
      [id(1), id(3)],
    ];
    const { items } = await search({ explain: true });
    const signalsOf = (n: number) =>
      items.find((item) => item.id === id(n))!.explanation!.fusion.learned!.signals!;
    expect(signalsOf(1)).toMatchObject({
      is_question: 1,
      previous_is_question: 0,
      first_person: 0,
      second_person: 1,
      names_speaker: 0,
      bm25_previous: 1,
      bm25_next: expect.closeTo(0.5997 / 0.5998, 9),
    });
    expect(signalsOf(2)).toMatchObject({
      is_question: 0,
      first_person: 1,
      names_speaker: 1,
      bm25_previous: -1,
      bm25_next: 0,
    });
    expect(signalsOf(3)).toMatchObject({ previous_is_question: 1, bm25_previous: 0, bm25_next: -1 });
  });
});
