import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import { blockUntilLocked, testCaller } from '@loci/testing';
import { UNAUTHORIZED_CALLERS, event, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const PATH = '/api/v2/checkpoints';
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

interface Checkpoint {
  id: string;
  name: string;
  description: string | null;
  memories: { id: string; saved_memory_id: string; has_evolved: boolean }[];
}
type Response = ApiResponse<Checkpoint> & { headers: Record<string, string> };

const create = async (as: Caller, body: object): Promise<Response> =>
  (await fixture.as(as).post(PATH).send(body)) as unknown as Response;
const created = async (as: Caller, body: object = {}): Promise<Checkpoint> =>
  (await create(as, { name: `tea ${randomUUID()}`, ...body })).body.data;
const get = async (as: Caller, id: string): Promise<Response> =>
  (await fixture.as(as).get(`${PATH}/${id}`)) as unknown as Response;
const update = async (as: Caller, id: string, body: object, etag?: string): Promise<Response> => {
  const request = fixture.as(as).patch(`${PATH}/${id}`);
  if (etag !== undefined) void request.set('If-Match', etag);
  return (await request.send(body)) as unknown as Response;
};
const attachedTo = ({ body }: Response): string[] => body.data.memories.map(({ id }) => id);
const problem = ({ status, body }: Response) => [status, body.error.code];

describe('POST /api/v2/checkpoints', () => {
  test('creates a memory of type checkpoint, and returns it with its memories and an ETag', async () => {
    const as = testCaller();
    const tea = await storeMemory(fixture, as);
    const body = { name: 'Tea', description: 'Green tea.', memory_ids: [tea.id.toUpperCase(), tea.id] };
    const response = await create(as, body);
    expect([response.status, response.body.data]).toEqual([
      201,
      expect.objectContaining({
        name: 'Tea',
        description: 'Green tea.',
        memories: [expect.objectContaining({ id: tea.id, saved_memory_id: tea.id, has_evolved: false })],
        omitted_memory_ids: [],
      }),
    ]);
    expect(response.headers['etag']).toMatch(/^"1-/);
    const { id } = response.body.data;
    const memory = (await fixture.as(as).get(`/api/v2/memories/${id}`)) as ApiResponse;
    expect(memory.body.data).toMatchObject({
      memory_type: 'checkpoint',
      source_type: 'checkpoint',
      content: 'Green tea.',
      metadata: { name: 'Tea', memory_ids: [tea.id] },
    });
    expect(memory).toMatchObject({ headers: { etag: response.headers['etag'] } });
  });

  test('is the context that the assistant tools restore and list', async () => {
    const as = testCaller();
    const { id } = await created(as, { name: 'Tea' });
    expect(await fixture.client.restoreCheckpoint(as, { name: 'Tea', limit: 20 })).toMatchObject({
      id,
      description: null,
    });
  });

  test('rejects the name of another checkpoint', async () => {
    const as = testCaller();
    await create(as, { name: 'Tea' });
    expect(problem(await create(as, { name: 'Tea' }))).toEqual([409, 'RES_ALREADY_EXISTS']);
  });

  test.each([
    ['no name', {}, 'VAL_FIELD_REQUIRED'],
    ['a blank name', { name: ' ' }, 'VAL_FIELD_INVALID'],
    ['the reserved name', { name: ' Awakening' }, 'VAL_FIELD_INVALID'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'VAL_FIELD_TOO_LONG'],
    [
      'a description of 10,001 characters',
      { name: 'a', description: 'x'.repeat(10_001) },
      'VAL_FIELD_TOO_LONG',
    ],
    ['a malformed ID', { name: 'a', memory_ids: ['x'] }, 'VAL_UUID_INVALID'],
    ['101 memories', { name: 'a', memory_ids: Array(101).fill(randomUUID()) }, 'VAL_VALIDATION_FAILED'],
  ])('rejects %s with 422', async (_, body, code) => {
    expect(problem(await create(testCaller(), body))).toEqual([422, code]);
  });

  test('rejects unknown memories, protected memories and memories of another tenant with 404', async () => {
    const as = testCaller();
    const other = await storeMemory(fixture, testCaller());
    const core = await fixture.client.createProtected({
      tenant_id: as.tenantId,
      user_id: as.userId,
      memory_type: 'identity_core',
      content: 'Persona',
      metadata: {},
    });
    for (const id of [randomUUID(), other.id, core.id]) {
      expect(problem(await create(as, { name: 'Tea', memory_ids: [id] }))).toEqual([404, 'RES_NOT_FOUND']);
    }
  });

  test('repeats its response for the same idempotency key', async () => {
    const as = testCaller();
    const send = async () =>
      (await fixture.as(as).post(PATH).set('Idempotency-Key', 'k').send({ name: 'Tea' })) as ApiResponse;
    const first = await send();
    expect((await send()).body.data).toEqual(first.body.data);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with %s', async (_who, code, as) => {
    expect(problem(await create(as, { name: 'Tea' }))).toEqual([403, code]);
  });
});

describe('GET /api/v2/checkpoints', () => {
  const list = async (as: Caller, query = '') =>
    ((await fixture.as(as).get(`${PATH}${query}`)) as ApiResponse).body.data as {
      items: { name: string; memory_count: number }[];
      pagination: { total: number; next_cursor: string | null };
    };

  test('lists the checkpoints of the tenant, newest first, with the number of their memories', async () => {
    const as = testCaller();
    const tea = await storeMemory(fixture, as);
    await create(as, { name: 'First', memory_ids: [tea.id] });
    await create(as, { name: 'Second' });
    await create(testCaller(), { name: 'Of another tenant' });
    const { items, pagination } = await list(as);
    expect(items.map(({ name, memory_count }) => [name, memory_count])).toEqual([
      ['Second', 0],
      ['First', 1],
    ]);
    expect(pagination.total).toBe(2);
  });

  test('continues after a cursor, and filters by a part of the name', async () => {
    const as = testCaller();
    for (const name of ['Tea 1', 'Coffee', 'TEA 2']) await create(as, { name });
    const first = await list(as, '?per_page=1&name=tea');
    expect([first.items[0]!.name, first.pagination.total]).toEqual(['TEA 2', 2]);
    const second = await list(as, `?per_page=1&name=tea&cursor=${first.pagination.next_cursor}`);
    expect([second.items[0]!.name, second.pagination.next_cursor]).toEqual(['Tea 1', null]);
    expect((await list(as, '?per_page=1&page=2')).items[0]!.name).toBe('Coffee');
  });

  test.each(UNAUTHORIZED_CALLERS.read)('rejects %s with %s', async (_who, code, as) => {
    const response = (await fixture.as(as).get(PATH)) as ApiResponse;
    expect([response.status, response.body.error.code]).toEqual([403, code]);
  });
});

describe('GET /api/v2/checkpoints/{checkpoint_id}', () => {
  test('returns the current version of a memory that has evolved', async () => {
    const as = testCaller();
    const tea = await storeMemory(fixture, as);
    const { id } = await created(as, { memory_ids: [tea.id] });
    const evolved = (await fixture
      .as(as)
      .post(`/api/v2/memories/${tea.id}/evolve`)
      .send({ new_content: 'Ada prefers coffee.', evolution_type: 'update' })) as ApiResponse;
    expect((await get(as, id)).body.data.memories).toMatchObject([
      { id: evolved.body.data['new_memory_id'], saved_memory_id: tea.id, has_evolved: true },
    ]);
  });

  test('returns 404 for another memory, another tenant and an unknown ID', async () => {
    const as = testCaller();
    const { id } = await created(testCaller());
    for (const unknown of [(await storeMemory(fixture, as)).id, id, randomUUID()]) {
      expect(problem(await get(as, unknown))).toEqual([404, 'RES_NOT_FOUND']);
    }
  });

  test('returns at most the requested number of memories', async () => {
    const as = testCaller();
    const ids = [(await storeMemory(fixture, as)).id, (await storeMemory(fixture, as)).id];
    const { id } = await created(as, { memory_ids: ids });
    const response = (await fixture.as(as).get(`${PATH}/${id}?limit=1`)) as unknown as Response;
    expect(attachedTo(response)).toEqual([ids[0]]);
  });
});

describe('PATCH /api/v2/checkpoints/{checkpoint_id}', () => {
  test('changes name and description, and keeps other metadata', async () => {
    const as = testCaller();
    const { id } = await created(as, { description: 'Green tea.' });
    await fixture
      .as(as)
      .put(`/api/v2/memories/${id}`)
      .send({ metadata: { name: 'Tea', color: 'green' } });
    const response = await update(as, id, { name: 'Black tea', description: 'Assam.' });
    expect([response.status, response.body.data]).toMatchObject([
      200,
      { name: 'Black tea', description: 'Assam.' },
    ]);
    const memory = (await fixture.as(as).get(`/api/v2/memories/${id}`)) as ApiResponse;
    expect(memory.body.data).toMatchObject({
      content: 'Assam.',
      metadata: { name: 'Black tea', color: 'green' },
    });
  });

  test('keeps a checkpoint without a description when it gets another name, and removes a description', async () => {
    const as = testCaller();
    const { id } = await created(as);
    const name = randomUUID();
    expect((await update(as, id, { name })).body.data).toMatchObject({ name, description: null });
    await update(as, id, { description: 'Green tea.' });
    expect((await update(as, id, { description: '' })).body.data).toMatchObject({ name, description: null });
  });

  test('adds and removes memories', async () => {
    const as = testCaller();
    const [a, b, c] = [
      await storeMemory(fixture, as),
      await storeMemory(fixture, as),
      await storeMemory(fixture, as),
    ];
    const { id } = await created(as, { memory_ids: [a.id, b.id] });
    const body = { add_memory_ids: [c.id, b.id], remove_memory_ids: [a.id, randomUUID()] };
    expect(attachedTo(await update(as, id, body))).toEqual([b.id, c.id]);
    expect(attachedTo(await get(as, id))).toEqual([b.id, c.id]);
    expect(attachedTo(await update(as, id, { add_memory_ids: [a.id] }))).toEqual([b.id, c.id, a.id]);
  });

  test('removes a memory that is attached by a relationship, also after the memory evolves', async () => {
    const as = testCaller();
    const tea = await storeMemory(fixture, as);
    const { id } = await created(as);
    await refer(as, id, tea.id, 1);
    expect(attachedTo(await get(as, id))).toEqual([tea.id]);
    expect(attachedTo(await update(as, id, { remove_memory_ids: [tea.id] }))).toEqual([]);
    const evolved = (await fixture
      .as(as)
      .post(`/api/v2/memories/${tea.id}/evolve`)
      .send({ new_content: 'Ada prefers coffee.', evolution_type: 'update' })) as ApiResponse;
    // The graph service copies the relationship to the new version.
    await refer(as, id, String(evolved.body.data['new_memory_id']), 1);
    expect(attachedTo(await get(as, id))).toEqual([]);
  });

  test('removes a memory by the ID of its current version', async () => {
    const as = testCaller();
    const tea = await storeMemory(fixture, as);
    const { id } = await created(as, { memory_ids: [tea.id] });
    const evolved = (await fixture
      .as(as)
      .post(`/api/v2/memories/${tea.id}/evolve`)
      .send({ new_content: 'Ada prefers coffee.', evolution_type: 'update' })) as ApiResponse;
    const body = { remove_memory_ids: [evolved.body.data['new_memory_id']] };
    expect(attachedTo(await update(as, id, body))).toEqual([]);
  });

  test('rejects a change based on an earlier state with 412, and changes nothing', async () => {
    const as = testCaller();
    const { headers, body } = await create(as, { name: 'Tea' });
    const { id } = body.data;
    const etag = headers['etag']!;
    const changed = await update(as, id, { description: 'First.' }, etag);
    expect(changed.headers['etag']).not.toBe(etag);
    const lost = await update(as, id, { description: 'Second.' }, etag);
    expect(problem(lost)).toEqual([412, 'RES_PRECONDITION_FAILED']);
    expect((await get(as, id)).body.data.description).toBe('First.');
  });

  test('keeps the changes of two users who remove different memories at the same time', async () => {
    const as = testCaller();
    const ids = [(await storeMemory(fixture, as)).id, (await storeMemory(fixture, as)).id];
    const { id } = await created(as, { memory_ids: ids });
    const hold = (tx: Transaction) => tx.query('SELECT FROM memories WHERE id = $1 FOR UPDATE', [id]);
    await blockUntilLocked(fixture, { hold, waiters: 2 }, () =>
      Promise.all(ids.map((each) => update(as, id, { remove_memory_ids: [each] }))),
    );
    expect(attachedTo(await get(as, id))).toEqual([]);
  });

  test('rejects the name of another checkpoint, more than 500 memories, and an unknown memory', async () => {
    const as = testCaller();
    const tea = await storeMemory(fixture, as);
    await create(as, { name: 'Taken' });
    const { id } = await created(as);
    await fixture
      .as(as)
      .put(`/api/v2/memories/${id}`)
      .send({ metadata: { name: 'Tea', memory_ids: Array.from({ length: 500 }, () => randomUUID()) } });
    expect(problem(await update(as, id, { name: 'Taken' }))).toEqual([409, 'RES_ALREADY_EXISTS']);
    expect(problem(await update(as, id, { add_memory_ids: [tea.id] }))).toEqual([
      422,
      'VAL_VALIDATION_FAILED',
    ]);
    expect(problem(await update(as, id, { add_memory_ids: [randomUUID()] }))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 404 for another memory, another tenant and an unknown ID', async () => {
    const as = testCaller();
    const { id } = await created(testCaller());
    for (const unknown of [(await storeMemory(fixture, as)).id, id, randomUUID()]) {
      expect(problem(await update(as, unknown, { description: 'x' }))).toEqual([404, 'RES_NOT_FOUND']);
    }
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with %s', async (_who, code, as) => {
    expect(problem(await update(as, randomUUID(), { name: 'x' }))).toEqual([403, code]);
  });
});

/** Publishes a relationship of type references. */
const refer = (as: Caller, fromId: string, toId: string, revision: number) =>
  fixture.consume(
    'memory-relationships',
    event('relationship', 'relationship.created', as.tenantId, revision, {
      id: randomUUID(),
      from_id: fromId,
      to_id: toId,
      relationship_type: 'references',
      direction_type: 'DIRECTED',
      strength: 0.5,
      confidence: 0.8,
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
      origin: 'user',
      created_by: 'ada',
    }),
  );
