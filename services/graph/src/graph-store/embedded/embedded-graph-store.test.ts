import { describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { packEdges } from '../../../test/pack-edges.fixture.ts';
import { testEdge, testId } from '../../../test/random-graph.fixture.ts';
import type { GraphEdge, NodeWindow } from '../graph-store.ts';
import { createEmbeddedGraphStore } from './embedded-graph-store.ts';

const tenant = newId();
const node = (order: number): string => testId('node', order);

/** Creates a fake `relationships` table. It counts loads, and can block or fail a load after each batch. */
function fakeTable(batches: () => GraphEdge[][]) {
  const blocked: (() => void)[] = [];
  const table = {
    loads: 0,
    blocksLoads: false,
    failure: null as Error | null,
    /** Lets each blocked load read its next batch. */
    unblock: () => blocked.splice(0).forEach((resume) => resume()),
    windows: [] as NodeWindow[],
    async *loadWindows() {
      yield table.windows;
    },
    async *loadEdges() {
      table.loads++;
      for (const batch of batches()) {
        yield packEdges(batch);
        if (table.blocksLoads) await new Promise<void>((resume) => blocked.push(resume));
        if (table.failure) throw table.failure;
      }
    },
  };
  return table;
}

function storeOf(table: ReturnType<typeof fakeTable>, maxBytes = 1e9) {
  const store = createEmbeddedGraphStore({
    loadEdges: table.loadEdges,
    loadWindows: table.loadWindows,
    maxBytes,
  });
  const edgesAt = async (order: number, tenantId = tenant): Promise<GraphEdge[]> =>
    (await store.edgesOf(tenantId, [node(order)], { limitPerNode: 10 }))[0]!.edges;
  return { store, edgesAt };
}

/** Waits until all pending work has run, except blocked loads. */
const runPending = () => new Promise((resume) => setImmediate(resume));

describe('embedded graph store: loading', () => {
  test('loads a tenant once for concurrent first reads', async () => {
    const table = fakeTable(() => [[testEdge(1, 0, 1)], [testEdge(2, 0, 2)]]);
    const { store, edgesAt } = storeOf(table);
    expect(table.loads).toBe(0);
    const results = await Promise.all([edgesAt(0), edgesAt(0), edgesAt(1)]);
    expect(results.map((edges) => edges.length)).toEqual([2, 2, 1]);
    expect([table.loads, store.memory().tenants]).toEqual([1, 1]);
  });

  test('does not load a loaded tenant again', async () => {
    const table = fakeTable(() => [[testEdge(1, 0, 1)]]);
    const { edgesAt } = storeOf(table);
    await edgesAt(0);
    await edgesAt(0);
    expect(table.loads).toBe(1);
  });

  test('loads a change of a tenant that is not in memory from the table on the next read', async () => {
    let rows = [testEdge(1, 0, 1)];
    const table = fakeTable(() => [rows]);
    const { store, edgesAt } = storeOf(table);
    rows = [...rows, testEdge(2, 0, 2)];
    await store.upsertEdges(tenant, [rows[1]!]);
    expect(await store.revisions(tenant, { afterId: null, limit: 10 })).toBeNull();
    expect(table.loads).toBe(0);
    expect(await edgesAt(0)).toHaveLength(2);
  });

  test('keeps a change that arrives during a load, even if the load then returns an older revision', async () => {
    const [first, second, third, fourth] = [1, 2, 3, 4].map((i) => testEdge(i, 0, i)) as [
      GraphEdge,
      GraphEdge,
      GraphEdge,
      GraphEdge,
    ];
    const table = fakeTable(() => [[first], [second, third, fourth]]);
    table.blocksLoads = true;
    const { store, edgesAt } = storeOf(table);
    const edges = edgesAt(0);
    await runPending();
    const added = testEdge(5, 0, 5);
    await store.upsertEdges(tenant, [{ ...second, strength: 0.9, revision: 2 }, added]);
    await store.removeEdges(tenant, [
      { id: first.id, revision: 2 },
      { id: third.id, revision: 2 },
    ]);
    await store.removeNodes(tenant, [node(4)]);
    table.unblock();
    await runPending();
    table.unblock();
    expect(await edges).toEqual([{ ...second, strength: 0.9, revision: 2 }, added]);
  });

  test('rejects all waiting reads with SYS_SERVICE_UNAVAILABLE if a load fails', async () => {
    const table = fakeTable(() => [[testEdge(1, 0, 1)]]);
    table.failure = new Error('connection lost');
    const { store, edgesAt } = storeOf(table);
    const failed = { status: 'rejected', reason: { code: 'SYS_SERVICE_UNAVAILABLE', cause: table.failure } };
    expect(await Promise.allSettled([edgesAt(0), edgesAt(1)])).toMatchObject([failed, failed]);
    expect(store.memory()).toEqual({ tenants: 0, bytes: 0 });
  });

  test('loads again on the next read after a failed load', async () => {
    const table = fakeTable(() => [[testEdge(1, 0, 1)]]);
    table.failure = new Error('connection lost');
    const { edgesAt } = storeOf(table);
    await expect(edgesAt(0)).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    table.failure = null;
    expect(await edgesAt(0)).toHaveLength(1);
    expect(table.loads).toBe(2);
  });

  test('loads a tenant again if the tenant was dropped during the load', async () => {
    let rows = [testEdge(1, 0, 1)];
    const table = fakeTable(() => [rows]);
    table.blocksLoads = true;
    const { store, edgesAt } = storeOf(table);
    const before = edgesAt(0);
    await runPending();
    rows = [];
    await store.dropTenant(tenant);
    table.blocksLoads = false;
    expect(await edgesAt(0)).toEqual([]);
    table.unblock();
    await before;
    expect(await edgesAt(0)).toEqual([]);
    expect(store.memory().tenants).toBe(1);
  });

  test('rejects waiting reads with SYS_SERVICE_UNAVAILABLE if the store is closed during a load', async () => {
    const table = fakeTable(() => [[testEdge(1, 0, 1)]]);
    table.blocksLoads = true;
    const { store, edgesAt } = storeOf(table);
    const rejection = expect(edgesAt(0)).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    await runPending();
    await store.close();
    table.unblock();
    await rejection;
    expect(store.memory()).toEqual({ tenants: 0, bytes: 0 });
  });

  test('yields to the event loop while the store adds a large batch', async () => {
    const batch = Array.from({ length: 20_000 }, (_, i) => testEdge(i, i % 500, 500 + (i % 499)));
    const { store } = storeOf(fakeTable(() => [batch]));
    let turns = 0;
    let loading = true;
    const countTurns = (): void => {
      turns++;
      if (loading) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    await store.edgesOf(tenant, [], { limitPerNode: 1 });
    loading = false;
    expect(turns).toBeGreaterThan(5);
  });
});

describe('embedded graph store: memory', () => {
  const tenants = [newId(), newId(), newId()] as const;
  const rows = Array.from({ length: 500 }, (_, i) => testEdge(i, 0, i + 1));

  async function bytesOfOneTenant(): Promise<number> {
    const { store, edgesAt } = storeOf(fakeTable(() => [rows]));
    await edgesAt(0);
    return store.memory().bytes;
  }

  test('evicts the least recently used tenant until its next read if the memory limit is exceeded', async () => {
    const table = fakeTable(() => [rows]);
    const tenantBytes = await bytesOfOneTenant();
    const { store, edgesAt } = storeOf(table, 2.5 * tenantBytes);
    await edgesAt(0, tenants[0]);
    await edgesAt(0, tenants[1]);
    await edgesAt(0, tenants[0]);
    await edgesAt(0, tenants[2]);
    expect(store.memory()).toEqual({ tenants: 2, bytes: 2 * tenantBytes });
    expect(table.loads).toBe(3);
    await edgesAt(0, tenants[0]);
    expect(table.loads).toBe(3);
    expect(await store.revisions(tenants[1], { afterId: null, limit: 1 })).toBeNull();
    expect(await edgesAt(0, tenants[1])).toHaveLength(10);
    expect(table.loads).toBe(4);
  });

  test('evicts the other tenants, but not the growing tenant, if a growing tenant exceeds the memory limit', async () => {
    const { store, edgesAt } = storeOf(
      fakeTable(() => [rows]),
      2.5 * (await bytesOfOneTenant()),
    );
    await edgesAt(0, tenants[0]);
    await edgesAt(0, tenants[1]);
    const added = Array.from({ length: 5_000 }, (_, i) => testEdge(1_000 + i, 1, 1_000 + i));
    await store.upsertEdges(tenants[1], added);
    expect(store.memory().tenants).toBe(1);
    expect(await store.revisions(tenants[1], { afterId: null, limit: 1 })).toHaveLength(1);
  });

  test('evicts a tenant with more than 10,000 tombstones until its next read', async () => {
    const table = fakeTable(() => [rows]);
    const { store, edgesAt } = storeOf(table);
    await edgesAt(0);
    await store.removeNodes(
      tenant,
      Array.from({ length: 10_001 }, (_, i) => node(100_000 + i)),
    );
    expect(store.memory()).toEqual({ tenants: 0, bytes: 0 });
    expect(await edgesAt(0)).toHaveLength(10);
    expect(table.loads).toBe(2);
  });

  test('holds 100,000 edges between 20,000 nodes in less than 15 MB', async () => {
    const batch = (first: number): GraphEdge[] =>
      Array.from({ length: 5_000 }, (_, i) => {
        const from = ((first + i) * 7_919) % 20_000;
        return testEdge(first + i, from, (from + 1 + ((first + i) % 977)) % 20_000);
      });
    const store = createEmbeddedGraphStore({
      async *loadEdges() {
        for (let first = 0; first < 100_000; first += 5_000) yield packEdges(batch(first));
      },
      async *loadWindows() {},
      maxBytes: 1e9,
    });
    const nodes = Array.from({ length: 20_000 }, (_, order) => node(order));
    const found = await store.edgesOf(tenant, nodes, { limitPerNode: 0 });
    expect(found.reduce((sum, { total }) => sum + total, 0)).toBe(200_000);
    expect(store.memory().bytes).toBeLessThan(15e6);
  });
});
