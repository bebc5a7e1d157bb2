import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Transaction } from '@loci/postgres';
import { blockUntilLocked, testCaller } from '@loci/testing';
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

/** Returns `superseded_with` of each event of a memory that `successorId` replaced, by the id of the memory. */
const replacedTogether = async (
  as: typeof caller,
  successorId: unknown,
): Promise<Record<string, unknown>> => {
  const events = (await fixture.events(as)).filter(({ data }) => data['superseded_by'] === successorId);
  return Object.fromEntries(events.map(({ aggregate_id: id, data }) => [id, data['superseded_with']]));
};

describe('POST /api/v2/memories/contradictions/{contradiction_id}/resolve', () => {
  test('keep_both accepts the contradiction as contextual, so that both memories stay active', async () => {
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
  ])('%s resolves the contradiction by deprecating the other memory', async (resolution, expected) => {
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
    const rejected = expected[0] === 'deprecated' ? source : target;
    expect(await memory(rejected)).toMatchObject({ is_active: false });
    const [updated, resolved] = (await fixture.events(as)).slice(-2);
    expect(updated).toMatchObject({
      type: 'memory.updated',
      aggregate_id: rejected,
      revision: 2,
      data: { is_active: false },
    });
    expect(resolved).toMatchObject({ type: 'contradiction.resolved', aggregate_id: id, revision: 2 });
  });

  test('create_new replaces both memories with a new version of the source', async () => {
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
    expect(await replacedTogether(as, created)).toEqual({ [source]: [target], [target]: [source] });
  });

  test('create_new deactivates the successor of the source if the source has evolved, so that one version is active', async () => {
    const { id, source } = await storeContradiction(fixture, caller);
    const successor = await evolve(source);
    const { body } = await resolve(fixture, caller, id, { resolution: 'create_new', new_content: 'c' });
    expect(await memory(String(body.data['new_memory_id']))).toMatchObject({ version: 3, is_active: true });
    expect(await memory(successor)).toMatchObject({ lifecycle_state: 'evolved', is_active: false });
  });

  test('create_new supersedes the source, the target and the successor of the source if the source has evolved', async () => {
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
    // The source was replaced earlier, by its successor.
    expect(await replacedTogether(as, body.data['new_memory_id'])).toEqual({
      [target]: [successor],
      [successor]: [target],
    });
  });

  test('create_new creates version 3 for a contradiction between versions 1 and 2 of a memory', async () => {
    const { id: first } = await storeMemory(fixture, caller);
    const second = await evolve(first);
    const { body } = await report(fixture, caller, { source_memory_id: first, target_memory_id: second });
    const response = await resolve(fixture, caller, body.data.id, {
      resolution: 'create_new',
      new_content: 'c',
    });
    expect(response.status).toBe(200);
    expect(await memory(String(response.body.data['new_memory_id']))).toMatchObject({ version: 3 });
  });

  test('create_new moves the name of a source checkpoint to the new version', async () => {
    const as = testCaller();
    const checkpoint = { memory_type: 'checkpoint', metadata: { name: 'one' } };
    const { id: source } = await storeMemory(fixture, as, checkpoint);
    const { id: target } = await storeMemory(fixture, as);
    const { body } = await report(fixture, as, { source_memory_id: source, target_memory_id: target });
    const response = await resolve(fixture, as, body.data.id, { resolution: 'create_new', new_content: 'c' });
    expect(await memory(String(response.body.data['new_memory_id']), as)).toMatchObject(checkpoint);
  });
});

