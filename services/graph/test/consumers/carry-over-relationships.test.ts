import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  createTestGraphService,
  memoryCreated,
  memoryDeactivated,
  memoryDeleted,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

interface Item {
  id: string;
  from_id: string;
  to_id: string;
  relationship_type: string;
  inverse_relationship_id: string | null;
  strength: number;
  metadata: Record<string, unknown>;
  is_active: boolean;
}

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

/** Creates a caller with memories `a`, `b` and `next`, the version that replaces `a`. */
async function setUp() {
  const caller = testCaller();
  const app = graph.as(caller);
  const [a, b, next] = graph.memories.createMany(caller, 3) as [string, string, string];
  await graph.deliver(memoryCreated(caller, a), memoryCreated(caller, b));
  return {
    caller,
    app,
    a,
    b,
    next,
    relate: async (from: string, to: string, rest: object = {}): Promise<Item> =>
      (await app.post(PATH).send({ ...relationshipBody(from, to), ...rest })).body.data,
    list: async (query: object = {}): Promise<Item[]> =>
      (await app.get(PATH).query({ per_page: 100, ...query })).body.data.items,
    replaced: memoryDeactivated(caller, a, next),
    evolved: memoryCreated(caller, next, {
      version: 2,
      evolved_from: { evolution_id: newId(), original_memory_id: a, evolution_type: 'correction' },
    }),
  };
}

