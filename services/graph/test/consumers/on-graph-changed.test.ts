import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventEnvelope } from '@loci/events';
import { testCaller } from '@loci/testing';
import { onGraphChanged } from '../../src/consumers/on-graph-changed.ts';
import type { OnGraphChangedDeps } from '../../src/consumers/on-graph-changed.ts';
import { createEmbeddedGraphStore } from '../../src/graph-store/embedded/embedded-graph-store.ts';
import { windowLoader } from '../../src/index.ts';
import { memoryWindowRepository } from '../../src/memory-windows/memory-window.repository.ts';
import { relationshipRepository } from '../../src/relationships/relationship.repository.ts';
import { createTestGraphService, memoryDeleted, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';
import { packEdges } from '../pack-edges.fixture.ts';

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
    memoryWindows: memoryWindowRepository,
    memory: graph.memories.client,
    now: () => new Date(),
    graphStore,
  });

const createEmptyStore = () =>
  createEmbeddedGraphStore({
    async *loadEdges() {
      yield packEdges([]);
    },
    loadWindows: windowLoader(graph.database),
    maxBytes: 1_000_000,
  });

/** Creates a consumer whose store has loaded an empty graph and receives changes only from events. */
async function openConsumer(tenantId: string) {
  const store = createEmptyStore();
  const edgesAt = async (id: string) => (await store.edgesOf(tenantId, [id], { limitPerNode: 10 }))[0]!.edges;
  await edgesAt(tenantId);
  return { consumer: consumerOf(store), edgesAt };
}

/** Creates a relationship with strength 0.5 and updates it to strength 1. Returns its events. */
async function createAndUpdate() {
  const caller = testCaller();
  const app = graph.as(caller);
  const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
  const { id } = (await app.post(PATH).send(relationshipBody(a, b))).body.data;
  await app.patch(`${PATH}/${id}`).send({ strength: 1 });
  const [created, updated] = (await graph.events(caller)) as [EventEnvelope, EventEnvelope];
  return { caller, app, a, b, id, created, updated };
}

describe('consumer group graph-store', () => {
  test('adds the edge of a created relationship', async () => {
    const { caller, a, id, created } = await createAndUpdate();
    const { consumer, edgesAt } = await openConsumer(caller.tenantId);
    await consumer.handle([created]);
    expect(await edgesAt(a)).toMatchObject([
      { id, strength: 0.5, confidence: 0.8, revision: 1, type: 'supports' },
    ]);
  });

  test('keeps the newest revision if older events arrive later or twice', async () => {
    const { caller, b, id, created, updated } = await createAndUpdate();
    const { consumer, edgesAt } = await openConsumer(caller.tenantId);
    await consumer.handle([updated, created, created]);
    expect(await edgesAt(b)).toMatchObject([{ id, strength: 1, revision: 2 }]);
  });

  test('removes the edge of a deleted relationship, even if older events arrive later', async () => {
    const { caller, app, a, id, created, updated } = await createAndUpdate();
    const { consumer, edgesAt } = await openConsumer(caller.tenantId);
    await consumer.handle([created]);
    await app.delete(`${PATH}/${id}`);
    const deleted = (await graph.events(caller)).at(-1)!;
    await consumer.handle([deleted]);
    await consumer.handle([updated]);
    expect(await edgesAt(a)).toEqual([]);
  });

  test('removes the edges of a deleted memory, including edges that arrive later', async () => {
    const caller = testCaller();
    const [a, b, c] = graph.memories.createMany(caller, 3) as [string, string, string];
    await graph
      .as(caller)
      .post(`${PATH}/bulk`)
      .send([relationshipBody(a, b), relationshipBody(b, c), relationshipBody(a, c)]);
    const { consumer, edgesAt } = await openConsumer(caller.tenantId);
    const [ab, bc, ac] = (await graph.events(caller)) as [EventEnvelope, EventEnvelope, EventEnvelope];
    await consumer.handle([ab, ac]);
    await consumer.handle([memoryDeleted(caller, b)]);
    await consumer.handle([bc]);
    expect(await edgesAt(a)).toMatchObject([{ toId: c }]);
    expect(await edgesAt(c)).toMatchObject([{ fromId: a }]);
  });

  test('does not restore the edge of a deleted relationship in a store that was loaded after the deletion', async () => {
    const { caller, app, a, b, created, updated } = await createAndUpdate();
    await graph.deliver(memoryDeleted(caller, b));
    const visited = async (): Promise<string[]> =>
      (await app.post(`${PATH}/traverse`).send({ start_memory_id: a })).body.data.visited_chunks;
    expect(await visited()).toEqual([a]);
    await graph.deliver(created, updated);
    expect(await visited()).toEqual([a]);
  });

  test('rejects events with SYS_SERVICE_UNAVAILABLE if the store is unavailable', async () => {
    const store = createEmptyStore();
    await store.close();
    const caller = testCaller();
    await expect(consumerOf(store).handle([memoryDeleted(caller, caller.tenantId)])).rejects.toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
    });
  });
});
