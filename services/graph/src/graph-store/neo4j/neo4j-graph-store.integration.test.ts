import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { assertProperty, propertyTimeout } from '@loci/testing/assert-property';
import { integrationEngines } from '@loci/testing/integration-engines';
import { openTcpProxy } from '@loci/testing/tcp-proxy';
import type { TcpProxy } from '@loci/testing/tcp-proxy';
import fc from 'fast-check';
import neo4j from 'neo4j-driver';
import type { Driver } from 'neo4j-driver';
import { graphOf, randomEdges, testEdge, testId } from '../../../test/random-graph.fixture.ts';
import { expand } from '../../expansion/expand.ts';
import { traverse } from '../../traversal/traverse.ts';
import type { GraphEdge, GraphStore } from '../graph-store.ts';
import { createNeo4jGraphStore } from './neo4j-graph-store.ts';
import { SCHEMA_STATEMENTS } from './neo4j-schema.ts';
import type { Neo4jGraphStoreOptions } from './neo4j-graph-store.ts';

const server = integrationEngines().neo4j;
/** The timeouts are long, because a cold server on a busy machine compiles queries slowly. */
const slowServer = { ...server, readTimeoutMs: 20_000, writeTimeoutMs: 20_000 };
const unavailable = { code: 'SYS_SERVICE_UNAVAILABLE' };

const store = await createNeo4jGraphStore(slowServer);
const tenants: string[] = [];
const openStores: GraphStore[] = [store];
afterAll(async () => {
  for (const tenant of tenants) await store.dropTenant(tenant);
  for (const one of openStores) await one.close();
});

function newTenant(): string {
  tenants.push(newId());
  return tenants.at(-1)!;
}

async function openStore(options: Partial<Neo4jGraphStoreOptions> = {}): Promise<GraphStore> {
  const opened = await createNeo4jGraphStore({ ...slowServer, ...options });
  openStores.push(opened);
  return opened;
}

const expansionDefaults = { maxReached: 100, seedLimit: 3, damping: 0.5 };

const node = (order: number): string => testId('node', order);
const edgesAt = async (tenant: string, order: number, from = store): Promise<GraphEdge[]> =>
  (await from.edgesOf(tenant, [node(order)], { limitPerNode: 1_000 }))[0]!.edges;
const storedRevisions = (tenant: string, from = store) =>
  from.revisions(tenant, { afterId: null, limit: 100_000 });
const revisionsOf = (edges: readonly GraphEdge[]) =>
  edges.map(({ id, revision }) => ({ id, revision })).sort((a, b) => (a.id < b.id ? -1 : 1));

/** Counts the entities of a tenant in Neo4j. */
async function countEntities(tenant: string): Promise<Record<'nodes' | 'edges' | 'guards', number>> {
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

/** Resolves when a statement that has this key among its parameters waits for a lock. */
async function untilBlocked(driver: Driver, key: string): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (let isBlocked = false; !isBlocked;) {
    if (performance.now() > deadline) throw new Error(`No statement with the key ${key} waits for a lock.`);
    const { records } = await driver.executeQuery(
      "SHOW TRANSACTIONS YIELD status, parameters WHERE status STARTS WITH 'Blocked' RETURN parameters",
    );
    isBlocked = records.some((record) => JSON.stringify(record.get('parameters')).includes(key));
  }
}

describe('Neo4j graph store: tenants', () => {
  test('isolates tenants that use the same node and edge ids in one database', async () => {
    const [mine, theirs] = [newTenant(), newTenant()];
    const edges = [testEdge(1, 0, 1), testEdge(2, 1, 2), testEdge(3, 2, 0)];
    await store.upsertEdges(mine, edges);
    await store.upsertEdges(
      theirs,
      edges.map((edge) => ({ ...edge, type: 'causes', revision: 9 })),
    );
    await store.removeNodes(theirs, [node(1)]);
    await store.removeEdges(theirs, [{ id: edges[2]!.id, revision: 10 }]);
    expect(await storedRevisions(mine)).toEqual(revisionsOf(edges));
    expect(await storedRevisions(theirs)).toEqual([]);
    const traversal = await store.traverse(mine, { startId: node(0), maxDepth: 10, direction: 'ANY' });
    expect(traversal.visitedIds.toSorted()).toEqual([node(0), node(1), node(2)]);
    await store.dropTenant(theirs);
    expect(await countEntities(theirs)).toEqual({ nodes: 0, edges: 0, guards: 0 });
    expect(await storedRevisions(mine)).toEqual(revisionsOf(edges));
  });

  test('drops all entities of a tenant that has more entities than batchSize', async () => {
    const tenant = newTenant();
    const smallBatches = await openStore({ batchSize: 3 });
    await smallBatches.upsertEdges(
      tenant,
      Array.from({ length: 10 }, (_, i) => testEdge(i, 0, i + 1)),
    );
    await smallBatches.removeEdges(tenant, [{ id: testId('edge', 3), revision: 2 }]);
    expect(await countEntities(tenant)).toEqual({ nodes: 11, edges: 9, guards: 10 });
    await smallBatches.dropTenant(tenant);
    expect(await countEntities(tenant)).toEqual({ nodes: 0, edges: 0, guards: 0 });
  });
});

