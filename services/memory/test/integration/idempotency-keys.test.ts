import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { openDatabase } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import { overlapRequests, testCaller } from '@loci/testing';
import { storeContradiction } from '../contradiction-requests.fixture.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

interface KeyedResponse extends ApiResponse {
  headers: Record<string, string>;
}

type WriteMethod = 'post' | 'put' | 'delete';

const times = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

/** Sends a request with an idempotency key. */
const send = async (
  caller: Caller,
  key: string,
  [method, path, body]: [WriteMethod, string, object?],
): Promise<KeyedResponse> => {
  const request = fixture.as(caller)[method](path).set('Idempotency-Key', key);
  return (await (body === undefined ? request : request.send(body))) as unknown as KeyedResponse;
};

const create = (caller: Caller, key: string, body: object = { content: 'Ada prefers tea.' }) =>
  send(caller, key, ['post', '/api/v2/memories', body]);

/** Returns the events of a tenant as `type aggregate_id`, in the order in which consumers receive them. */
const eventsOf = async (caller: Caller): Promise<string[]> =>
  (await fixture.events(caller)).map(({ type, aggregate_id: id }) => `${type} ${id}`);

const expireKeys = (caller: Caller): Promise<unknown> =>
  fixture.database.inTransaction(caller.tenantId, (tx) =>
    tx.query(`UPDATE idempotency_keys SET created_at = now() - interval '24 hours' WHERE tenant_id = $1`, [
      caller.tenantId,
    ]),
  );

const countKeys = async ({ tenantId }: Caller): Promise<number> =>
  (
    await fixture.database.inTransaction(tenantId, (tx) =>
      tx.query('SELECT 1 FROM idempotency_keys WHERE tenant_id = $1', [tenantId]),
    )
  ).length;

const storedResponses = ({ tenantId }: Caller): Promise<string[]> =>
  fixture.database.inTransaction(tenantId, async (tx) => {
    const rows = await tx.query<{ response: string }>(
      'SELECT response FROM idempotency_keys WHERE tenant_id = $1',
      [tenantId],
    );
    return rows.map(({ response }) => response);
  });

describe('deleting a memory', () => {
  test('removes the stored responses that contain it, and their repetitions return 404', async () => {
    const caller = testCaller();
    const { id } = (await create(caller, 'creation', { content: 'A secret plan.' })).body.data;
    const update: [WriteMethod, string, object] = [
      'put',
      `/api/v2/memories/${id}`,
      { content: 'The secret plan.' },
    ];
    expect((await send(caller, 'update', update)).status).toBe(200);
    const bulk: [WriteMethod, string, object] = [
      'post',
      '/api/v2/memories/bulk',
      { memories: [{ content: 'One secret.' }, { content: 'Two secrets.' }] },
    ];
    expect((await send(caller, 'bulk', bulk)).status).toBe(201);
    const items = (await fixture.as(caller).get('/api/v2/memories')).body.data.items as { id: string }[];
    for (const item of items) await fixture.as(caller).delete(`/api/v2/memories/${item.id}`).expect(200);

    expect(await storedResponses(caller)).toEqual(['', '', '']);
    const repeated = [
      await create(caller, 'creation', { content: 'A secret plan.' }),
      await send(caller, 'update', update),
      await send(caller, 'bulk', bulk),
    ];
    expect(repeated.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array.from({ length: 3 }, () => [404, 'RES_NOT_FOUND']),
    );
  });

  test('keeps the stored responses of the deletion, of other memories and of other tenants', async () => {
    const [caller, other] = [testCaller(), testCaller()];
    const { id } = (await create(caller, 'a')).body.data;
    await create(caller, 'b');
    await create(other, 'a');
    const deletion: [WriteMethod, string] = ['delete', `/api/v2/memories/${id}`];
    const deleted = await send(caller, 'deletion', deletion);
    expect((await send(caller, 'deletion', deletion)).body.data).toEqual(deleted.body.data);
    expect((await create(caller, 'b')).status).toBe(201);
    expect((await create(other, 'a')).status).toBe(201);
  });
});

