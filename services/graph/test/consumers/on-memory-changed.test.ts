import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  createTestGraphService,
  memoryCreated,
  memoryDeleted,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

/** Creates a caller with three memories. */
function setUp() {
  const caller = testCaller();
  const app = graph.as(caller);
  const [a, b, c] = graph.memories.createMany(caller, 3) as [string, string, string];
  const list = async () =>
    (await app.get(PATH).query({ per_page: 100, include_inactive: true })).body.data.items;
  const deletionEvents = async () =>
    (await graph.events(caller)).filter((event) => event.type === 'relationship.deleted');
  return { caller, app, a, b, c, list, deletionEvents };
}

describe('memory events: known memories', () => {
  test('creating a relationship sends no request to the memory service if the memory events have arrived', async () => {
    const { caller, app, a, b } = setUp();
    await graph.deliver(memoryCreated(caller, a), memoryCreated(caller, b));
    const lookupsBefore = graph.memories.lookups.length;
    expect((await app.post(PATH).send(relationshipBody(a, b))).status).toBe(201);
    expect(graph.memories.lookups).toHaveLength(lookupsBefore);
  });

  test('a memory stays deleted if its memory.created event arrives after memory.deleted', async () => {
    const { caller, app, a, b } = setUp();
    await graph.deliver(memoryDeleted(caller, b));
    await graph.deliver(memoryCreated(caller, b), memoryCreated(caller, a));
    expect((await app.post(PATH).send(relationshipBody(a, b))).status).toBe(404);
  });

  test('a memory is deleted if one batch contains memory.created and memory.deleted in either order', async () => {
    const { caller, app, a, b, c } = setUp();
    await graph.deliver(memoryCreated(caller, b), memoryDeleted(caller, b));
    await graph.deliver(memoryDeleted(caller, c), memoryCreated(caller, c));
    expect((await app.post(PATH).send(relationshipBody(a, b))).status).toBe(404);
    expect((await app.post(PATH).send(relationshipBody(a, c))).status).toBe(404);
  });
});

describe('memory.deleted', () => {
  test('deletes only the relationships of the memory, each with an event', async () => {
    const { caller, app, a, b, c, list, deletionEvents } = setUp();
    const { body } = await app
      .post(`${PATH}/bulk`)
      .send([
        relationshipBody(a, b),
        relationshipBody(b, c, { direction_type: 'BIDIRECTIONAL' }),
        relationshipBody(b, a, { direction_type: 'INVERSE_PAIRED', inverse_type: 'tests' }),
        relationshipBody(a, c),
      ]);
    const kept = body.data.created[3].id;
    await graph.deliver(memoryDeleted(caller, b));
    expect((await list()).map((item: { id: string }) => item.id)).toEqual([kept]);
    const events = await deletionEvents();
    expect(events).toHaveLength(4);
    expect(events.every((event) => event.revision === 2)).toBe(true);
  });

  test('stores no further events if the event is delivered again', async () => {
    const { caller, app, a, b, deletionEvents } = setUp();
    await app.post(PATH).send(relationshipBody(a, b));
    await graph.deliver(memoryDeleted(caller, b));
    await graph.deliver(memoryDeleted(caller, b));
    expect(await deletionEvents()).toHaveLength(1);
  });

  test('removes the memory from traversals', async () => {
    const { caller, app, a, b, c } = setUp();
    await app.post(`${PATH}/bulk`).send([relationshipBody(a, b), relationshipBody(b, c)]);
    const visited = async (): Promise<string[]> =>
      (await app.post(`${PATH}/traverse`).send({ start_memory_id: a })).body.data.visited_chunks;
    expect(await visited()).toEqual([a, b, c]);
    await graph.deliver(memoryDeleted(caller, b));
    expect(await visited()).toEqual([a]);
  });

  test('deletes 3,000 relationships, which is more than one transaction removes', async () => {
    const { caller, app, a, list } = setUp();
    const others = graph.memories.createMany(caller, 1_000);
    const types = ['follows', 'precedes', 'supports'];
    for (const relationship_type of types) {
      await app.post(`${PATH}/bulk`).send(others.map((id) => relationshipBody(a, id, { relationship_type })));
    }
    await graph.deliver(memoryDeleted(caller, a));
    expect(await list()).toEqual([]);
    expect(await graph.events(caller)).toHaveLength(6_000);
  });

  test('does not delete relationships of another tenant', async () => {
    const { app, a, b, list } = setUp();
    await app.post(PATH).send(relationshipBody(a, b));
    await graph.deliver(memoryDeleted(testCaller(), a));
    expect(await list()).toHaveLength(1);
  });

  test('leaves no relationship of the memory if the event is delivered during concurrent creates', async () => {
    for (let round = 0; round < 10; round++) {
      const { caller, app, a, b, c, list } = setUp();
      const requests = Array.from({ length: 12 }, (_, i) => {
        const relationship_type = ['supports', 'causes', 'follows', 'precedes'][i % 4];
        const [from, to] = [
          [a, b],
          [b, c],
          [c, b],
        ][i % 3]!;
        return app.post(PATH).send(relationshipBody(from!, to!, { relationship_type }));
      });
      // The requests use different connections, so the deletion runs while some of them are in progress.
      const responses = requests.map((request) => request.then(({ status }) => status));
      await responses[round % 12];
      await graph.deliver(memoryDeleted(caller, b));
      expect((await Promise.all(responses)).every((status) => [201, 404].includes(status))).toBe(true);
      expect(await list()).toEqual([]);
      const remaining = new Set<string>();
      for (const event of await graph.events(caller)) {
        if (event.type === 'relationship.created') remaining.add(event.aggregate_id);
        else remaining.delete(event.aggregate_id);
      }
      expect(remaining.size).toBe(0);
    }
  });

  test('deletes the relationship of a create that had already checked the memory', async () => {
    const { caller, app, a, b, list } = setUp();
    await graph.deliver(memoryCreated(caller, a), memoryCreated(caller, b));
    // The POST request below waits between its check of the memories and its insert.
    const release = await graph.blockUniquenessKey(caller, a, b);
    const create = app
      .post(PATH)
      .send(relationshipBody(a, b))
      .then(({ status }) => status);
    await graph.untilBlocked(1);
    const deletion = graph.deliver(memoryDeleted(caller, b));
    await graph.untilBlocked(2);
    await release();
    expect(await create).toBe(201);
    await deletion;
    expect(await list()).toEqual([]);
  });
});