describe('Neo4j graph store: tombstones', () => {
  const inTheFuture = (): Date => new Date(Date.now() + 600_000);
  const inThePast = (): Date => new Date(Date.now() - 600_000);

  async function purge(before: Date, from = store): Promise<void> {
    while ((await from.purgeTombstones(before, 1_000)) > 0);
  }

  test('deletes the tombstones of edges and nodes that were removed before the given time', async () => {
    const tenant = newTenant();
    await store.upsertEdges(tenant, [testEdge(1, 0, 1), testEdge(2, 1, 2), testEdge(3, 2, 3)]);
    await store.removeEdges(tenant, [{ id: testId('edge', 2), revision: 2 }]);
    await store.removeNodes(tenant, [node(3)]);
    await store.removeEdges(tenant, [{ id: testId('edge', 3), revision: 2 }]);
    await purge(inThePast());
    expect(await countEntities(tenant)).toEqual({ nodes: 4, edges: 1, guards: 3 });
    await purge(inTheFuture(), await openStore({ batchSize: 1 }));
    expect(await countEntities(tenant)).toEqual({ nodes: 3, edges: 1, guards: 1 });
    await store.upsertEdges(tenant, [testEdge(2, 1, 2), testEdge(3, 2, 3)]);
    expect(await storedRevisions(tenant)).toHaveLength(3);
  });

  test('keeps an edge, with its revision, that was stored again after its removal', async () => {
    const tenant = newTenant();
    await store.removeEdges(tenant, [{ id: testId('edge', 1), revision: 2 }]);
    await store.upsertEdges(tenant, [testEdge(1, 0, 1, { revision: 3 })]);
    await purge(inTheFuture());
    await store.upsertEdges(tenant, [testEdge(1, 0, 1, { revision: 2 })]);
    expect(await storedRevisions(tenant)).toEqual([{ id: testId('edge', 1), revision: 3 }]);
  });

  test('keeps the tombstone of an edge that is removed again while the purge waits for its lock', async () => {
    const tenant = newTenant();
    await store.removeEdges(tenant, [{ id: testId('edge', 1), revision: 2 }]);
    const key = `${tenant}/${testId('edge', 1)}`;
    const before = new Date(Date.now() + 600_000);
    await withDriver(async (driver) => {
      const removal = await driver.session().beginTransaction();
      await removal.run(
        'MATCH (guard:LociEdgeGuard {key: $key}) SET guard.removedRevision = 5, guard.removedAt = $removedAt',
        { key, removedAt: neo4j.int(before.getTime() + 1_000) },
      );
      const purging = purge(before);
      await untilBlocked(driver, String(before.getTime()));
      await removal.commit();
      await purging;
    });
    await store.upsertEdges(tenant, [testEdge(1, 0, 1, { revision: 4 })]);
    expect(await storedRevisions(tenant)).toEqual([]);
  });
});

