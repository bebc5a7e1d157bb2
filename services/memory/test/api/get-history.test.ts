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
    const { body } = await evolve(versions.at(-1)!, content);
    versions.push(body.data.new_memory_id);
  }
});
afterAll(() => fixture.close());

const history = async (id: string, query = {}, as = caller): Promise<ApiResponse<History>> =>
  (await fixture.as(as).get(`/api/v2/memories/${id}/history`).query(query)) as ApiResponse<History>;

const evolve = async (
  id: string,
  content: string,
  as = caller,
): Promise<ApiResponse<{ new_memory_id: string }>> =>
  (await fixture
    .as(as)
    .post(`/api/v2/memories/${id}/evolve`)
    .send({ new_content: content, evolution_type: 'update' })) as ApiResponse<{ new_memory_id: string }>;

describe('GET /api/v2/memories/{memory_id}/history', () => {
  test.each([1, 2, 3])('returns all versions, oldest first, for the id of version %d', async (number) => {
    const id = versions[number - 1]!;
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
  });

  test('returns the active version as current', async () => {
    expect((await history(versions[0]!)).body.data.current).toEqual({
      id: versions[2],
      content: 'v3',
      memory_type: 'fact',
      importance: 0.5,
      confidence: 0.8,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  test('returns the requested page with the number of all versions', async () => {
    const { body } = await history(versions[0]!, { page: '2', per_page: '2' });
    expect(body.data.history.map((version) => version['content'])).toEqual(['v3']);
    expect(body.data.total_versions).toBe(3);
    expect(body.data.current['id']).toBe(versions[2]);
  });

  test('returns one version for a memory that never evolved', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { body } = await history(id);
    expect(body.data).toMatchObject({ current: { id }, history: [{ id, version: 1 }], total_versions: 1 });
  });

  test('returns an empty second page for a memory that never evolved', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { body } = await history(id, { page: '2', per_page: '5' });
    expect(body.data).toMatchObject({ history: [], total_versions: 1 });
  });

  test('returns the newest remaining version as current after the active version was deleted', async () => {
    const as = testCaller();
    const first = await storeMemory(fixture, as, { content: 'first' });
    const { body } = await evolve(first.id, 'second', as);
    await fixture.as(as).delete(`/api/v2/memories/${body.data.new_memory_id}`);
    expect((await history(first.id, {}, as)).body.data).toMatchObject({
      current: { id: first.id },
      total_versions: 1,
    });
  });

  test('returns at most 1,000 versions and the number of all versions without page parameters', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { content: 'v1' });
    await fixture.database.inTransaction(as.tenantId, async (tx) => {
      await tx.query(`UPDATE memories SET is_active = false, lifecycle_state = 'evolved' WHERE id = $1`, [
        id,
      ]);
      await tx.query(
        `INSERT INTO memories (tenant_id, id, revision, content, content_revision, memory_type, importance,
           confidence, source_type, user_id, metadata, tags, lifecycle_state, version, is_active, chain_id,
           created_at, updated_at, embedding_status, surprise_score)
         SELECT tenant_id, gen_random_uuid(), 1, 'v' || next, 1, memory_type, importance, confidence,
           source_type, user_id, metadata, tags, CASE next WHEN 1001 THEN 'active' ELSE 'evolved' END, next,
           next = 1001, chain_id, created_at, updated_at, embedding_status, surprise_score
         FROM memories first, generate_series(2, 1001) next WHERE first.id = $1`,
        [id],
      );
    });
    const { body } = await history(id, {}, as);
    expect([body.data.history.length, body.data.history.at(-1)!['version']]).toEqual([1_000, 1_000]);
    expect([body.data.total_versions, body.data.current['content']]).toEqual([1_001, 'v1001']);
  });
});

describe('GET /api/v2/memories/{memory_id}/history of a memory without an active version', () => {
  const as = testCaller();
  let first: string;
  let second: string;
  beforeAll(async () => {
    first = (await storeMemory(fixture, as, { content: 'first' })).id;
    second = (await evolve(first, 'second', as)).body.data.new_memory_id;
    const other = await storeMemory(fixture, as);
    const reported = await report(fixture, as, { source_memory_id: second, target_memory_id: other.id });
    await resolve(fixture, as, reported.body.data.id, { resolution: 'choose_memory_2' });
  });

  test.each(['first', 'second'])(
    'returns the newest version as current for the id of the %s version',
    async (which) => {
      expect((await history(which === 'first' ? first : second, {}, as)).body.data).toMatchObject({
        current: { id: second, content: 'second' },
        history: [
          { id: first, lifecycle_state: 'evolved', is_active: false },
          { id: second, lifecycle_state: 'deprecated', is_active: false },
        ],
      });
    },
  );

  test('rejects a further evolution with a 409 error whose current_memory_id is null', async () => {
    const { status, body } = await evolve(second, 'third', as);
    expect([status, body.error.details?.['current_memory_id']]).toEqual([409, null]);
  });
});

describe('GET /api/v2/memories/{memory_id}/history errors', () => {
  test('returns 404 for an unknown memory', async () => {
    expect((await history(randomUUID())).body.error.code).toBe('RES_NOT_FOUND');
  });

  test("returns 404 for another tenant's memory", async () => {
    expect((await history(versions[0]!, {}, testCaller())).status).toBe(404);
  });

  test('rejects a malformed id with VAL_UUID_INVALID', async () => {
    expect((await history('x')).body.error.code).toBe('VAL_UUID_INVALID');
  });

  test('rejects a per_page of 101 with VAL_FIELD_INVALID', async () => {
    expect((await history(versions[0]!, { per_page: '101' })).body.error.code).toBe('VAL_FIELD_INVALID');
  });

  test('rejects a request without a token with 401', async () => {
    expect((await fixture.as(null).get(`/api/v2/memories/${versions[0]}/history`)).status).toBe(401);
  });

  test.each(UNAUTHORIZED_CALLERS.read)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await history(randomUUID(), {}, as);
    expect([status, body.error.code]).toEqual([403, code]);
  });
});
