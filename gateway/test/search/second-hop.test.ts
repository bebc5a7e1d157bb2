import { beforeEach, describe, expect, test } from '@jest/globals';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';
import type { z } from 'zod';
import { hybridSearchRoutes } from '../../src/search/hybrid-search.routes.ts';
import type { hybridSearchResource } from '../../src/search/hybrid-search.resource.ts';
import { candidate, fakeSearchClients, id } from './search-clients.fixture.ts';

const caller = testCaller();
let clients: ReturnType<typeof fakeSearchClients>;
beforeEach(() => {
  clients = fakeSearchClients();
  clients.candidates = Array.from({ length: 30 }, (_, n) => candidate(n + 1));
});

const post = (body: Record<string, unknown> = {}) =>
  request(serveRoutes(hybridSearchRoutes(clients), caller))
    .post('/api/v2/search/hybrid')
    .send({ query: 'tea', ...body });
async function search(body: Record<string, unknown> = {}) {
  const response = await post(body);
  expect(response.status).toBe(200);
  const { items, search_metadata } = (response.body as { data: z.output<typeof hybridSearchResource> }).data;
  return { items, ids: items.map((item) => item.id), metadata: search_metadata };
}
const numbers = (...list: number[]): string[] => list.map(id);

describe('second hop', () => {
  const wasRequested = (): boolean[] =>
    clients.requests.candidates.map((request) => request.second_hop === true);

  test('is requested together with the candidates', async () => {
    clients.secondHop = numbers(28);
    const { metadata } = await search();
    expect(wasRequested()).toEqual([true]);
    expect(metadata.stats).toMatchObject({ second_hop_count: 1, second_hop_time_ms: 2 });
  });

  test('raises the first items that it finds to the ranks 5, 9 and 10, with descending scores', async () => {
    clients.secondHop = numbers(28, 3, 7, 25, 29, 30);
    const { items, ids, metadata } = await search({ limit: 12, explain: true });
    expect(ids).toEqual(numbers(1, 2, 3, 4, 28, 5, 6, 7, 25, 29, 8, 9));
    const scores = items.map((item) => item.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(metadata.stats.second_hop_count).toBe(6);
    expect(items.flatMap(({ explanation }) => explanation!.fusion.second_hop?.rank ?? [])).toEqual([
      5, 9, 10,
    ]);
  });

  test('an item that has a better rank keeps it, and does not use one of the ranks', async () => {
    clients.secondHop = numbers(4, 28, 9);
    expect((await search({ limit: 10 })).ids).toEqual(numbers(1, 2, 3, 4, 28, 5, 6, 7, 9, 8));
  });

  test('multiplies the recency factor after it raised an item', async () => {
    const old = { created_at_ms: Date.now() - 1_000 * 86_400_000 };
    clients.candidates = clients.candidates.map((item, n) =>
      n === 27 ? { ...item, ...old } : { ...item, created_at_ms: Date.now() },
    );
    clients.secondHop = numbers(28);
    const { ids, items } = await search({ limit: 30, recency_half_life_days: 30, explain: true });
    const { fusion } = items.find((item) => item.id === id(28))!.explanation!;
    expect(fusion.second_hop!.rank).toBe(5);
    expect(fusion.final_score).toBeCloseTo(fusion.fused_score * 0.5, 6);
    expect(ids.indexOf(id(28))).toBe(29);
  });

  test('applies min_score_threshold to the raised score', async () => {
    clients.secondHop = numbers(28);
    const { items } = await search({ limit: 10 });
    const min = { min_score_threshold: items[4]!.score };
    expect((await search(min)).ids).toEqual(numbers(1, 2, 3, 4, 28));
    expect((await search({ ...min, second_hop: false })).ids).toEqual(numbers(1, 2, 3, 4));
  });

  test.each<[string, Record<string, unknown>]>([
    ['second_hop is false', { second_hop: false }],
    ['a retriever has the weight 0', { bm25_weight: 0, vector_weight: 0.8 }],
    ['superseded versions are included', { include: ['superseded'] }],
    ['the search is one of the past', { as_of: '2026-01-01' }],
    ['the limit is below 5', { limit: 4 }],
  ])('does not run if %s', async (_, body) => {
    clients.secondHop = numbers(28);
    const { ids, metadata } = await search(body);
    expect(wasRequested()).not.toContain(true);
    expect(ids.slice(0, 5)).not.toContain(id(28));
    expect(metadata.stats).toMatchObject({ second_hop_count: 0, second_hop_time_ms: 0 });
  });

  test('runs with a low limit if diversity can move a raised item up', async () => {
    await search({ limit: 4, diversity: 0.3 });
    expect(wasRequested()).toEqual([true]);
  });
});
