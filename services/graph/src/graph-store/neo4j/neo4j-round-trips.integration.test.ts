import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { integrationEngines } from '@loci/testing/integration-engines';
import { testEdge, testId } from '../../../test/random-graph.fixture.ts';
import type { GraphStore } from '../graph-store.ts';
import { createNeo4jGraphStore } from './neo4j-graph-store.ts';

const server = integrationEngines().neo4j;
const node = (order: number): string => testId('node', order);

describe('Neo4j graph store: round trips', () => {
  const tenant = newId();
  let proxy: Server;
  let store: GraphStore;
  let roundTrips = 0;

  /**
   * Opens a proxy that counts round trips. A round trip starts when the client sends its first data after a
   * response.
   */
  async function openCountingProxy(): Promise<Server> {
    const { hostname, port } = new URL(server.url);
    const counting = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      let clientSends = false;
      client.on('data', () => {
        if (!clientSends) roundTrips++;
        clientSends = true;
      });
      upstream.on('data', () => (clientSends = false));
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.pipe(upstream).pipe(client);
    });
    counting.listen(0, '127.0.0.1');
    await once(counting, 'listening');
    return counting;
  }

  async function countRoundTrips(call: () => Promise<unknown>): Promise<number> {
    const before = roundTrips;
    await call();
    return roundTrips - before;
  }

  beforeAll(async () => {
    proxy = await openCountingProxy();
    const { port } = proxy.address() as AddressInfo;
    store = await createNeo4jGraphStore({
      ...server,
      url: `bolt://127.0.0.1:${port}`,
      readTimeoutMs: 20_000,
      writeTimeoutMs: 20_000,
    });
    // A chain of 8 nodes, each of which has 40 more edges.
    const edges = Array.from({ length: 7 }, (_, i) => [
      testEdge(1_000 + i, i, i + 1, { strength: 1 }),
      ...Array.from({ length: 40 }, (_, leaf) => testEdge(100 * i + leaf, i, 100 + 100 * i + leaf)),
    ]);
    await store.upsertEdges(tenant, edges.flat());
  });
  afterAll(async () => {
    await store.dropTenant(tenant);
    await store.close();
    proxy.close();
  });

  const request = {
    start: [0, 5].map((order) => ({ id: node(order), score: 1 })),
    seedLimit: 10,
    damping: 0.5,
    maxReached: 1_000,
  };

  test.each([1, 2, 3, 4, 5])('expands %i steps in one round trip', async (maxDepth) => {
    expect(await countRoundTrips(() => store.expand(tenant, { ...request, maxDepth }))).toBe(1);
  });

  const traversal = { startId: node(0), direction: 'ANY' as const };

  test.each([1, 2, 3])('traverses %i steps in one round trip', async (maxDepth) => {
    expect(await countRoundTrips(() => store.traverse(tenant, { ...traversal, maxDepth }))).toBe(1);
  });

  test('traverses 7 steps in three round trips', async () => {
    expect(await countRoundTrips(() => store.traverse(tenant, { ...traversal, maxDepth: 7 }))).toBe(3);
  });

  test('expands a node that only an extra edge of the request leads to in the same round trip', async () => {
    const extraEdges = [{ fromId: node(0), toId: node(7), weight: 1 }];
    const expansion = { ...request, start: [{ id: node(0), score: 1 }], maxDepth: 2, extraEdges };
    expect(await countRoundTrips(() => store.expand(tenant, expansion))).toBe(1);
  });

  test('reads the edges of several nodes in one round trip', async () => {
    const ids = [node(0), node(1), node(2)];
    expect(await countRoundTrips(() => store.edgesOf(tenant, ids, { limitPerNode: 5 }))).toBe(1);
  });

  test('does not query Neo4j for the edges between the nodes of an empty list', async () => {
    expect(await countRoundTrips(() => store.edgesBetween(tenant, [], 100))).toBe(0);
  });
});
