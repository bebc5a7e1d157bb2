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
  analysis.neighbours.afterAnswer = () => Promise.resolve();
  // Whatever a test leaves behind is at rest after one more run.
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

describe('memories', () => {
  test('that no event told of are taken in, and counted once when their event comes late', async () => {
    const event = memoryStored(randomUUID(), { content: 'Ada keeps bees.' });
    analysis.neighbours.store(event);
    expect(await analysis.reconcile()).toBe(1);
    await analysis.memoryEvents(event);
    expect(await rowsOf('analysed_memories', event.tenant_id)).toEqual([
      expect.objectContaining({
        id: event.data.id,
        content: 'Ada keeps bees.',
        counted: true,
        revision: '1',
      }),
    ]);
    expect((await statisticsOf(event.tenant_id)).total_memories).toBe(1);
  });

  test('of an older revision are brought up, with the sums', async () => {
    const tenantId = randomUUID();
    const { id } = memoryStored(tenantId).data;
    await analysis.memoryEvents(memoryStored(tenantId, { id, content: 'old', importance: 0.2 }));
    analysis.neighbours.store(memoryStored(tenantId, { id, revision: 3, content: 'new', importance: 0.8 }));
    expect(await analysis.reconcile()).toBe(1);
    expect(await rowsOf('analysed_memories', tenantId)).toEqual([
      expect.objectContaining({ content: 'new', revision: '3' }),
    ]);
    expect(await statisticsOf(tenantId)).toMatchObject({ total_memories: 1, average_importance: 0.8 });
  });

  test('that are gone are no longer counted, and leave no content', async () => {
    const event = memoryStored(randomUUID());
    await analysis.memoryEvents(event);
    expect(await analysis.reconcile()).toBe(1);
    expect(await rowsOf('analysed_memories', event.tenant_id)).toEqual([
      expect.objectContaining({ counted: false, content: '', runs: '' }),
    ]);
    await analysis.memoryEvents(event);
    expect((await statisticsOf(event.tenant_id)).total_memories).toBe(0);
  });

  test('that became inactive are no longer counted', async () => {
    const tenantId = randomUUID();
    const { id } = memoryStored(tenantId).data;
    await analysis.memoryEvents(memoryStored(tenantId, { id }));
    analysis.neighbours.store(memoryStored(tenantId, { id, revision: 2, is_active: false }));
    expect(await analysis.reconcile()).toBe(1);
    expect((await statisticsOf(tenantId)).total_memories).toBe(0);
  });

  test('that are not analysed and not counted are no difference', async () => {
    const tenantId = randomUUID();
    analysis.neighbours.store(memoryStored(tenantId, { is_active: false }));
    await analysis.memoryEvents(memoryDeleted(tenantId, newId(), 2));
    expect(await analysis.reconcile()).toBe(0);
  });

  test('differ in every page', async () => {
    const tenantId = randomUUID();
    const events = Array.from({ length: 5_400 }, () => memoryStored(tenantId));
    const [gone, missing] = [events.slice(0, 150), events.slice(5_100)];
    await analysis.memoryEvents(...events.slice(0, 5_100));
    analysis.neighbours.store(...events.slice(150));
    expect(await analysis.reconcile()).toBe(gone.length + missing.length);
    expect((await statisticsOf(tenantId)).total_memories).toBe(events.length - gone.length);
  });
});

describe('relationships', () => {
  test('missing, outdated and gone ones are repaired', async () => {
    const tenantId = randomUUID();
    const [missing, outdated, gone] = Array.from({ length: 3 }, () =>
      relationshipStored(tenantId, randomUUID(), randomUUID()),
    ) as [RelationshipEvent, RelationshipEvent, RelationshipEvent];
    await analysis.relationshipEvents(outdated, gone);
    analysis.neighbours.store(missing, { ...outdated, revision: 4 });
    expect(await analysis.reconcile()).toBe(3);
    const rows = await rowsOf('analysed_relationships', tenantId);
    expect(new Map(rows.map(({ id, revision, deleted }) => [id, [revision, deleted]]))).toEqual(
      new Map([
        [missing.data.id, ['1', false]],
        [outdated.data.id, ['4', false]],
        [gone.data.id, ['2', true]],
      ]),
    );
    await analysis.relationshipEvents(gone);
    expect(await analysis.reconcile()).toBe(0);
  });

  test('differ in every page', async () => {
    const tenantId = randomUUID();
    const memory = memoryStored(tenantId);
    analysis.neighbours.store(memory);
    const events = Array.from({ length: 2_300 }, () => relationshipStored(tenantId, newId(), newId()));
    await analysis.relationshipEvents(...events.slice(0, 1_500));
    analysis.neighbours.store(...events.slice(100));
    expect(await analysis.reconcile()).toBe(1 + 100 + 800);
    const rows = await rowsOf('analysed_relationships', tenantId);
    expect(rows.filter(({ deleted }) => !deleted)).toHaveLength(2_200);
  });
});

type RelationshipEvent = ReturnType<typeof relationshipStored>;

describe('beside the consumer', () => {
  test('a memory that is deleted while it is taken in stays deleted', async () => {
    const event = memoryStored(randomUUID());
    analysis.neighbours.store(event);
    analysis.neighbours.afterAnswer = async () => {
      analysis.neighbours.memories.delete(event.data.id);
      await analysis.memoryEvents(memoryDeleted(event.tenant_id, event.data.id, 2));
    };
    await analysis.reconcile();
    expect((await statisticsOf(event.tenant_id)).total_memories).toBe(0);
  });

  test('a relationship that is deleted while it is taken in stays deleted', async () => {
    const tenantId = randomUUID();
    const event = relationshipStored(tenantId, newId(), newId());
    analysis.neighbours.store(memoryStored(tenantId), event);
    analysis.neighbours.afterAnswer = async () => {
      analysis.neighbours.relationships.delete(event.data.id);
      await analysis.relationshipEvents(relationshipDeleted(event));
    };
    await analysis.reconcile();
    expect(await rowsOf('analysed_relationships', tenantId)).toEqual([
      expect.objectContaining({ deleted: true }),
    ]);
  });

  test('what both store at the same moment counts once', async () => {
    const tenantId = randomUUID();
    const total = 600;
    let writing = true;
    const consume = async (): Promise<void> => {
      for (let at = 0; at < total; at += 4) {
        const events = [1, 2, 3, 4].map(() => memoryStored(tenantId));
        analysis.neighbours.store(...events);
        await deliver(...events);
        if (at % 20 === 0) {
          const { id } = events[0]!.data;
          analysis.neighbours.memories.delete(id);
          await deliver(memoryDeleted(tenantId, id, 2));
        }
      }
    };
    // As a transport does: what could not be stored now is tried again.
    const deliver = async (...events: Parameters<typeof analysis.memoryEvents>): Promise<void> => {
      for (let attempt = 1; ; attempt++) {
        const error = await analysis.memoryEvents(...events).catch((failure: unknown) => failure);
        if (error === undefined) return;
        expect(attempt).toBeLessThan(5);
        expect(error).toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
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

test('a neighbour that does not answer fails the run; the next one repairs', async () => {
  const event = memoryStored(randomUUID());
  analysis.neighbours.store(event);
  analysis.neighbours.afterAnswer = () => Promise.reject(new Error('down'));
  await expect(analysis.reconcile()).rejects.toThrow('down');
  analysis.neighbours.afterAnswer = () => Promise.resolve();
  expect(await analysis.reconcile()).toBe(1);
});
