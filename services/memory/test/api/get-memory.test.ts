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

describe('GET /api/v2/memories/{memory_id} 200', () => {
  test('returns the memory as create did', async () => {
    const memory = await storeMemory(fixture, caller, { tags: ['x'], metadata: { a: 1 } });
    const { status, body } = await get(memory.id);
    expect(status).toBe(200);
    expect(body.data).toEqual(memory);
    expect((await get(memory.id.toUpperCase())).body.data).toEqual(memory);
  });

  test('relationships elements: both ends, with the eight fields', async () => {
    const [a, b] = [await storeMemory(fixture, caller), await storeMemory(fixture, caller)];
    const made = relationship(a.id, b.id);
    await fixture.consume(
      'memory-relationships',
      event('relationship', 'relationship.created', caller.tenantId, 1, made),
    );
    const { updated_at: _u, origin: _o, created_by: _c, ...shown } = made;
    for (const { id } of [a, b]) expect((await get(id)).body.data['relationships']).toEqual([shown]);
  });

  test('at most 50 relationships, the oldest', async () => {
    const hub = await storeMemory(fixture, caller);
    const made = Array.from({ length: 60 }, () => relationship(hub.id, randomUUID()));
    await fixture.consume(
      'memory-relationships',
      ...made.map((data) => event('relationship', 'relationship.created', caller.tenantId, 1, data)),
    );
    const shown = (await get(hub.id)).body.data['relationships'] as { id: string }[];
    expect(shown.map(({ id }) => id)).toEqual(
      made
        .map(({ id }) => id)
        .sort()
        .slice(0, 50),
    );
  });

  test('access_count and last_accessed follow later: reading writes nothing', async () => {
    const memory = await storeMemory(fixture, caller);
    const rowVersion = async (): Promise<unknown> =>
      fixture.database.inSystemTransaction((tx) =>
        tx.query('SELECT xmin::text, access_count FROM memories WHERE id = $1', [memory.id]),
      );
    const before = await rowVersion();
    await get(memory.id);
    await get(memory.id);
    expect(await rowVersion()).toEqual(before);
    await fixture.runJob('flush-accesses');
    const { data } = (await get(memory.id)).body;
    expect(data['access_count']).toBe(2);
    expect(Date.parse(String(data['last_accessed']))).toBeGreaterThan(0);
    expect(data['updated_at']).toBe(memory['updated_at']);
    expect((await fixture.events(caller)).filter((e) => e.aggregate_id === memory.id)).toHaveLength(1);
  });
});

describe('GET /api/v2/memories/{memory_id} 401, 403, 404, 422', () => {
  test('without a token: AUTH_UNAUTHORIZED', async () => {
    const { status, body } = (await fixture.as(null).get(`/api/v2/memories/${randomUUID()}`)) as ApiResponse;
    expect([status, body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(UNAUTHORIZED_CALLERS.read)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await get(randomUUID(), as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test("an absent id, the nil id and another tenant's memory are RES_NOT_FOUND with resource_type and id", async () => {
    const foreign = await storeMemory(fixture, testCaller());
    for (const id of [randomUUID(), '00000000-0000-0000-0000-000000000000', foreign.id]) {
      const { status, body } = await get(id);
      expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
      expect(body.error.details).toEqual({ resource_type: 'memory', resource_id: id });
    }
  });

  test('a malformed id in a path is VAL_UUID_INVALID', async () => {
    for (const id of ['not-a-uuid', '123', 'x'.repeat(3000), '%00', '%E0%A4%A', "1'--"]) {
      const { status, body } = await get(id);
      expect([id, status, body.error.code]).toEqual([
        id,
        422,
        id === '%00' ? 'VAL_FIELD_INVALID' : 'VAL_UUID_INVALID',
      ]);
    }
  });
});
