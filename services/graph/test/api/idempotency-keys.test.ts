import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { createTestDatabase, storedEvents, testCaller } from '@loci/testing';
import type { Database } from '@loci/postgres';
import { GRAPH_MIGRATIONS } from '../../src/index.ts';
import { createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let graph: TestGraphService;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ graph: GRAPH_MIGRATIONS });
  // With one connection, a request that needs a second connection while it holds the first one fails.
  database = testDatabase.open('graph', { maxConnections: 1 });
  graph = await createTestGraphService({ database });
});
afterAll(async () => {
  await graph.close();
  await testDatabase.close();
});

type WriteRequest = ['post' | 'patch' | 'delete', string, object?];

const send = (
  { caller, key = 'k' }: { caller: Caller; key?: string },
  [method, path, body]: WriteRequest,
) => {
  const request = graph.as(caller)[method](path).set('Idempotency-Key', key);
  return body === undefined ? request : request.send(body);
};

/** Creates a caller with two related memories. */
async function setUp() {
  const caller = testCaller();
  const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
  const { body } = await graph
    .as(caller)
    .post(PATH)
    .send(relationshipBody(a, b, { relationship_type: 'causes' }));
  return { caller, a, b, id: body.data.id as string };
}

type Prepared = Awaited<ReturnType<typeof setUp>>;

describe('requests with an idempotency key', () => {
  test.each<[string, (prepared: Prepared) => WriteRequest]>([
    ['creation', ({ a, b }) => ['post', PATH, relationshipBody(a, b)]],
    ['bulk creation', ({ a, b }) => ['post', `${PATH}/bulk`, [relationshipBody(b, a)]]],
    [
      'creation for memories that the graph service does not know',
      ({ caller }) => {
        const [c, d] = graph.memories.createMany(caller, 2) as [string, string];
        return ['post', PATH, relationshipBody(c, d)];
      },
    ],
    ['update', ({ id }) => ['patch', `${PATH}/${id}`, { strength: 0.1 }]],
    ['deletion', ({ id }) => ['delete', `${PATH}/${id}`]],
    ['deletion between two memories', ({ a, b }) => ['delete', `${PATH}/between?from_id=${a}&to_id=${b}`]],
  ])('are replayed without a second change: %s', async (_what, toRequest) => {
    const prepared = await setUp();
    const request = toRequest(prepared);
    const first = await send(prepared, request);
    expect(first.status).toBeLessThan(300);
    const events = await storedEvents(database, prepared.caller.tenantId);

    const second = await send(prepared, request);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect([second.status, second.body.data]).toEqual([first.status, first.body.data]);
    expect(await storedEvents(database, prepared.caller.tenantId)).toEqual(events);
  });

  test('receive 422 VAL_IDEMPOTENCY_KEY_REUSED if the first request had another query', async () => {
    const prepared = await setUp();
    const { a, b } = prepared;
    await send(prepared, ['delete', `${PATH}/between?from_id=${a}&to_id=${b}`]);
    const { status, body } = await send(prepared, ['delete', `${PATH}/between?from_id=${b}&to_id=${a}`]);
    expect([status, body.error.code]).toEqual([422, 'VAL_IDEMPOTENCY_KEY_REUSED']);
  });

  test('return 404 after the relationship was deleted', async () => {
    const prepared = await setUp();
    const creation: WriteRequest = [
      'post',
      PATH,
      relationshipBody(prepared.a, prepared.b, { strength: 0.25 }),
    ];
    const { id } = (await send(prepared, creation)).body.data;
    await graph.as(prepared.caller).delete(`${PATH}/${id}`).expect(200);
    const { status, body } = await send(prepared, creation);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('leave the key free after an error', async () => {
    const prepared = await setUp();
    const { caller, a, b } = prepared;
    await graph.as(caller).post(PATH).send(relationshipBody(a, b));
    const conflicting = await send(prepared, ['post', PATH, relationshipBody(a, b)]);
    expect(conflicting.status).toBe(409);
    const other = await send(prepared, ['post', PATH, relationshipBody(b, a)]);
    expect(other.status).toBe(201);
  });
});