describe('requests with an idempotency key', () => {
  test('create one memory if 20 identical requests run concurrently', async () => {
    const caller = testCaller();
    const responses = await times(20, () => create(caller, 'k'));
    for (const { status, body } of responses) {
      // On a loaded machine, a request can wait too long for a database connection.
      if (status !== 201)
        expect(body.error.code).toMatch(/^(BIZ_REQUEST_IN_PROGRESS|SYS_SERVICE_UNAVAILABLE)$/);
    }
    const retry = await create(caller, 'k');
    expect(retry.status).toBe(201);
    expect(await eventsOf(caller)).toEqual([`memory.created ${String(retry.body.data['id'])}`]);
  });

  test('receive 409 BIZ_REQUEST_IN_PROGRESS while the first request is running', async () => {
    const caller = testCaller();
    const memory = await storeMemory(fixture, caller);
    const update: [WriteMethod, string, object] = [
      'put',
      `/api/v2/memories/${memory.id}`,
      { importance: 0.9 },
    ];
    const hold = (tx: Transaction) =>
      tx.query('SELECT 1 FROM memories WHERE tenant_id = $1 FOR UPDATE', [caller.tenantId]);
    const responses = await overlapRequests(fixture, { count: 2, hold }, () => send(caller, 'k', update));
    const [first, second] = responses.sort((a, b) => a.status - b.status) as [KeyedResponse, KeyedResponse];
    expect([second.status, second.headers['retry-after']]).toEqual([409, '1']);
    expect(second.body.error.code).toBe('BIZ_REQUEST_IN_PROGRESS');
    expect(first.status).toBe(200);
    expect(await send(caller, 'k', update)).toMatchObject({ status: 200 });
  });

  describe('are replayed without a second change:', () => {
    // With one connection, a request that needs a second connection while it holds the first one fails.
    let shared: MemoryFixture;
    beforeAll(async () => {
      shared = fixture;
      fixture = await startMemoryService(undefined, 1);
    });
    afterAll(async () => {
      await fixture.close();
      fixture = shared;
    });
    const memoryPath = (id: string, suffix = ''): string => `/api/v2/memories/${id}${suffix}`;
    test.each<[string, (caller: Caller) => Promise<[WriteMethod, string, object?]>]>([
      [
        'creation with a warning',
        () =>
          Promise.resolve([
            'post',
            '/api/v2/memories',
            { content: 'Ada.', tags: ['Project X'], metadata: {} },
          ]),
      ],
      [
        'bulk creation',
        () => Promise.resolve(['post', '/api/v2/memories/bulk', { memories: [{ content: 'a' }, {}] }]),
      ],
      [
        'update',
        async (caller) => ['put', memoryPath((await storeMemory(fixture, caller)).id), { importance: 1 }],
      ],
      ['deletion', async (caller) => ['delete', memoryPath((await storeMemory(fixture, caller)).id)]],
      [
        'evolution',
        async (caller) => [
          'post',
          memoryPath((await storeMemory(fixture, caller)).id, '/evolve'),
          { new_content: 'Ada prefers coffee.', evolution_type: 'correction' },
        ],
      ],
      [
        'addition of tags',
        async (caller) => [
          'post',
          memoryPath((await storeMemory(fixture, caller)).id, '/tags'),
          { tags: ['a'] },
        ],
      ],
      [
        'removal of tags',
        async (caller) => [
          'delete',
          memoryPath((await storeMemory(fixture, caller, { tags: ['a'] })).id, '/tags'),
          { tags: ['a'] },
        ],
      ],
      [
        'report of a contradiction',
        async (caller) => {
          const [a, b] = [await storeMemory(fixture, caller), await storeMemory(fixture, caller)];
          return [
            'post',
            '/api/v2/memories/contradictions',
            { source_memory_id: a.id, target_memory_id: b.id, contradiction_type: 'direct', confidence: 0.9 },
          ];
        },
      ],
      [
        'resolution of a contradiction',
        async (caller) => {
          const { id } = await storeContradiction(fixture, caller);
          return ['post', `/api/v2/memories/contradictions/${id}/resolve`, { resolution: 'choose_memory_1' }];
        },
      ],
    ])('%s', async (_what, prepare) => {
      const caller = testCaller();
      const request = await prepare(caller);
      const first = await send(caller, 'k', request);
      expect(first.status).toBeLessThan(300);
      expect(first.headers).not.toHaveProperty('idempotency-replayed');
      const events = await eventsOf(caller);

      const second = await send(caller, 'k', request);
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect(second.status).toBe(first.status);
      const { meta: firstMeta, ...firstBody } = first.body;
      const { meta: secondMeta, ...secondBody } = second.body;
      expect(secondBody).toEqual(firstBody);
      expect(secondMeta.warnings).toEqual(firstMeta.warnings);
      expect(await eventsOf(caller)).toEqual(events);
    });
  });

  test('are identical if only the order of fields and the letter case of IDs differ', async () => {
    const caller = testCaller();
    const memory = await storeMemory(fixture, caller);
    const path = `/api/v2/memories/${memory.id}`;
    await send(caller, '"k"', ['put', path, { importance: 0.9, confidence: 0.1 }]);
    const retry = await send(caller, 'k', [
      'put',
      `/api/v2/memories/${memory.id.toUpperCase()}`,
      { confidence: 0.1, importance: 0.9 },
    ]);
    expect(retry.headers['idempotency-replayed']).toBe('true');
  });

  test.each<[string, (id: string) => [WriteMethod, string, object?]]>([
    ['body', (id) => ['put', `/api/v2/memories/${id}`, { importance: 0.8 }]],
    ['path', () => ['put', `/api/v2/memories/${randomUUID()}`, { importance: 0.9 }]],
    ['method', (id) => ['delete', `/api/v2/memories/${id}`]],
  ])('receive 422 VAL_IDEMPOTENCY_KEY_REUSED if the first request had another %s', async (_what, other) => {
    const caller = testCaller();
    const memory = await storeMemory(fixture, caller);
    await send(caller, 'k', ['put', `/api/v2/memories/${memory.id}`, { importance: 0.9 }]);
    const events = await eventsOf(caller);
    const { status, body } = await send(caller, 'k', other(memory.id));
    expect([status, body.error.code]).toEqual([422, 'VAL_IDEMPOTENCY_KEY_REUSED']);
    expect(body.error.details).toEqual({ first_used_at: expect.any(String) });
    expect(await eventsOf(caller)).toEqual(events);
  });

  test('receive 422 VAL_IDEMPOTENCY_KEY_INVALID for a malformed key and change nothing', async () => {
    const caller = testCaller();
    const { status, body } = await create(caller, 'a b');
    expect([status, body.error.code]).toEqual([422, 'VAL_IDEMPOTENCY_KEY_INVALID']);
    expect(await eventsOf(caller)).toEqual([]);
  });

  test('belong to one user: another user and another tenant can use the same key (threat 31)', async () => {
    const caller = testCaller();
    const colleague = testCaller({ tenantId: caller.tenantId });
    const sameUserElsewhere = testCaller({ userId: caller.userId });
    const ids = [];
    for (const one of [caller, colleague, sameUserElsewhere]) {
      const { status, body, headers } = await create(one, 'k');
      expect([status, headers['idempotency-replayed']]).toEqual([201, undefined]);
      ids.push(body.data['id']);
    }
    expect(new Set(ids).size).toBe(3);
  });

  test('are replayed for another token of the same user', async () => {
    const caller = testCaller({ via: 'key' });
    await create(caller, 'k');
    const retry = await create({ ...caller, via: 'oauth', clientId: 'other' }, 'k');
    expect(retry.headers['idempotency-replayed']).toBe('true');
  });

  test('are not replayed for a token without the required permission', async () => {
    const caller = testCaller();
    const memory = await storeMemory(fixture, caller);
    const request: [WriteMethod, string] = ['delete', `/api/v2/memories/${memory.id}`];
    await send(caller, 'k', request);
    const { status } = await send({ ...caller, permissions: ['read', 'write'] }, 'k', request);
    expect(status).toBe(403);
  });

  test('leave the key free after an error', async () => {
    const caller = testCaller();
    const missing: [WriteMethod, string] = ['delete', `/api/v2/memories/${randomUUID()}`];
    expect((await send(caller, 'k', missing)).status).toBe(404);
    expect(await countKeys(caller)).toBe(0);
    expect((await create(caller, 'k')).status).toBe(201);
  });

  test('leave the key free after an invalid request', async () => {
    const caller = testCaller();
    expect((await create(caller, 'k', {})).status).toBe(422);
    expect((await create(caller, 'k')).status).toBe(201);
  });

  test('change nothing if the response cannot be stored', async () => {
    const caller = testCaller();
    const admin = openDatabase({ ...fixture.testDatabase.admin, applicationName: 'test' });
    const alterKeys = (change: string): Promise<unknown> =>
      admin.statement(`ALTER TABLE memory.idempotency_keys ${change}`, [], change);
    await alterKeys('ADD CONSTRAINT reject_all CHECK (false) NOT VALID');
    const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { status } = await create(caller, 'k');
    errors.mockRestore();
    await alterKeys('DROP CONSTRAINT reject_all');
    await admin.close();
    expect(status).toBe(500);
    expect(await eventsOf(caller)).toEqual([]);
  });

  test('run again with a key that is 24 hours old', async () => {
    const caller = testCaller();
    const first = await create(caller, 'k');
    await expireKeys(caller);
    const second = await create(caller, 'k', { content: 'Another memory.' });
    expect(second.status).toBe(201);
    expect(second.body.data['id']).not.toBe(first.body.data['id']);
    expect((await create(caller, 'k', { content: 'Another memory.' })).body.data['id']).toBe(
      second.body.data['id'],
    );
  });

  test('store no key without the header', async () => {
    const caller = testCaller();
    await storeMemory(fixture, caller);
    expect(await countKeys(caller)).toBe(0);
  });

  test('keep the order of revisions in the events of 50 concurrent updates', async () => {
    const caller = testCaller();
    const memory = await storeMemory(fixture, caller);
    const responses = await times(50, (i) =>
      send(caller, `k${i}`, ['put', `/api/v2/memories/${memory.id}`, { importance: i / 100 }]),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const revisions = (await fixture.events(caller)).map(({ revision }) => revision);
    expect(revisions).toEqual(Array.from({ length: 51 }, (_, i) => i + 1));
  });
});

test('the job purge-idempotency-keys deletes only keys that are 24 hours old', async () => {
  const [expired, recent] = [testCaller(), testCaller()];
  await create(expired, 'k');
  await expireKeys(expired);
  await create(recent, 'k');
  await fixture.runJob('purge-idempotency-keys');
  expect([await countKeys(expired), await countKeys(recent)]).toEqual([0, 1]);
});
