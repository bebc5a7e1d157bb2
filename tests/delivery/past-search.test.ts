import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGraphClient, createMemoryClient, createSearchClient } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { gatewayRoutes } from '@loci/gateway';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';
import { startTestServices } from '../support/test-services.ts';
import type { TestServices } from '../support/test-services.ts';

interface Hit {
  id: string;
  content: string;
  text_changed_since?: boolean;
}

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
}, 120_000);
afterAll(() => services.close());

/** Returns a time between the previous and the next change. */
async function moment(): Promise<string> {
  await sleep(5);
  const now = new Date().toISOString();
  await sleep(5);
  return now;
}

const store = async (as: Caller, content: string, fields: object = {}): Promise<string> => {
  const response = await services
    .as(as, 'memory')
    .post('/api/v2/memories')
    .send({ content, ...fields });
  expect(response.status).toBe(201);
  return response.body.data.id;
};
const update = async (as: Caller, id: string, body: object): Promise<void> => {
  const response = await services.as(as, 'memory').put(`/api/v2/memories/${id}`).send(body);
  expect(response.status).toBe(200);
};
const evolve = async (as: Caller, id: string, content: string): Promise<string> => {
  const body = { new_content: content, evolution_type: 'update' };
  const response = await services.as(as, 'memory').post(`/api/v2/memories/${id}/evolve`).send(body);
  expect(response.status).toBe(201);
  return response.body.data.new_memory_id;
};
const searches = {
  hybrid: (as: Caller) => {
    const routes = gatewayRoutes({
      search: services.client('search', createSearchClient),
      graph: services.client('graph', createGraphClient),
      memory: services.client('memory', createMemoryClient),
      readLog: { noteFound: () => undefined },
      ownWrites: { record: () => undefined, waitUntilSearchable: () => Promise.resolve(0) },
      connect: () => () => Promise.reject(new Error('Unexpected call.')),
      log: { warn: () => undefined },
    });
    return request(serveRoutes(routes, as));
  },
  vector: (as: Caller) => services.as(as, 'search'),
};

