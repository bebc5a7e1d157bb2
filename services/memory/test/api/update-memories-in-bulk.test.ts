import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { blockUntilLocked, testCaller } from '@loci/testing';
import type { Transaction } from '@loci/postgres';
import { UNAUTHORIZED_CALLERS, startMemoryService } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

interface BulkData {
  updated: number;
  failed: number;
  results: { index: number; status: string; id?: string; etag?: string; error?: Record<string, unknown> }[];
}

const PATH = '/api/v2/memories/bulk-update';
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const send = async (updates: unknown, as = testCaller()): Promise<ApiResponse<BulkData>> =>
  (await fixture.as(as).post(PATH).send({ updates })) as ApiResponse<BulkData>;

async function create(caller: ReturnType<typeof testCaller>, count: number, fields = {}): Promise<string[]> {
  const memories = Array.from({ length: count }, (_, i) => ({ content: `Memory ${i}.`, ...fields }));
  const { body } = await fixture.as(caller).post('/api/v2/memories/bulk').send({ memories });
  return body.data.results.map(({ id }: { id: string }) => id);
}

const read = async (caller: ReturnType<typeof testCaller>, id: string) =>
  (await fixture.as(caller).get(`/api/v2/memories/${id}`)).body.data;

/** Waits until a statement waits for an advisory lock. */
async function untilOneWaits(): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const [row] = await fixture.database.inSystemTransaction((tx) =>
      tx.query<{ waiting: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted) AS waiting`,
      ),
    );
    if (row!.waiting) return;
    await delay(10);
  }
  throw new Error('No statement waits for an advisory lock.');
}

describe('POST /api/v2/memories/bulk-update', () => {
  test('changes tags, type, importance, pin and expiry of each memory', async () => {
    const caller = testCaller();
    const [first, second] = (await create(caller, 2, { tags: ['old', 'kept'] })) as [string, string];
    const { status, body } = await send(
      [
        { memory_id: first, add_tags: ['New Tag'], remove_tags: ['old', 'absent'], memory_type: 'task' },
        { memory_id: second, importance: 0.9, pinned: true, ttl_seconds: 3_600 },
      ],
      caller,
    );
    expect([status, body.data.updated, body.data.failed]).toEqual([200, 2, 0]);
    expect(await read(caller, first)).toMatchObject({ tags: ['kept', 'new-tag'], memory_type: 'task' });
    expect(await read(caller, second)).toMatchObject({
      importance: 0.9,
      pinned: true,
      expires_at: expect.any(String),
      tags: ['kept', 'old'],
    });
    const { body: tagged } = await fixture.as(caller).get('/api/v2/memories?tags=new-tag');
    expect(tagged.data.items.map(({ id }: { id: string }) => id)).toEqual([first]);
  });

  test('returns the ETag with which a single update succeeds', async () => {
    const caller = testCaller();
    const [id] = (await create(caller, 1)) as [string];
    const { body } = await send([{ memory_id: id, pinned: true }], caller);
    const update = fixture
      .as(caller)
      .put(`/api/v2/memories/${id}`)
      .set('if-match', body.data.results[0]!.etag!);
    expect((await update.send({ importance: 1 })).status).toBe(200);
  });

  test('updates 1,000 memories with one event and one revision each', async () => {
    const caller = testCaller();
    const ids = await create(caller, 1_000);
    const { body } = await send(
      ids.map((memory_id) => ({ memory_id, add_tags: ['all'] })),
      caller,
    );
    expect(body.data).toMatchObject({ updated: 1_000, failed: 0 });
    const events = (await fixture.events(caller)).filter(({ type }) => type === 'memory.updated');
    expect(new Set(events.map(({ aggregate_id }) => aggregate_id))).toEqual(new Set(ids));
    expect(events).toHaveLength(1_000);
    const { body: list } = await fixture.as(caller).get('/api/v2/memories?tags=all&per_page=1');
    expect(list.data.pagination.total).toBe(1_000);
  });

  test('reports the error of each element and changes the others', async () => {
    const caller = testCaller();
    const other = testCaller();
    const [valid, full, evolved, twice] = (await create(caller, 4)) as [string, string, string, string];
    const [foreign] = (await create(other, 1)) as [string];
    await send([{ memory_id: full, tags: Array.from({ length: 10 }, (_, i) => `t${i}`) }], caller);
    await fixture
      .as(caller)
      .post(`/api/v2/memories/${evolved}/evolve`)
      .send({ new_content: 'Changed.', evolution_type: 'update' });
    const { body } = await send(
      [
        { memory_id: valid, importance: 1 },
        { memory_id: foreign, importance: 1 },
        { memory_id: randomUUID(), importance: 1 },
        { memory_id: 'x', importance: 2 },
        { memory_id: full, add_tags: ['more'] },
        { memory_id: evolved, importance: 1 },
        { memory_id: twice, importance: 0.1 },
        { memory_id: twice, importance: 0.2 },
        { memory_id: twice, content: 'Content.' },
        { memory_id: valid, memory_type: 'identity_core' },
        null,
      ],
      caller,
    );
    expect(body.data.results.map(({ status, error }) => error?.['code'] ?? status)).toEqual([
      'updated',
      'RES_NOT_FOUND',
      'RES_NOT_FOUND',
      'VAL_VALIDATION_FAILED',
      'VAL_VALIDATION_FAILED',
      'RES_ALREADY_EXISTS',
      'updated',
      'VAL_VALIDATION_FAILED',
      'VAL_VALIDATION_FAILED',
      'VAL_VALIDATION_FAILED',
      'VAL_FIELD_INVALID',
    ]);
    expect(body.data).toMatchObject({ updated: 2, failed: 9 });
    expect(await read(caller, twice)).toMatchObject({ importance: 0.1, content: 'Memory 3.' });
    expect(await read(other, foreign)).toMatchObject({ importance: 0.5 });
  });

  test('changes nothing if atomic is true and an element has an error', async () => {
    const caller = testCaller();
    const [first, second] = (await create(caller, 2)) as [string, string];
    const send = (updates: object[]) => fixture.as(caller).post(PATH).send({ updates, atomic: true });
    const unknown = randomUUID();
    const { status, body } = await send([
      { memory_id: first, importance: 1 },
      { memory_id: unknown, importance: 1 },
    ]);
    expect([status, body.error.code, body.error.details.errors]).toEqual([
      404,
      'RES_NOT_FOUND',
      [{ index: 1, code: 'RES_NOT_FOUND', message: expect.any(String) }],
    ]);
    expect(body.error.message).toMatch(/^Nothing was changed\. Element 1: /);
    expect((await send([{ memory_id: first, importance: 2 }])).body.error.code).toBe('VAL_FIELD_INVALID');
    expect(await read(caller, first)).toMatchObject({ importance: 0.5 });
    const both = await send([
      { memory_id: first, importance: 1 },
      { memory_id: second, importance: 1 },
    ]);
    expect(both.body.data).toMatchObject({ updated: 2, failed: 0 });
  });

  test('rejects protected types, protected memories and changes to checkpoints', async () => {
    const caller = testCaller();
    const [id] = (await create(caller, 1, { metadata: { name: 'state' } })) as [string];
    const personality = await send([{ memory_id: id, memory_type: 'identity_core' }], caller);
    expect(personality.body.data.results[0]!.error).toMatchObject({ code: 'AUTH_FORBIDDEN' });
    const checkpoint = await send([{ memory_id: id, memory_type: 'checkpoint' }], caller);
    expect(checkpoint.body.data.results[0]!.error).toMatchObject({ code: 'VAL_VALIDATION_FAILED' });
  });

  test('stores no revision for a memory that already has the values', async () => {
    const caller = testCaller();
    const [id] = (await create(caller, 1, { tags: ['tea'] })) as [string];
    const { body } = await send([{ memory_id: id, add_tags: ['tea'], pinned: false }], caller);
    expect(body.data.results[0]).toMatchObject({ status: 'unchanged', id });
    expect((await fixture.events(caller)).map(({ type }) => type)).toEqual(['memory.created']);
  });

  test('names skipped and changed tags in meta.warnings', async () => {
    const caller = testCaller();
    const [id] = (await create(caller, 1)) as [string];
    const { body } = await send([{ memory_id: id, add_tags: ['Größe', '!!'] }], caller);
    expect(body.meta.warnings).toEqual([
      expect.stringContaining('Element 0: The tag "Größe"'),
      expect.stringContaining('Element 0: The tag "!!" was skipped.'),
    ]);
  });

  test('applies concurrent updates of the same memories in different orders without a deadlock', async () => {
    const caller = testCaller();
    const ids = await create(caller, 10);
    const tagAll = (tag: string, order: string[]) =>
      send(
        order.map((memory_id) => ({ memory_id, add_tags: [tag] })),
        caller,
      );
    const responses = await Promise.all([
      tagAll('a', ids),
      tagAll('b', [...ids].reverse()),
      tagAll('c', ids),
      ...ids.map((id) => fixture.as(caller).put(`/api/v2/memories/${id}`).send({ importance: 0.7 })),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    for (const id of ids)
      expect(await read(caller, id)).toMatchObject({ tags: ['a', 'b', 'c'], importance: 0.7 });
  });

  test('runs one bulk update at a time, also for different tenants', async () => {
    const [first, second] = [testCaller(), testCaller()];
    const [firstIds, secondIds] = [await create(first, 3), await create(second, 3)];
    const ended: string[] = [];
    const pinAll = (name: string, ids: string[], as: typeof first) =>
      send(
        ids.map((memory_id) => ({ memory_id, pinned: true })),
        as,
      ).finally(() => ended.push(name));
    const hold = (tx: Transaction) =>
      tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [firstIds[0]]);
    await blockUntilLocked(fixture, { hold, waiters: 2 }, async () => {
      const waiting = pinAll('first', firstIds, first);
      await untilOneWaits();
      return Promise.all([waiting, pinAll('second', secondIds, second)]);
    });
    // Without the lock, the second one would not wait for the first one, whose memory another transaction has locked.
    expect(ended).toEqual(['first', 'second']);
    for (const [as, ids] of [[first, firstIds] as const, [second, secondIds] as const])
      for (const id of ids) expect(await read(as, id)).toMatchObject({ pinned: true });
  });

  test.each([
    ['no updates', []],
    ['more than 1,000 updates', Array.from({ length: 1_001 }, () => ({ memory_id: randomUUID() }))],
  ])('rejects %s with 422', async (_, updates) => {
    expect((await send(updates)).status).toBe(422);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('responds to %s with 403', async (_, code, as) => {
    const { status, body } = await send([{ memory_id: randomUUID() }], as);
    expect([status, body.error.code]).toEqual([403, code]);
  });
});