describe('Neo4j graph store: start', () => {
  test('compiles all read queries before the store opens', async () => {
    const tenant = newTenant();
    await withDriver(async (driver) => {
      const clearPlans = async (): Promise<string> => {
        const { records } = await driver.executeQuery('CALL db.clearQueryCaches()');
        return records[0]!.get('value') as string;
      };
      const slowReader = await openStore();
      await clearPlans();
      for (let maxDepth = 1; maxDepth <= 3; maxDepth++) {
        await slowReader.traverse(tenant, { startId: node(0), maxDepth, direction: 'ANY' });
      }
      const start = [{ id: node(0), score: 1 }];
      for (let maxDepth = 1; maxDepth <= 5; maxDepth++) {
        await slowReader.expand(tenant, { ...expansionDefaults, start, maxDepth });
      }
      await slowReader.edgesOf(tenant, [node(0)], { limitPerNode: 1 });
      await slowReader.edgesBetween(tenant, [node(0)], 1);
      await slowReader.revisions(tenant, { afterId: null, limit: 1 });
      const afterReads = await clearPlans();
      await openStore();
      const afterOpening = await clearPlans();
      const count = (message: string): number => Number(/\d+/.exec(message)![0]);
      // The statements that create the constraints and indexes are compiled as well.
      expect(count(afterOpening)).toBe(count(afterReads) + SCHEMA_STATEMENTS.length);
    });
  });
});

