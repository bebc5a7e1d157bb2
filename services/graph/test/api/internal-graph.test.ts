import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FIRST_PAGE } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { relationshipStateSchema } from '@loci/events';
import { testCaller } from '@loci/testing';
import { createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

const createInBulk = async (caller: Caller, elements: object[]): Promise<{ id: string }[]> =>
  (await graph.as(caller).post('/api/v2/relationships/bulk').send(elements)).body.data.created;

test.each(['expand', 'edges', 'count', 'export'])(
  'the internal operation %s responds to clients with 404',
  async (operation) => {
    const { status } = await graph.as(testCaller()).post(`/internal/graph/${operation}`).send({});
    expect(status).toBe(404);
  },
);

describe('internal operation expand', () => {
  const request = { max_depth: 2, max_reached: 100, links: [], link_weight: 0.5 };

  test('returns start items with depth 0 and reached items with their depth, highest score first', async () => {
    const caller = testCaller();
    const [a, b, c, d] = graph.memories.createMany(caller, 4) as [string, string, string, string];
    await createInBulk(caller, [
      relationshipBody(a, b, { strength: 1, confidence: 1 }),
      relationshipBody(b, c),
    ]);
    const { nodes } = await graph.client.expand({
      ...request,
      tenant_id: caller.tenantId,
      ids: a + d,
      scores: [1, 0.2],
    });
    const depths = Object.fromEntries(nodes.map(({ id, depth }) => [id, depth]));
    expect(depths).toEqual({ [a]: 0, [d]: 0, [b]: 1, [c]: 2 });
    const scores = nodes.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((x, y) => y - x));
    expect(nodes.find(({ id }) => id === b)!.score).toBeCloseTo(0.5);
  });

  test('returns at most max_reached reached items in addition to all start items', async () => {
    const caller = testCaller();
    const ids = graph.memories.createMany(caller, 12);
    const [seed, ...neighbors] = ids.slice(0, 11) as [string, ...string[]];
    await createInBulk(
      caller,
      neighbors.map((id) => relationshipBody(seed, id, { strength: 1 })),
    );
    const lowest = ids[11]!;
    const { nodes } = await graph.client.expand({
      ...request,
      tenant_id: caller.tenantId,
      ids: seed + lowest,
      scores: [1, 0],
      max_reached: 3,
    });
    expect(nodes).toHaveLength(5);
    expect(nodes.filter(({ depth }) => depth > 0)).toHaveLength(3);
    expect(nodes.map(({ id }) => id)).toContain(lowest);
  });

  test('follows links of the request like relationships', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const { nodes } = await graph.client.expand({
      ...request,
      tenant_id: caller.tenantId,
      ids: a + b,
      scores: [1],
      links: [1, 0],
    });
    expect(nodes).toEqual([
      { id: a, score: expect.any(Number), depth: 0 },
      { id: b, score: 0.25, depth: 1 },
    ]);
  });

  test.each([
    ['a link to a position without an id', { scores: [1], links: [0, 2] }],
    ['a link without a second item', { scores: [1], links: [0] }],
    ['more scores than ids', { scores: [1, 1, 1], links: [] }],
  ])('rejects %s with VAL_VALIDATION_FAILED', async (_, fields) => {
    const caller = testCaller();
    const ids = graph.memories.createMany(caller, 2).join('');
    const response = graph.client.expand({ ...request, tenant_id: caller.tenantId, ids, ...fields });
    await expect(response).rejects.toMatchObject({ code: 'VAL_VALIDATION_FAILED' });
  });

  test('returns the strongest relationships of the requested and, on request, of the reached items', async () => {
    const caller = testCaller();
    const [a, b, c, d] = graph.memories.createMany(caller, 4) as [string, string, string, string];
    const created = await createInBulk(caller, [
      relationshipBody(a, b, { strength: 0.4 }),
      relationshipBody(c, b, { strength: 0.9, relationship_type: 'depends_on' }),
    ]);
    const expand = (edgesOfReached: boolean) =>
      graph.client.expand({
        ...request,
        tenant_id: caller.tenantId,
        ids: a,
        scores: [1],
        max_depth: 1,
        edges_of: a + d,
        edges_of_reached: edgesOfReached,
        limit_per_node: 1,
      });
    const own = { id: created[0]!.id, from_id: a, to_id: b, type: 'supports', strength: 0.4 };
    const strongest = { id: created[1]!.id, from_id: c, to_id: b, type: 'depends_on', strength: 0.9 };
    expect((await expand(false)).edges).toEqual([{ id: a, edges: [own], total: 1 }]);
    expect((await expand(true)).edges).toEqual([
      { id: a, edges: [own], total: 1 },
      { id: b, edges: [strongest], total: 2 },
    ]);
  });

  test('does not follow relationships of another tenant', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    await createInBulk(caller, [relationshipBody(a, b)]);
    const { nodes } = await graph.client.expand({
      ...request,
      tenant_id: testCaller().tenantId,
      ids: a,
      scores: [1],
    });
    expect(nodes).toEqual([{ id: a, score: 1, depth: 0 }]);
  });
});

