import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { createTestGraphService, memoryDeleted, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterEach(async () => {
  graph.memories.inventory.beforeResponse = () => Promise.resolve();
  graph.memories.inventory.afterRead = () => Promise.resolve();
  // After every test, one run must repair all differences, so that the second run finds none.
  await graph.reconcile();
  expect(await graph.reconcile()).toBe(0);
});
afterAll(() => graph.close());

async function create(caller: Caller, fromId: string, toId: string): Promise<string> {
  const response = await graph.as(caller).post(PATH).send(relationshipBody(fromId, toId));
  expect(response.status).toBe(201);
  return response.body.data.id;
}

async function relationshipIds(caller: Caller): Promise<string[]> {
  const { body } = await graph.as(caller).get(PATH);
  return body.data.items.map(({ id }: { id: string }) => id);
}

const knownMemories = (caller: Caller) =>
  graph.query(caller, 'SELECT id, deleted FROM known_memories ORDER BY id');

describe('reconciling unknown memories', () => {
  test('leaves memories to the consumers if their events are pending', async () => {
    const behind = await createTestGraphService({ awaitEvents: async () => false });
    const caller = testCaller();
    behind.memories.createMany(caller, 2);
    expect(await behind.reconcile()).toBe(0);
    expect(await behind.query(caller, 'SELECT id FROM known_memories')).toEqual([]);
    await behind.close();
  });

  test('records unknown memories, so that later requests need no lookup in the memory service', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    expect(await graph.reconcile()).toBe(2);
    graph.memories.lookups.length = 0;
    await create(caller, a, b);
    expect(graph.memories.lookups).toEqual([]);
  });

  test('records all unknown memories of a tenant with 11,000 memories on several pages', async () => {
    const caller = testCaller();
    const ids = graph.memories.createMany(caller, 11_000);
    const known = ids.filter((_, index) => index % 3 === 0);
    const insert = 'INSERT INTO known_memories SELECT $1, id, false, 1 FROM unnest($2::uuid[]) id';
    await graph.query(caller, insert, [caller.tenantId, known]);
    expect(await graph.reconcile()).toBe(ids.length - known.length);
    expect(await knownMemories(caller)).toEqual(ids.toSorted().map((id) => ({ id, deleted: false })));
  });

  test('keeps the relationships of unknown memories', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const id = await create(caller, a, b);
    await graph.query(caller, 'DELETE FROM known_memories WHERE id = $1', [a]);
    expect(await graph.reconcile()).toBe(1);
    expect(await relationshipIds(caller)).toEqual([id]);
  });
});

describe('reconciling the windows of memories', () => {
  test('records the window of a memory, so that traversals skip the memory after its end', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    await create(caller, a, b);
    const visited = async (): Promise<string[]> => {
      const { body } = await graph.as(caller).post(`${PATH}/traverse`).send({ start_memory_id: a });
      return body.data.visited_chunks;
    };
    expect(await visited()).toEqual([a, b]);
    graph.memories.setBounds(caller, b, { revision: 2, valid_until: '2020-01-01T00:00:00.000Z' });
    expect(await graph.reconcile()).toBe(1);
    expect(await visited()).toEqual([a]);
    graph.memories.setBounds(caller, b, { revision: 3, valid_until: null });
    expect(await graph.reconcile()).toBe(1);
    expect(await visited()).toEqual([a, b]);
  });

  test('removes the window of a memory that was deleted without an event', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    await create(caller, a, b);
    graph.memories.setBounds(caller, b, { revision: 2, expires_at: '2999-01-01T00:00:00.000Z' });
    await graph.reconcile();
    const stored = () => graph.query(caller, 'SELECT id FROM memory_windows');
    expect(await stored()).toEqual([{ id: b }]);
    graph.memories.delete(caller, b);
    await graph.reconcile();
    expect(await stored()).toEqual([]);
  });
});

