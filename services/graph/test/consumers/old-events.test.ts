import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  contradictionReported,
  createTestGraphService,
  memoryCreated,
  memoryDeactivated,
  memoryDeleted,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
beforeEach(() => graph.setDaysAhead(0));
afterAll(() => graph.close());

/** Creates a caller with two memories. */
function setUp() {
  const caller = testCaller();
  const app = graph.as(caller);
  const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
  const list = async () => (await app.get(PATH).query({ include_inactive: true })).body.data.items;
  return { caller, app, a, b, list };
}

const knownMemories = (caller: Caller) =>
  graph.query(caller, 'SELECT id, deleted FROM known_memories WHERE tenant_id = $1 ORDER BY id', [
    caller.tenantId,
  ]);

/** Deletes a memory and its tombstone. */
async function deleteAndPurge(caller: Caller, id: string): Promise<void> {
  graph.memories.delete(caller, id);
  await graph.deliver(memoryDeleted(caller, id));
  graph.setDaysAhead(7.1);
  await graph.runJob('purge-tombstones');
}

const evolvedFrom = (original: string) => ({
  evolved_from: {
    evolution_id: newId(),
    original_memory_id: original,
    evolution_type: 'update',
    reason: null,
  },
});

describe('purge-tombstones', () => {
  test('deletes tombstones of memories after 7 days, but not after 6.9 days', async () => {
    const { caller, a, b } = setUp();
    await graph.deliver(memoryCreated(caller, a), memoryCreated(caller, b), memoryDeleted(caller, b));
    graph.setDaysAhead(6.9);
    await graph.runJob('purge-tombstones');
    expect(await knownMemories(caller)).toHaveLength(2);
    graph.setDaysAhead(7.1);
    await graph.runJob('purge-tombstones');
    expect(await knownMemories(caller)).toEqual([{ id: a, deleted: false }]);
  });

  test('keeps the tombstone of a version until the version that it replaced is deleted', async () => {
    const { caller, a, b } = setUp();
    const c = graph.memories.create(caller);
    await graph.deliver(memoryDeactivated(caller, a, b), memoryDeactivated(caller, b, c));
    await graph.deliver(memoryDeleted(caller, b));
    graph.setDaysAhead(7.1);
    await graph.runJob('purge-tombstones');
    expect(await knownMemories(caller)).toHaveLength(3);
    await graph.deliver(memoryDeleted(caller, a));
    await graph.runJob('purge-tombstones');
    expect(await knownMemories(caller)).toEqual([{ id: c, deleted: false }]);
  });

  test('deletes more tombstones than one batch contains', async () => {
    const { caller } = setUp();
    await graph.deliver(...Array.from({ length: 1_100 }, () => memoryDeleted(caller, newId())));
    graph.setDaysAhead(7.1);
    await graph.runJob('purge-tombstones');
    expect(await knownMemories(caller)).toEqual([]);
  });

  test('uses an index to find the expired tombstones', async () => {
    const { caller } = setUp();
    const plan = await graph.database.inTransaction(caller.tenantId, async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(
        'EXPLAIN SELECT id FROM known_memories WHERE deleted AND deleted_at < now() ORDER BY deleted_at LIMIT 10',
      );
    });
    expect(plan.map((row) => row['QUERY PLAN']).join()).toContain('known_memories_tombstones');
  });
});

describe('events that are delivered after the tombstone of a memory was deleted', () => {
  test('do not allow relationships of the deleted memory', async () => {
    const { caller, app, a, b } = setUp();
    const created = memoryCreated(caller, b);
    await deleteAndPurge(caller, b);
    await graph.deliver(created);
    expect(await knownMemories(caller)).toEqual([]);
    expect((await app.post(PATH).send(relationshipBody(a, b))).status).toBe(404);
  });

  test('do not create the relationship of a contradiction with the deleted memory', async () => {
    const { caller, a, b, list } = setUp();
    const reported = contradictionReported(caller, a, b);
    await deleteAndPurge(caller, b);
    await graph.deliver(reported);
    expect(await list()).toEqual([]);
  });

  test('do not connect a new version to the deleted memory', async () => {
    const { caller, a, b, list } = setUp();
    const created = memoryCreated(caller, a, evolvedFrom(b));
    await deleteAndPurge(caller, b);
    await graph.deliver(created);
    expect(await list()).toEqual([]);
    expect(await knownMemories(caller)).toEqual([{ id: a, deleted: false }]);
  });

  test('create the relationships of memories that exist', async () => {
    const { caller, a, b, list } = setUp();
    const events = [memoryCreated(caller, a, evolvedFrom(b)), contradictionReported(caller, a, b)];
    graph.setDaysAhead(30);
    await graph.deliver(...events);
    expect(await list()).toHaveLength(2);
  });

  test('delete the relationships of a deleted memory', async () => {
    const { caller, app, a, b, list } = setUp();
    await app.post(PATH).send(relationshipBody(a, b));
    const deleted = memoryDeleted(caller, b);
    graph.setDaysAhead(30);
    await graph.deliver(deleted);
    expect(await list()).toEqual([]);
  });
});
