import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { integrationEngines } from '@loci/testing/integration-engines';
import { createNeo4jGraphStore } from '../../src/graph-store/neo4j/neo4j-graph-store.ts';
import type { GraphStore } from '../../src/index.ts';
import { createTestGraphService, memoryDeleted, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';
const callers: Caller[] = [];
let store: GraphStore;
let graph: TestGraphService;
beforeAll(async () => {
  store = await createNeo4jGraphStore({
    ...integrationEngines().neo4j,
    readTimeoutMs: 20_000,
    writeTimeoutMs: 20_000,
  });
  graph = await createTestGraphService({ graphStore: store });
});
afterAll(async () => {
  for (const { tenantId } of callers) await store.dropTenant(tenantId);
  await store.close();
  await graph.close();
});

/** Returns a caller of a new tenant, because all tests share one Neo4j database. */
function newCaller(): Caller {
  callers.push(testCaller({ tenantId: newId() }));
  return callers.at(-1)!;
}

const indexedRevisions = (caller: Caller) =>
  store.revisions(caller.tenantId, { afterId: null, limit: 100_000 });

const storedRevisions = (caller: Caller) =>
  graph.query(caller, 'SELECT id, revision::int AS revision FROM relationships ORDER BY id');

/**
 * Inserts a chain of relationships between new memories into the table only. Returns the ids of the memories.
 */
async function insertChain(caller: Caller, length: number): Promise<string[]> {
  const memories = graph.memories.createMany(caller, length + 1);
  await graph.insertRows(
    caller,
    memories.slice(1).map((id, i) => [memories[i]!, id]),
  );
  return memories;
}

describe('reconciling Neo4j with the relationships table', () => {
  test('fills an empty graph store', async () => {
    const caller = newCaller();
    await insertChain(caller, 4_500);
    expect(await indexedRevisions(caller)).toEqual([]);
    await graph.reconcile();
    expect(await indexedRevisions(caller)).toEqual(await storedRevisions(caller));
    expect(await graph.reconcile()).toBe(0);
  });

  test('restores a dropped tenant, so that traversals return the same paths as before', async () => {
    const caller = newCaller();
    const memories = await insertChain(caller, 100);
    await graph.reconcile();
    const traverse = () =>
      graph.as(caller).post(`${PATH}/traverse`).send({ start_memory_id: memories[7], max_depth: 3 });
    const { body: before } = await traverse();
    expect(before.data).toMatchObject({ max_depth_reached: 3, total_paths_found: 6 });
    await store.dropTenant(caller.tenantId);
    expect((await traverse()).body.data.total_paths_found).toBe(0);
    expect(await graph.reconcile()).toBe(100);
    expect((await traverse()).body.data).toEqual(before.data);
  });

  test('changes only edges that are missing, outdated or deleted in the table', async () => {
    const caller = newCaller();
    const memories = await insertChain(caller, 10);
    await graph.reconcile();
    const ids = (await indexedRevisions(caller))!.map(({ id }) => id);
    const unrelatedMemories = 2;
    await insertChain(caller, 1);
    const updateStrength = 'UPDATE relationships SET revision = 5, strength = 0.25 WHERE id = $1';
    await graph.query(caller, updateStrength, [ids[1]]);
    await graph.query(caller, 'DELETE FROM relationships WHERE id = ANY($1)', [ids.slice(2, 4)]);
    expect(await graph.reconcile()).toBe(unrelatedMemories + 4);
    expect(await indexedRevisions(caller)).toEqual(await storedRevisions(caller));
    const found = await store.edgesOf(caller.tenantId, memories, { limitPerNode: 9 });
    const updated = found.flatMap(({ edges }) => edges).find(({ id }) => id === ids[1]);
    expect(updated).toMatchObject({ strength: 0.25, revision: 5 });
    expect(await graph.reconcile()).toBe(0);
  });
});

describe('updating Neo4j from events', () => {
  test('leaves the store equal to the table if events are repeated and reordered', async () => {
    const caller = newCaller();
    const app = graph.as(caller);
    const [a, b, c] = graph.memories.createMany(caller, 3) as [string, string, string];
    const ids: string[] = [];
    for (const [from, to] of [
      [a, b],
      [b, c],
      [a, c],
    ] as const) {
      ids.push((await app.post(PATH).send(relationshipBody(from, to))).body.data.id);
    }
    await app.patch(`${PATH}/${ids[0]}`).send({ strength: 1 });
    await app.delete(`${PATH}/${ids[1]}`);
    const events = await graph.events(caller);
    const { handle } = graph.service.consumers.find(({ group }) => group === 'graph-store')!;
    for (const order of [
      events,
      events.toReversed(),
      [...events.slice(2), ...events, ...events.slice(0, 2)],
    ]) {
      await store.dropTenant(caller.tenantId);
      for (const event of order) await handle([event]);
      await handle(order);
      expect(await indexedRevisions(caller)).toEqual(await storedRevisions(caller));
    }
  });

  test('leaves no edge of a memory that is deleted during concurrent creates', async () => {
    const caller = newCaller();
    const app = graph.as(caller);
    const [deleted, ...others] = graph.memories.createMany(caller, 13) as [string, ...string[]];
    const creates = others.map((other) => app.post(PATH).send(relationshipBody(deleted, other)));
    graph.memories.delete(caller, deleted);
    await Promise.all([...creates, graph.deliver(memoryDeleted(caller, deleted))]);
    // Delivers all events again, late and in reverse order.
    const events = await graph.events(caller);
    await graph.deliver(...events.toReversed());
    await graph.deliver(memoryDeleted(caller, deleted), ...events);
    expect(await storedRevisions(caller)).toEqual([]);
    expect(await indexedRevisions(caller)).toEqual([]);
    expect(await store.edgesOf(caller.tenantId, [deleted], { limitPerNode: 1 })).toMatchObject([
      { total: 0 },
    ]);
  });
});
