import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { CompactGraph } from '../../src/graph-store/compact-graph.ts';
import type { GraphEdge } from '../../src/graph-store/graph-store.ts';
import { graphEdgeLoader } from '../../src/index.ts';
import { createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

async function load(tenantId: string): Promise<GraphEdge[]> {
  const loaded = new CompactGraph();
  let count = 0;
  for await (const page of graphEdgeLoader(graph.database)(tenantId)) {
    loaded.upsertPacked(page, 0, page.count);
    count += page.count;
  }
  // Where its two ends meet, it may read a page of 5,000 twice.
  expect(count - loaded.edgeCount).toBeLessThanOrEqual(5_000);
  return loaded.edgesAfter(null, count).map((edge) => loaded.edge(edge));
}

test('yields every relationship of the tenant with its revision', async () => {
  const caller = testCaller();
  const [a, b, c] = graph.storeMemories(caller, 3) as [string, string, string];
  const app = graph.as(caller);
  await app.post('/api/v2/relationships').send(relationshipBody(b, c, { direction_type: 'BIDIRECTIONAL' }));
  const { id } = (await app.post('/api/v2/relationships').send(relationshipBody(a, b))).body.data;
  await app.patch(`/api/v2/relationships/${id}`).send({ confidence: 0.1 });
  const edges = await load(caller.tenantId);
  expect(edges).toHaveLength(2);
  expect(edges).toContainEqual({
    id,
    fromId: a,
    toId: b,
    type: 'supports',
    directionType: 'DIRECTED',
    strength: 0.5,
    confidence: 0.1,
    revision: 2,
  });
  expect(await load(testCaller().tenantId)).toEqual([]);
});

test.each([5_000, 10_000, 20_000, 23_456])('%d relationships in pages, each there once', async (total) => {
  const tenantId = newId();
  await graph.database.inTransaction(tenantId, (tx) =>
    tx.query(
      `INSERT INTO relationships SELECT $1, gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 'supports',
         'DIRECTED', null, null, 0.5, 0.8, '{}', '{}', '{}', 'user', 'test', now(), now()
       FROM generate_series(1, $2)`,
      [tenantId, total],
    ),
  );
  const ids = (await load(tenantId)).map((edge) => edge.id);
  expect(new Set(ids).size).toBe(total);
  expect(ids).toHaveLength(total);
});
