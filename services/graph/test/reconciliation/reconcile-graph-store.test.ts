import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { reconcileGraphStore } from '../../src/reconciliation/reconcile-graph-store.ts';
import type { ReconcileGraphStoreDeps } from '../../src/reconciliation/reconcile-graph-store.ts';
import { memoryWindowRepository } from '../../src/memory-windows/memory-window.repository.ts';
import { reconciliationRepository } from '../../src/reconciliation/reconciliation.repository.ts';
import { createTestGraphService, randomPairs, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

/** Creates a caller with a chain of relationships that the store has loaded. */
async function createLoadedChain(length: number) {
  const caller = testCaller();
  const memories = graph.memories.createMany(caller, length + 1);
  const ids: string[] = [];
  for (let i = 0; i < length; i++) ids.push(await create(caller, memories[i]!, memories[i + 1]!));
  await load(caller);
  return { caller, memories, ids };
}

async function create(caller: Caller, fromId: string, toId: string): Promise<string> {
  const response = await graph.as(caller).post(PATH).send(relationshipBody(fromId, toId));
  return response.body.data.id;
}

const load = (caller: Caller) => graph.graphStore.edgesOf(caller.tenantId, [], { limitPerNode: 0 });

const indexedRevisions = (caller: Caller) =>
  graph.graphStore.revisions(caller.tenantId, { afterId: null, limit: 1_000 });

const storedRevisions = (caller: Caller) =>
  graph.query(caller, 'SELECT id, revision::int AS revision FROM relationships ORDER BY id');

function reconcile(caller: Caller, changed: Partial<ReconcileGraphStoreDeps> = {}): Promise<number> {
  const deps = {
    inTransaction: graph.database.inTransaction,
    reconciliation: reconciliationRepository,
    memoryWindows: memoryWindowRepository,
    graphStore: graph.graphStore,
    ...changed,
  };
  return reconcileGraphStore(deps, caller.tenantId, new AbortController().signal);
}

describe('reconcileGraphStore', () => {
  test('reports the repair of a missing, an outdated and a deleted edge as three differences', async () => {
    const { caller, memories, ids } = await createLoadedChain(4);
    await graph.insertRows(caller, [[memories[0]!, memories[4]!]]);
    const updateStrength = 'UPDATE relationships SET revision = 5, strength = 0.25 WHERE id = $1';
    await graph.query(caller, updateStrength, [ids[1]]);
    await graph.query(caller, 'DELETE FROM relationships WHERE id = $1', [ids[2]]);
    expect(await graph.reconcile()).toBe(3);
    expect(await indexedRevisions(caller)).toEqual(await storedRevisions(caller));
    const [found] = await graph.graphStore.edgesOf(caller.tenantId, [memories[1]!], { limitPerNode: 9 });
    expect(found!.edges.find(({ id }) => id === ids[1])).toMatchObject({ strength: 0.25, revision: 5 });
    expect(await graph.reconcile()).toBe(0);
  });

  test('stores the periods of memories that the store missed, on every page of them', async () => {
    const { caller, memories } = await createLoadedChain(1);
    const endpoints = async (): Promise<string[]> => {
      const body = { start_memory_id: memories[0] };
      const response = await graph.as(caller).post(`${PATH}/traverse`).send(body);
      return response.body.data.paths.map(({ nodes }: { nodes: string[] }) => nodes.at(-1));
    };
    await graph.query(
      caller,
      `INSERT INTO memory_windows (tenant_id, id, revision, valid_until)
       SELECT $1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 1, '2020-01-01'
       FROM generate_series(1, 2000) n`,
      [caller.tenantId],
    );
    // The ids of memories are higher, so that this row is on the second page.
    await graph.query(
      caller,
      "INSERT INTO memory_windows (tenant_id, id, revision, valid_until) VALUES ($1, $2, 2, '2020-01-01')",
      [caller.tenantId, memories[1]],
    );
    expect(await endpoints()).toEqual([memories[1]]);
    await reconcile(caller);
    expect(await endpoints()).toEqual([]);
  });

  test('skips a tenant that the store has not loaded', async () => {
    const { caller, ids } = await createLoadedChain(1);
    await graph.graphStore.dropTenant(caller.tenantId);
    await graph.query(caller, 'UPDATE relationships SET revision = 5 WHERE id = $1', [ids[0]]);
    expect(await reconcile(caller)).toBe(0);
    expect(await indexedRevisions(caller)).toBeNull();
  });

  test('finds differences on every page of a tenant with 20,500 relationships', async () => {
    const caller = testCaller();
    const [loaded, missing] = [20_500, 500];
    await graph.insertRows(caller, randomPairs(loaded));
    await load(caller);
    await graph.query(caller, "DELETE FROM relationships WHERE id::text LIKE '%0'");
    const { length: remaining } = await storedRevisions(caller);
    await graph.insertRows(caller, randomPairs(missing));
    expect(await reconcile(caller)).toBe(loaded - remaining + missing);
    expect(await reconcile(caller)).toBe(0);
  });

  test('keeps a relationship that is created between the reads of the store and of the table', async () => {
    const { caller, memories } = await createLoadedChain(2);
    let reads = 0;
    const beforeSecondRead = async <T>(read: () => Promise<T>): Promise<T> => {
      if (reads++ === 1) await create(caller, memories[0]!, memories[2]!);
      return read();
    };
    await reconcile(caller, {
      graphStore: {
        ...graph.graphStore,
        revisions: (...page) => beforeSecondRead(() => graph.graphStore.revisions(...page)),
      },
      reconciliation: {
        ...reconciliationRepository,
        listRevisions: (...page) => beforeSecondRead(() => reconciliationRepository.listRevisions(...page)),
      },
    });
    expect(await indexedRevisions(caller)).toEqual(await storedRevisions(caller));
    expect(await indexedRevisions(caller)).toHaveLength(3);
  });

  test('does not restore a relationship that is deleted during its repair', async () => {
    const { caller, ids } = await createLoadedChain(2);
    await graph.query(caller, 'UPDATE relationships SET revision = 5 WHERE id = $1', [ids[0]]);
    const upsertEdges: ReconcileGraphStoreDeps['graphStore']['upsertEdges'] = async (tenantId, edges) => {
      await graph.as(caller).delete(`${PATH}/${ids[0]}`);
      // Evicting and reloading the tenant discards the tombstone of the deleted edge.
      await graph.graphStore.dropTenant(tenantId);
      await load(caller);
      await graph.graphStore.upsertEdges(tenantId, edges);
    };
    expect(await reconcile(caller, { graphStore: { ...graph.graphStore, upsertEdges } })).toBe(1);
    expect(await indexedRevisions(caller)).toEqual([{ id: ids[1], revision: 1 }]);
  });

  test('makes the store equal to the table after repeated runs during concurrent writes', async () => {
    const { caller, memories, ids } = await createLoadedChain(10);
    const app = graph.as(caller);
    let writing = true;
    const write = async (): Promise<void> => {
      for (const [i, id] of ids.entries()) {
        await app.patch(`${PATH}/${id}`).send({ strength: i / 100 });
        const other = await create(caller, memories[i + 1]!, memories[i]!);
        if (i % 2 === 0) await app.delete(`${PATH}/${id}`);
        if (i % 3 === 0) await app.delete(`${PATH}/${other}`);
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
    expect(await indexedRevisions(caller)).toEqual(await storedRevisions(caller));
    expect(await indexedRevisions(caller)).toHaveLength(11);
    expect(await reconcile(caller)).toBe(0);
  });
});