describe('reconciling versions that were deleted without an event', () => {
  /**
   * Creates four memories. `replace` creates the chain `first` → `middle` → `last` in the memory service
   * only.
   */
  function createChain() {
    const caller = testCaller();
    const [first, middle, last, other] = graph.memories.createMany(caller, 4) as [
      string,
      string,
      string,
      string,
    ];
    const replace = () => {
      graph.memories.supersede(caller, first, middle);
      graph.memories.supersede(caller, middle, last);
    };
    return { caller, first, middle, last, other, replace };
  }

  /** Returns the memories at both ends of the active relationships. */
  const listActive = async (caller: Caller): Promise<[string, string][]> => {
    const { body } = await graph.as(caller).get(PATH);
    return body.data.items.map((item: { from_id: string; to_id: string }) => [item.from_id, item.to_id]);
  };

  test('carries the relationships of a deleted version over to the version that replaced it', async () => {
    const { caller, middle, last, other, replace } = createChain();
    await create(caller, middle, other);
    replace();
    graph.memories.delete(caller, middle);
    await graph.reconcile();
    expect(await listActive(caller)).toEqual([[last, other]]);
  });

  test('carries the relationships of a version over to the current version if the versions between them were deleted', async () => {
    const { caller, first, middle, last, other, replace } = createChain();
    const newest = graph.memories.create(caller);
    await create(caller, first, other);
    replace();
    graph.memories.supersede(caller, last, newest);
    graph.memories.delete(caller, middle);
    graph.memories.delete(caller, last);
    await graph.reconcile();
    expect(await listActive(caller)).toEqual([[newest, other]]);
  });

  test('carries relationships over a second time if the version that received them was replaced and deleted', async () => {
    const { caller, first, middle, last, other, replace } = createChain();
    await create(caller, first, other);
    graph.memories.supersede(caller, first, middle);
    await graph.reconcile();
    expect(await listActive(caller)).toEqual([[middle, other]]);
    replace();
    graph.memories.delete(caller, middle);
    await graph.reconcile();
    expect(await listActive(caller)).toEqual([[last, other]]);
  });
});

describe('reconciling memories that were deleted without an event', () => {
  /** Creates three memories with relationships. The memory `c` is deleted in the memory service only. */
  async function setUpDeleted() {
    const caller = testCaller();
    const [a, b, c] = graph.memories.createMany(caller, 3) as [string, string, string];
    const kept = await create(caller, a, b);
    const removed = [await create(caller, b, c), await create(caller, c, a)];
    await graph.graphStore.edgesOf(caller.tenantId, [a], { limitPerNode: 0 });
    graph.memories.delete(caller, c);
    return { caller, a, c, kept, removed };
  }

  test('removes the relationships of deleted memories with relationship.deleted events', async () => {
    const { caller, kept, removed } = await setUpDeleted();
    expect(await graph.reconcile()).toBe(1);
    expect(await relationshipIds(caller)).toEqual([kept]);
    const events = (await graph.events(caller)).filter(({ type }) => type === 'relationship.deleted');
    expect(events.map(({ aggregate_id, revision }) => [aggregate_id, revision]).sort()).toEqual(
      removed.map((id) => [id, 2]).sort(),
    );
  });

  test('removes the edges of deleted memories from the graph store', async () => {
    const { caller, c } = await setUpDeleted();
    await graph.reconcile();
    const [found] = await graph.graphStore.edgesOf(caller.tenantId, [c], { limitPerNode: 9 });
    expect(found!.total).toBe(0);
  });

  test('prevents new relationships of deleted memories', async () => {
    const { caller, a, c } = await setUpDeleted();
    await graph.reconcile();
    const { status } = await graph.as(caller).post(PATH).send(relationshipBody(a, c));
    expect(status).toBe(404);
  });

  test('removes relationships of memories that are already recorded as deleted', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    await create(caller, a, b);
    graph.memories.delete(caller, b);
    await graph.query(caller, 'UPDATE known_memories SET deleted = true WHERE id = $1', [b]);
    expect(await graph.reconcile()).toBe(1);
    expect(await relationshipIds(caller)).toEqual([]);
  });

  test('removes the relationships of deleted memories that were never recorded', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    await create(caller, a, b);
    graph.memories.delete(caller, a);
    graph.memories.delete(caller, b);
    await graph.query(caller, 'DELETE FROM known_memories WHERE tenant_id = $1', [caller.tenantId]);
    expect(await graph.reconcile()).toBe(2);
    expect(await relationshipIds(caller)).toEqual([]);
    expect(await knownMemories(caller)).toEqual([a, b].toSorted().map((id) => ({ id, deleted: true })));
  });

  test('removes the relationships of a tenant that has no known memories', async () => {
    const caller = testCaller();
    await graph.insertRows(caller, [[newId(), newId()]]);
    expect(await graph.reconcile()).toBe(2);
    expect(await relationshipIds(caller)).toEqual([]);
  });

  test('keeps relationships of existing memories that are missing from the inventory', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const id = await create(caller, a, b);
    const { versions } = graph.memories.inventory;
    graph.memories.inventory.versions = () => Promise.resolve([]);
    expect(await graph.reconcile()).toBe(0);
    graph.memories.inventory.versions = versions;
    expect(await relationshipIds(caller)).toEqual([id]);
  });
});

