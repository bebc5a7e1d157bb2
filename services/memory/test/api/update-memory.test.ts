import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
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

describe('PUT /api/v2/memories/{memory_id}', () => {
  test('changes the given fields and updated_at', async () => {
    const memory = await storeMemory(fixture, caller, { tags: ['x'], metadata: { a: 1 }, importance: 0.2 });
    const { status, body } = await update(memory.id, { importance: 0.9 });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...memory, importance: 0.9, updated_at: body.data['updated_at'] });
    expect(String(body.data['updated_at']) >= String(memory['created_at'])).toBe(true);
  });

  describe('with tags and metadata', () => {
    const updated = async (body: object) => {
      const { id } = await storeMemory(fixture, caller, { tags: ['x', 'y'], metadata: { a: 1, b: 2 } });
      const { data } = (await update(id, body)).body;
      return [data['tags'], data['metadata']];
    };

    test('replaces tags and metadata with the new values', async () => {
      expect(await updated({ tags: ['Y', 'z'], metadata: { c: 3 } })).toEqual([['y', 'z'], { c: 3 }]);
    });

    test('names skipped and changed tags in meta.warnings', async () => {
      const { id } = await storeMemory(fixture, caller);
      const tags = ['Ünïcode', '!!'];
      const { body } = (await fixture.as(caller).put(`/api/v2/memories/${id}`).send({ tags })) as ApiResponse;
      expect(body.data['tags']).toEqual(['unicode']);
      expect(body.meta.warnings).toEqual([
        'The tag "Ünïcode" is stored as "unicode".',
        expect.stringContaining('The tag "!!" was skipped.'),
      ]);
    });

    test('keeps tags and metadata if the new values are null', async () => {
      expect(await updated({ tags: null, metadata: null, importance: 0.1 })).toEqual([
        ['x', 'y'],
        { a: 1, b: 2 },
      ]);
    });

    test('clears tags and metadata if the new values are empty', async () => {
      expect(await updated({ tags: [], metadata: {} })).toEqual([[], {}]);
    });
  });

  describe('of an embedded memory', () => {
    let id: string;
    beforeEach(async () => {
      id = (await storeMemory(fixture, caller)).id;
      await embed(id, 1);
    });

    test('keeps the embedding status if the content does not change', async () => {
      expect((await update(id, { importance: 0.3 })).body.data).toMatchObject({
        embedding_status: 'completed',
        surprise_score: 0.25,
      });
    });

    test('sets the embedding status to pending if the content changes', async () => {
      expect((await update(id, { content: 'new' })).body.data['embedding_status']).toBe('pending');
    });

    test('ignores an embedding of the previous content', async () => {
      await update(id, { content: 'new' });
      await embed(id, 1);
      expect((await update(id, { importance: 0.4 })).body.data['embedding_status']).toBe('pending');
    });
  });

  test('stores a memory.updated event with the next revision', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as);
    await update(id, { content: 'new', memory_type: 'insight', confidence: 0.1 }, as);
    expect((await fixture.events(as)).at(-1)).toMatchObject({
      type: 'memory.updated',
      revision: 2,
      data: { content: 'new', content_revision: 2, memory_type: 'insight', confidence: 0.1 },
    });
  });

  test.each([
    ['an empty body', {}],
    ['the current values', { content: 'same', metadata: { b: [2], a: 1 }, tags: [] }],
  ])('stores no event for %s', async (_what, body) => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { content: 'same', metadata: { a: 1, b: [2] } });
    await update(id, body, as);
    expect(await fixture.events(as)).toHaveLength(1);
  });

  describe('of a checkpoint', () => {
    const checkpoint = (name: string) => ({ memory_type: 'checkpoint', metadata: { name } });

    test('accepts the current name of the checkpoint', async () => {
      const as = testCaller();
      const { id } = await storeMemory(fixture, as, checkpoint('one'));
      expect((await update(id, { content: 'x', ...checkpoint('one') }, as)).status).toBe(200);
    });

    test('releases the previous name of a renamed checkpoint', async () => {
      const as = testCaller();
      const { id } = await storeMemory(fixture, as, checkpoint('one'));
      expect((await update(id, checkpoint('two'), as)).status).toBe(200);
      await storeMemory(fixture, as, checkpoint('one'));
    });

    test('rejects a memory that becomes a checkpoint with a taken name with 409', async () => {
      const as = testCaller();
      await storeMemory(fixture, as, checkpoint('one'));
      const { id } = await storeMemory(fixture, as, { metadata: { name: 'one' } });
      const { status, body } = await update(id, { memory_type: 'checkpoint' }, as);
      expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(await fixture.events(as)).toHaveLength(2);
    });
  });
});

describe('PUT /api/v2/memories/{memory_id} errors', () => {
  test('rejects a request without a token with 401', async () => {
    const response = (await fixture.as(null).put(`/api/v2/memories/${randomUUID()}`).send({})) as ApiResponse;
    expect([response.status, response.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await update(randomUUID(), {}, as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test('rejects a change to a protected type with a 403 error that names the type', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { status, body } = await update(id, { memory_type: 'identity_core' });
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(body.error.message).toContain('identity_core');
  });

  test('rejects a change of a protected memory with 403', async () => {
    const { id } = await fixture.client.createProtected({
      tenant_id: caller.tenantId,
      user_id: caller.userId,
      memory_type: 'identity_core',
      content: 'Is a pirate.',
      metadata: {},
    });
    const { status, body } = await update(id, { importance: 1 });
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test('rejects a change of an inactive version with 409 and the id of the current version', async () => {
    const { id, content } = await storeMemory(fixture, caller);
    const evolution = { new_content: 'new', evolution_type: 'update' };
    const evolved = (await fixture
      .as(caller)
      .post(`/api/v2/memories/${id}/evolve`)
      .send(evolution)) as ApiResponse;
    for (const change of [{ content: 'rewritten' }, {}]) {
      const { status, body } = await update(id, change);
      expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(body.error.details).toMatchObject({ current_memory_id: evolved.body.data['new_memory_id'] });
    }
    const stored = (await fixture.as(caller).get(`/api/v2/memories/${id}`)) as ApiResponse;
    expect(stored.body.data['content']).toBe(content);
  });

  test('returns 404 for an unknown memory', async () => {
    const { status, body } = await update(randomUUID(), { content: 'new' });
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test("returns 404 for another tenant's memory", async () => {
    const foreign = await storeMemory(fixture, testCaller());
    const { status, body } = await update(foreign.id, { content: 'taken over' });
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test.each([
    ['empty content', { content: '' }, 'VAL_FIELD_INVALID'],
    ['content of whitespace', { content: '\t ' }, 'VAL_FIELD_INVALID'],
    ['null as content', { content: null }, 'VAL_FIELD_INVALID'],
    ['content of 10,001 characters', { content: 'a'.repeat(10_001) }, 'VAL_FIELD_TOO_LONG'],
    ['an unknown memory_type', { memory_type: 'x' }, 'VAL_ENUM_INVALID'],
    ['importance above 1', { importance: 2 }, 'VAL_FIELD_INVALID'],
    ['a string as metadata', { metadata: 'x' }, 'VAL_FIELD_INVALID'],
    ['11 tags', { tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }, 'VAL_VALIDATION_FAILED'],
    ['a checkpoint without a name', { memory_type: 'checkpoint' }, 'VAL_FIELD_REQUIRED'],
  ])('rejects %s with 422', async (_what, body, code) => {
    const { id } = await storeMemory(fixture, caller);
    const response = await update(id, body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
    expect(response.body.error.field_errors).not.toBeNull();
  });
});
