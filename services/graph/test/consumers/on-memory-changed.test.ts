import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  memoryCreated,
  memoryDeleted,
  createTestGraphService,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

function setting(memories = 3) {
  const caller = testCaller();
  const app = graph.as(caller);
  const [a, b, c] = graph.storeMemories(caller, memories) as [string, string, string];
  return {
    caller,
    app,
    a,
    b,
    c,
    all: async () => (await app.get(PATH).query({ per_page: 100 })).body.data.items,
  };
}

describe('known memories', () => {
  test('a memory that an event has named needs no question to the memory service', async () => {
    const { caller, app, a, b } = setting();
    await graph.deliver(memoryCreated(caller, a), memoryCreated(caller, b));
    const before = graph.asked.length;
    expect((await app.post(PATH).send(relationshipBody(a, b))).status).toBe(201);
    expect(graph.asked).toHaveLength(before);
  });

  test('a tombstone stays: an older event that comes late revives nothing', async () => {
    const { caller, app, a, b } = setting();
    await graph.deliver(memoryDeleted(caller, b));
    await graph.deliver(memoryCreated(caller, b), memoryCreated(caller, a));
    expect((await app.post(PATH).send(relationshipBody(a, b))).status).toBe(404);
  });

  test('created and deleted in one batch, in either order: deleted', async () => {
    const { caller, app, a, b, c } = setting();
    await graph.deliver(memoryCreated(caller, b), memoryDeleted(caller, b));
    await graph.deliver(memoryDeleted(caller, c), memoryCreated(caller, c));
    expect((await app.post(PATH).send(relationshipBody(a, b))).status).toBe(404);
    expect((await app.post(PATH).send(relationshipBody(a, c))).status).toBe(404);
  });
});

describe('a deleted memory', () => {
  test('deletes its relationships, at either end, with their events, and leaves the others', async () => {
    const { caller, app, a, b, c, all } = setting();
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
    expect((await all()).map((item: { id: string }) => item.id)).toEqual([kept]);
    const deletions = (await graph.events(caller)).filter((event) => event.type === 'relationship.deleted');
    expect(deletions).toHaveLength(4);
    expect(deletions.every((event) => event.revision === 2)).toBe(true);
    // Delivered again, it changes nothing.
    await graph.deliver(memoryDeleted(caller, b));
    expect(
      (await graph.events(caller)).filter((event) => event.type === 'relationship.deleted'),
    ).toHaveLength(4);
  });

  test('is in no path any more', async () => {
    const { caller, app, a, b, c } = setting();
    await app.post(`${PATH}/bulk`).send([relationshipBody(a, b), relationshipBody(b, c)]);
    const visited = async (): Promise<string[]> =>
      (await app.post(`${PATH}/traverse`).send({ start_memory_id: a })).body.data.visited_chunks;
    expect(await visited()).toEqual([a, b, c]);
    await graph.deliver(memoryDeleted(caller, b));
    expect(await visited()).toEqual([a]);
  });

  test('more relationships than one transaction removes', async () => {
    const { caller, app, a, all } = setting();
    const others = graph.storeMemories(caller, 1_000);
    const types = ['follows', 'precedes', 'supports'];
    for (const relationship_type of types) {
      await app.post(`${PATH}/bulk`).send(others.map((id) => relationshipBody(a, id, { relationship_type })));
    }
    await graph.deliver(memoryDeleted(caller, a));
    expect(await all()).toEqual([]);
    expect(await graph.events(caller)).toHaveLength(6_000);
  });

  test("is another tenant's business nowhere", async () => {
    const { app, a, b, all } = setting();
    await app.post(PATH).send(relationshipBody(a, b));
    await graph.deliver(memoryDeleted(testCaller(), a));
    expect(await all()).toHaveLength(1);
  });

  test('while its relationships are written: none survives, whoever comes first', async () => {
    for (let round = 0; round < 10; round++) {
      const { caller, app, a, b, c, all } = setting();
      const writes = Array.from({ length: 12 }, (_, i) => {
        const relationship_type = ['supports', 'causes', 'follows', 'precedes'][i % 4];
        const [from, to] = [
          [a, b],
          [b, c],
          [c, b],
        ][i % 3]!;
        return app.post(PATH).send(relationshipBody(from!, to!, { relationship_type }));
      });
      // Sent one after the other on different connections, so the deletion lands among the writes.
      const started = writes.map((write) => write.then((answer) => answer.status));
      await started[round % 12];
      await graph.deliver(memoryDeleted(caller, b));
      expect((await Promise.all(started)).every((status) => [201, 404].includes(status))).toBe(true);
      expect(await all()).toEqual([]);
      const events = await graph.events(caller);
      const left = new Set<string>();
      for (const event of events) {
        if (event.type === 'relationship.created') left.add(event.aggregate_id);
        else left.delete(event.aggregate_id);
      }
      expect(left.size).toBe(0);
    }
  });

  test('a write that has looked at the memory holds its deletion back, and is then undone by it', async () => {
    const { caller, app, a, b, all } = setting();
    await graph.deliver(memoryCreated(caller, a), memoryCreated(caller, b));
    // Another writer has the same way, so the write below stands between its look and its insert.
    const letGo = await graph.holdWay(caller, a, b);
    const write = app
      .post(PATH)
      .send(relationshipBody(a, b))
      .then((answer) => answer.status);
    await graph.untilWaiting(1);
    const deletion = graph.deliver(memoryDeleted(caller, b));
    await graph.untilWaiting(2);
    await letGo();
    expect(await write).toBe(201);
    await deletion;
    expect(await all()).toEqual([]);
  });
});