describe('POST /api/v2/memories/contradictions/{contradiction_id}/resolve errors', () => {
  test('rejects the resolution of a resolved contradiction with 409 without changing a memory', async () => {
    const { id, source, target } = await storeContradiction(fixture, caller);
    await resolve(fixture, caller, id, { resolution: 'keep_both' });
    const { status, body } = await resolve(fixture, caller, id, { resolution: 'choose_memory_1' });
    expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
    expect(await states(source, target)).toEqual(['active', 'active']);
  });

  test('accepts exactly one of 20 concurrent resolutions', async () => {
    const as = testCaller();
    const { id } = await storeContradiction(fixture, as);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        resolve(fixture, as, id, { resolution: 'create_new', new_content: `c${i}` }),
      ),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect((await fixture.events(as)).filter((e) => e.type === 'memory.created')).toHaveLength(3);
  });

  describe('not found', () => {
    const keep = { resolution: 'keep_both' };

    test('returns 404 for an unknown contradiction', async () => {
      expect((await resolve(fixture, caller, randomUUID(), keep)).body.error.code).toBe('RES_NOT_FOUND');
    });

    test("returns 404 for another tenant's contradiction", async () => {
      const { id } = await storeContradiction(fixture, caller);
      expect((await resolve(fixture, testCaller(), id, keep)).body.error.code).toBe('RES_NOT_FOUND');
    });

    test('returns 404 for the contradiction of a deleted memory', async () => {
      const { id, target } = await storeContradiction(fixture, caller);
      await fixture.as(caller).delete(`/api/v2/memories/${target}`);
      expect((await resolve(fixture, caller, id, keep)).body.error.code).toBe('RES_NOT_FOUND');
    });
  });

  test.each([
    ['a missing resolution', {}, 'VAL_FIELD_REQUIRED', 'resolution'],
    ['an unknown resolution', { resolution: 'coin_flip' }, 'VAL_ENUM_INVALID', 'resolution'],
    ['create_new without new_content', { resolution: 'create_new' }, 'VAL_FIELD_REQUIRED', 'new_content'],
    [
      'null as new_content',
      { resolution: 'create_new', new_content: null },
      'VAL_FIELD_REQUIRED',
      'new_content',
    ],
    ['empty new_content', { resolution: 'create_new', new_content: '' }, 'VAL_FIELD_INVALID', 'new_content'],
    ['blank new_content', { resolution: 'create_new', new_content: ' ' }, 'VAL_FIELD_INVALID', 'new_content'],
    [
      'new_content of 10,001 characters',
      { resolution: 'create_new', new_content: 'a'.repeat(10_001) },
      'VAL_FIELD_TOO_LONG',
      'new_content',
    ],
    ['an array as reason', { resolution: 'keep_both', reason: [] }, 'VAL_FIELD_INVALID', 'reason'],
  ])('rejects %s with 422', async (_what, body, code, field) => {
    const response = await resolve(fixture, caller, randomUUID(), body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
    expect(Object.keys(response.body.error.field_errors!)).toEqual([field]);
  });

  test('rejects a malformed id with 422', async () => {
    const { body } = await resolve(fixture, caller, 'x', { resolution: 'keep_both' });
    expect(body.error.code).toBe('VAL_UUID_INVALID');
  });

  test('rejects a request without a token with 401', async () => {
    expect((await resolve(fixture, null, randomUUID(), { resolution: 'keep_both' })).status).toBe(401);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await resolve(fixture, as, randomUUID(), { resolution: 'keep_both' });
    expect([status, body.error.code]).toEqual([403, code]);
  });
});

describe('resolving a contradiction while its source evolves', () => {
  test('rejects an evolution that starts during create_new with 409 and the id of the new version', async () => {
    const as = testCaller();
    const { id, source } = await storeContradiction(fixture, as);
    const current = await evolve(source, as);
    const hold = (tx: Transaction) => tx.query('SELECT FROM memories WHERE id = $1 FOR UPDATE', [current]);
    const [resolution, evolution] = await blockUntilLocked(fixture, { hold, waiters: 2 }, async () => {
      const resolving = resolve(fixture, as, id, { resolution: 'create_new', new_content: 'c' });
      await waitForLock();
      const evolving = fixture
        .as(as)
        .post(`/api/v2/memories/${current}/evolve`)
        .send({ new_content: 'e', evolution_type: 'update' });
      return Promise.all([resolving, evolving as unknown as Promise<ApiResponse>]);
    });
    const created = resolution.body.data['new_memory_id'];
    expect([resolution.status, evolution.status]).toEqual([200, 409]);
    expect(evolution.body.error.details).toMatchObject({ current_memory_id: created });
    const history = (await fixture.as(as).get(`/api/v2/memories/${source}/history`)) as ApiResponse<{
      history: { id: string; is_active: boolean }[];
    }>;
    expect(history.body.data.history.map(({ id: version, is_active }) => [version, is_active])).toEqual([
      [source, false],
      [current, false],
      [created, true],
    ]);
  });

  /** Resolves when at least one statement waits for a lock. */
  async function waitForLock(): Promise<void> {
    for (;;) {
      const [row] = await fixture.database.inSystemTransaction((tx) =>
        tx.query<{ waiting: number }>(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      );
      if (row!.waiting > 0) return;
    }
  }
});

test('the list of contradictions contains the resolution status of a resolved contradiction', async () => {
  const { id, source } = await storeContradiction(fixture, caller);
  await resolve(fixture, caller, id, { resolution: 'choose_memory_1' });
  expect((await contradictionsOf(fixture, caller, source)).body.data.contradictions[0]).toMatchObject({
    resolution_status: 'resolved',
  });
});
