import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { reconcileGraphStore } from '../../src/reconciliation/reconcile-graph-store.ts';
import type { ReconcileGraphStoreDeps } from '../../src/reconciliation/reconcile-graph-store.ts';
import { reconciliationRepository } from '../../src/reconciliation/reconciliation.repository.ts';
import { createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

/** A tenant with a chain of relationships, which the store holds. */
async function openChain(length: number) {
  const caller = testCaller();
  const memories = graph.storeMemories(caller, length + 1);
  const ids: string[] = [];
  for (let at = 0; at < length; at++) ids.push(await relate(caller, memories[at]!, memories[at + 1]!));
  await load(caller);
  return { caller, memories, ids };
}

async function relate(caller: Caller, fromId: string, toId: string): Promise<string> {
  const response = await graph.as(caller).post('/api/v2/relationships').send(relationshipBody(fromId, toId));
  return response.body.data.id;
}

const load = (caller: Caller) => graph.graphStore.edgesOf(caller.tenantId, [], { limitPerNode: 0 });

const held = (caller: Caller) => graph.graphStore.revisions(caller.tenantId, { afterId: null, limit: 1_000 });

/** Behind the back of the store. */
const change = (caller: Caller, sql: string, values: unknown[] = []) =>
  graph.database.inTransaction(caller.tenantId, (tx) => tx.query(sql, values));

const stored = (caller: Caller) =>
  change(caller, 'SELECT id, revision::int AS revision FROM relationships ORDER BY id');

function reconcile(caller: Caller, changed: Partial<ReconcileGraphStoreDeps> = {}): Promise<number> {
  const deps = {
    inTransaction: graph.database.inTransaction,
    reconciliation: reconciliationRepository,
    graphStore: graph.graphStore,
    ...changed,
  };
  return reconcileGraphStore(deps, caller.tenantId, new AbortController().signal);
}

test('an edge that is missing, one that is outdated and one too many are repaired', async () => {
  const { caller, memories, ids } = await openChain(4);
  await change(
    caller,
    `INSERT INTO relationships SELECT tenant_id, gen_random_uuid(), 1, $1, $2, relationship_type, direction_type, null,
       null, strength, confidence, '{}', '{}', '{}', 'user', 'test', now(), now() FROM relationships LIMIT 1`,
    [memories[0], memories[4]],
  );
  await change(caller, 'UPDATE relationships SET revision = 5, strength = 0.25 WHERE id = $1', [ids[1]]);
  await change(caller, 'DELETE FROM relationships WHERE id = $1', [ids[2]]);
  expect(await graph.reconcile()).toBe(3);
  expect(await held(caller)).toEqual(await stored(caller));
  const [of] = await graph.graphStore.edgesOf(caller.tenantId, [memories[1]!], { limitPerNode: 9 });
  expect(of!.edges.find(({ id }) => id === ids[1])).toMatchObject({ strength: 0.25, revision: 5 });
  expect(await graph.reconcile()).toBe(0);
});

test('a tenant that the store does not hold is left to its loader', async () => {
  const { caller, ids } = await openChain(1);
  await graph.graphStore.dropTenant(caller.tenantId);
  await change(caller, 'UPDATE relationships SET revision = 5 WHERE id = $1', [ids[0]]);
  expect(await reconcile(caller)).toBe(0);
  expect(await held(caller)).toBeNull();
});

test('differences are found in every page', async () => {
  const caller = testCaller();
  const [first, second] = [20_500, 500];
  const insert = (count: number) =>
    change(
      caller,
      `INSERT INTO relationships SELECT $1, gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 'supports',
         'DIRECTED', null, null, 0.5, 0.8, '{}', '{}', '{}', 'user', 'test', now(), now()
       FROM generate_series(1, $2)`,
      [caller.tenantId, count],
    );
  await insert(first);
  await load(caller);
  await change(caller, "DELETE FROM relationships WHERE id::text LIKE '%0'");
  const { length: left } = await stored(caller);
  await insert(second);
  expect(await reconcile(caller)).toBe(first - left + second);
  expect(await reconcile(caller)).toBe(0);
});

test('a relationship that is written between the two looks stays', async () => {
  const { caller, memories } = await openChain(2);
  let looks = 0;
  const look = async <T>(read: () => Promise<T>): Promise<T> => {
    if (looks++ === 1) await relate(caller, memories[0]!, memories[2]!);
    return read();
  };
  await reconcile(caller, {
    graphStore: {
      ...graph.graphStore,
      revisions: (...page) => look(() => graph.graphStore.revisions(...page)),
    },
    reconciliation: {
      ...reconciliationRepository,
      listRevisions: (...page) => look(() => reconciliationRepository.listRevisions(...page)),
    },
  });
  expect(await held(caller)).toEqual(await stored(caller));
  expect(await held(caller)).toHaveLength(3);
});

test('a relationship that is deleted while it is repaired does not come back to life', async () => {
  const { caller, ids } = await openChain(2);
  await change(caller, 'UPDATE relationships SET revision = 5 WHERE id = $1', [ids[0]]);
  const upsertEdges: ReconcileGraphStoreDeps['graphStore']['upsertEdges'] = async (tenantId, edges) => {
    await graph.as(caller).delete(`/api/v2/relationships/${ids[0]}`);
    // The graph is dropped for want of room and loaded again: what it was told to remove is forgotten.
    await graph.graphStore.dropTenant(tenantId);
    await load(caller);
    await graph.graphStore.upsertEdges(tenantId, edges);
  };
  expect(await reconcile(caller, { graphStore: { ...graph.graphStore, upsertEdges } })).toBe(1);
  expect(await held(caller)).toEqual([{ id: ids[1], revision: 1 }]);
});

test('writers at the same moment: the store ends as the table is', async () => {
  const { caller, memories, ids } = await openChain(10);
  const app = graph.as(caller);
  let writing = true;
  const write = async (): Promise<void> => {
    for (const [at, id] of ids.entries()) {
      await app.patch(`/api/v2/relationships/${id}`).send({ strength: at / 100 });
      const other = await relate(caller, memories[at + 1]!, memories[at]!);
      if (at % 2 === 0) await app.delete(`/api/v2/relationships/${id}`);
      if (at % 3 === 0) await app.delete(`/api/v2/relationships/${other}`);
    }
  };
  const repair = async (): Promise<void> => {
    while (writing) {
      await reconcile(caller);
      await graph.graphStore.dropTenant(caller.tenantId);
      await load(caller);
    }
  };
  await Promise.all([write().finally(() => (writing = false)), repair()]);
  expect(await held(caller)).toEqual(await stored(caller));
  expect(await held(caller)).toHaveLength(11);
  expect(await reconcile(caller)).toBe(0);
});