describe('the relationships of a version that a new version replaces', () => {
  test('are copied to the new version with their values', async () => {
    const { a, b, next, relate, list, replaced, evolved } = await setUp();
    const original = await relate(b, a, { strength: 0.9, metadata: { note: 1 } });
    await graph.deliver(replaced, evolved);
    // A repeated delivery has no effect.
    await graph.deliver(replaced, evolved);
    const [copy, ...others] = await list();
    expect(others).toEqual([]);
    expect(copy).toMatchObject({
      from_id: b,
      to_id: next,
      relationship_type: 'supports',
      strength: 0.9,
      metadata: { note: 1, carried_from: original.id },
      is_active: true,
    });
    const inactive = (await list({ include_inactive: true })).filter((item) => !item.is_active);
    expect(inactive.map(({ from_id, to_id, relationship_type: type }) => [from_id, type, to_id])).toEqual(
      expect.arrayContaining([
        [b, 'supports', a],
        [next, 'supersedes', a],
      ]),
    );
    expect(inactive).toHaveLength(2);
  });

  test('are carried over even if the events arrive in reverse order', async () => {
    const { a, b, next, relate, list, replaced, evolved } = await setUp();
    await relate(a, b);
    await graph.deliver(evolved);
    await graph.deliver(replaced);
    expect((await list()).map(({ from_id, to_id }) => [from_id, to_id])).toEqual([[next, b]]);
  });

  test('are carried over when the version is deleted, even if the event of the replacement was lost', async () => {
    const { caller, a, b, next, relate, list } = await setUp();
    await relate(a, b);
    await graph.deliver(memoryDeleted(caller, a, next));
    expect((await list()).map(({ from_id, to_id }) => [from_id, to_id])).toEqual([[next, b]]);
  });

  test('are carried over to the newest version if the events of two evolutions arrive in reverse order', async () => {
    const { caller, a, b, next, relate, list, replaced } = await setUp();
    const newest = newId();
    await relate(a, b);
    await graph.deliver(memoryDeactivated(caller, next, newest));
    await graph.deliver(replaced);
    expect((await list()).map(({ from_id, to_id }) => [from_id, to_id])).toEqual([[newest, b]]);
  });

  test('reference each other after they are carried over if they are INVERSE_PAIRED', async () => {
    const { a, b, next, relate, list, replaced } = await setUp();
    await relate(a, b, { direction_type: 'INVERSE_PAIRED', inverse_type: 'depends_on' });
    await graph.deliver(replaced);
    const items = await list();
    const forward = items.find(({ from_id }) => from_id === next)!;
    const inverse = items.find(({ from_id }) => from_id === b)!;
    expect(items).toHaveLength(2);
    expect(forward.inverse_relationship_id).toBe(inverse.id);
    expect(inverse.inverse_relationship_id).toBe(forward.id);
  });

  test('are not copied if the new version already has the same relationship', async () => {
    const { a, b, next, relate, list, replaced } = await setUp();
    await relate(a, b);
    const existing = await relate(next, b);
    await graph.deliver(replaced);
    expect((await list()).map(({ id }) => id)).toEqual([existing.id]);
  });

  test('are not copied if both memories have the same current version', async () => {
    const { caller, a, b, next, relate, list, replaced } = await setUp();
    await relate(a, b);
    await graph.deliver(replaced, memoryDeactivated(caller, b, next));
    expect(await list()).toEqual([]);
  });

  test('are not copied, even temporarily, between memories that were replaced together', async () => {
    const { caller, a, b, next, relate, list } = await setUp();
    const { id } = await relate(a, b);
    await graph.deliver(memoryDeactivated(caller, a, next, { superseded_with: [b] }));
    const all = await list({ include_inactive: true });
    expect(all.map((item) => [item.id, item.is_active])).toEqual([[id, false]]);
  });

  test('become inactive without a copy if the version has no successor', async () => {
    const { caller, a, b, relate, list } = await setUp();
    await relate(a, b);
    await graph.deliver(memoryDeactivated(caller, a, null));
    expect(await list()).toEqual([]);
    expect(await list({ include_inactive: true })).toHaveLength(1);
  });

  test('are not copied again after a client deleted the copy', async () => {
    const { app, a, b, relate, list, replaced, evolved } = await setUp();
    await relate(a, b);
    await graph.deliver(replaced);
    await app.delete(`${PATH}/${(await list())[0]!.id}`);
    await graph.deliver(replaced, evolved);
    expect(await list()).toEqual([]);
  });

  test('are included in the total only if inactive relationships are requested', async () => {
    const { app, a, b, relate, replaced } = await setUp();
    await relate(a, b);
    await graph.deliver(replaced);
    const totalOf = async (query: object): Promise<number> =>
      (await app.get(PATH).query(query)).body.data.pagination.total;
    expect([await totalOf({}), await totalOf({ include_inactive: true })]).toEqual([1, 2]);
  });

  test('are carried over by the reconciler if the event of the version is lost', async () => {
    const { caller, a, b, next, relate, list } = await setUp();
    await relate(a, b);
    graph.memories.supersede(caller, a, next);
    expect(await graph.reconcile()).toBeGreaterThan(0);
    expect((await list()).map(({ from_id, to_id }) => [from_id, to_id])).toEqual([[next, b]]);
    expect(await graph.reconcile()).toBe(0);
  });
});

describe('a new relationship of an inactive version', () => {
  test('is rejected with 409 and the id of the current version', async () => {
    const { app, a, b, next, replaced } = await setUp();
    await graph.deliver(replaced);
    for (const body of [relationshipBody(a, b), relationshipBody(b, a)]) {
      const response = await app.post(PATH).send(body);
      expect([response.status, response.body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(response.body.error.details).toMatchObject({ identifier: a, current_memory_id: next });
    }
  });
});

describe('a traversal of a graph with inactive versions', () => {
  test('follows only active relationships', async () => {
    const { app, a, b, next, relate, replaced, evolved } = await setUp();
    await relate(b, a);
    await graph.deliver(replaced, evolved);
    const traverse = async (body: object) =>
      (await app.post(`${PATH}/traverse`).send({ start_memory_id: b, max_depth: 1, ...body })).body.data;
    const current = await traverse({});
    expect(current.nodes).toEqual([
      { id: b, version: 1, is_active: true, validity: 'current' },
      { id: next, version: 2, is_active: true, validity: 'current' },
    ]);
    const all = await traverse({ include_inactive: true });
    expect(all.nodes).toContainEqual({ id: a, version: 1, is_active: false, validity: 'superseded' });
    expect(all.paths).toHaveLength(2);
  });
});
