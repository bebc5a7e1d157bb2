import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CallOptions, SearchClient } from '@loci/contracts';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';
import type { z } from 'zod';
import type { hybridSearchResource } from '../../src/search/hybrid-search.resource.ts';
import { hybridSearchRoutes } from '../../src/search/hybrid-search.routes.ts';
import { whyNotRoutes } from '../../src/search/why-not/why-not.routes.ts';
import type { WhyNotRouteDeps } from '../../src/search/why-not/why-not.routes.ts';
import type { WhyNotResource } from '../../src/search/why-not/why-not.resource.ts';
import { candidate, down, fakeSearchClients, id, inspectedMemory } from './search-clients.fixture.ts';

type Data = z.infer<typeof hybridSearchResource>;

const EVENT = 'the move';
const QUERY = { query: 'Where did Ada live before the move?' };
const LATER = { created_at_ms: Date.UTC(2026, 5, 1) };
const EARLIER = { created_at_ms: Date.UTC(2025, 0, 1) };
const MOVE = id(9);
const caller = testCaller();

/** Fakes of the searches for the query and for the event. */
let clients: ReturnType<typeof fakeSearchClients>;
let events: ReturnType<typeof fakeSearchClients>;
let eventOptions: (CallOptions | undefined)[];
beforeEach(() => {
  clients = fakeSearchClients();
  clients.candidates = [candidate(1, LATER), candidate(2, EARLIER)];
  events = fakeSearchClients();
  events.candidates = [candidate(9)];
  events.occurredAt.set(MOVE, '2026-03-10T12:00:00.000Z');
  eventOptions = [];
});

const post = (path: string, body: object) => {
  const search: Pick<SearchClient, 'candidates' | 'items' | 'inspectMemory'> = {
    candidates: (asked, options) => {
      if (asked.query !== EVENT) return clients.search.candidates(asked, options);
      eventOptions.push(options);
      return events.search.candidates(asked, options);
    },
    items: (asked, options) => (asked.query === EVENT ? events : clients).search.items(asked, options),
    inspectMemory: () => Promise.resolve(inspectedMemory()),
  };
  const deps = { ...clients, search };
  const routes = [...hybridSearchRoutes(deps), ...whyNotRoutes(deps as unknown as WhyNotRouteDeps)];
  return request(serveRoutes(routes, caller)).post(`/api/v2/search/${path}`).send(body);
};
const find = async (body: object = {}): Promise<Data> => {
  const response = await post('hybrid', { ...QUERY, ...body });
  expect(response.status).toBe(200);
  return (response.body as { data: Data }).data;
};
const idsOf = ({ items }: Data): string[] => items.map((item) => item.id);

