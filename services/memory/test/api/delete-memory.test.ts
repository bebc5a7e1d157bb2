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

describe('DELETE /api/v2/memories/{memory_id} 200', () => {
  test('answers id and deleted: true; it is permanent', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { status, body } = await remove(id);
    expect([status, body.data]).toEqual([200, { id, deleted: true }]);
    expect((await fixture.as(caller).get(`/api/v2/memories/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  test('stores memory.deleted with a revision above the last', async () => {
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
    expect(stored[2]!.data).toEqual({ id });
  });

  test('tags are kept, without the memory in their count', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['kept'] });
    await remove(id, as);
    const { body } = (await fixture.as(as).get('/api/v2/tags')) as ApiResponse<{ items: unknown[] }>;
    expect(body.data.items).toEqual([expect.objectContaining({ name: 'kept', usage_count: 0 })]);
  });

  test("a checkpoint's name is free again", async () => {
    const as = testCaller();
    const body = { memory_type: 'checkpoint', metadata: { name: 'again' } };
    await remove((await storeMemory(fixture, as, body)).id, as);
    await storeMemory(fixture, as, body);
  });
});

describe('DELETE /api/v2/memories/{memory_id} errors', () => {
  test('401 without a token', async () => {
    const answer = (await fixture.as(null).delete(`/api/v2/memories/${randomUUID()}`)) as ApiResponse;
    expect([answer.status, answer.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await remove(randomUUID(), as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test('403: it requires the delete permission', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { status, body } = await remove(id, { ...caller, permissions: ['read', 'write'] });
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    expect((await remove(id)).status).toBe(200);
  });

  test('403: DELETE of a protected memory is AUTH_FORBIDDEN', async () => {
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

  test("404 for an absent memory and another tenant's, 422 for a malformed id", async () => {
    const foreign = await storeMemory(fixture, testCaller());
    for (const id of [randomUUID(), foreign.id]) {
      const { status, body } = await remove(id);
      expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
    }
    const { status, body } = await remove('x');
    expect([status, body.error.code]).toEqual([422, 'VAL_UUID_INVALID']);
  });
});
