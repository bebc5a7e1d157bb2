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

const bulk = async (caller: Caller, elements: object[]): Promise<{ id: string }[]> =>
  (await graph.as(caller).post('/api/v2/relationships/bulk').send(elements)).body.data.created;

test('internal operations are there for no caller', async () => {
  for (const operation of ['expand', 'edges', 'count', 'export']) {
    const { status } = await graph.as(testCaller()).post(`/internal/graph/${operation}`).send({});
    expect(status).toBe(404);
  }
});

describe('expand', () => {
  const request = { seed_limit: 10, max_depth: 2, max_reached: 100, extra_links: [] };

  test('mass flows from the seeds; candidates keep theirs, reached items have a depth', async () => {
    const caller = testCaller();
    const [a, b, c, d] = graph.storeMemories(caller, 4) as [string, string, string, string];
    await bulk(caller, [relationshipBody(a, b, { strength: 1, confidence: 1 }), relationshipBody(b, c)]);
    const nodes = await graph.client.expand({
      ...request,
      tenant_id: caller.tenantId,
      start: [
        { id: a, score: 1 },
        { id: d, score: 0.2 },
      ],
    });
    const depthOf = Object.fromEntries(nodes.map(({ id, depth }) => [id, depth]));
    expect(depthOf).toEqual({ [a]: 0, [d]: 0, [b]: 1, [c]: 2 });
    expect(nodes.map(({ score }) => score)).toEqual(nodes.map(({ score }) => score).toSorted((x, y) => y - x));
    expect(nodes.find(({ id }) => id === b)!.score).toBeCloseTo(0.5);
  });

  test('max_reached bounds what is found, never the candidates, however light', async () => {
    const caller = testCaller();
    const ids = graph.storeMemories(caller, 12);
    const [seed, ...found] = ids.slice(0, 11) as [string, ...string[]];
    await bulk(
      caller,
      found.map((id) => relationshipBody(seed, id, { strength: 1 })),
    );
    const light = ids[11]!;
    const nodes = await graph.client.expand({
      ...request,
      tenant_id: caller.tenantId,
      start: [
        { id: seed, score: 1 },
        { id: light, score: 0 },
      ],
      max_reached: 3,
    });
    expect(nodes).toHaveLength(5);
    expect(nodes.filter(({ depth }) => depth > 0)).toHaveLength(3);
    expect(nodes.map(({ id }) => id)).toContain(light);
  });

  test('extra links count like relationships; another tenant has nothing', async () => {
    const caller = testCaller();
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    const start = [{ id: a, score: 1 }];
    const extra_links = [{ from_id: b, to_id: a, weight: 0.5 }];
    const linked = await graph.client.expand({ ...request, tenant_id: caller.tenantId, start, extra_links });
    expect(linked.map(({ id }) => id)).toEqual([a, b]);
    await bulk(caller, [relationshipBody(a, b)]);
    const foreign = await graph.client.expand({ ...request, tenant_id: testCaller().tenantId, start });
    expect(foreign).toEqual([{ id: a, score: 1, depth: 0 }]);
  });
});

test('edges: the strongest of each id, either direction, their number, and those between others', async () => {
  const caller = testCaller();
  const [a, b, c, d] = graph.storeMemories(caller, 4) as [string, string, string, string];
  const [ab, ca, bc] = (await bulk(caller, [
    relationshipBody(a, b, { strength: 0.4 }),
    relationshipBody(c, a, { strength: 0.9, relationship_type: 'causes' }),
    relationshipBody(b, c),
  ])) as [{ id: string }, { id: string }, { id: string }];
  const answer = await graph.client.edges({
    tenant_id: caller.tenantId,
    ids: [a, d],
    limit_per_node: 1,
    between: [a, b, c],
    limit_between: 2,
  });
  const strongest = { id: ca.id, from_id: c, to_id: a, type: 'causes', strength: 0.9 };
  expect(answer.of).toEqual([{ id: a, edges: [strongest], total: 2 }]);
  expect(answer.between.map(({ id }) => id)).toEqual([ca.id, bc.id]);
  expect([ab.id]).not.toContain(answer.between[1]!.id);
});

test('count: the relationships of the tenant', async () => {
  const caller = testCaller();
  const [a, b] = graph.storeMemories(caller, 2) as [string, string];
  await bulk(caller, [relationshipBody(a, b), relationshipBody(b, a)]);
  expect(await graph.client.countRelationships(caller.tenantId)).toBe(2);
  expect(await graph.client.countRelationships(testCaller().tenantId)).toBe(0);
});

test('export: pages in id order with revision and state, of one tenant or of all', async () => {
  const caller = testCaller();
  const ids = graph.storeMemories(caller, 6);
  const created = await bulk(
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
  const all = await graph.client.export({ tenant_id: null, after: FIRST_PAGE, limit: 5_000 });
  expect(new Set(all.items.map((item) => item.tenant_id)).size).toBeGreaterThan(1);
});
