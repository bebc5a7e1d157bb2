import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { contradictionsOf, report, resolve, storeContradiction } from '../contradiction-requests.fixture.ts';
import { UNAUTHORIZED_CALLERS, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const memory = async (id: string, as = caller): Promise<Record<string, unknown>> =>
  ((await fixture.as(as).get(`/api/v2/memories/${id}`)) as ApiResponse).body.data;
const states = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await memory(id))['lifecycle_state']));
const evolve = async (id: string, as = caller): Promise<string> => {
  const { body } = (await fixture
    .as(as)
    .post(`/api/v2/memories/${id}/evolve`)
    .send({ new_content: 'evolved', evolution_type: 'update' })) as ApiResponse<{ new_memory_id: string }>;
  return body.data.new_memory_id;
};

describe('POST /api/v2/memories/contradictions/{contradiction_id}/resolve 200', () => {
  test('keep_both -> accepted, contextual; both memories stay active', async () => {
    const { id, source, target } = await storeContradiction(fixture, caller, { metadata: { a: 1 } });
    const { status, body } = await resolve(fixture, caller, id, {
      resolution: 'keep_both',
      reason: 'Depends.',
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id,
      source_memory_id: source,
      target_memory_id: target,
      contradiction_type: 'contextual',
      resolution_status: 'accepted',
      confidence: 0.8,
      metadata: { a: 1 },
      detected_at: expect.any(String),
      detected_by: caller.userId,
      resolution: 'keep_both',
      reason: 'Depends.',
      resolved_at: expect.any(String),
      resolved_by: caller.userId,
      new_memory_id: null,
    });
    expect(await states(source, target)).toEqual(['active', 'active']);
  });

  test.each([
    ['choose_memory_1', ['active', 'deprecated']],
    ['choose_memory_2', ['deprecated', 'active']],
  ])('%s -> resolved, the other one deprecated and inactive', async (resolution, expected) => {
    const as = testCaller({ tenantId: caller.tenantId });
    const { id, source, target } = await storeContradiction(fixture, as);
    const { body } = await resolve(fixture, as, id, { resolution });
    expect(body.data).toMatchObject({
      contradiction_type: 'direct',
      resolution_status: 'resolved',
      resolution,
      reason: null,
    });
    expect(await states(source, target)).toEqual(expected);
    const loser = expected[0] === 'deprecated' ? source : target;
    expect(await memory(loser)).toMatchObject({ is_active: false });
    const [updated, settled] = (await fixture.events(as)).slice(-2);
    expect(updated).toMatchObject({
      type: 'memory.updated',
      aggregate_id: loser,
      revision: 2,
      data: { is_active: false },
    });
    expect(settled).toMatchObject({ type: 'contradiction.resolved', aggregate_id: id, revision: 2 });
  });

  test('create_new -> resolved; a new memory joins the chain of the source, both evolved', async () => {
    const as = testCaller();
    const { id, source, target } = await storeContradiction(fixture, as);
    const { status, body } = await resolve(fixture, as, id, {
      resolution: 'create_new',
      new_content: 'Tea at work, coffee at home.',
    });
    expect([status, body.data.resolution_status]).toEqual([200, 'resolved']);
    const created = String(body.data['new_memory_id']);
    expect(await memory(created, as)).toMatchObject({
      content: 'Tea at work, coffee at home.',
      importance: 0.9,
      tags: ['drinks'],
      version: 2,
      is_active: true,
    });
    for (const end of [source, target]) {
      expect(await memory(end, as)).toMatchObject({ lifecycle_state: 'evolved', is_active: false });
    }
    const history = (await fixture.as(as).get(`/api/v2/memories/${source}/history`)) as ApiResponse<{
      history: { id: string }[];
    }>;
    expect(history.body.data.history.map((version) => version.id)).toEqual([source, created]);
    const tags = (await fixture.as(as).get('/api/v2/tags')) as ApiResponse<{ items: unknown[] }>;
    expect(tags.body.data.items).toEqual([expect.objectContaining({ name: 'drinks', usage_count: 1 })]);
    expect((await fixture.events(as)).find((e) => e.aggregate_id === created)?.data).toMatchObject({
      supersedes: [source, target].map((memory_id) => ({ relationship_id: expect.any(String), memory_id })),
    });
  });

  test('create_new after the source evolved takes the place of its successor: one version stays active', async () => {
    const { id, source } = await storeContradiction(fixture, caller);
    const successor = await evolve(source);
    const { body } = await resolve(fixture, caller, id, { resolution: 'create_new', new_content: 'c' });
    expect(await memory(String(body.data['new_memory_id']))).toMatchObject({ version: 3, is_active: true });
    expect(await memory(successor)).toMatchObject({ lifecycle_state: 'evolved', is_active: false });
  });

  test('create_new after the source evolved supersedes the successor as well as source and target', async () => {
    const as = testCaller();
    const { id, source, target } = await storeContradiction(fixture, as);
    const successor = await evolve(source, as);
    const { body } = await resolve(fixture, as, id, { resolution: 'create_new', new_content: 'c' });
    const events = await fixture.events(as);
    const created = events.find((each) => each.aggregate_id === body.data['new_memory_id']);
    expect(created?.data).toMatchObject({
      supersedes: [source, target, successor].map((memory_id) => ({
        relationship_id: expect.any(String),
        memory_id,
      })),
    });
  });

  test('create_new between two versions of one memory', async () => {
    const { id: first } = await storeMemory(fixture, caller);
    const second = await evolve(first);
    const { body } = await report(fixture, caller, { source_memory_id: first, target_memory_id: second });
    const answer = await resolve(fixture, caller, body.data.id, {
      resolution: 'create_new',
      new_content: 'c',
    });
    expect(answer.status).toBe(200);
    expect(await memory(String(answer.body.data['new_memory_id']))).toMatchObject({ version: 3 });
  });

  test('create_new of checkpoints: the name moves on', async () => {
    const as = testCaller();
    const checkpoint = { memory_type: 'checkpoint', metadata: { name: 'one' } };
    const { id: source } = await storeMemory(fixture, as, checkpoint);
    const { id: target } = await storeMemory(fixture, as);
    const { body } = await report(fixture, as, { source_memory_id: source, target_memory_id: target });
    const answer = await resolve(fixture, as, body.data.id, { resolution: 'create_new', new_content: 'c' });
    expect(await memory(String(answer.body.data['new_memory_id']), as)).toMatchObject(checkpoint);
  });
});

