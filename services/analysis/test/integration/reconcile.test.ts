import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import request from 'supertest';
import {
  startAnalysisService,
  memoryDeleted,
  memoryStored,
  relationshipDeleted,
  relationshipStored,
} from '../analysis-service.fixture.ts';

let analysis: Awaited<ReturnType<typeof startAnalysisService>>;
beforeAll(async () => {
  analysis = await startAnalysisService();
});
afterEach(async () => {
  analysis.fakes.beforeResponse = () => Promise.resolve();
  analysis.events.onAwait = async () => true;
  // A reconciliation repairs all differences, so the next one reports 0 differences.
  await analysis.reconcile();
  expect(await analysis.reconcile()).toBe(0);
});
afterAll(() => analysis.close());

const rowsOf = (table: string, tenantId: string) =>
  analysis.database.inTransaction(tenantId, (tx) =>
    tx.query<Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY id`),
  );

async function statisticsOf(tenantId: string) {
  const response = await request(analysis.as(testCaller({ tenantId }))).get('/api/v2/analysis/insights');
  return response.body.data.statistics;
}

test('the reconciliation leaves memories and relationships to the consumers if their events are pending', async () => {
  const memory = memoryStored(randomUUID(), {});
  const relationship = relationshipStored(randomUUID(), newId(), newId());
  analysis.fakes.store(memory, memoryStored(relationship.tenant_id, {}), relationship);
  analysis.events.onAwait = async () => false;
  expect(await analysis.reconcile()).toBe(0);
  expect(await rowsOf('analyzed_memories', memory.tenant_id)).toEqual([]);
  expect(await rowsOf('analyzed_relationships', relationship.tenant_id)).toEqual([]);
});

describe('reconciling memories', () => {
  test('counts a missing memory once, even if its event arrives after the repair', async () => {
    const event = memoryStored(randomUUID(), { content: 'Ada keeps bees.' });
    analysis.fakes.store(event);
    expect(await analysis.reconcile()).toBe(1);
    await analysis.memoryEvents(event);
    expect(await rowsOf('analyzed_memories', event.tenant_id)).toEqual([
      expect.objectContaining({
        id: event.data.id,
        content: 'Ada keeps bees.',
        counted: true,
        revision: '1',
      }),
    ]);
    expect((await statisticsOf(event.tenant_id)).total_memories).toBe(1);
  });

  test('updates an outdated memory and the totals', async () => {
    const tenantId = randomUUID();
    const { id } = memoryStored(tenantId).data;
    await analysis.memoryEvents(memoryStored(tenantId, { id, content: 'old', importance: 0.2 }));
    analysis.fakes.store(memoryStored(tenantId, { id, revision: 3, content: 'new', importance: 0.8 }));
    expect(await analysis.reconcile()).toBe(1);
    expect(await rowsOf('analyzed_memories', tenantId)).toEqual([
      expect.objectContaining({ content: 'new', revision: '3' }),
    ]);
    expect(await statisticsOf(tenantId)).toMatchObject({ total_memories: 1, average_importance: 0.8 });
  });

  test('stores the tags of a memory that an earlier version of the service stored without tags', async () => {
    const event = memoryStored(randomUUID(), { tags: ['bees', 'garden'] });
    analysis.fakes.store(event);
    await analysis.memoryEvents(event);
    await analysis.database.inTransaction(event.tenant_id, (tx) =>
      tx.query(`UPDATE analyzed_memories SET tags = '', revision = 0`),
    );
    expect(await analysis.reconcile()).toBe(1);
    expect(await rowsOf('analyzed_memories', event.tenant_id)).toEqual([
      expect.objectContaining({ tags: 'bees garden', revision: '1' }),
    ]);
    expect((await statisticsOf(event.tenant_id)).total_memories).toBe(1);
  });

  test('deletes the content of a deleted memory, which no longer counts in the totals', async () => {
    const event = memoryStored(randomUUID());
    await analysis.memoryEvents(event);
    expect(await analysis.reconcile()).toBe(1);
    expect(await rowsOf('analyzed_memories', event.tenant_id)).toEqual([
      expect.objectContaining({ counted: false, content: '', runs: '' }),
    ]);
    await analysis.memoryEvents(event);
    expect((await statisticsOf(event.tenant_id)).total_memories).toBe(0);
  });

  test('removes a memory that became inactive from the totals', async () => {
    const tenantId = randomUUID();
    const { id } = memoryStored(tenantId).data;
    await analysis.memoryEvents(memoryStored(tenantId, { id }));
    analysis.fakes.store(memoryStored(tenantId, { id, revision: 2, is_active: false }));
    expect(await analysis.reconcile()).toBe(1);
    expect((await statisticsOf(tenantId)).total_memories).toBe(0);
  });

  test('does not report a missing inactive memory or the tombstone of a deleted memory as a difference', async () => {
    const tenantId = randomUUID();
    analysis.fakes.store(memoryStored(tenantId, { is_active: false }));
    await analysis.memoryEvents(memoryDeleted(tenantId, newId(), 2));
    expect(await analysis.reconcile()).toBe(0);
  });

  test('repairs the differences of memories on every page', async () => {
    const tenantId = randomUUID();
    const events = Array.from({ length: 5_400 }, () => memoryStored(tenantId));
    const [deleted, missing] = [events.slice(0, 150), events.slice(5_100)];
    await analysis.memoryEvents(...events.slice(0, 5_100));
    analysis.fakes.store(...events.slice(150));
    expect(await analysis.reconcile()).toBe(deleted.length + missing.length);
    expect((await statisticsOf(tenantId)).total_memories).toBe(events.length - deleted.length);
  });
});

describe('reconciling relationships', () => {
  test('makes the stored relationships equal to the relationships of the graph service', async () => {
    const tenantId = randomUUID();
    const [missing, outdated, deletedOne] = Array.from({ length: 3 }, () =>
      relationshipStored(tenantId, randomUUID(), randomUUID()),
    ) as [RelationshipEvent, RelationshipEvent, RelationshipEvent];
    await analysis.relationshipEvents(outdated, deletedOne);
    analysis.fakes.store(missing, { ...outdated, revision: 4 });
    expect(await analysis.reconcile()).toBe(3);
    const rows = await rowsOf('analyzed_relationships', tenantId);
    expect(new Map(rows.map(({ id, revision, deleted }) => [id, [revision, deleted]]))).toEqual(
      new Map([
        [missing.data.id, ['1', false]],
        [outdated.data.id, ['4', false]],
        [deletedOne.data.id, ['2', true]],
      ]),
    );
    await analysis.relationshipEvents(deletedOne);
    expect(await analysis.reconcile()).toBe(0);
  });

  test('repairs the differences of relationships on every page', async () => {
    const tenantId = randomUUID();
    const memory = memoryStored(tenantId);
    analysis.fakes.store(memory);
    const events = Array.from({ length: 2_300 }, () => relationshipStored(tenantId, newId(), newId()));
    await analysis.relationshipEvents(...events.slice(0, 1_500));
    analysis.fakes.store(...events.slice(100));
    expect(await analysis.reconcile()).toBe(1 + 100 + 800);
    const rows = await rowsOf('analyzed_relationships', tenantId);
    expect(rows.filter(({ deleted }) => !deleted)).toHaveLength(2_200);
  });
});

type RelationshipEvent = ReturnType<typeof relationshipStored>;

describe('reconciling while the consumer runs', () => {
  test('does not restore a memory that is deleted during the repair', async () => {
    const event = memoryStored(randomUUID());
    analysis.fakes.store(event);
    analysis.fakes.beforeResponse = async () => {
      analysis.fakes.memories.delete(event.data.id);
      await analysis.memoryEvents(memoryDeleted(event.tenant_id, event.data.id, 2));
    };
    await analysis.reconcile();
    expect((await statisticsOf(event.tenant_id)).total_memories).toBe(0);
  });

  test('does not restore a relationship that is deleted during the repair', async () => {
    const tenantId = randomUUID();
    const event = relationshipStored(tenantId, newId(), newId());
    analysis.fakes.store(memoryStored(tenantId), event);
    analysis.fakes.beforeResponse = async () => {
      analysis.fakes.relationships.delete(event.data.id);
      await analysis.relationshipEvents(relationshipDeleted(event));
    };
    await analysis.reconcile();
    expect(await rowsOf('analyzed_relationships', tenantId)).toEqual([
      expect.objectContaining({ deleted: true }),
    ]);
  });

  test('counts each memory once, without retries, if the consumer and the reconciliation store it concurrently', async () => {
    const tenantId = randomUUID();
    const total = 600;
    let writing = true;
    const consume = async (): Promise<void> => {
      for (let at = 0; at < total; at += 4) {
        const events = [1, 2, 3, 4].map(() => memoryStored(tenantId));
        analysis.fakes.store(...events);
        await analysis.memoryEvents(...events);
        if (at % 20 === 0) {
          const { id } = events[0]!.data;
          analysis.fakes.memories.delete(id);
          await analysis.memoryEvents(memoryDeleted(tenantId, id, 2));
        }
      }
    };
    const reconcile = async (): Promise<void> => {
      while (writing) await analysis.reconcile();
    };
    await Promise.all([consume().finally(() => (writing = false)), reconcile()]);
    await analysis.reconcile();
    expect((await statisticsOf(tenantId)).total_memories).toBe(total - total / 20);
  });
});

test('a reconciliation succeeds after a run that failed because the memory service was unavailable', async () => {
  const event = memoryStored(randomUUID());
  analysis.fakes.store(event);
  analysis.fakes.beforeResponse = () => Promise.reject(new Error('down'));
  await expect(analysis.reconcile()).rejects.toThrow('down');
  analysis.fakes.beforeResponse = () => Promise.resolve();
  expect(await analysis.reconcile()).toBe(1);
});