describe('Neo4j graph store: concurrent writes', () => {
  test('keeps the newest revision after 40 concurrent upserts of one edge', async () => {
    const tenant = newTenant();
    const other = await openStore();
    const revisions = Array.from({ length: 40 }, (_, i) => ((i * 17) % 40) + 1);
    await Promise.all(
      revisions.map((revision, i) =>
        (i % 2 === 0 ? store : other).upsertEdges(tenant, [
          testEdge(1, 0, 1, { revision, strength: revision / 40 }),
        ]),
      ),
    );
    expect(await edgesAt(tenant, 0)).toEqual([testEdge(1, 0, 1, { revision: 40, strength: 1 })]);
    expect(await countEntities(tenant)).toEqual({ nodes: 2, edges: 1, guards: 1 });
  });

  test('removes only an edge with the same or an older revision during concurrent upserts', async () => {
    const tenant = newTenant();
    const remove = (order: number) => store.removeEdges(tenant, [{ id: testId('edge', order), revision: 5 }]);
    const upsert = (order: number, revisions: number[]) =>
      revisions.map((revision) => store.upsertEdges(tenant, [testEdge(order, 0, order, { revision })]));
    await Promise.all([
      ...upsert(1, [4, 2]),
      remove(1),
      ...upsert(1, [3, 1, 5]),
      ...upsert(2, [4, 6]),
      remove(2),
      ...upsert(2, [3]),
    ]);
    expect(await edgesAt(tenant, 0)).toEqual([testEdge(2, 0, 2, { revision: 6 })]);
  });

  test('applies concurrent batches that contain the same edges in different orders without a deadlock', async () => {
    const tenant = newTenant();
    const edges = Array.from({ length: 60 }, (_, i) => testEdge(i, i % 7, 7 + (i % 5)));
    const batches = Array.from({ length: 12 }, (_, i) => {
      const rotated = [...edges.slice(5 * i), ...edges.slice(0, 5 * i)];
      return (i % 2 === 0 ? rotated : rotated.toReversed()).map((edge) => ({ ...edge, revision: i + 1 }));
    });
    await Promise.all(batches.map((batch) => store.upsertEdges(tenant, batch)));
    const expected = edges.map((edge) => ({ ...edge, revision: 12 }));
    expect(await storedRevisions(tenant)).toEqual(revisionsOf(expected));
  });

  test('keeps no edge of a node that is removed during concurrent upserts', async () => {
    const tenant = newTenant();
    const other = await openStore({ batchSize: 4 });
    const upserts = Array.from({ length: 30 }, (_, i) =>
      (i % 2 === 0 ? store : other).upsertEdges(tenant, [
        testEdge(i, i % 3, 10 + i),
        testEdge(100 + i, 50, i % 3),
      ]),
    );
    await Promise.all([
      ...upserts,
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
    expect(await storedRevisions(tenant)).toHaveLength(20);
  });

  test('ignores an edge whose node is removed by a transaction that commits while the upsert waits', async () => {
    const tenant = newTenant();
    await store.upsertEdges(tenant, [testEdge(1, 0, 1)]);
    await withDriver(async (driver) => {
      const removal = await driver.session().beginTransaction();
      await removal.run('MATCH (node:LociNode {key: $key}) SET node.gone = true', {
        key: `${tenant}/${node(0)}`,
      });
      const upsert = store.upsertEdges(tenant, [testEdge(2, 0, 2)]);
      await untilBlocked(driver, `${tenant}/${node(2)}`);
      await removal.commit();
      await upsert;
    });
    expect(await storedRevisions(tenant)).toEqual(revisionsOf([testEdge(1, 0, 1)]));
    await store.removeNodes(tenant, [node(0)]);
    expect(await storedRevisions(tenant)).toEqual([]);
  });

  test('includes an earlier change of the same process in a read even if the caller did not await the change', async () => {
    const tenant = newTenant();
    const upsert = store.upsertEdges(tenant, [testEdge(1, 0, 1)]);
    expect(await edgesAt(tenant, 0)).toHaveLength(1);
    await upsert;
  });

  test('moves an edge if a newer revision of the edge connects other nodes', async () => {
    const tenant = newTenant();
    await store.upsertEdges(tenant, [testEdge(1, 0, 1)]);
    await store.upsertEdges(tenant, [testEdge(1, 2, 0, { revision: 2 })]);
    expect(await edgesAt(tenant, 1)).toEqual([]);
    expect(await edgesAt(tenant, 2)).toEqual([testEdge(1, 2, 0, { revision: 2 })]);
    expect(await countEntities(tenant)).toMatchObject({ edges: 1 });
  });
});

describe('Neo4j graph store: traversal and expansion', () => {
  test(
    'returns the same results as the in-memory functions on random graphs',
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
            const traversal = { startId: node(0), maxDepth, direction, types };
            expect(await store.traverse(tenant, traversal)).toEqual(traverse(graph, traversal));
            const start = [0, 1, 2, 20].map((order) => ({ id: node(order), score: 1 / (order + 1) }));
            const extraEdges = [{ fromId: node(3), toId: node(20), weight: 0.5 }];
            const expansion = { ...expansionDefaults, start, maxDepth, extraEdges };
            expect(await store.expand(tenant, expansion)).toEqual(expand(graph, expansion));
          },
        ),
        { runs: 100, timeLimitMs: 100_000 },
      );
    },
    propertyTimeout(100_000),
  );

  describe('from a hub with 5,000 edges', () => {
    const edges = Array.from({ length: 5_000 }, (_, i) =>
      testEdge(i, 0, i + 1, { strength: ((i * 7) % 1_000) / 1_000 }),
    );
    const graph = graphOf(edges);

    test('traverse returns the 1,000 paths with the highest score', async () => {
      const tenant = newTenant();
      await store.upsertEdges(tenant, edges);
      const request = { startId: node(0), maxDepth: 5, direction: 'ANY' as const };
      const found = await store.traverse(tenant, request);
      expect(found).toEqual(traverse(graph, request));
      expect(found).toMatchObject({ truncated: true, maxDepthReached: 1 });
    });

    test('traverse returns the same paths as the in-memory function if it starts next to the hub', async () => {
      const tenant = newTenant();
      await store.upsertEdges(tenant, edges);
      const request = { startId: node(1), maxDepth: 3, direction: 'ANY' as const };
      expect(await store.traverse(tenant, request)).toEqual(traverse(graph, request));
    });

    test('expand returns the same nodes as the in-memory function', async () => {
      const tenant = newTenant();
      await store.upsertEdges(tenant, edges);
      const request = { ...expansionDefaults, start: [{ id: node(0), score: 1 }], maxDepth: 2 };
      expect((await store.expand(tenant, request)).nodes).toEqual(expand(graph, request).nodes);
    });
  });

  test('traverse returns the same paths as the in-memory function through hubs at several depths', async () => {
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

describe('Neo4j graph store: opening', () => {
  test('fails with SYS_INTERNAL_ERROR for a wrong user or password, without revealing the password', async () => {
    // The user name is unique, because Neo4j locks a user after three wrong passwords.
    const opening = openStore({ user: `unknown-user-${newId()}`, password: 'wrong-password' });
    await expect(opening).rejects.toMatchObject({
      code: 'SYS_INTERNAL_ERROR',
      message: expect.stringMatching(/^Neo4j at bolt:.* rejected the user or the password/),
    });
    await expect(opening).rejects.not.toMatchObject({
      message: expect.stringContaining('wrong-password'),
    });
  });

  test('fails with SYS_INTERNAL_ERROR for a database that does not exist', async () => {
    await expect(openStore({ database: 'nowhere' })).rejects.toMatchObject({
      code: 'SYS_INTERNAL_ERROR',
      message: expect.stringContaining('does not have the database "nowhere"'),
    });
  });

  test('succeeds for eight stores that create the constraints at the same time', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore()));
    const tenant = newTenant();
    await Promise.all(stores.map((one) => one.upsertEdges(tenant, [testEdge(1, 0, 1)])));
    expect(await countEntities(tenant)).toEqual({ nodes: 2, edges: 1, guards: 1 });
  });
});

