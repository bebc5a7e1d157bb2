import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { memoryDeleted, createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterEach(async () => {
  graph.inventory.beforeAnswer = () => Promise.resolve();
  graph.inventory.afterAnswer = () => Promise.resolve();
  // Whatever a test leaves behind is at rest.
  await graph.reconcile();
  expect(await graph.reconcile()).toBe(0);
});
afterAll(() => graph.close());

async function relate(caller: Caller, fromId: string, toId: string): Promise<string> {
  const response = await graph.as(caller).post('/api/v2/relationships').send(relationshipBody(fromId, toId));
  expect(response.status).toBe(201);
  return response.body.data.id;
}

async function relationshipIds(caller: Caller): Promise<string[]> {
  const { body } = await graph.as(caller).get('/api/v2/relationships');
  return body.data.items.map(({ id }: { id: string }) => id);
}

const run = (caller: Caller, sql: string, values: unknown[]) =>
  graph.database.inTransaction(caller.tenantId, (tx) => tx.query(sql, values));

const known = (caller: Caller) => run(caller, 'SELECT id, deleted FROM known_memories ORDER BY id', []);

describe('a memory that no event told of', () => {
  test('is learnt, so that the memory service need not be asked about it', async () => {
    const caller = testCaller();
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    expect(await graph.reconcile()).toBe(2);
    graph.asked.length = 0;
    await relate(caller, a, b);
    expect(graph.asked).toEqual([]);
  });

  test('is learnt beside those that are known, however many pages there are', async () => {
    const caller = testCaller();
    const ids = graph.storeMemories(caller, 11_000);
    const heard = ids.filter((_, index) => index % 3 === 0);
    await run(caller, 'INSERT INTO known_memories SELECT $1, id, false FROM unnest($2::uuid[]) id', [
      caller.tenantId,
      heard,
    ]);
    expect(await graph.reconcile()).toBe(ids.length - heard.length);
    expect(await known(caller)).toEqual(ids.toSorted().map((id) => ({ id, deleted: false })));
  });

  test('and whose relationship is there keeps it', async () => {
    const caller = testCaller();
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    const id = await relate(caller, a, b);
    await run(caller, 'DELETE FROM known_memories WHERE id = $1', [a]);
    expect(await graph.reconcile()).toBe(1);
    expect(await relationshipIds(caller)).toEqual([id]);
  });
});

describe('a memory that is gone, of which no event told,', () => {
  test('loses its relationships, with their events and their edges', async () => {
    const caller = testCaller();
    const [a, b, c] = graph.storeMemories(caller, 3) as [string, string, string];
    const kept = await relate(caller, a, b);
    const lost = [await relate(caller, b, c), await relate(caller, c, a)];
    await graph.graphStore.edgesOf(caller.tenantId, [a], { limitPerNode: 0 });
    graph.forgetMemory(caller, c);
    expect(await graph.reconcile()).toBe(1);
    expect(await relationshipIds(caller)).toEqual([kept]);
    const deletions = (await graph.events(caller)).filter(({ type }) => type === 'relationship.deleted');
    expect(deletions.map(({ aggregate_id, revision }) => [aggregate_id, revision]).sort()).toEqual(
      lost.map((id) => [id, 2]).sort(),
    );
    const [ofC] = await graph.graphStore.edgesOf(caller.tenantId, [c], { limitPerNode: 9 });
    expect(ofC!.total).toBe(0);
    const again = await graph.as(caller).post('/api/v2/relationships').send(relationshipBody(a, c));
    expect(again.status).toBe(404);
  });

  test('loses relationships that were left when its tombstone was set', async () => {
    const caller = testCaller();
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    await relate(caller, a, b);
    graph.forgetMemory(caller, b);
    await run(caller, 'UPDATE known_memories SET deleted = true WHERE id = $1', [b]);
    expect(await graph.reconcile()).toBe(1);
    expect(await relationshipIds(caller)).toEqual([]);
  });

  test('loses relationships when it is not even known', async () => {
    const caller = testCaller();
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    await relate(caller, a, b);
    graph.forgetMemory(caller, a);
    graph.forgetMemory(caller, b);
    await run(caller, 'DELETE FROM known_memories WHERE tenant_id = $1', [caller.tenantId]);
    expect(await graph.reconcile()).toBe(2);
    expect(await relationshipIds(caller)).toEqual([]);
    expect(await known(caller)).toEqual([a, b].toSorted().map((id) => ({ id, deleted: true })));
  });

  test('but that the inventory left out by mistake keeps them', async () => {
    const caller = testCaller();
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    const id = await relate(caller, a, b);
    const { revisions } = graph.inventory;
    graph.inventory.revisions = () => Promise.resolve([]);
    expect(await graph.reconcile()).toBe(0);
    graph.inventory.revisions = revisions;
    expect(await relationshipIds(caller)).toEqual([id]);
  });
});

describe('beside writers', () => {
  test('a memory that is stored and related between both looks keeps its relationship', async () => {
    const caller = testCaller();
    const [a] = graph.storeMemories(caller, 1) as [string];
    let id: string | undefined;
    graph.inventory.afterAnswer = async () => {
      id ??= await relate(caller, a, graph.storeMemory(caller));
    };
    await graph.reconcile();
    expect(await relationshipIds(caller)).toEqual([id]);
  });

  test('a memory that is deleted while it is learnt stays deleted', async () => {
    const caller = testCaller();
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    graph.inventory.afterAnswer = async () => {
      graph.forgetMemory(caller, b);
      await graph.deliver(memoryDeleted(caller, b));
    };
    await graph.reconcile();
    const response = await graph.as(caller).post('/api/v2/relationships').send(relationshipBody(a, b));
    expect(response.status).toBe(404);
  });

  test('a relationship that is being written when its memory is found gone does not stay', async () => {
    const caller = testCaller();
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    await relate(caller, b, a);
    const release = await graph.holdWay(caller, a, b);
    const writing = graph
      .as(caller)
      .post('/api/v2/relationships')
      .send(relationshipBody(a, b))
      .then(({ status }) => status);
    await graph.untilWaiting(1);
    graph.forgetMemory(caller, b);
    const reconciling = graph.reconcile();
    await graph.untilWaiting(2);
    await release();
    expect(await writing).toBe(201);
    expect(await reconciling).toBe(1);
    expect(await relationshipIds(caller)).toEqual([]);
  });

  test('memories and relationships that come and go meanwhile end as they should', async () => {
    const caller = testCaller();
    const relationships = new Map<string, [string, string]>();
    const memories = graph.storeMemories(caller, 8);
    let writing = true;
    const write = async (): Promise<void> => {
      for (let turn = 0; turn < 60; turn++) {
        const [from, to] = [turn % 8, (turn + 1 + (turn % 5)) % 8].map((at) => memories[at]!) as [
          string,
          string,
        ];
        const response = await graph
          .as(caller)
          .post('/api/v2/relationships')
          .send(relationshipBody(from, to));
        if (response.status === 201) relationships.set(response.body.data.id, [from, to]);
        if (turn % 4 === 3) {
          const at = (turn * 3) % 8;
          const gone = memories[at]!;
          memories[at] = graph.storeMemory(caller);
          graph.forgetMemory(caller, gone);
          // Every second event is lost.
          if (turn % 8 === 3) await graph.deliver(memoryDeleted(caller, gone));
        }
      }
    };
    const reconcile = async (): Promise<void> => {
      while (writing) await graph.reconcile();
    };
    await Promise.all([write().finally(() => (writing = false)), reconcile()]);
    await graph.reconcile();
    const expected = [...relationships].filter(([, ends]) => ends.every((end) => memories.includes(end)));
    const stored = await run(caller, 'SELECT id FROM relationships ORDER BY id', []);
    expect(stored).toEqual(expected.map(([id]) => ({ id })).sort((a, b) => (a.id < b.id ? -1 : 1)));
    expect(expected.length).toBeGreaterThan(0);
    const deleted = (await graph.events(caller)).filter(({ type }) => type === 'relationship.deleted');
    expect(deleted).toHaveLength(relationships.size - expected.length);
  });
});

test('a memory service that does not answer fails the run and removes nothing', async () => {
  const caller = testCaller();
  const [a, b] = graph.storeMemories(caller, 2) as [string, string];
  const id = await relate(caller, a, b);
  graph.inventory.beforeAnswer = () => Promise.reject(new Error('down'));
  await expect(graph.reconcile()).rejects.toThrow('down');
  expect(await relationshipIds(caller)).toEqual([id]);
});

test('a tenant of whom only relationships are left is cleared up as well', async () => {
  const caller = testCaller();
  await run(
    caller,
    `INSERT INTO relationships SELECT $1, $2, 1, $3, $4, 'supports', 'DIRECTED', null, null, 1, 1, '{}', '{}', '{}',
       'user', 'test', now(), now()`,
    [caller.tenantId, newId(), newId(), newId()],
  );
  expect(await graph.reconcile()).toBe(2);
  expect(await relationshipIds(caller)).toEqual([]);
});