describe('POST /api/v2/search/hybrid: an event in the query', () => {
  test('ranks items of the time before the event higher, and is reported with its memory', async () => {
    const data = await find({ explain: true });
    expect(data.analyzed_query.dates).toEqual([
      {
        text: 'before the move',
        from: null,
        to: '2026-03-10T00:00:00.000Z',
        event: { id: MOVE, snippet: `Item ${MOVE}`, occurred_at: '2026-03-10T12:00:00.000Z' },
      },
    ]);
    expect(idsOf(data)).toEqual([id(2), id(1)]);
    expect(data.items.map((item) => item.explanation!.fusion.date_factor < 1)).toEqual([false, true]);
  });

  test('is in the time zone of the request', async () => {
    const { analyzed_query } = await find({ time_zone: 'America/New_York' });
    expect(analyzed_query.dates[0]!.to).toBe('2026-03-10T04:00:00.000Z');
  });

  test('is added to the dates of the query', async () => {
    const query = 'Where did Ada live before the move or in 2025?';
    const { analyzed_query } = await find({ query });
    expect(analyzed_query.dates.map(({ text }) => text)).toEqual(['in 2025', 'before the move']);
  });

  test('is found with the filter of the search by keywords alone', async () => {
    const body = { tags: 'home', user_id: id(77), include: ['expired'], memory_types: ['fact'] };
    await find(body);
    const { filter } = clients.requests.candidates[0]!;
    expect(filter).toEqual({ tags: ['home'], user_id: id(77), include: ['expired'], memory_types: ['fact'] });
    expect(events.requests.candidates).toEqual([
      {
        tenant_id: caller.tenantId,
        query: EVENT,
        filter,
        window: 20,
        keyword: true,
        vector: false,
        conversation_neighbors: false,
      },
    ]);
    expect(events.requests.items).toMatchObject([{ tenant_id: caller.tenantId, ids: [MOVE], filter }]);
  });

  test.each([
    ['no memory contains its words', () => (events.candidates = [])],
    ['no memory contains most of its words', () => events.coverage.set(MOVE, 0.5)],
    [
      'memories of different times contain its words',
      () => {
        events.candidates = [candidate(9), candidate(10), candidate(11)];
        events.occurredAt.set(id(10), '2024-03-10T12:00:00.000Z').set(id(11), '2025-03-10T12:00:00.000Z');
      },
    ],
    [
      'only a document chunk contains its words',
      () => {
        const name = { id: id(8), filename: null, title: null, page: null, section: null };
        events.citations.set(MOVE, { ...name, chunk_index: 0, chunk_count: 1 });
      },
    ],
    ['the search for it fails', () => events.broken.set('candidates', down)],
    ['its memory cannot be read', () => events.broken.set('items', down)],
    [
      'the search for it fails with another error',
      () => events.broken.set('items', () => Promise.reject(new TypeError('A fault.'))),
    ],
  ])('has no effect if %s', async (_, prepare) => {
    prepare();
    const data = await find();
    expect(data.analyzed_query.dates).toEqual([]);
    expect(idsOf(data)).toEqual([id(1), id(2)]);
    expect(data.search_metadata.degraded).toEqual([]);
  });

  test('needs a response within one second', async () => {
    await find();
    expect(eventOptions[0]!.timeoutMs).toBeGreaterThan(0);
    expect(eventOptions[0]!.timeoutMs).toBeLessThanOrEqual(1_000);
  });

  test('is not searched for with a date_weight of 0, and without an event in the query', async () => {
    await find({ date_weight: 0 });
    await find({ query: 'Where did Ada live?' });
    expect(events.requests.candidates).toEqual([]);
    expect(clients.requests.candidates).toHaveLength(2);
  });

  test('does not hide that the search itself fails', async () => {
    clients.broken.set('candidates', down);
    expect((await post('hybrid', QUERY)).status).toBe(503);
  });
});

describe('POST /api/v2/search/hybrid: an event in the query of a search of the past', () => {
  const AS_OF = { as_of: '2026-02-01T00:00:00.000Z' };

  /** Lets the memory service return the states of the memory of the event. */
  const setState = (state: Parameters<typeof clients.states.set>[1]) => clients.states.set(MOVE, state);

  test('has the time that its memory had then', async () => {
    setState({ occurred_at: '2025-12-24T12:00:00.000Z' });
    const { analyzed_query } = await find(AS_OF);
    expect(events.requests.candidates[0]!.filter).toEqual({
      include: ['superseded'],
      as_of: Date.parse(AS_OF.as_of),
    });
    expect(analyzed_query.dates).toMatchObject([
      { to: '2025-12-24T00:00:00.000Z', event: { id: MOVE, occurred_at: '2025-12-24T12:00:00.000Z' } },
    ]);
  });

  test.each([
    ['its memory did not exist then', null],
    ['its memory had another text then', { content: 'Another text.' }],
    ['its memory was protected then', { memory_type: 'identity_core' as const }],
  ])('has no effect if %s', async (_, state) => {
    setState(state);
    expect((await find(AS_OF)).analyzed_query.dates).toEqual([]);
  });
});

describe('POST /api/v2/search/why-not: an event in the query', () => {
  test('is part of the evidence', async () => {
    const response = await post('why-not', { memory_id: id(1), search: { ...QUERY, limit: 1 } });
    const { reason, evidence } = (response.body as { data: WhyNotResource }).data;
    expect(reason).toBe('outranked');
    expect(evidence).toMatchObject({ ranking: { rank: 2 } });
    const { date_factor: factor } = (evidence as { ranking: { date_factor: number } }).ranking;
    expect(factor).toBeLessThan(0.81);
  });
});
