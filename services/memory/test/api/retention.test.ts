import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { inProcessClient } from '@loci/http';
import { testCaller } from '@loci/testing';
import { resolve, storeContradiction } from '../contradiction-requests.fixture.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const PATH = '/api/v2/settings/retention';
const LATER = '2999-01-01T00:00:00.000Z';
const NOW = new Date('2998-01-01T00:00:00.000Z');
/** The expiry of a memory that was created at `NOW` with a lifetime of 60 seconds. */
const BY_DEFAULT = '2998-01-01T00:01:00.000Z';

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterEach(() => {
  fixture.clock.now = null;
});
afterAll(() => fixture.close());

interface Defaults {
  defaults: { memory_type: string; ttl_seconds: number }[];
}

const setDefaults = async (as: Caller, body: object, key?: string): Promise<ApiResponse<Defaults>> => {
  const request = fixture.as(as).put(PATH);
  if (key !== undefined) request.set('Idempotency-Key', key);
  return (await request.send(body)) as ApiResponse<Defaults>;
};
/** Sets lifetimes in seconds by memory type. */
const setTtl = (as: Caller, ttl: Record<string, number>, key?: string): Promise<ApiResponse<Defaults>> =>
  setDefaults(as, { defaults: toList(ttl) }, key);
const toList = (ttl: Record<string, number>): Defaults['defaults'] =>
  Object.entries(ttl).map(([type, seconds]) => ({ memory_type: type, ttl_seconds: seconds }));
const readDefaults = async (as: Caller): Promise<Defaults> =>
  ((await fixture.as(as).get(PATH)) as ApiResponse<Defaults>).body.data;
const read = async (as: Caller, id: string): Promise<ApiResponse> =>
  (await fixture.as(as).get(`/api/v2/memories/${id}`)) as ApiResponse;
const update = async (as: Caller, id: string, body: object): Promise<Record<string, unknown>> =>
  ((await fixture.as(as).put(`/api/v2/memories/${id}`).send(body)) as ApiResponse).body.data;

describe('GET /api/v2/settings/retention', () => {
  test('returns no defaults before they are set', async () => {
    expect(await readDefaults(testCaller())).toEqual({ defaults: [] });
  });

  test('returns the defaults to members who are not owners', async () => {
    const as = testCaller();
    await setTtl(as, { task: 60 });
    const viewer = testCaller({ tenantId: as.tenantId, role: 'viewer', permissions: ['read'] });
    expect(await readDefaults(viewer)).toEqual({ defaults: toList({ task: 60 }) });
  });

  test('does not return the defaults of another tenant', async () => {
    await setTtl(testCaller(), { task: 60 });
    expect(await readDefaults(testCaller())).toEqual({ defaults: [] });
  });
});

