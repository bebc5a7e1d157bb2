import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Transaction } from '@loci/postgres';
import { blockUntilLocked, testCaller } from '@loci/testing';
import { UNAUTHORIZED_CALLERS, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

interface Evolved {
  original_memory_id: string;
  new_memory_id: string;
  evolution_id: string;
  evolution_type: string;
  version: number;
  created_at: string;
}

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const evolve = async (id: string, body: object = {}, as = caller): Promise<ApiResponse<Evolved>> =>
  (await fixture
    .as(as)
    .post(`/api/v2/memories/${id}/evolve`)
    .send({ new_content: 'new', evolution_type: 'update', ...body })) as ApiResponse<Evolved>;
const get = async (id: string, as = caller): Promise<ApiResponse> =>
  (await fixture.as(as).get(`/api/v2/memories/${id}`)) as ApiResponse;

describe('POST /api/v2/memories/{memory_id}/evolve', () => {
  test('returns the ids of both versions, the version number, and the id and type of the evolution', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { status, body } = await evolve(id, { reason: 'She said so.' });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      original_memory_id: id,
      new_memory_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      evolution_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      evolution_type: 'update',
      version: 2,
      created_at: expect.any(String),
    });
  });

  test('creates an active version with the type, tags, importance and metadata of the original', async () => {
    const original = await storeMemory(fixture, caller, {
      memory_type: 'insight',
      tags: ['a', 'b'],
      importance: 0.9,
      metadata: { k: [1] },
    });
    const { body } = await evolve(original.id);
    expect((await get(body.data.new_memory_id)).body.data).toMatchObject({
      content: 'new',
      memory_type: 'insight',
      tags: ['a', 'b'],
      importance: 0.9,
      metadata: { k: [1] },
      lifecycle_state: 'active',
      is_active: true,
      version: 2,
      embedding_status: 'pending',
      surprise_score: 0.5,
      access_count: 0,
    });
  });

  test.each([
    ['correction', 'evolved'],
    ['update', 'evolved'],
    ['expansion', 'evolved'],
    ['contradiction', 'evolved'],
    ['deprecation', 'deprecated'],
  ])('an evolution of type %s makes the original %s, inactive and readable by id', async (type, state) => {
    const original = await storeMemory(fixture, caller, { tags: ['x'] });
    await evolve(original.id, { evolution_type: type });
    expect((await get(original.id)).body.data).toMatchObject({
      content: original['content'],
      lifecycle_state: state,
      is_active: false,
      version: 1,
      tags: ['x'],
    });
  });

  describe('the original version', () => {
    const as = testCaller();
    let original: string;
    let next: string;
    beforeAll(async () => {
      original = (await storeMemory(fixture, as, { tags: ['x'] })).id;
      next = (await evolve(original, {}, as)).body.data.new_memory_id;
    });

    test.each<[string, object]>([
      ['all memories', {}],
      ['memories with a tag', { tags: 'x' }],
    ])('is excluded from lists of %s unless include_inactive is true', async (_what, query) => {
      const list = async (parameters: object): Promise<string[]> => {
        const { body } = (await fixture.as(as).get('/api/v2/memories').query(parameters)) as ApiResponse<{
          items: { id: string }[];
        }>;
        return body.data.items.map((item) => item.id);
      };
      expect(await list(query)).toEqual([next]);
      expect(await list({ ...query, include_inactive: true })).toEqual([next, original]);
    });

    test('does not count toward the usage of its tags', async () => {
      const { body } = (await fixture.as(as).get('/api/v2/tags')) as ApiResponse<{ items: unknown[] }>;
      expect(body.data.items).toEqual([expect.objectContaining({ name: 'x', usage_count: 1 })]);
    });
  });

  test('stores memory.updated for the original and memory.created with evolved_from for the new version', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { metadata: { conversation_id: 'talk' } });
    const { data } = (await evolve(id, { evolution_type: 'correction', reason: 'why' }, as)).body;
    const [, updated, created] = await fixture.events(as);
    expect(updated).toMatchObject({
      type: 'memory.updated',
      aggregate_id: id,
      revision: 2,
      data: { is_active: false, lifecycle_state: 'evolved' },
    });
    expect(created).toMatchObject({
      type: 'memory.created',
      aggregate_id: data.new_memory_id,
      revision: 1,
      data: {
        version: 2,
        conversation_id: 'talk',
        evolved_from: {
          evolution_id: data.evolution_id,
          original_memory_id: id,
          evolution_type: 'correction',
          reason: 'why',
        },
      },
    });
  });

  test('moves the name of a checkpoint to the new version', async () => {
    const as = testCaller();
    const checkpoint = { memory_type: 'checkpoint', metadata: { name: 'release' } };
    const { id } = await storeMemory(fixture, as, checkpoint);
    expect((await evolve(id, {}, as)).status).toBe(201);
    const second = (await fixture
      .as(as)
      .post('/api/v2/memories')
      .send({ content: 'c', ...checkpoint })) as ApiResponse;
    expect(second.body.error.code).toBe('RES_ALREADY_EXISTS');
  });
});

