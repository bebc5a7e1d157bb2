import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { resolve, storeContradiction } from '../contradiction-requests.fixture.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const LATER = '2999-01-01T00:00:00.000Z';

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

interface Page {
  items: { id: string }[];
  pagination: { total: number };
}

const get = async <Data = Record<string, unknown>>(as: Caller, path: string): Promise<ApiResponse<Data>> =>
  (await fixture.as(as).get(`/api/v2${path}`)) as ApiResponse<Data>;
const put = async (as: Caller, id: string, body: object): Promise<ApiResponse> =>
  (await fixture.as(as).put(`/api/v2/memories/${id}`).send(body)) as ApiResponse;
const post = async (as: Caller, path: string, body: object): Promise<ApiResponse> =>
  (await fixture.as(as).post(`/api/v2${path}`).send(body)) as ApiResponse;

/** Returns the ids and the total of a list. */
async function list(as: Caller, query: string): Promise<{ ids: string[]; total: number }> {
  const { data } = (await get<Page>(as, `/memories?${query}`)).body;
  return { ids: data.items.map(({ id }) => id), total: data.pagination.total };
}

describe('the pin of a memory', () => {
  test('is false by default', async () => {
    expect(await storeMemory(fixture, testCaller())).toMatchObject({ pinned: false });
  });

  test('is set when the memory is created', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { pinned: true });
    expect((await get(as, `/memories/${id}`)).body.data).toMatchObject({ pinned: true });
  });

  test('is set for single elements of a bulk request', async () => {
    const as = testCaller();
    await post(as, '/memories/bulk', { memories: [{ content: 'a', pinned: true }, { content: 'b' }] });
    const { data } = (await get<{ items: unknown[] }>(as, '/memories?sort=created_at')).body;
    expect(data.items).toMatchObject([
      { content: 'a', pinned: true },
      { content: 'b', pinned: false },
    ]);
  });

  test('is set, kept and removed by updates, each with a revision', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as);
    expect((await put(as, id, { pinned: true })).body.data).toMatchObject({ pinned: true });
    expect((await put(as, id, { importance: 1 })).body.data).toMatchObject({ pinned: true });
    expect((await put(as, id, { pinned: false })).body.data).toMatchObject({ pinned: false });
    const { data } = (await get<{ revisions: unknown[] }>(as, `/memories/${id}/revisions`)).body;
    expect(data.revisions).toMatchObject([
      { revision: 4, pinned: false },
      { revision: 3, pinned: true },
      { revision: 2, pinned: true },
      { revision: 1, pinned: false },
    ]);
  });

  test('does not change if an update sets the same value', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { pinned: true });
    await put(as, id, { pinned: true });
    expect((await fixture.events(as)).map(({ type }) => type)).toEqual(['memory.created']);
  });

  test('is inherited by a new version', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { pinned: true });
    const { body } = await post(as, `/memories/${id}/evolve`, {
      new_content: 'new',
      evolution_type: 'update',
    });
    const next = await get(as, `/memories/${String(body.data['new_memory_id'])}`);
    expect(next.body.data).toMatchObject({ version: 2, pinned: true });
  });

  test.each(['source', 'target'] as const)(
    'is inherited by a memory that replaces two, if only the %s is pinned',
    async (pinned) => {
      const as = testCaller();
      const contradiction = await storeContradiction(fixture, as);
      await put(as, contradiction[pinned], { pinned: true });
      await resolve(fixture, as, contradiction.id, {
        resolution: 'create_new',
        new_content: 'Tea or coffee.',
      });
      const { data } = (await get<{ items: unknown[] }>(as, '/memories')).body;
      expect(data.items).toMatchObject([{ content: 'Tea or coffee.', pinned: true }]);
    },
  );

  test('keeps an expiry that a request sets, and the memory expires', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { pinned: true, expires_at: LATER });
    expect((await get(as, `/memories/${id}`)).body.data).toMatchObject({ pinned: true, expires_at: LATER });
    const other = await storeMemory(fixture, as, { expires_at: LATER });
    expect((await put(as, other.id, { pinned: true })).body.data).toMatchObject({ expires_at: LATER });
    await fixture.database.inSystemTransaction((tx) =>
      tx.query(`UPDATE memories SET expires_at = now() - interval '1 s' WHERE id = $1`, [id]),
    );
    expect((await get(as, `/memories/${id}`)).status).toBe(404);
    await fixture.runJob('erase-expired-memories');
    expect(await list(as, '')).toEqual({ ids: [other.id], total: 1 });
  });

  test.each([
    ['a string', 'true'],
    ['null', null],
    ['a number', 1],
  ])('is rejected with 422 if it is %s', async (_name, pinned) => {
    const as = testCaller();
    const created = await post(as, '/memories', { content: 'x', pinned });
    const { id } = await storeMemory(fixture, as);
    for (const { status, body } of [created, await put(as, id, { pinned })]) {
      expect([status, body.error.code, Object.keys(body.error.field_errors!)]).toEqual([
        422,
        'VAL_FIELD_INVALID',
        ['pinned'],
      ]);
    }
  });
});

describe('the filter pinned', () => {
  test('returns the pinned memories or the others, with exact totals', async () => {
    const as = testCaller();
    const { id: pinned } = await storeMemory(fixture, as, { pinned: true, tags: ['tea'] });
    const { id: other } = await storeMemory(fixture, as, { tags: ['tea'] });
    await storeMemory(fixture, testCaller(), { pinned: true });
    expect(await list(as, 'pinned=true')).toEqual({ ids: [pinned], total: 1 });
    expect(await list(as, 'pinned=false')).toEqual({ ids: [other], total: 1 });
    expect(await list(as, 'pinned=true&tags=tea&memory_type=fact')).toEqual({ ids: [pinned], total: 1 });
    expect(await list(as, 'pinned=false&tags=tea')).toEqual({ ids: [other], total: 1 });
    expect(await list(as, 'pinned=true&tags=none')).toEqual({ ids: [], total: 0 });
    expect(await list(as, '')).toEqual({ ids: [other, pinned], total: 2 });
  });

  test('applies to the state at known_at', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { pinned: true });
    const knownAt = new Date().toISOString();
    await new Promise((done) => setTimeout(done, 5));
    await put(as, id, { pinned: false });
    expect(await list(as, `pinned=true&known_at=${knownAt}`)).toEqual({ ids: [id], total: 1 });
    expect(await list(as, `pinned=false&known_at=${knownAt}`)).toEqual({ ids: [], total: 0 });
    expect(await list(as, 'pinned=true')).toEqual({ ids: [], total: 0 });
  });

  test('is rejected with 422 if it is not a boolean', async () => {
    const { status, body } = await get(testCaller(), '/memories?pinned=maybe');
    expect([status, body.error.code, Object.keys(body.error.field_errors!)]).toEqual([
      422,
      'VAL_FIELD_INVALID',
      ['pinned'],
    ]);
  });
});
