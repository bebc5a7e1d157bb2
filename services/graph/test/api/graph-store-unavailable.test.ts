import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unavailable } from '@loci/core';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import type { GraphStore } from '../../src/graph-store/graph-store.ts';
import {
  memoryCreated,
  memoryDeleted,
  createTestGraphService,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

/** Every call of a store that cannot be reached, or of one that never answers. */
function storeThat(answer: () => Promise<never>): GraphStore {
  return {
    upsertEdges: answer,
    removeEdges: answer,
    removeNodes: answer,
    traverse: answer,
    expand: answer,
    edgesOf: answer,
    edgesBetween: answer,
    revisions: answer,
    dropTenant: answer,
    close: () => Promise.resolve(),
  };
}

const STORES = {
  'cannot be reached': storeThat(() => Promise.reject(unavailable('The graph store'))),
  'does not answer': storeThat(() => new Promise<never>(() => undefined)),
};

describe.each(Object.entries(STORES))('while the graph store %s', (name, graphStore) => {
  let graph: TestGraphService;
  beforeAll(async () => {
    graph = await createTestGraphService({ graphStore });
  });
  afterAll(() => graph.close());

  async function relate(caller: Caller, fromId: string, toId: string): Promise<string> {
    const { status, body } = await graph.as(caller).post(PATH).send(relationshipBody(fromId, toId));
    expect(status).toBe(201);
    return body.data.id;
  }

  test('relationships are created, changed, read and deleted, and their events wait in the outbox', async () => {
    const caller = testCaller();
    const app = graph.as(caller);
    const [a, b, c] = graph.storeMemories(caller, 3) as [string, string, string];
    const id = await relate(caller, a, b);
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

  test('a deleted memory loses its relationships, and what follows from events is made', async () => {
    const caller = testCaller();
    const [a, b, c] = graph.storeMemories(caller, 3) as [string, string, string];
    await relate(caller, a, b);
    const others = graph.service.consumers.filter(({ group }) => group !== 'graph-store');
    const evolution = {
      evolution_id: graph.storeMemory(caller),
      original_memory_id: a,
      evolution_type: 'update',
    };
    for (const { handle, topics } of others) {
      if (!topics.includes('memory')) continue;
      await handle([memoryDeleted(caller, b), memoryCreated(caller, c, { evolved_from: evolution })]);
    }
    const { items } = (await graph.as(caller).get(PATH)).body.data;
    expect(items).toMatchObject([{ id: evolution.evolution_id, from_id: c, to_id: a }]);
  });

  if (name === 'does not answer') return;

  test('what walks the graph is a 503 that names it', async () => {
    const caller = testCaller();
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    await relate(caller, a, b);
    const { status, body } = await graph.as(caller).post(`${PATH}/traverse`).send({ start_memory_id: a });
    expect(status).toBe(503);
    expect(body.error).toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
      message: expect.stringContaining('graph store'),
    });
    const down = { code: 'SYS_SERVICE_UNAVAILABLE' };
    const tenant_id = caller.tenantId;
    const expanding = graph.client.expand({
      tenant_id,
      start: [{ id: a, score: 1 }],
      extra_links: [],
      seed_limit: 1,
      max_depth: 1,
      max_reached: 1,
    });
    await expect(expanding).rejects.toMatchObject(down);
    const asking = graph.client.edges({
      tenant_id,
      ids: [a],
      limit_per_node: 1,
      between: [],
      limit_between: 0,
    });
    await expect(asking).rejects.toMatchObject(down);
  });

  test('the group that fills the store waits', async () => {
    const caller = testCaller();
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    await relate(caller, a, b);
    const filling = graph.service.consumers.find(({ group }) => group === 'graph-store')!;
    const events = await graph.events(caller);
    await expect(filling.handle(events)).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
  });

  test('the reconciler still learns and removes memories, of every tenant, before it gives up', async () => {
    const [first, second] = [testCaller(), testCaller()];
    const kept: [Caller, string][] = [];
    for (const caller of [first, second]) {
      const [a, b] = graph.storeMemories(caller, 2) as [string, string];
      await relate(caller, a, b);
      graph.forgetMemory(caller, b);
      kept.push([caller, a]);
    }
    await expect(graph.reconcile()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    for (const [caller] of kept)
      expect((await graph.as(caller).get(PATH)).body.data.pagination.total).toBe(0);
  });
});
