import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { UNAUTHORIZED_CALLERS, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const remove = async (id: string, as = caller): Promise<ApiResponse> =>
  (await fixture.as(as).delete(`/api/v2/memories/${id}`)) as ApiResponse;

describe('DELETE /api/v2/memories/{memory_id}', () => {
  test('returns the id and deleted: true', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { status, body } = await remove(id);
    expect([status, body.data]).toEqual([200, { id, deleted: true }]);
  });

  test('deletes the memory, so that later requests return 404', async () => {
    const { id } = await storeMemory(fixture, caller);
    await remove(id);
    expect((await fixture.as(caller).get(`/api/v2/memories/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  test('stores a memory.deleted event with the next revision', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as);
    await fixture.as(as).put(`/api/v2/memories/${id}`).send({ importance: 1 });
    await remove(id, as);
    const stored = await fixture.events(as);
    expect(stored.map((e) => [e.type, e.revision])).toEqual([
      ['memory.created', 1],
      ['memory.updated', 2],
      ['memory.deleted', 3],
    ]);
    expect(stored[2]!.data).toEqual({ id, superseded_by: null });
  });

  test('decrements the usage count of the tags of the memory', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['kept'] });
    await remove(id, as);
    const { body } = (await fixture.as(as).get('/api/v2/tags')) as ApiResponse<{ items: unknown[] }>;
    expect(body.data.items).toEqual([expect.objectContaining({ name: 'kept', usage_count: 0 })]);
  });

  test('releases the name of a deleted checkpoint', async () => {
    const as = testCaller();
    const body = { memory_type: 'checkpoint', metadata: { name: 'again' } };
    await remove((await storeMemory(fixture, as, body)).id, as);
    await storeMemory(fixture, as, body);
  });
});

describe('DELETE /api/v2/memories/{memory_id} errors', () => {
  test('rejects a request without a token with 401', async () => {
    const response = (await fixture.as(null).delete(`/api/v2/memories/${randomUUID()}`)) as ApiResponse;
    expect([response.status, response.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await remove(randomUUID(), as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test('rejects a caller without the delete permission with 403', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { status, body } = await remove(id, { ...caller, permissions: ['read', 'write'] });
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test('rejects the deletion of a protected memory with 403', async () => {
    const { id } = await fixture.client.createProtected({
      tenant_id: caller.tenantId,
      user_id: caller.userId,
      memory_type: 'personality_trait',
      content: 'Likes short answers.',
      metadata: {},
    });
    const { status, body } = await remove(id);
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test('returns 404 for an unknown memory', async () => {
    const { status, body } = await remove(randomUUID());
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test("returns 404 for another tenant's memory", async () => {
    const { id } = await storeMemory(fixture, testCaller());
    const { status, body } = await remove(id);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('rejects a malformed id with 422', async () => {
    const { status, body } = await remove('x');
    expect([status, body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
  });
});
