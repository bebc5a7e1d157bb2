import { beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '@loci/core';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';
import type { z } from 'zod';
import type { hybridSearchResource } from '../../src/search/hybrid-search.resource.ts';
import { hybridSearchRoutes } from '../../src/search/hybrid-search.routes.ts';
import { whyNotRoutes } from '../../src/search/why-not/why-not.routes.ts';
import type { WhyNotRouteDeps } from '../../src/search/why-not/why-not.routes.ts';
import { candidate, down, edge, fakeSearchClients, id } from './search-clients.fixture.ts';

type Data = z.infer<typeof hybridSearchResource>;

const AS_OF = '2026-02-01T00:00:00.000Z';
const KNOWN_AT = '2026-01-15T00:00:00.000Z';
const caller = testCaller();
let clients: ReturnType<typeof fakeSearchClients>;
beforeEach(() => {
  clients = fakeSearchClients();
  clients.candidates = [candidate(1), candidate(2), candidate(3)];
});

const post = async (body: object, path = 'hybrid') => {
  const routes = [...hybridSearchRoutes(clients), ...whyNotRoutes(clients as unknown as WhyNotRouteDeps)];
  const response = await request(serveRoutes(routes, caller)).post(`/api/v2/search/${path}`).send(body);
  return {
    httpStatus: response.status,
    ...(response.body as { data: Data; error: Record<string, unknown> }),
  };
};
const find = async (body: object): Promise<Data> => {
  const { httpStatus, data, error } = await post({ query: 'tea', ...body });
  expect([httpStatus, error]).toEqual([200, undefined]);
  return data;
};
const idsOf = ({ items }: Data): string[] => items.map((item) => item.id);

describe('POST /api/v2/search/hybrid with as_of or known_at', () => {
  test('returns the state of the time, and whether the text was changed later', async () => {
    clients.states.set(id(2), { content: 'Past text', tags: ['past'], importance: 0.1, memory_type: 'task' });
    const { items } = await find({ known_at: KNOWN_AT });
    expect(items).toMatchObject([
      { id: id(1), content: `Item ${id(1)}`, text_changed_since: false },
      {
        id: id(2),
        content: 'Past text',
        snippet: 'Past text',
        tags: ['past'],
        metadata: { memory_type: 'task', importance: 0.1, highlight: null },
        text_changed_since: true,
      },
      { id: id(3), text_changed_since: false },
    ]);
    const { items: present } = await find({});
    expect(present[0]).not.toHaveProperty('text_changed_since');
  });

  test('returns the version of the time, once per memory', async () => {
    const version = { id: id(7), content: 'First version' };
    clients.states.set(id(1), version).set(id(2), version);
    const { items } = await find({ as_of: AS_OF });
    expect(items).toMatchObject([
      { id: id(7), content: 'First version', text_changed_since: true },
      { id: id(3), text_changed_since: false },
    ]);
  });

  test('fills the page with the next results if items had no state at the time', async () => {
    clients.candidates = Array.from({ length: 150 }, (_, n) => candidate(n + 1));
    for (let n = 1; n <= 120; n++) clients.states.set(id(n), null);
    expect(idsOf(await find({ known_at: KNOWN_AT, limit: 2 }))).toEqual([id(121), id(122)]);
  });

  test('omits states with a protected type', async () => {
    clients.states.set(id(1), { memory_type: 'identity_core' });
    expect(idsOf(await find({ known_at: KNOWN_AT }))).toEqual([id(2), id(3)]);
  });

  test('returns document chunks that were stored by known_at', async () => {
    const citation = {
      id: id(9),
      filename: null,
      title: null,
      page: null,
      section: null,
      chunk_index: 0,
      chunk_count: 1,
    };
    clients.candidates = [candidate(1)];
    clients.citations.set(id(1), citation);
    clients.states.set(id(1), null);
    // The chunk was stored on 2026-06-01.
    expect(idsOf(await find({ known_at: '2026-05-31T00:00:00Z' }))).toEqual([]);
    expect(idsOf(await find({ known_at: '2026-06-01T12:00:00Z' }))).toEqual([id(1)]);
    expect(idsOf(await find({ as_of: '2020-01-01' }))).toEqual([id(1)]);
  });

  test('contains the relationships of the time, and no knowledge cloud, which is known only for the present', async () => {
    clients.edges = [edge(1, 2)];
    clients.pastEdges = [edge(1, 3)];
    const { items, search_metadata: metadata } = await find({ as_of: AS_OF, known_at: KNOWN_AT });
    expect(items.map((item) => item.metadata.graph_context)).toMatchObject([
      { relationships: [{ to_id: id(3) }], relationship_count: 1 },
      { relationships: [], relationship_count: 0 },
      { relationships: [{ to_id: id(1) }], relationship_count: 1 },
    ]);
    expect(metadata).not.toHaveProperty('knowledge_cloud');
    const times = { as_of: new Date(AS_OF).toISOString(), known_at: new Date(KNOWN_AT).toISOString() };
    expect(clients.requests.pastEdges).toMatchObject([{ ids: [id(1), id(2), id(3)], ...times }]);
  });

  test('has no graph_context if the history of the relationships starts after known_at', async () => {
    const before = new AppError('VAL_FIELD_INVALID', 'known_at is before the retained history.');
    clients.broken.set('pastEdges', () => Promise.reject(before));
    const { items, search_metadata: metadata } = await find({ known_at: KNOWN_AT });
    expect(items.map((item) => item.metadata.graph_context)).toEqual([null, null, null]);
    expect(metadata.degraded ?? []).toEqual([]);
  });

  test('contains no relationships and reports the graph as degraded while the graph service is unavailable', async () => {
    clients.pastEdges = [edge(1, 3)];
    clients.broken.set('pastEdges', down);
    const { items, search_metadata: metadata } = await find({ as_of: AS_OF });
    expect(items[0]!.metadata.graph_context).toEqual({ relationships: [], relationship_count: 0 });
    expect(metadata.degraded).toEqual(['graph']);
  });

  test('loads each result once, and no current relationships', async () => {
    await find({ as_of: AS_OF });
    expect(clients.requests.items.map(({ ids }) => ids)).toEqual([[id(1), id(2), id(3)]]);
    expect(clients.requests.edges).toEqual([]);
  });

  test('loads only the states of the items that the graph reached, after the index filtered them', async () => {
    clients.reached = [{ id: id(4), score: 0.01, depth: 1 }];
    expect(idsOf(await find({ as_of: AS_OF }))).toEqual([id(1), id(2), id(3), id(4)]);
    const requests = clients.requests.items.map(({ ids, reached_ids: reached, cloud_ids: cloud }) => [
      ids,
      reached,
      cloud,
    ]);
    expect(requests).toEqual([
      [[], [id(4)], []],
      [[id(1), id(2), id(3), id(4)], undefined, undefined],
    ]);
    expect(clients.requests.edges).toEqual([]);
  });

  test('sends as_of to the indexes and ignores their periods with known_at', async () => {
    await find({ as_of: AS_OF });
    await find({ known_at: KNOWN_AT });
    await find({ as_of: AS_OF, known_at: KNOWN_AT, include: ['expired'] });
    expect(clients.requests.candidates.map(({ filter }) => filter)).toEqual([
      { as_of: Date.parse(AS_OF), include: ['superseded'] },
      { as_of: Date.parse(KNOWN_AT), include: ['superseded', 'expired', 'future'] },
      { as_of: Date.parse(AS_OF), include: ['expired', 'superseded', 'future'] },
    ]);
    expect(clients.requests.states.at(-1)).toEqual([
      caller.tenantId,
      [id(1), id(2), id(3)],
      { asOf: AS_OF, knownAt: KNOWN_AT, include: ['expired'] },
    ]);
  });

  test('rejects a time of which not all states are known, even if nothing matches', async () => {
    clients.candidates = [];
    const error = new AppError('VAL_FIELD_INVALID', 'Not known.', {
      fieldErrors: { known_at: ['Not known.'] },
    });
    clients.broken.set('states', () => Promise.reject(error));
    expect(await post({ query: 'tea', known_at: KNOWN_AT })).toMatchObject({
      httpStatus: 422,
      error: { code: 'VAL_FIELD_INVALID', message: 'Not known.' },
    });
  });

  test('responds with 503 if the memory service is unavailable', async () => {
    clients.broken.set('states', down);
    expect((await post({ query: 'tea', as_of: AS_OF })).httpStatus).toBe(503);
    expect((await post({ query: 'tea' })).httpStatus).toBe(200);
  });

  test.each([
    [{ as_of: '0999-12-31' }, 'as_of', 'Must be between 1000-01-01 and 9999-12-31.'],
    [{ known_at: 'soon' }, 'known_at', 'Must be an ISO 8601 date or date-time.'],
    [{ as_of: AS_OF, explain: true }, 'explain', 'explain cannot be combined with as_of or known_at.'],
  ])('rejects %j with 422', async (fields, field, message) => {
    expect(await post({ query: 'tea', ...fields })).toMatchObject({
      httpStatus: 422,
      error: { code: 'VAL_FIELD_INVALID', field_errors: { [field]: [message] } },
    });
  });

  test.each([{ as_of: AS_OF }, { known_at: KNOWN_AT }])('why-not rejects %j with 422', async (times) => {
    const answer = await post({ memory_id: id(1), search: { query: 'tea', ...times } }, 'why-not');
    expect(answer).toMatchObject({
      httpStatus: 422,
      error: {
        code: 'VAL_FIELD_INVALID',
        field_errors: { 'search.as_of': ['Why-not does not support as_of and known_at.'] },
      },
    });
  });
});
