import { afterAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { realServers } from '@loci/testing/integration-engines';
import { assertProperty, propertyTimeout } from '@loci/testing/assert-property';
import fc from 'fast-check';
import neo4j from 'neo4j-driver';
import type { Driver } from 'neo4j-driver';
import { expand } from '../expansion/expand.ts';
import { traverse } from '../traversal/traverse.ts';
import type { GraphEdge, GraphStore } from './graph-store.ts';
import { createNeo4jGraphStore } from './neo4j.ts';
import type { Neo4jGraphStoreOptions } from './neo4j.ts';
import { openNeo4jProxy } from './neo4j/neo4j-proxy.testing.ts';
import { graphOf, randomEdges, testEdge, testId } from './random-graph.testing.ts';

const server = realServers().neo4j;
/** A server that has just started, on a busy machine, takes its time to compile a query. */
const patient = { ...server, readTimeoutMs: 20_000, writeTimeoutMs: 20_000 };
const unavailable = { code: 'SYS_SERVICE_UNAVAILABLE' };

const store = await createNeo4jGraphStore(patient);
const tenants: string[] = [];
const opened: GraphStore[] = [store];
afterAll(async () => {
  for (const tenant of tenants) await store.dropTenant(tenant);
  for (const one of opened) await one.close();
});

function newTenant(): string {
  tenants.push(newId());
  return tenants.at(-1)!;
}

async function open(options: Partial<Neo4jGraphStoreOptions> = {}): Promise<GraphStore> {
  const another = await createNeo4jGraphStore({ ...patient, ...options });
  opened.push(another);
  return another;
}

const node = (order: number): string => testId('node', order);
const edgesAt = async (tenant: string, order: number, from = store): Promise<GraphEdge[]> =>
  (await from.edgesOf(tenant, [node(order)], { limitPerNode: 1_000 }))[0]!.edges;
const held = (tenant: string, from = store) => from.revisions(tenant, { afterId: null, limit: 100_000 });
const revisionsOf = (edges: readonly GraphEdge[]) =>
  edges.map(({ id, revision }) => ({ id, revision })).sort((a, b) => (a.id < b.id ? -1 : 1));

/** What Neo4j has of a tenant, by the kind of thing. */
async function contents(tenant: string): Promise<Record<'nodes' | 'edges' | 'guards', number>> {
  return withDriver(async (driver) => {
    const count = async (pattern: string): Promise<number> => {
      const query = `MATCH ${pattern} WHERE x.key STARTS WITH $prefix RETURN count(x) AS n`;
      return (await driver.executeQuery(query, { prefix: `${tenant}/` })).records[0]!.get('n') as number;
    };
    return {
      nodes: await count('(x:LociNode)'),
      edges: await count('()-[x:LOCI_EDGE]->()'),
      guards: await count('(x:LociEdgeGuard)'),
    };
  });
}

async function withDriver<T>(work: (driver: Driver) => Promise<T>): Promise<T> {
  const driver = neo4j.driver(server.url, neo4j.auth.basic(server.user, server.password), {
    disableLosslessIntegers: true,
  });
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}

/** Resolves once a statement that names this key waits for a lock. */
async function untilBlocked(driver: Driver, key: string): Promise<void> {
  const end = performance.now() + 20_000;
  for (let blocked = false; !blocked;) {
    if (performance.now() > end) throw new Error(`No statement that names ${key} waits for a lock.`);
    const { records } = await driver.executeQuery(
      "SHOW TRANSACTIONS YIELD status, parameters WHERE status STARTS WITH 'Blocked' RETURN parameters",
    );
    blocked = records.some((record) => JSON.stringify(record.get('parameters')).includes(key));
  }
}

describe('tenants in one database', () => {
  test('the same nodes, edges and removals in two of them never meet', async () => {
    const [mine, theirs] = [newTenant(), newTenant()];
    const edges = [testEdge(1, 0, 1), testEdge(2, 1, 2), testEdge(3, 2, 0)];
    await store.upsertEdges(mine, edges);
    await store.upsertEdges(
      theirs,
      edges.map((edge) => ({ ...edge, type: 'causes', revision: 9 })),
    );
    await store.removeNodes(theirs, [node(1)]);
    await store.removeEdges(theirs, [{ id: edges[2]!.id, revision: 10 }]);
    expect(await held(mine)).toEqual(revisionsOf(edges));
    expect(await held(theirs)).toEqual([]);
    const walked = await store.traverse(mine, { startId: node(0), maxDepth: 10, direction: 'ANY' });
    expect(walked.visitedIds.toSorted()).toEqual([node(0), node(1), node(2)]);
    await store.dropTenant(theirs);
    expect(await contents(theirs)).toEqual({ nodes: 0, edges: 0, guards: 0 });
    expect(await held(mine)).toEqual(revisionsOf(edges));
  });

  test('one is dropped in many transactions, whatever it holds', async () => {
    const tenant = newTenant();
    const small = await open({ batchSize: 3 });
    await small.upsertEdges(
      tenant,
      Array.from({ length: 10 }, (_, i) => testEdge(i, 0, i + 1)),
    );
    await small.removeEdges(tenant, [{ id: testId('edge', 3), revision: 2 }]);
    expect(await contents(tenant)).toEqual({ nodes: 11, edges: 9, guards: 10 });
    await small.dropTenant(tenant);
    expect(await contents(tenant)).toEqual({ nodes: 0, edges: 0, guards: 0 });
  });
});

describe('writers at the same moment', () => {
  test('40 of them on one edge end at the greatest revision', async () => {
    const tenant = newTenant();
    const other = await open();
    const revisions = Array.from({ length: 40 }, (_, i) => ((i * 17) % 40) + 1);
    await Promise.all(
      revisions.map((revision, i) =>
        (i % 2 === 0 ? store : other).upsertEdges(tenant, [
          testEdge(1, 0, 1, { revision, strength: revision / 40 }),
        ]),
      ),
    );
    expect(await edgesAt(tenant, 0)).toEqual([testEdge(1, 0, 1, { revision: 40, strength: 1 })]);
    expect(await contents(tenant)).toEqual({ nodes: 2, edges: 1, guards: 1 });
  });

  test('a removal beats every older state and no newer one, in whatever order they come', async () => {
    const tenant = newTenant();
    const removal = (order: number) =>
      store.removeEdges(tenant, [{ id: testId('edge', order), revision: 5 }]);
    const states = (order: number, revisions: number[]) =>
      revisions.map((revision) => store.upsertEdges(tenant, [testEdge(order, 0, order, { revision })]));
    await Promise.all([
      ...states(1, [4, 2]),
      removal(1),
      ...states(1, [3, 1, 5]),
      ...states(2, [4, 6]),
      removal(2),
      ...states(2, [3]),
    ]);
    expect(await edgesAt(tenant, 0)).toEqual([testEdge(2, 0, 2, { revision: 6 })]);
  });

  test('batches that meet in many edges and nodes, each in another order, all arrive', async () => {
    const tenant = newTenant();
    const edges = Array.from({ length: 60 }, (_, i) => testEdge(i, i % 7, 7 + (i % 5)));
    const batches = Array.from({ length: 12 }, (_, i) => {
      const turned = [...edges.slice(5 * i), ...edges.slice(0, 5 * i)];
      return (i % 2 === 0 ? turned : turned.toReversed()).map((edge) => ({ ...edge, revision: i + 1 }));
    });
    await Promise.all(batches.map((batch) => store.upsertEdges(tenant, batch)));
    expect(await held(tenant)).toEqual(revisionsOf(edges.map((edge) => ({ ...edge, revision: 12 }))));
  });

  test('a memory that is removed while relationships to it are written keeps none', async () => {
    const tenant = newTenant();
    const other = await open({ batchSize: 4 });
    const writing = Array.from({ length: 30 }, (_, i) =>
      (i % 2 === 0 ? store : other).upsertEdges(tenant, [
        testEdge(i, i % 3, 10 + i),
        testEdge(100 + i, 50, i % 3),
      ]),
    );
    await Promise.all([
      ...writing,
      store.removeNodes(tenant, [node(0)]),
      other.removeNodes(tenant, [node(1), node(0)]),
    ]);
    await other.upsertEdges(tenant, [
      testEdge(500, 0, 1, { revision: 9 }),
      testEdge(501, 2, 0, { revision: 9 }),
    ]);
    expect(await edgesAt(tenant, 0)).toEqual([]);
    expect(await edgesAt(tenant, 1)).toEqual([]);
    expect(await edgesAt(tenant, 2)).toHaveLength(20);
    expect(await held(tenant)).toHaveLength(20);
  });

  test('a relationship waits for the removal of its end that is not committed yet, and is refused then', async () => {
    const tenant = newTenant();
    await store.upsertEdges(tenant, [testEdge(1, 0, 1)]);
    await withDriver(async (driver) => {
      const removing = await driver.session().beginTransaction();
      await removing.run('MATCH (node:LociNode {key: $key}) SET node.gone = true', {
        key: `${tenant}/${node(0)}`,
      });
      const writing = store.upsertEdges(tenant, [testEdge(2, 0, 2)]);
      await untilBlocked(driver, `${tenant}/${node(2)}`);
      await removing.commit();
      await writing;
    });
    expect(await held(tenant)).toEqual(revisionsOf([testEdge(1, 0, 1)]));
    await store.removeNodes(tenant, [node(0)]);
    expect(await held(tenant)).toEqual([]);
  });

  test('a read sees what its process has just been told, though nobody waited for it', async () => {
    const tenant = newTenant();
    const told = store.upsertEdges(tenant, [testEdge(1, 0, 1)]);
    expect(await edgesAt(tenant, 0)).toHaveLength(1);
    await told;
  });

  test('an edge whose ends change moves', async () => {
    const tenant = newTenant();
    await store.upsertEdges(tenant, [testEdge(1, 0, 1)]);
    await store.upsertEdges(tenant, [testEdge(1, 2, 0, { revision: 2 })]);
    expect(await edgesAt(tenant, 1)).toEqual([]);
    expect(await edgesAt(tenant, 2)).toEqual([testEdge(1, 2, 0, { revision: 2 })]);
    expect(await contents(tenant)).toMatchObject({ edges: 1 });
  });
});

describe('walks', () => {
  const limits = { maxNodes: 100, maxEdges: 100, seedLimit: 3, damping: 0.5 };

  test(
    'are the same as in memory, on any graph',
    async () => {
      await assertProperty(
        fc.asyncProperty(
          randomEdges(8, 30),
          fc.integer({ min: 1, max: 4 }),
          fc.constantFrom('OUTBOUND' as const, 'INBOUND' as const, 'ANY' as const),
          fc.constantFrom([], ['supports'], ['causes', 'updates']),
          async (edges, maxDepth, direction, types) => {
            const tenant = newTenant();
            await store.upsertEdges(tenant, edges);
            const graph = graphOf(edges);
            const request = { startId: node(0), maxDepth, direction, types };
            expect(await store.traverse(tenant, request)).toEqual(traverse(graph, request));
            const start = [0, 1, 2, 20].map((order) => ({ id: node(order), mass: 1 / (order + 1) }));
            const extraEdges = [{ fromId: node(3), toId: node(20), weight: 0.5 }];
            const spread = { ...limits, start, maxDepth, extraEdges };
            const expected = expand(graph, spread);
            expect(await store.expand(tenant, spread)).toEqual({
              ...expected,
              edges: expected.edges.map((edge) => graph.edge(edge)),
            });
          },
        ),
        { runs: 100, timeLimitMs: 100_000 },
      );
    },
    propertyTimeout(100_000),
  );

  test('a hub: the best 1,000 of its edges, and mass along its 32 heaviest', async () => {
    const tenant = newTenant();
    const edges = Array.from({ length: 5_000 }, (_, i) =>
      testEdge(i, 0, i + 1, { strength: ((i * 7) % 1_000) / 1_000 }),
    );
    await store.upsertEdges(tenant, edges);
    const graph = graphOf(edges);
    const request = { startId: node(0), maxDepth: 5, direction: 'ANY' as const };
    const found = await store.traverse(tenant, request);
    expect(found).toEqual(traverse(graph, request));
    expect(found).toMatchObject({ truncated: true, maxDepthReached: 1 });
    const spread = { ...limits, start: [{ id: node(0), mass: 1 }], maxDepth: 2 };
    expect((await store.expand(tenant, spread)).nodes).toEqual(expand(graph, spread).nodes);
  });

  test('a walk to a hub and beyond is as exact', async () => {
    const tenant = newTenant();
    const edges = [
      ...Array.from({ length: 300 }, (_, i) => testEdge(i, 0, i + 1)),
      ...Array.from({ length: 300 }, (_, i) => testEdge(1_000 + i, (i % 30) + 1, 400 + i)),
      ...Array.from({ length: 2_000 }, (_, i) => testEdge(2_000 + i, 400 + (i % 300), 1_000 + i)),
    ];
    await store.upsertEdges(tenant, edges);
    for (const maxDepth of [2, 3, 10]) {
      const request = { startId: node(0), maxDepth, direction: 'ANY' as const };
      expect(await store.traverse(tenant, request)).toEqual(traverse(graphOf(edges), request));
    }
  });
});

describe('a server that cannot be used', () => {
  test('a wrong password, a wrong user, a wrong database: said when it is opened', async () => {
    // A user of this test alone: after three wrong passwords a user is locked for a while.
    const wrong = open({ user: `nobody-${newId()}`, password: 'secret-of-nobody' });
    await expect(wrong).rejects.toMatchObject({
      code: 'SYS_INTERNAL_ERROR',
      message: expect.stringMatching(/^Neo4j at bolt:.* does not accept this user and password/),
    });
    await expect(wrong).rejects.not.toMatchObject({ message: expect.stringContaining('secret-of-nobody') });
    await expect(open({ database: 'nowhere' })).rejects.toMatchObject({
      code: 'SYS_INTERNAL_ERROR',
      message: expect.stringContaining('no database called nowhere'),
    });
  });

  test('many processes that start at once make the constraints together', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => open()));
    const tenant = newTenant();
    await Promise.all(stores.map((one) => one.upsertEdges(tenant, [testEdge(1, 0, 1)])));
    expect(await contents(tenant)).toEqual({ nodes: 2, edges: 1, guards: 1 });
  });

  /** Every call is refused, each within `withinMs` by the clock. */
  async function expectRefusals(down: GraphStore, tenant: string, withinMs: number): Promise<void> {
    const calls = [
      () => down.upsertEdges(tenant, [testEdge(2, 0, 2)]),
      () => down.removeEdges(tenant, [{ id: testId('edge', 1), revision: 1 }]),
      () => down.removeNodes(tenant, [node(9)]),
      () => down.traverse(tenant, { startId: node(0), maxDepth: 3, direction: 'ANY' }),
      () => down.expand(tenant, { ...limitsOfOne, start: [{ id: node(0), mass: 1 }] }),
      () => down.edgesOf(tenant, [node(0)], { limitPerNode: 1 }),
      () => down.edgesBetween(tenant, [node(0), node(1)], 1),
      () => down.revisions(tenant, { afterId: null, limit: 1 }),
    ];
    const started = performance.now();
    await Promise.all(calls.map((call) => expect(call()).rejects.toMatchObject(unavailable)));
    expect(performance.now() - started).toBeLessThan(withinMs);
  }
  const limitsOfOne = { seedLimit: 1, maxDepth: 1, damping: 0.5, maxNodes: 1, maxEdges: 1 };

  test('cut off: refused soon, and served again once it is back', async () => {
    const proxy = await openNeo4jProxy(`graph-${newId()}`);
    try {
      const through = await open({ url: proxy.url });
      const tenant = newTenant();
      await through.upsertEdges(tenant, [testEdge(1, 0, 1)]);
      await proxy.cut();
      await expectRefusals(through, tenant, 5_000);
      await proxy.heal();
      await through.upsertEdges(tenant, [testEdge(3, 0, 3)]);
      expect(await held(tenant, through)).toEqual(revisionsOf([testEdge(1, 0, 1), testEdge(3, 0, 3)]));
    } finally {
      await proxy.remove();
    }
  });

  test('silent: refused in its time, without a connection that stays behind, and served again', async () => {
    const proxy = await openNeo4jProxy(`graph-${newId()}`);
    try {
      const through = await open({
        url: proxy.url,
        readTimeoutMs: 1_500,
        writeTimeoutMs: 1_500,
        maxConnections: 2,
      });
      const tenant = newTenant();
      await store.upsertEdges(tenant, [testEdge(1, 0, 1)]);
      await proxy.silence();
      // More often than there are connections: none may be lost to a silent server.
      for (let round = 0; round < 2; round++) await expectRefusals(through, tenant, 5_000);
      await proxy.heal();
      await untilServed(() => through.upsertEdges(tenant, [testEdge(3, 0, 3)]));
      expect(await edgesAt(tenant, 3, store)).toHaveLength(1);
    } finally {
      await proxy.remove();
    }
  });

  test('down when the process starts: opened all the same, and filled once it is there', async () => {
    const proxy = await openNeo4jProxy(`graph-${newId()}`);
    try {
      await proxy.cut();
      const early = await open({ url: proxy.url });
      const tenant = newTenant();
      await expectRefusals(early, tenant, 5_000);
      await proxy.heal();
      await early.upsertEdges(tenant, [testEdge(1, 0, 1)]);
      expect(await edgesAt(tenant, 0, early)).toHaveLength(1);
    } finally {
      await proxy.remove();
    }
  });

  async function untilServed(call: () => Promise<void>): Promise<void> {
    const end = performance.now() + 20_000;
    for (;;) {
      const error = await call().then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error === null) return;
      if (performance.now() > end) throw error;
    }
  }
});
