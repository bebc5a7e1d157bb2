import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { onGraphChanged } from '../../src/consumers/on-graph-changed.ts';
import type { OnGraphChangedDeps } from '../../src/consumers/on-graph-changed.ts';
import { createEmbeddedGraphStore } from '../../src/graph-store/embedded/embedded-graph-store.ts';
import { relationshipRepository } from '../../src/relationships/relationship.repository.ts';
import { packEdges } from '../pack-edges.fixture.ts';
import { memoryDeleted, createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

const consumerOf = (graphStore: OnGraphChangedDeps['graphStore']) =>
  onGraphChanged({
    inTransaction: graph.database.inTransaction,
    relationships: relationshipRepository,
    graphStore,
  });

/** A store that has loaded an empty graph, as another process may have, and hears of changes by events alone. */
async function otherStore(tenantId: string) {
  const store = createEmbeddedGraphStore({
    async *loadEdges() {
      yield packEdges([]);
    },
    maxBytes: 1_000_000,
  });
  const edgesAt = async (id: string) => (await store.edgesOf(tenantId, [id], { limitPerNode: 10 }))[0]!.edges;
  await edgesAt(tenantId);
  return { consumer: consumerOf(store), edgesAt };
}

test('created, updated and deleted relationships, in order, late and twice', async () => {
  const caller = testCaller();
  const app = graph.as(caller);
  const [a, b] = graph.storeMemories(caller, 2) as [string, string];
  const { id } = (await app.post(PATH).send(relationshipBody(a, b))).body.data;
  await app.patch(`${PATH}/${id}`).send({ strength: 1 });
  const { consumer, edgesAt } = await otherStore(caller.tenantId);
  const [created, updated] = (await graph.events(caller)) as [never, never];
  await consumer.handle([created]);
  expect(await edgesAt(a)).toMatchObject([
    { id, strength: 0.5, confidence: 0.8, revision: 1, type: 'supports' },
  ]);
  await consumer.handle([updated, created, created]);
  expect(await edgesAt(b)).toMatchObject([{ id, strength: 1, revision: 2 }]);
  await app.delete(`${PATH}/${id}`);
  const deleted = (await graph.events(caller)).at(-1)!;
  await consumer.handle([deleted]);
  await consumer.handle([updated]);
  expect(await edgesAt(a)).toEqual([]);
});

test('a deleted memory takes its relationships along, also those that come later', async () => {
  const caller = testCaller();
  const [a, b, c] = graph.storeMemories(caller, 3) as [string, string, string];
  await graph
    .as(caller)
    .post(`${PATH}/bulk`)
    .send([relationshipBody(a, b), relationshipBody(b, c), relationshipBody(a, c)]);
  const { consumer, edgesAt } = await otherStore(caller.tenantId);
  const [ab, bc, ac] = (await graph.events(caller)) as [never, never, never];
  await consumer.handle([ab, ac]);
  await consumer.handle([memoryDeleted(caller, b)]);
  await consumer.handle([bc]);
  expect(await edgesAt(a)).toMatchObject([{ toId: c }]);
  expect(await edgesAt(c)).toMatchObject([{ fromId: a }]);
});

test('what is told after the memory was deleted brings no edge back into a graph that was read since', async () => {
  const caller = testCaller();
  const app = graph.as(caller);
  const [a, b] = graph.storeMemories(caller, 2) as [string, string];
  const { id } = (await app.post(PATH).send(relationshipBody(a, b))).body.data;
  await app.patch(`${PATH}/${id}`).send({ strength: 1 });
  const told = await graph.events(caller);
  await graph.deliver(memoryDeleted(caller, b));
  const visited = async (): Promise<string[]> =>
    (await app.post(`${PATH}/traverse`).send({ start_memory_id: a })).body.data.visited_chunks;
  expect(await visited()).toEqual([a]);
  await graph.deliver(...told);
  expect(await visited()).toEqual([a]);
});

test('a store that is down is said so: the group waits', async () => {
  const store = createEmbeddedGraphStore({
    async *loadEdges() {
      yield packEdges([]);
    },
    maxBytes: 1_000_000,
  });
  await store.close();
  const caller = testCaller();
  await expect(consumerOf(store).handle([memoryDeleted(caller, caller.tenantId)])).rejects.toMatchObject({
    code: 'SYS_SERVICE_UNAVAILABLE',
  });
});
