import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Transaction } from '@loci/postgres';
import { testCaller } from '@loci/testing';
import { blockUntilLocked } from '../block-until-locked.fixture.ts';
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

describe('POST /api/v2/memories/{memory_id}/evolve 201', () => {
  test('data: original_memory_id, new_memory_id, evolution_id, evolution_type, version, created_at', async () => {
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

  test('the new memory: same type, tags, importance and metadata, active, version = old + 1', async () => {
    const old = await storeMemory(fixture, caller, {
      memory_type: 'insight',
      tags: ['a', 'b'],
      importance: 0.9,
      metadata: { k: [1] },
    });
    const { body } = await evolve(old.id);
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
  ])('%s: the original becomes %s and inactive, and stays readable by id', async (type, state) => {
    const old = await storeMemory(fixture, caller, { tags: ['x'] });
    await evolve(old.id, { evolution_type: type });
    expect((await get(old.id)).body.data).toMatchObject({
      content: old['content'],
      lifecycle_state: state,
      is_active: false,
      version: 1,
      tags: ['x'],
    });
  });

  test('evolved and deprecated versions are hidden from memory lists unless include_inactive=true', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['x'] });
    const { new_memory_id } = (await evolve(id, {}, as)).body.data;
    const listed = async (query: object): Promise<string[]> => {
      const { body } = (await fixture.as(as).get('/api/v2/memories').query(query)) as ApiResponse<{
        items: { id: string }[];
      }>;
      return body.data.items.map((item) => item.id);
    };
    expect(await listed({})).toEqual([new_memory_id]);
    expect(await listed({ tags: 'x' })).toEqual([new_memory_id]);
    expect(await listed({ include_inactive: true })).toEqual([new_memory_id, id]);
    expect(await listed({ include_inactive: true, tags: 'x' })).toEqual([new_memory_id, id]);
    const { body } = (await fixture.as(as).get('/api/v2/tags')) as ApiResponse<{ items: unknown[] }>;
    expect(body.data.items).toEqual([expect.objectContaining({ name: 'x', usage_count: 1 })]);
  });

  test('memory.updated of the old and memory.created of the new, which says what it evolved from', async () => {
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

  test("a checkpoint's name moves on to the new version, and stays taken", async () => {
    const as = testCaller();
    const checkpoint = { memory_type: 'checkpoint', metadata: { name: 'release' } };
    const { id } = await storeMemory(fixture, as, checkpoint);
    expect((await evolve(id, {}, as)).status).toBe(201);
    const taken = (await fixture
      .as(as)
      .post('/api/v2/memories')
      .send({ content: 'c', ...checkpoint })) as ApiResponse;
    expect(taken.body.error.code).toBe('RES_ALREADY_EXISTS');
  });
});

describe('POST /api/v2/memories/{memory_id}/evolve errors', () => {
  test('evolving an inactive version: 409 RES_ALREADY_EXISTS with details.current_memory_id', async () => {
    const { id } = await storeMemory(fixture, caller);
    const second = (await evolve(id)).body.data.new_memory_id;
    const third = (await evolve(second)).body.data;
    expect(third.version).toBe(3);
    for (const inactive of [id, second]) {
      const { status, body } = await evolve(inactive);
      expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(body.error.details).toMatchObject({ current_memory_id: third.new_memory_id });
    }
  });

  test('of 20 concurrent evolves one wins; the others get 409 with the winner', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as);
    const hold = (tx: Transaction) => tx.query('SELECT FROM memories WHERE id = $1 FOR UPDATE', [id]);
    const answers = await blockUntilLocked(fixture, { hold, waiters: 20 }, () =>
      Promise.all(Array.from({ length: 20 }, () => evolve(id, {}, as))),
    );
    const won = answers.filter((answer) => answer.status === 201);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer !== won[0])) {
      expect([status, body.error.details?.['current_memory_id']]).toEqual([
        409,
        won[0]!.body.data.new_memory_id,
      ]);
    }
    expect(await fixture.events(as)).toHaveLength(3);
  });

  test('evolving a protected memory: 403 AUTH_FORBIDDEN', async () => {
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

  test("404 for an absent memory and another tenant's; 401 without a token", async () => {
    const foreign = await storeMemory(fixture, testCaller());
    for (const id of [randomUUID(), foreign.id]) {
      const { status, body } = await evolve(id);
      expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
    }
    expect((await fixture.as(null).post(`/api/v2/memories/${foreign.id}/evolve`).send({})).status).toBe(401);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await evolve(randomUUID(), {}, as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test.each([
    [{ new_content: undefined }, 'VAL_FIELD_REQUIRED'],
    [{ new_content: '' }, 'VAL_FIELD_INVALID'],
    [{ new_content: 'a'.repeat(10_001) }, 'VAL_FIELD_TOO_LONG'],
    [{ evolution_type: undefined }, 'VAL_FIELD_REQUIRED'],
    [{ evolution_type: 'growth' }, 'VAL_ENUM_INVALID'],
    [{ reason: 5 }, 'VAL_FIELD_INVALID'],
  ])('422 %#', async (body, code) => {
    const { id } = await storeMemory(fixture, caller);
    const answer = await evolve(id, body);
    expect([answer.status, answer.body.error.code]).toEqual([422, code]);
  });
});
