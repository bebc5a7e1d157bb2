import { describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { createEmbeddedGraphStore } from './embedded.ts';
import type { GraphEdge } from './graph-store.ts';
import { packEdges } from './pack-edges.testing.ts';
import { testEdge, testId } from './random-graph.testing.ts';

const tenant = newId();
const node = (order: number): string => testId('node', order);

/** A table that counts how often it is read, and can be made to wait between two batches. */
function countedTable(batches: () => GraphEdge[][]) {
  const gates: (() => void)[] = [];
  const table = {
    loads: 0,
    waits: false,
    failure: null as Error | null,
    /** Lets a waiting load go on. */
    open: () => gates.splice(0).forEach((go) => go()),
    async *loadEdges() {
      table.loads++;
      for (const batch of batches()) {
        yield packEdges(batch);
        if (table.waits) await new Promise<void>((go) => gates.push(go));
        if (table.failure) throw table.failure;
      }
    },
  };
  return table;
}

function storeOf(table: ReturnType<typeof countedTable>, maxBytes = 1e9) {
  const store = createEmbeddedGraphStore({ loadEdges: table.loadEdges, maxBytes });
  const edgesAt = async (order: number, tenantId = tenant): Promise<GraphEdge[]> =>
    (await store.edgesOf(tenantId, [node(order)], { limitPerNode: 10 }))[0]!.edges;
  return { store, edgesAt };
}

/** Lets everything run that does not wait for a gate. */
const settled = () => new Promise((resume) => setImmediate(resume));

describe('embedded graph store: loading', () => {
  test('reads the table when it is first asked, once for all who ask', async () => {
    const table = countedTable(() => [[testEdge(1, 0, 1)], [testEdge(2, 0, 2)]]);
    const { store, edgesAt } = storeOf(table);
    expect(table.loads).toBe(0);
    const answers = await Promise.all([edgesAt(0), edgesAt(0), edgesAt(1)]);
    expect(answers.map((edges) => edges.length)).toEqual([2, 2, 1]);
    await edgesAt(0);
    expect(table.loads).toBe(1);
    expect(store.memory().tenants).toBe(1);
  });

  test('a change for a tenant that is not in memory reads nothing: the table has it', async () => {
    let rows = [testEdge(1, 0, 1)];
    const table = countedTable(() => [rows]);
    const { store, edgesAt } = storeOf(table);
    rows = [...rows, testEdge(2, 0, 2)];
    await store.upsertEdges(tenant, [rows[1]!]);
    expect(await store.revisions(tenant, { afterId: null, limit: 10 })).toBeNull();
    expect(table.loads).toBe(0);
    expect(await edgesAt(0)).toHaveLength(2);
  });

  test('changes during a load are kept, whichever side has the older state', async () => {
    const [first, second, third, fourth] = [1, 2, 3, 4].map((i) => testEdge(i, 0, i)) as [
      GraphEdge,
      GraphEdge,
      GraphEdge,
      GraphEdge,
    ];
    // The table was read before the changes: the second batch is stale when it arrives.
    const table = countedTable(() => [[first], [second, third, fourth]]);
    table.waits = true;
    const { store, edgesAt } = storeOf(table);
    const answer = edgesAt(0);
    await settled();
    const added = testEdge(5, 0, 5);
    await store.upsertEdges(tenant, [{ ...second, strength: 0.9, revision: 2 }, added]);
    await store.removeEdges(tenant, [
      { id: first.id, revision: 2 },
      { id: third.id, revision: 2 },
    ]);
    await store.removeNodes(tenant, [node(4)]);
    table.open();
    await settled();
    table.open();
    expect(await answer).toEqual([{ ...second, strength: 0.9, revision: 2 }, added]);
  });

  test('a load that fails is a 503 for all who waited, and the next request tries again', async () => {
    const table = countedTable(() => [[testEdge(1, 0, 1)]]);
    table.failure = new Error('connection lost');
    const { store, edgesAt } = storeOf(table);
    const failed = { status: 'rejected', reason: { code: 'SYS_SERVICE_UNAVAILABLE', cause: table.failure } };
    expect(await Promise.allSettled([edgesAt(0), edgesAt(1)])).toMatchObject([failed, failed]);
    expect(store.memory()).toEqual({ tenants: 0, bytes: 0 });
    table.failure = null;
    expect(await edgesAt(0)).toHaveLength(1);
    expect(table.loads).toBe(2);
  });

  test('a tenant that is dropped during its load is read anew by the next request', async () => {
    let rows = [testEdge(1, 0, 1)];
    const table = countedTable(() => [rows]);
    table.waits = true;
    const { store, edgesAt } = storeOf(table);
    const before = edgesAt(0);
    await settled();
    rows = [];
    await store.dropTenant(tenant);
    table.waits = false;
    expect(await edgesAt(0)).toEqual([]);
    table.open();
    await before;
    expect(await edgesAt(0)).toEqual([]);
    expect(store.memory().tenants).toBe(1);
  });

  test('closing during a load refuses who waits', async () => {
    const table = countedTable(() => [[testEdge(1, 0, 1)]]);
    table.waits = true;
    const { store, edgesAt } = storeOf(table);
    const answer = expect(edgesAt(0)).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    await settled();
    await store.close();
    table.open();
    await answer;
    expect(store.memory()).toEqual({ tenants: 0, bytes: 0 });
  });

  test('a large batch leaves room for others while it is taken in', async () => {
    const batch = Array.from({ length: 20_000 }, (_, i) => testEdge(i, i % 500, 500 + (i % 499)));
    const { store } = storeOf(countedTable(() => [batch]));
    let turns = 0;
    let loading = true;
    const count = (): void => {
      turns++;
      if (loading) setImmediate(count);
    };
    setImmediate(count);
    await store.edgesOf(tenant, [], { limitPerNode: 1 });
    loading = false;
    expect(turns).toBeGreaterThan(5);
  });
});

describe('embedded graph store: memory', () => {
  const tenants = [newId(), newId(), newId()] as const;
  const rows = Array.from({ length: 500 }, (_, i) => testEdge(i, 0, i + 1));

  async function sizeOfOne(): Promise<number> {
    const { store, edgesAt } = storeOf(countedTable(() => [rows]));
    await edgesAt(0);
    return store.memory().bytes;
  }

  test('the least recently used tenants give way, and come back from the table', async () => {
    const table = countedTable(() => [rows]);
    const { store, edgesAt } = storeOf(table, 2.5 * (await sizeOfOne()));
    await edgesAt(0, tenants[0]);
    await edgesAt(0, tenants[1]);
    await edgesAt(0, tenants[0]);
    await edgesAt(0, tenants[2]);
    expect(store.memory()).toEqual({ tenants: 2, bytes: 2 * (await sizeOfOne()) });
    expect(table.loads).toBe(3);
    await edgesAt(0, tenants[0]);
    expect(table.loads).toBe(3);
    expect(await store.revisions(tenants[1], { afterId: null, limit: 1 })).toBeNull();
    expect(await edgesAt(0, tenants[1])).toHaveLength(10);
    expect(table.loads).toBe(4);
  });

  test('growth counts: a tenant that grows pushes the others out, and stays itself', async () => {
    const { store, edgesAt } = storeOf(
      countedTable(() => [rows]),
      2.5 * (await sizeOfOne()),
    );
    await edgesAt(0, tenants[0]);
    await edgesAt(0, tenants[1]);
    const many = Array.from({ length: 5_000 }, (_, i) => testEdge(1_000 + i, 1, 1_000 + i));
    await store.upsertEdges(tenants[1], many);
    expect(store.memory().tenants).toBe(1);
    expect(await store.revisions(tenants[1], { afterId: null, limit: 1 })).toHaveLength(1);
  });

  test('a graph full of tombstones is read anew', async () => {
    const table = countedTable(() => [rows]);
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

  test('100,000 edges among 20,000 nodes take under 15 MB', async () => {
    const batch = (first: number): GraphEdge[] =>
      Array.from({ length: 5_000 }, (_, i) => {
        const from = ((first + i) * 7_919) % 20_000;
        return testEdge(first + i, from, (from + 1 + ((first + i) % 977)) % 20_000);
      });
    const store = createEmbeddedGraphStore({
      async *loadEdges() {
        for (let first = 0; first < 100_000; first += 5_000) yield packEdges(batch(first));
      },
      maxBytes: 1e9,
    });
    const nodes = Array.from({ length: 20_000 }, (_, order) => node(order));
    const found = await store.edgesOf(tenant, nodes, { limitPerNode: 0 });
    expect(found.reduce((sum, { total }) => sum + total, 0)).toBe(200_000);
    expect(store.memory().bytes).toBeLessThan(15e6);
  });
});