describe('POST /api/v2/memories/{memory_id}/evolve errors', () => {
  test('rejects an inactive version with 409 and the id of the current version', async () => {
    const { id } = await storeMemory(fixture, caller);
    const second = (await evolve(id)).body.data.new_memory_id;
    const third = (await evolve(second, { new_content: 'newest' })).body.data;
    expect(third.version).toBe(3);
    for (const inactive of [id, second]) {
      const { status, body } = await evolve(inactive);
      expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(body.error.details).toMatchObject({ current_memory_id: third.new_memory_id });
    }
  });

  test('rejects all but one of 20 concurrent evolutions with 409 and the new version id', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as);
    const hold = (tx: Transaction) => tx.query('SELECT FROM memories WHERE id = $1 FOR UPDATE', [id]);
    const responses = await blockUntilLocked(fixture, { hold, waiters: 20 }, () =>
      Promise.all(Array.from({ length: 20 }, () => evolve(id, {}, as))),
    );
    const succeeded = responses.filter((response) => response.status === 201);
    expect(succeeded).toHaveLength(1);
    for (const { status, body } of responses.filter((response) => response !== succeeded[0])) {
      expect([status, body.error.details?.['current_memory_id']]).toEqual([
        409,
        succeeded[0]!.body.data.new_memory_id,
      ]);
    }
    expect(await fixture.events(as)).toHaveLength(3);
  });

  test('rejects a protected memory with 403', async () => {
    const { id } = await fixture.client.createProtected({
      tenant_id: caller.tenantId,
      user_id: caller.userId,
      memory_type: 'identity_core',
      content: 'c',
      metadata: {},
    });
    const { status, body } = await evolve(id);
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test('returns 404 for an unknown memory', async () => {
    const { status, body } = await evolve(randomUUID());
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test("returns 404 for another tenant's memory", async () => {
    const { id } = await storeMemory(fixture, testCaller());
    const { status, body } = await evolve(id);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('rejects a request without a token with 401', async () => {
    const response = await fixture.as(null).post(`/api/v2/memories/${randomUUID()}/evolve`).send({});
    expect(response.status).toBe(401);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await evolve(randomUUID(), {}, as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test.each([
    ['missing new_content', { new_content: undefined }, 'VAL_FIELD_REQUIRED'],
    ['empty new_content', { new_content: '' }, 'VAL_FIELD_INVALID'],
    ['new_content of whitespace', { new_content: ' \n\t ' }, 'VAL_FIELD_INVALID'],
    ['the content of the current version', { new_content: 'Ada prefers tea.' }, 'VAL_FIELD_INVALID'],
    ['new_content of 10,001 characters', { new_content: 'a'.repeat(10_001) }, 'VAL_FIELD_TOO_LONG'],
    ['a missing evolution_type', { evolution_type: undefined }, 'VAL_FIELD_REQUIRED'],
    ['an unknown evolution_type', { evolution_type: 'growth' }, 'VAL_ENUM_INVALID'],
    ['a number as reason', { reason: 5 }, 'VAL_FIELD_INVALID'],
  ])('rejects %s with 422', async (_what, body, code) => {
    const { id } = await storeMemory(fixture, caller);
    const response = await evolve(id, body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
  });
});