describe('an evolved memory: memory.created with evolved_from', () => {
  test.each([
    ['correction', 'supersedes'],
    ['update', 'updates'],
    ['expansion', 'evolution_of'],
    ['contradiction', 'contradicts'],
    ['deprecation', 'supersedes'],
  ])('%s: the relationship from new to old is %s, its id the evolution_id', async (evolution_type, type) => {
    const { caller, app, a, b } = setting();
    const evolution_id = newId();
    const evolved = memoryCreated(caller, b, {
      evolved_from: { evolution_id, original_memory_id: a, evolution_type },
    });
    await graph.deliver(evolved);
    const { body } = await app.get(`${PATH}/${evolution_id}`);
    expect(body.data).toMatchObject({
      from_id: b,
      to_id: a,
      relationship_type: type,
      direction_type: 'DIRECTED',
    });
    const events = await graph.events(caller);
    expect(events).toHaveLength(1);
    expect(events[0]!.data).toMatchObject({ origin: 'evolution', created_by: caller.userId });
    await graph.deliver(evolved, evolved);
    expect(await graph.events(caller)).toHaveLength(1);
  });

  test('delivered again after a caller has deleted the relationship, it stays deleted', async () => {
    const { caller, app, a, b, all } = setting();
    const evolution_id = newId();
    const evolved = memoryCreated(caller, b, {
      evolved_from: { evolution_id, original_memory_id: a, evolution_type: 'update' },
    });
    await graph.deliver(evolved);
    await app.delete(`${PATH}/${evolution_id}`);
    await graph.deliver(evolved);
    expect(await all()).toEqual([]);
  });

  test('one whose original, or which itself, is deleted is linked to nothing', async () => {
    const { caller, a, b, c, all } = setting();
    const from = (original_memory_id: string) => ({
      evolved_from: { evolution_id: newId(), original_memory_id, evolution_type: 'update' },
    });
    await graph.deliver(memoryDeleted(caller, a), memoryCreated(caller, b, from(a)));
    await graph.deliver(memoryCreated(caller, c, from(b)), memoryDeleted(caller, c));
    expect(await all()).toEqual([]);
  });

  test('one that resolves a contradiction supersedes both', async () => {
    const { caller, a, b, c, all } = setting();
    const supersedes = [
      { relationship_id: newId(), memory_id: a },
      { relationship_id: newId(), memory_id: b },
    ];
    await graph.deliver(memoryCreated(caller, c, { supersedes }));
    expect(await all()).toHaveLength(2);
    for (const { relationship_id, memory_id } of supersedes) {
      expect(await all()).toContainEqual(
        expect.objectContaining({
          id: relationship_id,
          from_id: c,
          to_id: memory_id,
          relationship_type: 'supersedes',
        }),
      );
    }
  });
});