describe('reconciling memories during concurrent writes', () => {
  test('keeps a relationship of a memory that is created after its inventory page was read', async () => {
    const caller = testCaller();
    const [a] = graph.memories.createMany(caller, 1) as [string];
    let id: string | undefined;
    graph.memories.inventory.afterRead = async () => {
      id ??= await create(caller, a, graph.memories.create(caller));
    };
    await graph.reconcile();
    expect(await relationshipIds(caller)).toEqual([id]);
  });

  test('does not restore a memory that is deleted after its inventory page was read', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    graph.memories.inventory.afterRead = async () => {
      graph.memories.delete(caller, b);
      await graph.deliver(memoryDeleted(caller, b));
    };
    await graph.reconcile();
    const { status } = await graph.as(caller).post(PATH).send(relationshipBody(a, b));
    expect(status).toBe(404);
  });

  test('removes a relationship that is being created when the reconciler finds its memory deleted', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    await create(caller, b, a);
    const release = await graph.blockUniquenessKey(caller, a, b);
    const creating = graph
      .as(caller)
      .post(PATH)
      .send(relationshipBody(a, b))
      .then(({ status }) => status);
    await graph.untilBlocked(1);
    graph.memories.delete(caller, b);
    const reconciling = graph.reconcile();
    await graph.untilBlocked(2);
    await release();
    expect(await creating).toBe(201);
    expect(await reconciling).toBe(1);
    expect(await relationshipIds(caller)).toEqual([]);
  });

  test('leaves exactly the relationships between existing memories if every second deletion event is lost', async () => {
    const caller = testCaller();
    const relationships = new Map<string, [string, string]>();
    const memories = graph.memories.createMany(caller, 8);
    let writing = true;
    const write = async (): Promise<void> => {
      for (let turn = 0; turn < 60; turn++) {
        const pair = [turn % 8, (turn + 1 + (turn % 5)) % 8].map((i) => memories[i]!) as [string, string];
        const response = await graph
          .as(caller)
          .post(PATH)
          .send(relationshipBody(...pair));
        if (response.status === 201) relationships.set(response.body.data.id, pair);
        if (turn % 4 !== 3) continue;
        const index = (turn * 3) % 8;
        const deleted = memories[index]!;
        memories[index] = graph.memories.create(caller);
        graph.memories.delete(caller, deleted);
        if (turn % 8 === 3) await graph.deliver(memoryDeleted(caller, deleted));
      }
    };
    const reconcile = async (): Promise<void> => {
      while (writing) await graph.reconcile();
    };
    await Promise.all([write().finally(() => (writing = false)), reconcile()]);
    await graph.reconcile();
    const expected = [...relationships].filter(([, pair]) => pair.every((id) => memories.includes(id)));
    const stored = await graph.query(caller, 'SELECT id FROM relationships ORDER BY id');
    expect(stored).toEqual(expected.map(([id]) => ({ id })).sort((a, b) => (a.id < b.id ? -1 : 1)));
    expect(expected.length).toBeGreaterThan(0);
    const events = (await graph.events(caller)).filter(({ type }) => type === 'relationship.deleted');
    expect(events).toHaveLength(relationships.size - expected.length);
  });
});

test('the reconciler removes nothing if the memory service is unavailable', async () => {
  const caller = testCaller();
  const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
  const id = await create(caller, a, b);
  graph.memories.inventory.beforeResponse = () => Promise.reject(new Error('down'));
  await expect(graph.reconcile()).rejects.toThrow('down');
  expect(await relationshipIds(caller)).toEqual([id]);
});
