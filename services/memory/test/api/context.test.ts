import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MAX_CONTEXT_CONTENT, MAX_CONTEXT_CONTRADICTIONS } from '@loci/contracts';
import { testCaller } from '@loci/testing';
import type { Transaction } from '@loci/postgres';
import { contextRepository } from '../../src/context/context.repository.ts';
import { report, resolve, storeContradiction } from '../contradiction-requests.fixture.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
let fixture: MemoryFixture;
let caller = testCaller();
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());
beforeEach(() => {
  caller = testCaller();
  fixture.clock.now = null;
});

describe('the pinned memories of a context', () => {
  const pinned = async (limit = 50): Promise<{ contents: string[]; hasMore: boolean }> => {
    const { items, has_more: hasMore } = await fixture.client.listPinned(caller.tenantId, limit);
    return { contents: items.map(({ content }) => content), hasMore };
  };

  test('are the newest ones of the tenant, newest first', async () => {
    for (const [day, content] of ['first', 'second', 'third'].entries()) {
      fixture.clock.now = new Date(Date.UTC(2026, 0, day + 1));
      await storeMemory(fixture, caller, { content, pinned: true });
    }
    await storeMemory(fixture, caller, { content: 'not pinned' });
    await storeMemory(fixture, testCaller(), { content: 'of another tenant', pinned: true });
    expect(await pinned()).toEqual({ contents: ['third', 'second', 'first'], hasMore: false });
    expect(await pinned(2)).toEqual({ contents: ['third', 'second'], hasMore: true });
    expect(await pinned(3)).toMatchObject({ hasMore: false });
  });

  test('have all fields that a context shows', async () => {
    const { id } = await storeMemory(fixture, caller, {
      content: 'Ada likes tea.',
      pinned: true,
      importance: 0.7,
      tags: ['drinks'],
      occurred_at: '2026-01-02',
    });
    expect((await fixture.client.listPinned(caller.tenantId, 1)).items).toEqual([
      {
        id,
        content: 'Ada likes tea.',
        memory_type: 'fact',
        importance: 0.7,
        tags: ['drinks'],
        occurred_at: '2026-01-02T00:00:00.000Z',
      },
    ]);
  });

  test('are true now', async () => {
    fixture.clock.now = NOW;
    await storeMemory(fixture, caller, { content: 'ended', pinned: true, valid_until: '2026-01-01' });
    await storeMemory(fixture, caller, { content: 'starts later', pinned: true, valid_from: '2026-05-01' });
    const { id } = await storeMemory(fixture, caller, { content: 'old version', pinned: true });
    await fixture
      .as(caller)
      .post(`/api/v2/memories/${id}/evolve`)
      .send({ new_content: 'new version', evolution_type: 'update' });
    const { contents } = await pinned();
    expect(contents).toEqual(['new version']);
  });

  test('have contents of a limited length', async () => {
    await storeMemory(fixture, caller, { content: '😀'.repeat(4_000), pinned: true });
    const [content] = (await pinned()).contents;
    expect([...content!]).toHaveLength(MAX_CONTEXT_CONTENT + 1);
  });
});

describe('the queries of a context', () => {
  /** Returns the plan of the queries of `read`. The planner sorts only if no index has the order. */
  async function planOf(read: (tx: Transaction) => Promise<unknown>): Promise<string> {
    const plan: string[] = [];
    await fixture.database.inTransaction(caller.tenantId, async (tx) => {
      // The tables have no statistics yet.
      await tx.query('SET LOCAL enable_sort = off');
      await tx.query('SET LOCAL enable_seqscan = off');
      const explain = async (sql: string, values?: readonly unknown[]) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
        plan.push(...rows.map((row) => row['QUERY PLAN']));
        return [];
      };
      await read({ ...tx, query: explain });
    });
    return plan.join('\n');
  }

  test('read pinned memories from their index, without sorting', async () => {
    const plan = await planOf((tx) => contextRepository.listPinned(tx, caller.tenantId, 50, NOW));
    expect(plan).toMatch(/Index Scan Backward using memories_pinned on memories/);
    expect(plan).not.toMatch(/Sort/);
  });

  test('read the newest open contradictions of a memory from the indexes', async () => {
    // With statistics, the index of a memory costs less than that of all open contradictions.
    for (let stored = 0; stored < 100; stored++) await storeContradiction(fixture, caller);
    await fixture.testDatabase.analyze('memory.contradictions');
    const { id } = await storeMemory(fixture, caller);
    const plan = await planOf((tx) =>
      contextRepository.listOpenContradictions(tx, caller.tenantId, [id], NOW),
    );
    expect(plan).toMatch(/Index Scan Backward using open_contradictions_of_source on contradictions/);
    expect(plan).toMatch(/Index Scan Backward using open_contradictions_of_target on contradictions/);
  });
});

describe('the contradictions of a context', () => {
  const contradictions = (ids: string[], as = caller) =>
    fixture.client.listOpenContradictions(as.tenantId, ids);

  test('are found by each of their memories, once', async () => {
    const { id, sourceId, targetId } = await store();
    for (const ids of [[sourceId], [targetId], [sourceId, targetId]]) {
      expect(await contradictions(ids)).toEqual([
        {
          id,
          contradiction_type: 'direct',
          confidence: expect.any(Number),
          detected_at: expect.stringMatching(/^\d{4}-.*Z$/),
          source: expect.objectContaining({ id: sourceId, content: 'Tea.', tags: ['drinks'] }),
          target: expect.objectContaining({ id: targetId, content: 'Coffee.' }),
        },
      ]);
    }
  });

  test('are unresolved, and between memories that are true', async () => {
    const resolved = await store();
    await resolve(fixture, caller, resolved.id, { resolution: 'keep_both' });
    const deleted = await store();
    await fixture.as(caller).delete(`/api/v2/memories/${deleted.targetId}`);
    const evolved = await store();
    await fixture
      .as(caller)
      .post(`/api/v2/memories/${evolved.targetId}/evolve`)
      .send({ new_content: 'Water.', evolution_type: 'update' });
    const ids = [resolved, deleted, evolved].flatMap(({ sourceId, targetId }) => [sourceId, targetId]);
    expect(await contradictions(ids)).toEqual([]);
  });

  test('are never those of another tenant', async () => {
    const { sourceId } = await store();
    expect(await contradictions([sourceId], testCaller())).toEqual([]);
  });

  test('are limited, per memory and in total', async () => {
    const ids: string[] = [];
    for (let memory = 0; memory < 5; memory++) {
      const { id: source } = await storeMemory(fixture, caller, { content: `claim ${memory}` });
      ids.push(source);
      for (let other = 0; other < 6; other++) {
        const { id: target } = await storeMemory(fixture, caller, {
          content: `counterclaim ${memory} ${other}`,
        });
        await report(fixture, caller, { source_memory_id: source, target_memory_id: target });
      }
    }
    expect(await contradictions(ids.slice(0, 1))).toHaveLength(5);
    expect(await contradictions(ids)).toHaveLength(MAX_CONTEXT_CONTRADICTIONS);
  });

  const store = async (): Promise<{ id: string; sourceId: string; targetId: string }> => {
    const { id, source, target } = (await storeContradiction(fixture, caller)) as never;
    return { id, sourceId: source, targetId: target };
  };
});
