import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { UNAUTHORIZED_CALLERS, event, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const get = async (id: string, as = caller): Promise<ApiResponse> =>
  (await fixture.as(as).get(`/api/v2/memories/${id}`)) as ApiResponse;

const relationship = (from_id: string, to_id: string, type = 'supports') => ({
  id: randomUUID(),
  from_id,
  to_id,
  relationship_type: type,
  direction_type: 'DIRECTED',
  strength: 0.4,
  confidence: 0.9,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  origin: 'user',
  created_by: 'ada',
});

describe('GET /api/v2/memories/{memory_id}', () => {
  test('returns the same memory as the response to its creation', async () => {
    const memory = await storeMemory(fixture, caller, { tags: ['x'], metadata: { a: 1 } });
    const { status, body } = await get(memory.id);
    expect([status, body.data]).toEqual([200, memory]);
  });

  test('accepts an id in uppercase', async () => {
    const memory = await storeMemory(fixture, caller);
    expect((await get(memory.id.toUpperCase())).body.data).toEqual(memory);
  });

  test('returns relationships from and to the memory', async () => {
    const [a, b] = [await storeMemory(fixture, caller), await storeMemory(fixture, caller)];
    const created = relationship(a.id, b.id);
    await fixture.consume(
      'memory-relationships',
      event('relationship', 'relationship.created', caller.tenantId, 1, created),
    );
    const { updated_at: _u, origin: _o, created_by: _c, ...summary } = created;
    for (const { id } of [a, b]) expect((await get(id)).body.data['relationships']).toEqual([summary]);
  });

  test('returns the 50 oldest relationships', async () => {
    const hub = await storeMemory(fixture, caller);
    const created = Array.from({ length: 60 }, () => relationship(hub.id, randomUUID()));
    await fixture.consume(
      'memory-relationships',
      ...created.map((data) => event('relationship', 'relationship.created', caller.tenantId, 1, data)),
    );
    const returned = (await get(hub.id)).body.data['relationships'] as { id: string }[];
    expect(returned.map(({ id }) => id)).toEqual(
      created
        .map(({ id }) => id)
        .sort()
        .slice(0, 50),
    );
  });

  test('does not write to the database', async () => {
    const memory = await storeMemory(fixture, caller);
    const readRow = async (): Promise<unknown> =>
      fixture.database.inSystemTransaction((tx) =>
        tx.query('SELECT xmin::text, access_count FROM memories WHERE id = $1', [memory.id]),
      );
    const before = await readRow();
    await get(memory.id);
    expect(await readRow()).toEqual(before);
  });

  test('counts accesses that the job flush-accesses then stores without an event', async () => {
    const memory = await storeMemory(fixture, caller);
    await get(memory.id);
    await get(memory.id);
    await fixture.runJob('flush-accesses');
    const { data } = (await get(memory.id)).body;
    expect(data['access_count']).toBe(2);
    expect(Date.parse(String(data['last_accessed']))).toBeGreaterThan(0);
    expect(data['updated_at']).toBe(memory['updated_at']);
    expect((await fixture.events(caller)).filter((e) => e.aggregate_id === memory.id)).toHaveLength(1);
  });
});

describe('GET /api/v2/memories/{memory_id} errors', () => {
  test('rejects a request without a token with 401', async () => {
    const { status, body } = (await fixture.as(null).get(`/api/v2/memories/${randomUUID()}`)) as ApiResponse;
    expect([status, body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(UNAUTHORIZED_CALLERS.read)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await get(randomUUID(), as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test.each([
    ['an unknown id', async () => randomUUID()],
    ['the nil UUID', async () => '00000000-0000-0000-0000-000000000000'],
    ["the id of another tenant's memory", async () => (await storeMemory(fixture, testCaller())).id],
  ])('returns 404 with the type and id of the resource for %s', async (_what, createId) => {
    const id = await createId();
    const { status, body } = await get(id);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
    expect(body.error.details).toEqual({ resource_type: 'memory', resource_id: id });
  });

  test.each([
    ['a word', 'not-a-uuid'],
    ['a number', '123'],
    ['3,000 characters', 'x'.repeat(3_000)],
    ['an invalid percent-encoding', '%E0%A4%A'],
    ['an SQL fragment', "1'--"],
  ])('rejects %s as an id with 422 VAL_UUID_INVALID', async (_what, id) => {
    const { status, body } = await get(id);
    expect([status, body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
  });

  test('rejects a NUL character in the id with 422 VAL_FIELD_INVALID', async () => {
    const { status, body } = await get('%00');
    expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});
