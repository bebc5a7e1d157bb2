import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { report, resolve } from '../contradiction-requests.fixture.ts';
import { UNAUTHORIZED_CALLERS, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

interface History {
  current: Record<string, unknown>;
  history: Record<string, unknown>[];
  total_versions: number;
}

const caller = testCaller();
let fixture: MemoryFixture;
let versions: string[];
beforeAll(async () => {
  fixture = await startMemoryService();
  versions = [(await storeMemory(fixture, caller, { content: 'v1' })).id];
  for (const content of ['v2', 'v3']) {
    const { body } = (await fixture
      .as(caller)
      .post(`/api/v2/memories/${versions.at(-1)}/evolve`)
      .send({ new_content: content, evolution_type: 'update' })) as ApiResponse<{ new_memory_id: string }>;
    versions.push(body.data.new_memory_id);
  }
});
afterAll(() => fixture.close());

const history = async (id: string, query = {}, as = caller): Promise<ApiResponse<History>> =>
  (await fixture.as(as).get(`/api/v2/memories/${id}/history`).query(query)) as ApiResponse<History>;

describe('GET /api/v2/memories/{memory_id}/history 200', () => {
  test('all versions of the chain, oldest first, whichever member is asked for', async () => {
    for (const id of versions) {
      const { status, body } = await history(id);
      expect(status).toBe(200);
      expect(body.data.history).toEqual(
        versions.map((version, i) => ({
          id: version,
          version: i + 1,
          content: `v${i + 1}`,
          created_at: expect.any(String),
          lifecycle_state: i === 2 ? 'active' : 'evolved',
          is_active: i === 2,
        })),
      );
      expect(body.data.total_versions).toBe(3);
      expect(body.metadata).toEqual({ memory_id: id, versions_count: 3 });
      expect(body.data.current).toEqual({
        id: versions[2],
        content: 'v3',
        memory_type: 'fact',
        importance: 0.5,
        confidence: 0.8,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
    }
  });

  test('a memory that never evolved is its own history', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { body } = await history(id);
    expect(body.data).toMatchObject({ current: { id }, history: [{ id, version: 1 }], total_versions: 1 });
    expect((await history(id, { page: '2', per_page: '5' })).body.data).toMatchObject({
      history: [],
      total_versions: 1,
    });
  });

  test('optional page and per_page', async () => {
    const { body } = await history(versions[0]!, { page: '2', per_page: '2' });
    expect(body.data.history.map((version) => version['content'])).toEqual(['v3']);
    expect(body.data.total_versions).toBe(3);
    expect(body.data.current['id']).toBe(versions[2]);
  });

  test('current is the newest when none is active', async () => {
    const as = testCaller();
    const first = await storeMemory(fixture, as, { content: 'first' });
    const { body } = (await fixture
      .as(as)
      .post(`/api/v2/memories/${first.id}/evolve`)
      .send({ new_content: 'second', evolution_type: 'update' })) as ApiResponse<{ new_memory_id: string }>;
    await fixture.as(as).delete(`/api/v2/memories/${body.data.new_memory_id}`);
    expect((await history(first.id, {}, as)).body.data).toMatchObject({
      current: { id: first.id },
      total_versions: 1,
    });
  });

  test('current is the newest of several that are all inactive, whichever is asked for', async () => {
    const as = testCaller();
    const first = await storeMemory(fixture, as, { content: 'first' });
    const evolved = (await fixture
      .as(as)
      .post(`/api/v2/memories/${first.id}/evolve`)
      .send({ new_content: 'second', evolution_type: 'update' })) as ApiResponse<{ new_memory_id: string }>;
    const second = evolved.body.data.new_memory_id;
    const other = await storeMemory(fixture, as);
    const reported = await report(fixture, as, { source_memory_id: second, target_memory_id: other.id });
    await resolve(fixture, as, reported.body.data.id, { resolution: 'choose_memory_2' });
    for (const id of [first.id, second]) {
      expect((await history(id, {}, as)).body.data).toMatchObject({
        current: { id: second, content: 'second' },
        history: [
          { id: first.id, lifecycle_state: 'evolved', is_active: false },
          { id: second, lifecycle_state: 'deprecated', is_active: false },
        ],
      });
    }
    const again = (await fixture
      .as(as)
      .post(`/api/v2/memories/${second}/evolve`)
      .send({ new_content: 'third', evolution_type: 'update' })) as ApiResponse;
    expect([again.status, again.body.error.details?.['current_memory_id']]).toEqual([409, second]);
  });

  test('without pages at most 1,000 versions, and total_versions counts all', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { content: 'v1' });
    await fixture.database.inTransaction(as.tenantId, async (tx) => {
      await tx.query(`UPDATE memories SET is_active = false WHERE id = $1`, [id]);
      await tx.query(
        `INSERT INTO memories (tenant_id, id, revision, content, content_revision, memory_type, importance,
           confidence, source_type, user_id, metadata, tags, lifecycle_state, version, is_active, chain_id,
           created_at, updated_at, embedding_status, surprise_score)
         SELECT tenant_id, gen_random_uuid(), 1, 'v' || next, 1, memory_type, importance, confidence,
           source_type, user_id, metadata, tags, lifecycle_state, next, next = 1001, chain_id, created_at,
           updated_at, embedding_status, surprise_score
         FROM memories first, generate_series(2, 1001) next WHERE first.id = $1`,
        [id],
      );
    });
    const { body } = await history(id, {}, as);
    expect([body.data.history.length, body.data.history.at(-1)!['version']]).toEqual([1_000, 1_000]);
    expect([body.data.total_versions, body.data.current['content']]).toEqual([1_001, 'v1001']);
  });
});

describe('GET /api/v2/memories/{memory_id}/history errors', () => {
  test("404 for an absent memory and another tenant's, 422 for a malformed id or page, 401", async () => {
    expect((await history(randomUUID())).body.error.code).toBe('RES_NOT_FOUND');
    expect((await history(versions[0]!, {}, testCaller())).status).toBe(404);
    expect((await history('x')).body.error.code).toBe('VAL_UUID_INVALID');
    expect((await history(versions[0]!, { per_page: '101' })).body.error.code).toBe('VAL_FIELD_INVALID');
    expect((await fixture.as(null).get(`/api/v2/memories/${versions[0]}/history`)).status).toBe(401);
  });

  test.each(UNAUTHORIZED_CALLERS.read)('403: what the token lacks is named %#', async (as, code) => {
    const { status, body } = await history(randomUUID(), {}, as);
    expect([status, body.error.code]).toEqual([403, code]);
  });
});