describe('POST /api/v2/memories/contradictions/{contradiction_id}/resolve errors', () => {
  test('resolving twice: 409 RES_ALREADY_EXISTS, and nothing more happens', async () => {
    const { id, source, target } = await storeContradiction(fixture, caller);
    await resolve(fixture, caller, id, { resolution: 'keep_both' });
    const { status, body } = await resolve(fixture, caller, id, { resolution: 'choose_memory_1' });
    expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
    expect(await states(source, target)).toEqual(['active', 'active']);
  });

  test('of 20 concurrent resolutions one wins', async () => {
    const as = testCaller();
    const { id } = await storeContradiction(fixture, as);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        resolve(fixture, as, id, { resolution: 'create_new', new_content: `c${i}` }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect((await fixture.events(as)).filter((e) => e.type === 'memory.created')).toHaveLength(3);
  });

  test("404 for an absent contradiction, another tenant's, and one whose memory is deleted", async () => {
    const keep = { resolution: 'keep_both' };
    const { id, target } = await storeContradiction(fixture, caller);
    expect((await resolve(fixture, caller, randomUUID(), keep)).body.error.code).toBe('RES_NOT_FOUND');
    expect((await resolve(fixture, testCaller(), id, keep)).body.error.code).toBe('RES_NOT_FOUND');
    await fixture.as(caller).delete(`/api/v2/memories/${target}`);
    expect((await resolve(fixture, caller, id, keep)).body.error.code).toBe('RES_NOT_FOUND');
  });

  test.each([
    [{}, 'VAL_FIELD_REQUIRED', 'resolution'],
    [{ resolution: 'coin_flip' }, 'VAL_ENUM_INVALID', 'resolution'],
    [{ resolution: 'create_new' }, 'VAL_FIELD_REQUIRED', 'new_content'],
    [{ resolution: 'create_new', new_content: null }, 'VAL_FIELD_REQUIRED', 'new_content'],
    [{ resolution: 'create_new', new_content: '' }, 'VAL_FIELD_INVALID', 'new_content'],
    [{ resolution: 'create_new', new_content: 'a'.repeat(10_001) }, 'VAL_FIELD_TOO_LONG', 'new_content'],
    [{ resolution: 'keep_both', reason: [] }, 'VAL_FIELD_INVALID', 'reason'],
  ])('422 %j', async (body, code, field) => {
    const answer = await resolve(fixture, caller, randomUUID(), body);
    expect([answer.status, answer.body.error.code]).toEqual([422, code]);
    expect(Object.keys(answer.body.error.field_errors!)).toEqual([field]);
  });

  test('422 for a malformed id, 401 without a token', async () => {
    const keep = { resolution: 'keep_both' };
    expect((await resolve(fixture, caller, 'x', keep)).body.error.code).toBe('VAL_UUID_INVALID');
    expect((await resolve(fixture, null, randomUUID(), keep)).status).toBe(401);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await resolve(fixture, as, randomUUID(), { resolution: 'keep_both' });
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test('a contradiction that is listed shows how it was settled', async () => {
    const { id, source } = await storeContradiction(fixture, caller);
    await resolve(fixture, caller, id, { resolution: 'choose_memory_1' });
    expect((await contradictionsOf(fixture, caller, source)).body.data.contradictions[0]).toMatchObject({
      resolution_status: 'resolved',
    });
  });
});
