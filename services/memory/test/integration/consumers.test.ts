import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Transaction } from '@loci/postgres';
import { testCaller } from '@loci/testing';
import { blockUntilLocked } from '../block-until-locked.fixture.ts';
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

describe('relationships in responses', () => {
  const made = (from_id: string) => ({
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
  const shown = async (id: string) => (await read(id))['relationships'] as { strength: number }[];
  const stored = (
    type: string,
    revision: number,
    data: ReturnType<typeof made>,
    tenantId = caller.tenantId,
  ) => event('relationship', type, tenantId, revision, data);
  const tell = (...events: ReturnType<typeof stored>[]) => fixture.consume('memory-relationships', ...events);

  test('an older revision after a newer one is skipped, alone and within a batch', async () => {
    const { id } = await storeMemory(fixture, caller);
    const data = made(id);
    await tell(stored('relationship.updated', 3, { ...data, strength: 0.3 }));
    await tell(stored('relationship.created', 1, data));
    await tell(
      stored('relationship.updated', 5, { ...data, strength: 0.5 }),
      stored('relationship.updated', 4, { ...data, strength: 0.4 }),
    );
    expect((await shown(id)).map((r) => r.strength)).toEqual([0.5]);
  });

  test('a late event revives nothing that is deleted, and the same one twice is one', async () => {
    const { id } = await storeMemory(fixture, caller);
    const data = made(id);
    await tell(stored('relationship.created', 1, data), stored('relationship.created', 1, data));
    expect(await shown(id)).toHaveLength(1);
    await tell(stored('relationship.deleted', 3, data));
    await tell(stored('relationship.updated', 2, data));
    expect(await shown(id)).toEqual([]);
    const early = made(id);
    await tell(stored('relationship.deleted', 2, early));
    await tell(stored('relationship.created', 1, early));
    expect(await shown(id)).toEqual([]);
  });

  test("another tenant's relationship between the same ids is not shown", async () => {
    const { id } = await storeMemory(fixture, caller);
    await tell(stored('relationship.created', 1, made(id), randomUUID()));
    expect(await shown(id)).toEqual([]);
  });
});

describe('embedding_status driven by events', () => {
  const embedded = (id: string, content_revision: number, fields: object = {}) =>
    event('embedding', 'embedding.completed', caller.tenantId, content_revision, {
      id,
      kind: 'memory',
      document_id: null,
      embedding_status: 'completed',
      content_revision,
      surprise_score: null,
      ...fields,
    });
  const tell = (...events: ReturnType<typeof embedded>[]) => fixture.consume('memory-embeddings', ...events);
  const change = (id: string, body: object) => fixture.as(caller).put(`/api/v2/memories/${id}`).send(body);

  test('success -> completed, failure -> failed; no event, no revision, updated_at stays', async () => {
    const [good, bad] = [await storeMemory(fixture, caller), await storeMemory(fixture, caller)];
    const before = (await fixture.events(caller)).length;
    await tell(
      embedded(good.id, 1, { surprise_score: 0.1 }),
      embedded(bad.id, 1, { embedding_status: 'failed' }),
    );
    expect(await read(good.id)).toMatchObject({
      embedding_status: 'completed',
      surprise_score: 0.1,
      updated_at: good['updated_at'],
    });
    expect(await read(bad.id)).toMatchObject({ embedding_status: 'failed', surprise_score: 0.5 });
    expect(await fixture.events(caller)).toHaveLength(before);
  });

  test('an embedding.completed of an older content_revision is ignored', async () => {
    const { id } = await storeMemory(fixture, caller);
    await change(id, { content: 'new' });
    await tell(embedded(id, 1));
    expect((await read(id))['embedding_status']).toBe('pending');
    await tell(embedded(id, 2), embedded(id, 1, { embedding_status: 'failed' }));
    expect((await read(id))['embedding_status']).toBe('completed');
  });

  test('a change that leaves the content meets a finished embedding: neither is lost', async () => {
    const { id } = await storeMemory(fixture, caller);
    const finish = (tx: Transaction) =>
      tx.query(`UPDATE memories SET embedding_status = 'completed' WHERE id = $1`, [id]);
    await blockUntilLocked(fixture, { hold: finish }, async () => change(id, { importance: 0.9 }));
    expect(await read(id)).toMatchObject({ embedding_status: 'completed', importance: 0.9 });
  });

  test('chunks, unknown memories and an empty batch change nothing', async () => {
    const { id } = await storeMemory(fixture, caller);
    await tell(embedded(id, 1, { kind: 'chunk' }), embedded(randomUUID(), 1));
    await tell();
    expect((await read(id))['embedding_status']).toBe('pending');
  });
});