describe.each(['hybrid', 'vector'] as const)('a %s search of the past', (search) => {
  const post = (as: Caller, body: object) => searches[search](as).post(`/api/v2/search/${search}`).send(body);
  /** Returns the texts that a search for `ferry` finds, with a mark if they were changed later. */
  const find = async (as: Caller, body: object = {}): Promise<string[]> => {
    const { status, body: response } = await post(as, { query: 'ferry', ...body });
    expect(status).toBe(200);
    const hits = (response as { data: { items: Hit[] } }).data.items;
    return hits.map((hit) => (hit.text_changed_since ? `${hit.content} (changed)` : hit.content)).sort();
  };

  const caller = testCaller();
  let stored: string;
  let updated: string;
  let evolved: string;
  let beginning: string;
  beforeAll(async () => {
    beginning = await moment();
    const id = await store(caller, 'The ferry leaves at noon.');
    await store(caller, 'The ferry was red.', { valid_until: '2020-01-01' });
    await store(caller, 'The ferry becomes green.', { valid_from: '2200-01-01' });
    const ending = await store(caller, 'The ferry is blue.');
    stored = await moment();
    await update(caller, id, { content: 'The ferry leaves at one.' });
    await update(caller, ending, { valid_until: '2021-01-01' });
    updated = await moment();
    await evolve(caller, id, 'The ferry leaves at two.');
    evolved = await moment();
    await services.deliverAll(caller.tenantId);
  }, 60_000);

  test('with known_at returns the texts of that time, and marks those that were changed later', async () => {
    expect(await find(caller)).toEqual(['The ferry leaves at two.']);
    expect(await find(caller, { known_at: stored })).toEqual([
      'The ferry is blue.',
      'The ferry leaves at noon. (changed)',
    ]);
    expect(await find(caller, { known_at: updated })).toEqual(['The ferry leaves at one. (changed)']);
    expect(await find(caller, { known_at: evolved })).toEqual(['The ferry leaves at two.']);
    expect(await find(caller, { known_at: beginning })).toEqual([]);
  });

  test('with as_of returns the versions that were true at that time', async () => {
    const first = 'The ferry leaves at one. (changed)';
    expect(await find(caller, { as_of: '2019-12-31' })).toEqual([
      'The ferry is blue.',
      first,
      'The ferry was red.',
    ]);
    expect(await find(caller, { as_of: '2020-01-01' })).toEqual(['The ferry is blue.', first]);
    expect(await find(caller, { as_of: '2021-01-01' })).toEqual([first]);
    expect(await find(caller, { as_of: '2200-01-01' })).toEqual([
      'The ferry becomes green.',
      'The ferry leaves at two.',
    ]);
  });

  test('finds a version by its own text, which its successor does not contain', async () => {
    const other = testCaller();
    const london = await store(other, 'Grace lives in London.');
    const then = await moment();
    await evolve(other, london, 'Grace moved away.');
    await services.deliverAll(other.tenantId);
    const body = { query: 'London', bm25_weight: 1, vector_weight: 0, graph_weight: 0 };
    expect(await find(other, { ...body, as_of: then })).toEqual(['Grace lives in London. (changed)']);
    expect(await find(other, { ...body, known_at: then })).toEqual(['Grace lives in London. (changed)']);
    expect(await find(other, body)).toEqual(search === 'hybrid' ? [] : ['Grace moved away.']);
  });

  test('with both times returns what was known at known_at about as_of', async () => {
    expect(await find(caller, { as_of: '2022-01-01', known_at: stored })).toEqual([
      'The ferry is blue.',
      'The ferry leaves at noon. (changed)',
    ]);
    expect(await find(caller, { as_of: '2022-01-01', known_at: updated })).toEqual([
      'The ferry leaves at one. (changed)',
    ]);
  });

  test('include adds memories that were not true at the time', async () => {
    expect(await find(caller, { known_at: stored, include: ['expired', 'future'] })).toEqual([
      'The ferry becomes green.',
      'The ferry is blue.',
      'The ferry leaves at noon. (changed)',
      'The ferry was red.',
    ]);
    expect(await find(caller, { as_of: '2020-06-01', include: ['expired'] })).toContain('The ferry was red.');
  });

  test('marks only results of the past with text_changed_since', async () => {
    const marksOf = async (body: object): Promise<unknown[]> => {
      const response = await post(caller, { query: 'ferry', ...body });
      return response.body.data.items.map((hit: Hit) => hit.text_changed_since).sort();
    };
    expect(await marksOf({ known_at: stored })).toEqual([false, true]);
    expect(await marksOf({})).toEqual([undefined]);
  });

  test('rejects a known_at in the future or before the history of the tenant', async () => {
    const future = await post(caller, { query: 'ferry', known_at: '2200-01-01' });
    expect([future.status, future.body.error]).toMatchObject([
      422,
      { code: 'VAL_FIELD_INVALID', message: 'known_at must not be in the future.' },
    ]);
    const as = testCaller();
    await services.query(
      'memory',
      as.tenantId,
      'INSERT INTO history_horizons (tenant_id, since) VALUES ($1, $2)',
      [as.tenantId, '2026-01-01'],
    );
    const early = await post(as, { query: 'ferry', known_at: '2025-12-31' });
    const earliest = '2026-01-01T00:00:00.000Z';
    expect([early.status, early.body.error]).toMatchObject([
      422,
      {
        code: 'VAL_FIELD_INVALID',
        message: `known_at is before the retained history of the tenant, which starts at ${earliest}.`,
        details: { earliest },
      },
    ]);
  });

  if (search === 'hybrid')
    test('contains the relationships of the time with memories that were true then', async () => {
      const as = testCaller();
      const [ferry, harbor, island] = [
        await store(as, 'The ferry is here.'),
        await store(as, 'The harbor is here.'),
        await store(as, 'The island is here.', { valid_until: '2200-01-01' }),
      ];
      const relate = async (to: string, fields: object = {}) =>
        (
          await services
            .as(as, 'graph')
            .post('/api/v2/relationships')
            .send({ from_id: ferry, to_id: to, relationship_type: 'sibling_of', ...fields })
            .expect(201)
        ).body.data.id as string;
      const before = await moment();
      await services.deliverAll(as.tenantId);
      const toHarbor = await relate(harbor);
      const toIsland = await relate(island, { strength: 0.4 });
      const related = await moment();
      await services
        .as(as, 'graph')
        .patch(`/api/v2/relationships/${toIsland}`)
        .send({ valid_until: '2150-01-01' })
        .expect(200);
      await services.as(as, 'graph').delete(`/api/v2/relationships/${toHarbor}`).expect(200);
      await services.deliverAll(as.tenantId);
      const contextOf = async (body: object) => {
        const response = await post(as, { query: 'ferry', ...body }).expect(200);
        const hit = response.body.data.items.find((each: Hit) => each.id === ferry);
        const { relationships, relationship_count: count } = hit.metadata.graph_context;
        return [relationships.map(({ to_id: to }: { to_id: string }) => to), count];
      };
      expect(await contextOf({})).toEqual([[island], 1]);
      expect(await contextOf({ known_at: before })).toEqual([[], 0]);
      expect(await contextOf({ known_at: related })).toEqual([[harbor, island], 2]);
      expect(await contextOf({ as_of: '2140-01-01' })).toEqual([[island], 1]);
      expect(await contextOf({ as_of: '2170-01-01' })).toEqual([[], 0]);
      // The relationship had no end then, but the island is not true any more at that time.
      expect(await contextOf({ known_at: related, as_of: '2250-01-01' })).toEqual([[harbor], 1]);
    });

  describe('threat 38: known_at', () => {
    test('does not return erased memories that are still in the indexes', async () => {
      const as = testCaller();
      const id = await store(as, 'The ferry is secret.');
      const known = await moment();
      await services.deliverAll(as.tenantId);
      expect(await find(as, { known_at: known })).toEqual(['The ferry is secret.']);
      await services.as(as, 'memory').delete(`/api/v2/memories/${id}?erase=true`).expect(200);
      expect(await find(as, { known_at: known })).toEqual([]);
      expect(await find(as, { as_of: known })).toEqual([]);
    });

    test('does not return the earlier text of a memory whose revisions were deleted', async () => {
      const as = testCaller();
      const id = await store(as, 'The ferry is secret.');
      const known = await moment();
      await update(as, id, { content: 'The ferry is public.' });
      await services.deliverAll(as.tenantId);
      expect(await find(as, { known_at: known })).toEqual(['The ferry is secret. (changed)']);
      await services.query('memory', as.tenantId, 'DELETE FROM memory_revisions WHERE tenant_id = $1', [
        as.tenantId,
      ]);
      expect(await find(as, { known_at: known })).toEqual([]);
    });

    test('does not return memories of another tenant', async () => {
      const other = testCaller();
      expect(await find(other, { known_at: stored, include: ['expired', 'future'] })).toEqual([]);
      expect(await find(other, { as_of: '2019-12-31' })).toEqual([]);
    });

    test('does not return protected memories', async () => {
      const as = testCaller();
      await services.client('memory', createMemoryClient).createProtected({
        tenant_id: as.tenantId,
        user_id: as.userId,
        memory_type: 'identity_core',
        content: 'The ferry has a captain.',
        metadata: {},
      });
      const known = await moment();
      await services.deliverAll(as.tenantId);
      expect(await find(as, { known_at: known })).toEqual([]);
    });
  });
});