describe('PUT /api/v2/settings/retention', () => {
  test('returns the defaults in the order of the memory types', async () => {
    const { status, body } = await setTtl(testCaller(), { task: 1, fact: 315_360_000 });
    expect([status, body.data]).toEqual([200, { defaults: toList({ fact: 315_360_000, task: 1 }) }]);
  });

  test('replaces all defaults', async () => {
    const as = testCaller();
    await setTtl(as, { task: 60, fact: 60 });
    await setTtl(as, { conversation: 30 });
    expect(await readDefaults(as)).toEqual({ defaults: toList({ conversation: 30 }) });
    await setTtl(as, {});
    expect(await readDefaults(as)).toEqual({ defaults: [] });
  });

  test('stores the defaults of one of several concurrent requests as a whole', async () => {
    const as = testCaller();
    const types = ['fact', 'task', 'insight', 'reference', 'strategy'];
    const bodies = types.map((type, i) => ({ [type]: i + 1, conversation: i + 1 }));
    const responses = await Promise.all(bodies.map((ttl) => setTtl(as, ttl)));
    expect(responses.map(({ status }) => status)).toEqual(types.map(() => 200));
    expect(responses.map(({ body }) => body.data)).toContainEqual(await readDefaults(as));
  });

  test('returns 403 to members who are not owners, and changes nothing', async () => {
    const as = testCaller();
    await setTtl(as, { task: 60 });
    for (const role of ['member', 'viewer'] as const) {
      const { status, body } = await setTtl(testCaller({ tenantId: as.tenantId, role }), {});
      expect([status, body.error.code, body.error.details]).toEqual([
        403,
        'AUTH_FORBIDDEN',
        { required_role: 'owner', current_role: role },
      ]);
    }
    expect(await readDefaults(as)).toEqual({ defaults: toList({ task: 60 }) });
  });

  test('is not repeated for a repeated idempotency key', async () => {
    const as = testCaller();
    await setTtl(as, { task: 60 }, 'first');
    await setTtl(as, { task: 120 }, 'second');
    const repeated = await setTtl(as, { task: 60 }, 'first');
    expect([repeated.status, repeated.body.data]).toEqual([200, { defaults: toList({ task: 60 }) }]);
    expect(await readDefaults(as)).toEqual({ defaults: toList({ task: 120 }) });
    const { status, body } = await setTtl(as, { task: 1 }, 'first');
    expect([status, body.error.code]).toEqual([422, 'VAL_IDEMPOTENCY_KEY_REUSED']);
  });

  test('has an effect on the next creation, also with an idempotency key', async () => {
    const as = testCaller();
    expect(await storeMemory(fixture, as)).toMatchObject({ expires_at: null });
    fixture.clock.now = NOW;
    await setTtl(as, { fact: 60 }, 'key');
    expect(await storeMemory(fixture, as)).toMatchObject({ expires_at: BY_DEFAULT });
    await setTtl(as, {});
    expect(await storeMemory(fixture, as)).toMatchObject({ expires_at: null });
  });

  test('adds an entry to the audit log', async () => {
    const as = testCaller();
    await setTtl(as, { task: 60 });
    const entries = await fixture.database.inSystemTransaction((tx) =>
      tx.query('SELECT user_id, action, object_type, object_ids FROM audit_log WHERE tenant_id = $1', [
        as.tenantId,
      ]),
    );
    expect(entries).toEqual([
      { user_id: as.userId, action: 'update', object_type: 'tenant', object_ids: [as.tenantId] },
    ]);
  });

  test.each<[string, object, string, string]>([
    ['no defaults', {}, 'VAL_FIELD_REQUIRED', 'defaults'],
    ['defaults that are not an array', { defaults: {} }, 'VAL_FIELD_INVALID', 'defaults'],
    [
      'two defaults for one type',
      { defaults: [...toList({ task: 1 }), ...toList({ task: 2 })] },
      'VAL_VALIDATION_FAILED',
      'defaults',
    ],
    [
      'more defaults than types',
      { defaults: Array.from({ length: 10 }, () => toList({ task: 1 })[0]) },
      'VAL_VALIDATION_FAILED',
      'defaults',
    ],
    ['an unknown type', { defaults: toList({ note: 1 }) }, 'VAL_ENUM_INVALID', 'defaults.0.memory_type'],
    [
      'a protected type',
      { defaults: toList({ identity_core: 1 }) },
      'VAL_ENUM_INVALID',
      'defaults.0.memory_type',
    ],
    ['0 seconds', { defaults: toList({ task: 0 }) }, 'VAL_FIELD_INVALID', 'defaults.0.ttl_seconds'],
    [
      'more than 10 years',
      { defaults: toList({ task: 315_360_001 }) },
      'VAL_FIELD_INVALID',
      'defaults.0.ttl_seconds',
    ],
    [
      'a fraction of a second',
      { defaults: toList({ task: 1.5 }) },
      'VAL_FIELD_INVALID',
      'defaults.0.ttl_seconds',
    ],
    [
      'a default without a lifetime',
      { defaults: [{ memory_type: 'task' }] },
      'VAL_FIELD_REQUIRED',
      'defaults.0.ttl_seconds',
    ],
  ])('rejects %s with 422, and changes nothing', async (_name, body, code, field) => {
    const as = testCaller();
    await setTtl(as, { task: 60 });
    const response = await setDefaults(as, body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
    expect(Object.keys(response.body.error.field_errors!)).toEqual([field]);
    expect(await readDefaults(as)).toEqual({ defaults: toList({ task: 60 }) });
  });
});

describe('a retention default', () => {
  /** Returns an owner of a tenant whose facts expire after 60 seconds by default. The clock stands at `NOW`. */
  async function withDefault(ttl: Record<string, number> = { fact: 60 }): Promise<Caller> {
    const as = testCaller();
    await setTtl(as, ttl);
    fixture.clock.now = NOW;
    return as;
  }

  test('sets the expiry of a new memory of its type, also in the event', async () => {
    const as = await withDefault();
    expect(await storeMemory(fixture, as)).toMatchObject({ expires_at: BY_DEFAULT });
    expect(await storeMemory(fixture, as, { memory_type: 'task' })).toMatchObject({ expires_at: null });
    expect(await storeMemory(fixture, testCaller())).toMatchObject({ expires_at: null });
    expect((await fixture.events(as)).map(({ data }) => data['expires_at'])).toEqual([BY_DEFAULT, undefined]);
  });

  test('sets the expiry of a memory of any member', async () => {
    const as = await withDefault();
    const member = testCaller({ tenantId: as.tenantId, role: 'member' });
    expect(await storeMemory(fixture, member)).toMatchObject({ expires_at: BY_DEFAULT });
  });

  test.each<[string, object, string | null]>([
    ['expires_at', { expires_at: LATER }, LATER],
    ['null for expires_at', { expires_at: null }, null],
    ['ttl_seconds', { ttl_seconds: 120 }, '2998-01-01T00:02:00.000Z'],
    ['a pin', { pinned: true }, null],
  ])('does not apply to a memory with %s', async (_name, body, expiresAt) => {
    const as = await withDefault();
    expect(await storeMemory(fixture, as, { ...body })).toMatchObject({ expires_at: expiresAt });
  });

  test('applies to each element of a bulk request separately', async () => {
    const as = await withDefault();
    const memories = [
      { content: 'a' },
      { content: 'b', memory_type: 'task' },
      { content: 'c', pinned: true },
      { content: 'd', expires_at: LATER },
    ];
    await fixture.as(as).post('/api/v2/memories/bulk').send({ memories });
    const page = (await fixture.as(as).get('/api/v2/memories?sort=created_at')) as ApiResponse<{
      items: { expires_at: string | null }[];
    }>;
    const expiries = page.body.data.items.map(({ expires_at: expiresAt }) => expiresAt);
    expect(expiries).toEqual([BY_DEFAULT, null, null, LATER]);
  });

  test('applies to a memory whose type is detected, unless it is pinned', async () => {
    const as = await withDefault({ task: 60 });
    const content = 'TODO: urgent, buy tea';
    expect(await fixture.client.createClassified(as, { content })).toMatchObject({
      memory_type: 'task',
      expires_at: BY_DEFAULT,
      pinned: false,
    });
    expect(await fixture.client.createClassified(as, { content, pinned: true })).toMatchObject({
      expires_at: null,
      pinned: true,
    });
  });

  test('applies to a saved context', async () => {
    const as = await withDefault({ checkpoint: 60 });
    await fixture.client.saveCheckpoint(as, { name: 'tea', description: '', phrase_hits: [] });
    expect((await fixture.events(as)).map(({ data }) => data['expires_at'])).toEqual([BY_DEFAULT]);
  });

  test('does not change existing memories when it is set, changed or removed', async () => {
    const as = testCaller();
    const { id: earlier } = await storeMemory(fixture, as);
    fixture.clock.now = NOW;
    await setTtl(as, { fact: 60 });
    const { id } = await storeMemory(fixture, as);
    await setTtl(as, { fact: 30 });
    await setTtl(as, {});
    expect((await read(as, earlier)).body.data).toMatchObject({ expires_at: null });
    expect((await read(as, id)).body.data).toMatchObject({ expires_at: BY_DEFAULT });
  });

  test('does not apply when an update changes the type', async () => {
    const as = await withDefault({ fact: 60 });
    const { id } = await storeMemory(fixture, as, { memory_type: 'task' });
    expect(await update(as, id, { memory_type: 'fact' })).toMatchObject({ expires_at: null });
    const { id: other } = await storeMemory(fixture, as);
    expect(await update(as, other, { memory_type: 'task' })).toMatchObject({ expires_at: BY_DEFAULT });
  });

  test('does not apply to a new version, which has the expiry of the original', async () => {
    const as = await withDefault();
    const evolve = async (id: string): Promise<Record<string, unknown>> => {
      const evolved = (await fixture
        .as(as)
        .post(`/api/v2/memories/${id}/evolve`)
        .send({ new_content: 'new', evolution_type: 'update' })) as ApiResponse<{ new_memory_id: string }>;
      return (await read(as, evolved.body.data.new_memory_id)).body.data;
    };
    const { id } = await storeMemory(fixture, as);
    const { id: unlimited } = await storeMemory(fixture, as, { expires_at: null });
    fixture.clock.now = new Date(NOW.getTime() + 30_000);
    const next = await evolve(id);
    expect(next).toMatchObject({ expires_at: BY_DEFAULT });
    expect(await update(as, next['id'] as string, { pinned: true })).toMatchObject({ expires_at: null });
    expect(await evolve(unlimited)).toMatchObject({ expires_at: null });
  });

  test('lets the memory expire, and the job erases it', async () => {
    const as = await withDefault();
    const { id } = await storeMemory(fixture, as);
    const { id: pinned } = await storeMemory(fixture, as, { pinned: true });
    await fixture.database.inSystemTransaction((tx) =>
      tx.query(
        `UPDATE memories SET expires_at = now() - interval '1 s' WHERE tenant_id = $1 AND expires_at IS NOT NULL`,
        [as.tenantId],
      ),
    );
    expect((await read(as, id)).status).toBe(404);
    await fixture.runJob('erase-expired-memories');
    const left = await fixture.database.inSystemTransaction((tx) =>
      tx.query('SELECT id FROM memories WHERE tenant_id = $1', [as.tenantId]),
    );
    expect(left).toEqual([{ id: pinned }]);
  });
});

describe('pinning a memory whose expiry a retention default set', () => {
  const storeByDefault = async (): Promise<{ as: Caller; id: string }> => {
    const as = testCaller();
    await setTtl(as, { fact: 60 });
    fixture.clock.now = NOW;
    return { as, id: (await storeMemory(fixture, as)).id };
  };

  test('removes the expiry, also in the event, and unpinning does not restore it', async () => {
    const { as, id } = await storeByDefault();
    expect(await update(as, id, { pinned: true })).toMatchObject({ pinned: true, expires_at: null });
    expect((await fixture.events(as)).at(-1)!.data).not.toHaveProperty('expires_at');
    expect(await update(as, id, { pinned: false })).toMatchObject({ pinned: false, expires_at: null });
  });

  test('sets the expiry of the same request', async () => {
    const { as, id } = await storeByDefault();
    expect(await update(as, id, { pinned: true, expires_at: LATER })).toMatchObject({
      pinned: true,
      expires_at: LATER,
    });
  });

  test('keeps an expiry that a later request set, even if it is the same time', async () => {
    const { as, id } = await storeByDefault();
    await update(as, id, { expires_at: BY_DEFAULT });
    expect(await update(as, id, { pinned: true })).toMatchObject({ pinned: true, expires_at: BY_DEFAULT });
  });

  test('removes the expiry of the memory that replaces it and a pinned one', async () => {
    const as = testCaller();
    await setTtl(as, { fact: 60 });
    fixture.clock.now = NOW;
    const { id, target } = await storeContradiction(fixture, as);
    await update(as, target, { pinned: true });
    await resolve(fixture, as, id, { resolution: 'create_new', new_content: 'Tea or coffee.' });
    const page = (await fixture.as(as).get('/api/v2/memories')) as ApiResponse<{ items: unknown[] }>;
    expect(page.body.data.items).toMatchObject([
      { content: 'Tea or coffee.', pinned: true, expires_at: null },
    ]);
  });
});

test('deleting a tenant deletes its retention defaults, and no others', async () => {
  const [as, other] = [testCaller(), testCaller()];
  for (const caller of [as, other]) await setTtl(caller, { fact: 60 });
  const client = inProcessClient(fixture.service.routes, 'throw');
  await client(null, { method: 'delete', path: `/internal/tenant-data/${as.tenantId}` });
  expect(await readDefaults(as)).toEqual({ defaults: [] });
  expect(await readDefaults(other)).toEqual({ defaults: toList({ fact: 60 }) });
});

test('no job deletes a memory because it is old, unimportant, never read or no longer valid', async () => {
  const as = testCaller();
  const { id } = await storeMemory(fixture, as, {
    content: `Old ${randomUUID()}`,
    importance: 0,
    confidence: 0,
    occurred_at: '1000-01-01',
    valid_until: '1000-01-02',
  });
  await fixture.database.inSystemTransaction((tx) =>
    tx.query(`UPDATE memories SET created_at = '2000-01-01', updated_at = '2000-01-01' WHERE id = $1`, [id]),
  );
  for (const { name } of fixture.service.jobs) await fixture.runJob(name);
  expect((await read(as, id)).body.data).toMatchObject({ id, validity: 'expired', expires_at: null });
});
