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

const update = async (id: string, body: object, as = caller): Promise<ApiResponse> =>
  (await fixture.as(as).put(`/api/v2/memories/${id}`).send(body)) as ApiResponse;
const embed = (id: string, contentRevision: number) =>
  fixture.consume(
    'memory-embeddings',
    event('embedding', 'embedding.completed', caller.tenantId, contentRevision, {
      id,
      kind: 'memory',
      document_id: null,
      embedding_status: 'completed',
      content_revision: contentRevision,
      surprise_score: 0.25,
    }),
  );

describe('PUT /api/v2/memories/{memory_id} 200', () => {
  test('only provided fields change, and updated_at', async () => {
    const memory = await storeMemory(fixture, caller, { tags: ['x'], metadata: { a: 1 }, importance: 0.2 });
    const { status, body } = await update(memory.id, { importance: 0.9 });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...memory, importance: 0.9, updated_at: body.data['updated_at'] });
    expect(String(body.data['updated_at']) >= String(memory['created_at'])).toBe(true);
  });

  test('metadata and tags replace; null means no change; [] or {} clears', async () => {
    const { id } = await storeMemory(fixture, caller, { tags: ['x', 'y'], metadata: { a: 1, b: 2 } });
    const shown = async (body: object) => {
      const { data } = (await update(id, body)).body;
      return [data['tags'], data['metadata']];
    };
    expect(await shown({ tags: ['Y', 'z'], metadata: { c: 3 } })).toEqual([['y', 'z'], { c: 3 }]);
    expect(await shown({ tags: null, metadata: null, importance: 0.1 })).toEqual([['y', 'z'], { c: 3 }]);
    expect(await shown({ tags: [], metadata: {} })).toEqual([[], {}]);
  });

  test('after a content update embedding_status goes back to pending, else it stays', async () => {
    const { id } = await storeMemory(fixture, caller);
    await embed(id, 1);
    expect((await update(id, { importance: 0.3 })).body.data).toMatchObject({
      embedding_status: 'completed',
      surprise_score: 0.25,
    });
    expect((await update(id, { content: 'new' })).body.data['embedding_status']).toBe('pending');
    await embed(id, 1);
    expect((await update(id, { importance: 0.4 })).body.data['embedding_status']).toBe('pending');
    await embed(id, 2);
    expect((await update(id, { importance: 0.5 })).body.data['embedding_status']).toBe('completed');
  });

  test('stores memory.updated with the next revision; what changes nothing stores nothing', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { metadata: { a: 1, b: [2] } });
    await update(id, { content: 'new', memory_type: 'insight', confidence: 0.1 }, as);
    await update(id, {}, as);
    await update(id, { content: 'new', metadata: { b: [2], a: 1 }, tags: [] }, as);
    const stored = await fixture.events(as);
    expect(stored.map((e) => [e.type, e.revision, e.data['content_revision']])).toEqual([
      ['memory.created', 1, 1],
      ['memory.updated', 2, 2],
    ]);
    expect(stored[1]!.data).toMatchObject({ content: 'new', memory_type: 'insight', confidence: 0.1 });
  });

  test('a checkpoint that keeps its name, or takes a free one', async () => {
    const as = testCaller();
    const checkpoint = (name: string) => ({ memory_type: 'checkpoint', metadata: { name } });
    const { id } = await storeMemory(fixture, as, checkpoint('one'));
    expect((await update(id, { content: 'x', ...checkpoint('one') }, as)).status).toBe(200);
    expect((await update(id, checkpoint('two'), as)).status).toBe(200);
    await storeMemory(fixture, as, checkpoint('one'));
  });
});

describe('PUT /api/v2/memories/{memory_id} errors', () => {
  test('401 without a token', async () => {
    const answer = (await fixture.as(null).put(`/api/v2/memories/${randomUUID()}`).send({})) as ApiResponse;
    expect([answer.status, answer.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await update(randomUUID(), {}, as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test('403 AUTH_FORBIDDEN for a memory that is or would become protected', async () => {
    const { id } = await storeMemory(fixture, caller);
    const become = await update(id, { memory_type: 'identity_core' });
    expect([become.status, become.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(become.body.error.message).toContain('identity_core');
    const guarded = await fixture.client.createProtected({
      tenant_id: caller.tenantId,
      user_id: caller.userId,
      memory_type: 'identity_core',
      content: 'Is a pirate.',
      metadata: {},
    });
    const touched = await update(guarded.id, { importance: 1 });
    expect([touched.status, touched.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test("404 RES_NOT_FOUND for an absent memory and another tenant's", async () => {
    const foreign = await storeMemory(fixture, testCaller());
    for (const id of [randomUUID(), foreign.id]) {
      const { status, body } = await update(id, { content: 'taken over' });
      expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
    }
  });

  test('409 RES_ALREADY_EXISTS for a taken checkpoint name, also by becoming a checkpoint', async () => {
    const as = testCaller();
    await storeMemory(fixture, as, { memory_type: 'checkpoint', metadata: { name: 'one' } });
    const { id } = await storeMemory(fixture, as, { metadata: { name: 'one' } });
    const { status, body } = await update(id, { memory_type: 'checkpoint' }, as);
    expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
    expect(await fixture.events(as)).toHaveLength(2);
  });

  test.each([
    [{ content: '' }, 'VAL_FIELD_INVALID'],
    [{ content: null }, 'VAL_FIELD_INVALID'],
    [{ content: 'a'.repeat(10_001) }, 'VAL_FIELD_TOO_LONG'],
    [{ memory_type: 'x' }, 'VAL_ENUM_INVALID'],
    [{ importance: 2 }, 'VAL_FIELD_INVALID'],
    [{ metadata: 'x' }, 'VAL_FIELD_INVALID'],
    [{ tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }, 'VAL_VALIDATION_FAILED'],
    [{ memory_type: 'checkpoint' }, 'VAL_FIELD_REQUIRED'],
  ])('422 %#', async (body, code) => {
    const { id } = await storeMemory(fixture, caller);
    const answer = await update(id, body);
    expect([answer.status, answer.body.error.code]).toEqual([422, code]);
    expect(answer.body.error.field_errors).not.toBeNull();
  });
});
