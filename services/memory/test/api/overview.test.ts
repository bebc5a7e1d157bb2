import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { report, resolve } from '../contradiction-requests.fixture.ts';
import { event, startMemoryService, storeMemory, UNAUTHORIZED_CALLERS } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

interface Overview {
  open_contradictions: { total: number; total_is_exact: boolean };
  open_suggestions: { total: number };
  embeddings: { completed: number; outstanding: number; failed: { id: string; content: string }[] };
  activity: { date: string; total: number; total_is_exact: boolean }[];
}

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterEach(() => {
  fixture.clock.now = null;
});
afterAll(() => fixture.close());

const send = async (as: Caller, query = ''): Promise<ApiResponse<Overview>> =>
  (await fixture.as(as).get(`/api/v2/overview${query}`)) as ApiResponse<Overview>;
const read = async (as: Caller, query = ''): Promise<Overview> => (await send(as, query)).body.data;
const contradict = async (as: Caller): Promise<{ id: string; source: string; target: string }> => {
  const [source, target] = [(await storeMemory(fixture, as)).id, (await storeMemory(fixture, as)).id];
  const { body } = await report(fixture, as, { source_memory_id: source, target_memory_id: target });
  return { id: body.data.id, source, target };
};
const embed = (as: Caller, id: string, status: string): Promise<void> =>
  fixture.consume(
    'memory-embeddings',
    event('embedding', 'embedding.completed', as.tenantId, 1, {
      id,
      kind: 'memory',
      document_id: null,
      embedding_status: status,
      content_revision: 1,
      surprise_score: 0.1,
    }),
  );

describe('GET /api/v2/overview', () => {
  test('counts the unresolved contradictions between active memories of the tenant', async () => {
    const ada = testCaller();
    await contradict(ada);
    const resolved = await contradict(ada);
    await resolve(fixture, ada, resolved.id, { resolution: 'keep_both' });
    const inactive = await contradict(ada);
    await fixture
      .as(ada)
      .post(`/api/v2/memories/${inactive.source}/evolve`)
      .send({ new_content: 'Another.', evolution_type: 'update' });
    await contradict(testCaller());
    expect((await read(ada)).open_contradictions).toEqual({ total: 1, total_is_exact: true });
  });

  test('counts embeddings, and names the memories whose embedding failed', async () => {
    const ada = testCaller();
    const [done, failed] = [await storeMemory(fixture, ada), await storeMemory(fixture, ada)];
    await storeMemory(fixture, ada);
    await embed(ada, done.id, 'completed');
    await embed(ada, failed.id, 'failed');
    expect((await read(ada)).embeddings).toEqual({
      completed: 1,
      outstanding: 2,
      failed: [{ id: failed.id, content: 'Ada prefers tea.' }],
    });
  });

  test('counts the memories of each UTC day, including days without memories', async () => {
    const ada = testCaller();
    fixture.clock.now = new Date('2026-03-01T23:59:59.000Z');
    await storeMemory(fixture, ada);
    fixture.clock.now = new Date('2026-03-03T00:00:00.000Z');
    await storeMemory(fixture, ada);
    await storeMemory(fixture, ada);
    expect((await read(ada, '?days=3')).activity).toEqual([
      { date: '2026-03-01', total: 1, total_is_exact: true },
      { date: '2026-03-02', total: 0, total_is_exact: true },
      { date: '2026-03-03', total: 2, total_is_exact: true },
    ]);
    expect((await read(ada, '?days=0')).activity).toEqual([]);
  });

  test('counts more than 1,000 memories of a day exactly', async () => {
    const ada = testCaller();
    const memories = Array.from({ length: 501 }, (_, index) => ({ content: `Memory ${index}.` }));
    for (const half of [memories, memories]) {
      await fixture.as(ada).post('/api/v2/memories/bulk').send({ memories: half });
    }
    expect((await read(ada, '?days=1')).activity).toMatchObject([{ total: 1_002, total_is_exact: true }]);
  });

  test('counts versions, and omits deleted, expired and protected memories from the activity', async () => {
    const ada = testCaller();
    const today = async () => (await read(ada, '?days=1')).activity[0]!.total;
    const { id } = await storeMemory(fixture, ada);
    const change = { new_content: 'Ada prefers coffee.', evolution_type: 'update' };
    await fixture.as(ada).post(`/api/v2/memories/${id}/evolve`).send(change);
    const deleted = await storeMemory(fixture, ada);
    const expiring = await storeMemory(fixture, ada, { ttl_seconds: 3_600 });
    await fixture.client.createProtected({
      tenant_id: ada.tenantId,
      user_id: ada.userId,
      memory_type: 'identity_core',
      content: 'c',
      metadata: {},
    });
    expect(await today()).toBe(4);
    await fixture.as(ada).delete(`/api/v2/memories/${deleted.id}`);
    await fixture.database.inSystemTransaction((tx) =>
      tx.query(
        `UPDATE memories SET expires_at = now() - interval '1 second' WHERE tenant_id = $1 AND id = $2`,
        [ada.tenantId, expiring.id],
      ),
    );
    expect(await today()).toBe(2);
    await fixture.runJob('erase-expired-memories');
    expect(await today()).toBe(2);
  });

  test.each(['-1', '32', 'x'])('rejects %s days with 422', async (days) => {
    const { status, body } = await send(testCaller(), `?days=${days}`);
    expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
  });

  test.each(UNAUTHORIZED_CALLERS.read)('rejects %s', async (_, code, caller) => {
    expect((await send(caller)).body.error.code).toBe(code);
  });
});

describe('GET /api/v2/contradictions', () => {
  interface Open {
    items: { id: string; source: { id: string; content: string }; target: { id: string } }[];
    next_cursor: string | null;
  }
  const list = async (as: Caller, query = ''): Promise<ApiResponse<Open>> =>
    (await fixture.as(as).get(`/api/v2/contradictions${query}`)) as ApiResponse<Open>;

  test('lists the unresolved contradictions with both memories, newest first, in pages', async () => {
    const ada = testCaller();
    const first = await contradict(ada);
    const second = await contradict(ada);
    const resolved = await contradict(ada);
    await resolve(fixture, ada, resolved.id, { resolution: 'choose_memory_1' });
    const page = (await list(ada, '?limit=1')).body.data;
    expect(page.items).toMatchObject([
      {
        id: second.id,
        source: { id: second.source, content: 'Ada prefers tea.' },
        target: { id: second.target },
      },
    ]);
    const next = (await list(ada, `?limit=1&cursor=${page.next_cursor}`)).body.data;
    expect([next.items.map(({ id }) => id), next.next_cursor]).toEqual([[first.id], null]);
  });

  test('shows nothing of another tenant', async () => {
    await contradict(testCaller());
    expect((await list(testCaller())).body.data.items).toEqual([]);
  });

  test('rejects the cursor of another list with 422', async () => {
    const cursor = Buffer.from(JSON.stringify(['suggestions', [randomUUID()], 0])).toString('base64url');
    const { status, body } = await list(testCaller(), `?cursor=${cursor}`);
    expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});