describe('Neo4j graph store: while Neo4j is unavailable', () => {
  const RESPONSE_LIMIT_MS = 5_000;
  let proxy: TcpProxy;
  let proxied: { url: string };
  beforeEach(async () => {
    proxy = await openTcpProxy(new URL(server.url).host);
    proxied = { url: `bolt://${proxy.host}:${proxy.port}` };
  });
  afterEach(() => proxy.close());

  /** Expects every operation to reject with SYS_SERVICE_UNAVAILABLE within RESPONSE_LIMIT_MS. */
  async function expectUnavailable(down: GraphStore, tenant: string): Promise<void> {
    const start = [{ id: node(0), score: 1 }];
    const calls = [
      () => down.upsertEdges(tenant, [testEdge(2, 0, 2)]),
      () => down.removeEdges(tenant, [{ id: testId('edge', 1), revision: 1 }]),
      () => down.removeNodes(tenant, [node(9)]),
      () => down.traverse(tenant, { startId: node(0), maxDepth: 3, direction: 'ANY' }),
      () => down.expand(tenant, { start, seedLimit: 1, maxDepth: 1, damping: 0.5, maxReached: 1 }),
      () => down.edgesOf(tenant, [node(0)], { limitPerNode: 1 }),
      () => down.edgesBetween(tenant, [node(0), node(1)], 1),
      () => down.revisions(tenant, { afterId: null, limit: 1 }),
    ];
    const startedAt = performance.now();
    await Promise.all(calls.map((call) => expect(call()).rejects.toMatchObject(unavailable)));
    expect(performance.now() - startedAt).toBeLessThan(RESPONSE_LIMIT_MS);
  }

  /** Repeats a call until it succeeds, for at most 20 s. */
  async function untilSuccessful(call: () => Promise<void>): Promise<void> {
    const deadline = performance.now() + 20_000;
    for (;;) {
      const error = await call().then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error === null) return;
      if (performance.now() > deadline) throw error;
    }
  }

  test('rejects calls only while connections are refused', async () => {
    const store = await openStore(proxied);
    const tenant = newTenant();
    await store.upsertEdges(tenant, [testEdge(1, 0, 1)]);
    await proxy.cut();
    await expectUnavailable(store, tenant);
    await proxy.heal();
    await store.upsertEdges(tenant, [testEdge(3, 0, 3)]);
    expect(await storedRevisions(tenant, store)).toEqual(revisionsOf([testEdge(1, 0, 1), testEdge(3, 0, 3)]));
  });

  test('rejects calls within 5 s while the server does not respond, without leaking pooled connections', async () => {
    const throughProxy = await openStore({
      ...proxied,
      readTimeoutMs: 1_500,
      writeTimeoutMs: 1_500,
      maxConnections: 2,
    });
    const tenant = newTenant();
    await store.upsertEdges(tenant, [testEdge(1, 0, 1)]);
    await proxy.blackhole();
    // Sends more calls than the pool has connections, so that leaked connections would exhaust the pool.
    for (let round = 0; round < 2; round++) await expectUnavailable(throughProxy, tenant);
    await proxy.heal();
    await untilSuccessful(() => throughProxy.upsertEdges(tenant, [testEdge(3, 0, 3)]));
    expect(await edgesAt(tenant, 3)).toHaveLength(1);
  });

  test('applies changes once Neo4j is reachable, even if the store opened while connections were refused', async () => {
    await proxy.cut();
    const early = await openStore(proxied);
    const tenant = newTenant();
    await expectUnavailable(early, tenant);
    await proxy.heal();
    await early.upsertEdges(tenant, [testEdge(1, 0, 1)]);
    expect(await edgesAt(tenant, 0, early)).toHaveLength(1);
  });
});
