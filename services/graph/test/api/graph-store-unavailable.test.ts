import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unavailable } from '@loci/core';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import type { GraphStore } from '../../src/graph-store/graph-store.ts';
import {
  createTestGraphService,
  memoryCreated,
  memoryDeleted,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

/** Creates a graph store in which every operation except `close` returns the result of `operation`. */
function fakeStore(operation: () => Promise<never>): GraphStore {
  return {
    upsertEdges: operation,
    removeEdges: operation,
    removeNodes: operation,
    setNodeWindows: operation,
    traverse: operation,
    expand: operation,
    edgesOf: operation,
    edgesBetween: operation,
    revisions: operation,
    size: operation,
    purgeTombstones: operation,
    dropTenant: operation,
    close: () => Promise.resolve(),
  };
}

const FAILING_STORE = fakeStore(() => Promise.reject(unavailable('The graph store')));
const HANGING_STORE = fakeStore(() => new Promise<never>(() => undefined));

async function createRelationship(
  graph: TestGraphService,
  caller: Caller,
  fromId: string,
  toId: string,
): Promise<string> {
  const { status, body } = await graph.as(caller).post(PATH).send(relationshipBody(fromId, toId));
  expect(status).toBe(201);
  return body.data.id;
}

describe.each([
  ['rejects every call', FAILING_STORE],
  ['does not respond', HANGING_STORE],
])('while the graph store %s', (_, graphStore) => {
  let graph: TestGraphService;
  beforeAll(async () => {
    graph = await createTestGraphService({ graphStore });
  });
  afterAll(() => graph.close());

  test('relationships can be created, updated, read and deleted', async () => {
    const caller = testCaller();
    const app = graph.as(caller);
    const [a, b, c] = graph.memories.createMany(caller, 3) as [string, string, string];
    const id = await createRelationship(graph, caller, a, b);
    const bulk = await app.post(`${PATH}/bulk`).send([relationshipBody(b, c), relationshipBody(c, a)]);
    expect(bulk.status).toBe(201);
    expect((await app.patch(`${PATH}/${id}`).send({ strength: 1 })).body.data).toMatchObject({ strength: 1 });
    expect((await app.get(`${PATH}/${id}`)).status).toBe(200);
    expect((await app.get(PATH)).body.data.pagination.total).toBe(3);
    expect((await app.delete(`${PATH}/between`).query({ from_id: b, to_id: c })).status).toBe(200);
    expect((await app.delete(`${PATH}/${id}`)).status).toBe(200);
    expect((await graph.events(caller)).map(({ type }) => type)).toEqual([
      ...Array<string>(3).fill('relationship.created'),
      'relationship.updated',
      'relationship.deleted',
      'relationship.deleted',
    ]);
  });

  test('memory events still create and delete relationships', async () => {
    const caller = testCaller();
    const [a, b, c] = graph.memories.createMany(caller, 3) as [string, string, string];
    await createRelationship(graph, caller, a, b);
    const evolution = {
      evolution_id: graph.memories.create(caller),
      original_memory_id: a,
      evolution_type: 'update',
    };
    const consumers = graph.service.consumers.filter(
      ({ group, topics }) => group !== 'graph-store' && topics.includes('memory'),
    );
    for (const { handle } of consumers) {
      await handle([memoryDeleted(caller, b), memoryCreated(caller, c, { evolved_from: evolution })]);
    }
    const { items } = (await graph.as(caller).get(PATH).query({ include_inactive: true })).body.data;
    expect(items).toMatchObject([{ id: evolution.evolution_id, from_id: c, to_id: a }]);
  });
});

describe('while the graph store rejects calls with SYS_SERVICE_UNAVAILABLE', () => {
  const serviceUnavailable = { code: 'SYS_SERVICE_UNAVAILABLE' };
  let graph: TestGraphService;
  beforeAll(async () => {
    graph = await createTestGraphService({ graphStore: FAILING_STORE });
  });
  afterAll(() => graph.close());

  test('POST /relationships/traverse responds with a 503 error that names the graph store', async () => {
    const caller = testCaller();
    const start = graph.memories.create(caller);
    const { status, body } = await graph.as(caller).post(`${PATH}/traverse`).send({ start_memory_id: start });
    expect(status).toBe(503);
    expect(body.error).toMatchObject({
      ...serviceUnavailable,
      message: expect.stringContaining('graph store'),
    });
  });

  test('the internal operation expand fails with SYS_SERVICE_UNAVAILABLE', async () => {
    const caller = testCaller();
    const response = graph.client.expand({
      tenant_id: caller.tenantId,
      ids: graph.memories.create(caller),
      scores: [1],
      links: [],
      link_weight: 0.2,
      max_depth: 1,
      max_reached: 1,
    });
    await expect(response).rejects.toMatchObject(serviceUnavailable);
  });

  test('the internal operation edges fails with SYS_SERVICE_UNAVAILABLE', async () => {
    const caller = testCaller();
    const response = graph.client.edges({
      tenant_id: caller.tenantId,
      ids: [graph.memories.create(caller)],
      limit_per_node: 1,
      between: [],
      limit_between: 0,
    });
    await expect(response).rejects.toMatchObject(serviceUnavailable);
  });

  test('the consumer group graph-store rejects events with SYS_SERVICE_UNAVAILABLE, so that they are retried', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    await createRelationship(graph, caller, a, b);
    const consumer = graph.service.consumers.find(({ group }) => group === 'graph-store')!;
    const events = await graph.events(caller);
    await expect(consumer.handle(events)).rejects.toMatchObject(serviceUnavailable);
  });

  test('the reconciler repairs the known memories of every tenant before it fails with SYS_SERVICE_UNAVAILABLE', async () => {
    const callers = [testCaller(), testCaller()];
    for (const caller of callers) {
      const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
      await createRelationship(graph, caller, a, b);
      graph.memories.delete(caller, b);
    }
    await expect(graph.reconcile()).rejects.toMatchObject(serviceUnavailable);
    for (const caller of callers) {
      expect((await graph.as(caller).get(PATH)).body.data.pagination.total).toBe(0);
    }
  });
});