describe('internal operation edges', () => {
  let ids: [string, string, string, string];
  let created: [{ id: string }, { id: string }, { id: string }];
  const caller = testCaller();
  beforeAll(async () => {
    ids = graph.memories.createMany(caller, 4) as typeof ids;
    const [a, b, c] = ids;
    created = (await createInBulk(caller, [
      relationshipBody(a, b, { strength: 0.4 }),
      relationshipBody(c, a, { strength: 0.9, relationship_type: 'causes' }),
      relationshipBody(b, c),
    ])) as typeof created;
  });

  test('returns the strongest edges of each item that has relationships, and their total number', async () => {
    const [a, , c, withoutRelationships] = ids;
    const response = await graph.client.edges({
      tenant_id: caller.tenantId,
      ids: [a, withoutRelationships],
      limit_per_node: 1,
      between: [],
      limit_between: 0,
    });
    const strongest = {
      id: created[1].id,
      from_id: c,
      to_id: a,
      type: 'causes',
      direction_type: 'DIRECTED',
      strength: 0.9,
    };
    expect(response.of).toEqual([{ id: a, edges: [strongest], total: 2 }]);
  });

  test('returns up to limit_between edges between the given items, highest weight first', async () => {
    const [a, b, c] = ids;
    const response = await graph.client.edges({
      tenant_id: caller.tenantId,
      ids: [],
      limit_per_node: 1,
      between: [a, b, c],
      limit_between: 2,
    });
    expect(response.between.map(({ id }) => id)).toEqual([created[1].id, created[2].id]);
  });
});

test('the internal operation count returns the number of relationships of one tenant', async () => {
  const caller = testCaller();
  const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
  await createInBulk(caller, [relationshipBody(a, b), relationshipBody(b, a)]);
  expect(await graph.client.countRelationships(caller.tenantId)).toBe(2);
  expect(await graph.client.countRelationships(testCaller().tenantId)).toBe(0);
});

describe('internal operation export', () => {
  test('returns the relationships of one tenant in pages in id order with revision and state', async () => {
    const caller = testCaller();
    const ids = graph.memories.createMany(caller, 6);
    const created = await createInBulk(
      caller,
      ids.slice(1).map((id) => relationshipBody(ids[0]!, id)),
    );
    const { tenantId } = caller;
    const first = await graph.client.export({ tenant_id: tenantId, after: FIRST_PAGE, limit: 3 });
    const last = relationshipStateSchema.parse(first.items.at(-1)!.state);
    const after = { tenant_id: tenantId, id: last.id };
    const second = await graph.client.export({ tenant_id: tenantId, after, limit: 3 });
    const items = [...first.items, ...second.items];
    expect(items.map(({ state }) => state['id'])).toEqual(created.map(({ id }) => id).sort());
    expect(items.every((item) => item.revision === 1 && item.tenant_id === tenantId)).toBe(true);
  });

  test('returns the relationships of all tenants if tenant_id is null', async () => {
    const callers = [testCaller(), testCaller()];
    for (const caller of callers) {
      const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
      await createInBulk(caller, [relationshipBody(a, b)]);
    }
    const { items } = await graph.client.export({ tenant_id: null, after: FIRST_PAGE, limit: 5_000 });
    const tenantIds = items.map((item) => item.tenant_id);
    expect(tenantIds).toEqual(expect.arrayContaining(callers.map(({ tenantId }) => tenantId)));
  });
});
