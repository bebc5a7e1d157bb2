import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { integrationEngines } from '@loci/testing/integration-engines';
import type { GraphStore } from '../../src/index.ts';
import { createNeo4jGraphStore } from '../../src/graph-store/neo4j/neo4j-graph-store.ts';
import { memoryDeleted, createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
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

/** Of a tenant that is nobody else's, so that the one database can tell them apart. */
function newCaller(): Caller {
  callers.push(testCaller({ tenantId: newId() }));
  return callers.at(-1)!;
}

const held = (caller: Caller) => store.revisions(caller.tenantId, { afterId: null, limit: 100_000 });

/** Behind the back of the store. */
const change = (caller: Caller, sql: string, values: unknown[] = []) =>
  graph.database.inTransaction(caller.tenantId, (tx) => tx.query(sql, values));

const stored = (caller: Caller) =>
  change(caller, 'SELECT id, revision::int AS revision FROM relationships ORDER BY id');

/** Relationships in a row, with memories that are known to be alive. */
async function insertChain(caller: Caller, length: number): Promise<string[]> {
  const memories = graph.storeMemories(caller, length + 1);
  await change(
    caller,
    `INSERT INTO relationships SELECT $1, gen_random_uuid(), 1, pair.from_id, pair.to_id, 'supports', 'DIRECTED', null,
       null, 0.5, 0.8, '{}', '{}', '{}', 'user', 'test', now(), now()
     FROM unnest($2::uuid[], $3::uuid[]) pair(from_id, to_id)`,
    [caller.tenantId, memories.slice(0, -1), memories.slice(1)],
  );
  return memories;
}

describe('the reconciler with Neo4j', () => {
  test('fills one that is empty, and one that was emptied', async () => {
    const caller = newCaller();
    const memories = await insertChain(caller, 4_500);
    expect(await held(caller)).toEqual([]);
    await graph.reconcile();
    expect(await held(caller)).toEqual(await stored(caller));
    expect(await graph.reconcile()).toBe(0);
    const walk = () =>
      graph.as(caller).post(`${PATH}/traverse`).send({ start_memory_id: memories[7], max_depth: 3 });
    const { body: before } = await walk();
    expect(before.data).toMatchObject({ max_depth_reached: 3, total_paths_found: 6 });
    await store.dropTenant(caller.tenantId);
    expect((await walk()).body.data.total_paths_found).toBe(0);
    expect(await graph.reconcile()).toBe(4_500);
    expect((await walk()).body.data).toEqual(before.data);
  });

  test('repairs what is missing, outdated and too many, and touches nothing else', async () => {
    const caller = newCaller();
    const memories = await insertChain(caller, 10);
    await graph.reconcile();
    const ids = (await held(caller))!.map(({ id }) => id);
    await insertChain(caller, 1);
    await change(caller, 'UPDATE relationships SET revision = 5, strength = 0.25 WHERE id = $1', [ids[1]]);
    await change(caller, 'DELETE FROM relationships WHERE id = ANY($1)', [ids.slice(2, 4)]);
    expect(await graph.reconcile()).toBe(2 + 4);
    expect(await held(caller)).toEqual(await stored(caller));
    const found = await store.edgesOf(caller.tenantId, memories, { limitPerNode: 9 });
    const changed = found.flatMap(({ edges }) => edges).find(({ id }) => id === ids[1]);
    expect(changed).toMatchObject({ strength: 0.25, revision: 5 });
    expect(await graph.reconcile()).toBe(0);
  });
});

describe('events through a transport that repeats and reorders', () => {
  test('end where the table is, whatever came first', async () => {
    const caller = newCaller();
    const app = graph.as(caller);
    const [a, b, c] = graph.storeMemories(caller, 3) as [string, string, string];
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
      expect(await held(caller)).toEqual(await stored(caller));
    }
  });

  test('a memory is deleted while relationships to it are written: no dangling edge survives', async () => {
    const caller = newCaller();
    const app = graph.as(caller);
    const [gone, ...others] = graph.storeMemories(caller, 13) as [string, ...string[]];
    const writing = others.map((other) => app.post(PATH).send(relationshipBody(gone, other)));
    graph.forgetMemory(caller, gone);
    await Promise.all([...writing, graph.deliver(memoryDeleted(caller, gone))]);
    // Whatever was written is told again afterwards, late and twice, and its deletion with it.
    const events = await graph.events(caller);
    await graph.deliver(...events.toReversed());
    await graph.deliver(memoryDeleted(caller, gone), ...events);
    expect(await stored(caller)).toEqual([]);
    expect(await held(caller)).toEqual([]);
    expect(await store.edgesOf(caller.tenantId, [gone], { limitPerNode: 1 })).toMatchObject([{ total: 0 }]);
  });
});
