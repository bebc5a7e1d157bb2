import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Transaction } from '@loci/postgres';
import { blockUntilLocked, testCaller } from '@loci/testing';
import { event, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const read = async (id: string): Promise<Record<string, unknown>> =>
  ((await fixture.as(caller).get(`/api/v2/memories/${id}`)) as ApiResponse).body.data;

describe('the consumer of relationship events', () => {
  const relationship = (from_id: string) => ({
    id: randomUUID(),
    from_id,
    to_id: randomUUID(),
    relationship_type: 'supports',
    direction_type: 'DIRECTED',
    strength: 0.1,
    confidence: 0.5,
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
    origin: 'user',
    created_by: 'u',
  });
  const relationshipsOf = async (id: string) => (await read(id))['relationships'] as { strength: number }[];
  const relationshipEvent = (
    type: string,
    revision: number,
    data: ReturnType<typeof relationship>,
    tenantId = caller.tenantId,
  ) => event('relationship', type, tenantId, revision, data);
  const deliver = (...events: ReturnType<typeof relationshipEvent>[]) =>
    fixture.consume('memory-relationships', ...events);

  test('ignores an older revision that arrives after a newer revision', async () => {
    const { id } = await storeMemory(fixture, caller);
    const data = relationship(id);
    await deliver(relationshipEvent('relationship.updated', 3, { ...data, strength: 0.3 }));
    await deliver(relationshipEvent('relationship.created', 1, data));
    expect((await relationshipsOf(id)).map((r) => r.strength)).toEqual([0.3]);
  });

  test('stores the newest of several revisions in a batch', async () => {
    const { id } = await storeMemory(fixture, caller);
    const data = relationship(id);
    await deliver(
      relationshipEvent('relationship.updated', 5, { ...data, strength: 0.5 }),
      relationshipEvent('relationship.updated', 4, { ...data, strength: 0.4 }),
    );
    expect((await relationshipsOf(id)).map((r) => r.strength)).toEqual([0.5]);
  });

  test('stores a relationship once if its event is repeated', async () => {
    const { id } = await storeMemory(fixture, caller);
    const created = relationshipEvent('relationship.created', 1, relationship(id));
    await deliver(created, created);
    await deliver(created);
    expect(await relationshipsOf(id)).toHaveLength(1);
  });

  test('does not restore a deleted relationship if an older event arrives late', async () => {
    const { id } = await storeMemory(fixture, caller);
    const data = relationship(id);
    await deliver(relationshipEvent('relationship.created', 1, data));
    await deliver(relationshipEvent('relationship.deleted', 3, data));
    await deliver(relationshipEvent('relationship.updated', 2, data));
    expect(await relationshipsOf(id)).toEqual([]);
  });

  test('does not store a relationship whose deletion arrives before its creation', async () => {
    const { id } = await storeMemory(fixture, caller);
    const data = relationship(id);
    await deliver(relationshipEvent('relationship.deleted', 2, data));
    await deliver(relationshipEvent('relationship.created', 1, data));
    expect(await relationshipsOf(id)).toEqual([]);
  });

  test('does not add a relationship of another tenant to a memory with the same id', async () => {
    const { id } = await storeMemory(fixture, caller);
    await deliver(relationshipEvent('relationship.created', 1, relationship(id), randomUUID()));
    expect(await relationshipsOf(id)).toEqual([]);
  });
});

describe('the consumer of embedding events', () => {
  const embeddingEvent = (id: string, content_revision: number, fields: object = {}) =>
    event('embedding', 'embedding.completed', caller.tenantId, content_revision, {
      id,
      kind: 'memory',
      document_id: null,
      embedding_status: 'completed',
      content_revision,
      surprise_score: null,
      ...fields,
    });
  const deliver = (...events: ReturnType<typeof embeddingEvent>[]) =>
    fixture.consume('memory-embeddings', ...events);
  const update = (id: string, body: object) => fixture.as(caller).put(`/api/v2/memories/${id}`).send(body);

  test('stores the status completed and the surprise score', async () => {
    const { id } = await storeMemory(fixture, caller);
    await deliver(embeddingEvent(id, 1, { surprise_score: 0.1 }));
    expect(await read(id)).toMatchObject({ embedding_status: 'completed', surprise_score: 0.1 });
  });

  test('stores the status failed without changing the surprise score', async () => {
    const { id } = await storeMemory(fixture, caller);
    await deliver(embeddingEvent(id, 1, { embedding_status: 'failed' }));
    expect(await read(id)).toMatchObject({ embedding_status: 'failed', surprise_score: 0.5 });
  });

  test('neither publishes an event nor changes updated_at', async () => {
    const memory = await storeMemory(fixture, caller);
    const before = (await fixture.events(caller)).length;
    await deliver(embeddingEvent(memory.id, 1));
    expect(await fixture.events(caller)).toHaveLength(before);
    expect((await read(memory.id))['updated_at']).toBe(memory['updated_at']);
  });

  test('ignores the embedding of an older content revision', async () => {
    const { id } = await storeMemory(fixture, caller);
    await update(id, { content: 'new' });
    await deliver(embeddingEvent(id, 1));
    expect((await read(id))['embedding_status']).toBe('pending');
  });

  test('stores the status of the newest content revision in a batch', async () => {
    const { id } = await storeMemory(fixture, caller);
    await update(id, { content: 'new' });
    await deliver(embeddingEvent(id, 2), embeddingEvent(id, 1, { embedding_status: 'failed' }));
    expect((await read(id))['embedding_status']).toBe('completed');
  });

  test('keeps the status completed if a concurrent update does not change the content', async () => {
    const { id } = await storeMemory(fixture, caller);
    const complete = (tx: Transaction) =>
      tx.query(`UPDATE memories SET embedding_status = 'completed' WHERE id = $1`, [id]);
    await blockUntilLocked(fixture, { hold: complete }, async () => update(id, { importance: 0.9 }));
    expect(await read(id)).toMatchObject({ embedding_status: 'completed', importance: 0.9 });
  });

  test('updates at least 99 % of the rows of a bulk create on their database page, so that PostgreSQL writes no index', async () => {
    const memories = Array.from({ length: 300 }, (_, i) => ({ content: `Ada wrote note ${i} about tea.` }));
    const tenant = testCaller();
    // Rows of earlier tests can leave less than half of an older page free.
    const [size] = await fixture.database.inTransaction(tenant.tenantId, (tx) =>
      tx.query<{ pages: number }>(
        `SELECT (pg_relation_size('memories') / current_setting('block_size')::int)::int AS pages`,
      ),
    );
    await fixture.as(tenant).post('/api/v2/memories/bulk').send({ memories });
    const pages = () =>
      fixture.database.inTransaction(tenant.tenantId, (tx) =>
        tx.query<{ id: string; page: number; status: string }>(
          `SELECT id, (ctid::text::point)[0] AS page, embedding_status AS status FROM memories
           WHERE (ctid::text::point)[0] >= $1 ORDER BY id`,
          [size!.pages],
        ),
      );
    const before = await pages();
    expect(before.length).toBeGreaterThan(250);
    const events = before.map(({ id }) => ({ ...embeddingEvent(id, 1), tenant_id: tenant.tenantId }));
    await deliver(...events);
    const after = await pages();
    expect(after.map(({ id, status }) => ({ id, status }))).toEqual(
      before.map(({ id }) => ({ id, status: 'completed' })),
    );
    // `completed` has two more letters than `pending`, which can add 8 bytes to a row. The last row of a page then has no
    // space, depending on the lengths of the others.
    const moved = after.filter(({ page }, index) => page !== before[index]!.page);
    expect(moved.length).toBeLessThanOrEqual(before.length / 100);
  });

  test('ignores embeddings of chunks and of unknown memories', async () => {
    const { id } = await storeMemory(fixture, caller);
    await deliver(embeddingEvent(id, 1, { kind: 'chunk' }), embeddingEvent(randomUUID(), 1));
    expect((await read(id))['embedding_status']).toBe('pending');
  });

  test('accepts an empty batch', async () => {
    await deliver();
  });
});