describe('memory.created with evolved_from', () => {
  test.each([
    ['correction', 'supersedes'],
    ['update', 'updates'],
    ['expansion', 'evolution_of'],
    ['contradiction', 'contradicts'],
    ['deprecation', 'supersedes'],
  ])('creates for the evolution type %s a relationship of type %s', async (evolution_type, type) => {
    const { caller, app, a, b } = setUp();
    const evolution_id = newId();
    await graph.deliver(
      memoryCreated(caller, b, { evolved_from: { evolution_id, original_memory_id: a, evolution_type } }),
    );
    const { body } = await app.get(`${PATH}/${evolution_id}`);
    expect(body.data).toMatchObject({
      from_id: b,
      to_id: a,
      relationship_type: type,
      direction_type: 'DIRECTED',
    });
  });

  test('stores one relationship.created event with origin evolution if memory.created is delivered several times', async () => {
    const { caller, a, b } = setUp();
    const evolved = memoryCreated(caller, b, {
      evolved_from: { evolution_id: newId(), original_memory_id: a, evolution_type: 'update' },
    });
    await graph.deliver(evolved);
    await graph.deliver(evolved, evolved);
    const events = await graph.events(caller);
    expect(events).toHaveLength(1);
    expect(events[0]!.data).toMatchObject({ origin: 'evolution', created_by: caller.userId });
  });

  test('does not recreate a relationship that a client deleted', async () => {
    const { caller, app, a, b, list } = setUp();
    const evolution_id = newId();
    const evolved = memoryCreated(caller, b, {
      evolved_from: { evolution_id, original_memory_id: a, evolution_type: 'update' },
    });
    await graph.deliver(evolved);
    await app.delete(`${PATH}/${evolution_id}`);
    await graph.deliver(evolved);
    expect(await list()).toEqual([]);
  });

  test('creates no relationship if the original memory is deleted', async () => {
    const { caller, a, b, list } = setUp();
    const evolved_from = { evolution_id: newId(), original_memory_id: a, evolution_type: 'update' };
    await graph.deliver(memoryDeleted(caller, a), memoryCreated(caller, b, { evolved_from }));
    expect(await list()).toEqual([]);
  });

  test('creates no relationship if the new memory is deleted', async () => {
    const { caller, a, b, list } = setUp();
    const evolved_from = { evolution_id: newId(), original_memory_id: a, evolution_type: 'update' };
    await graph.deliver(memoryCreated(caller, b, { evolved_from }), memoryDeleted(caller, b));
    expect(await list()).toEqual([]);
  });
});

test('memory.created with supersedes creates a supersedes relationship to each superseded memory', async () => {
  const { caller, a, b, c, list } = setUp();
  const supersedes = [
    { relationship_id: newId(), memory_id: a },
    { relationship_id: newId(), memory_id: b },
  ];
  await graph.deliver(memoryCreated(caller, c, { supersedes }));
  expect(await list()).toHaveLength(2);
  for (const { relationship_id, memory_id } of supersedes) {
    expect(await list()).toContainEqual(
      expect.objectContaining({
        id: relationship_id,
        from_id: c,
        to_id: memory_id,
        relationship_type: 'supersedes',
      }),
    );
  }
});
