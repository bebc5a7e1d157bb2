import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { CompactGraph } from '../../src/graph-store/compact-graph.ts';
import type { GraphEdge } from '../../src/graph-store/graph-store.ts';
import { graphEdgeLoader } from '../../src/index.ts';
import { createTestGraphService, randomPairs, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PAGE_SIZE = 5_000;

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

async function load(tenantId: string): Promise<{ edges: GraphEdge[]; loadedCount: number }> {
  const loaded = new CompactGraph();
  let loadedCount = 0;
  for await (const page of graphEdgeLoader(graph.database)(tenantId)) {
    loaded.upsertPacked(page, 0, page.count);
    loadedCount += page.count;
  }
  const edges = loaded.edgesAfter(null, loadedCount).map((edge) => loaded.edge(edge));
  return { edges, loadedCount };
}

describe('graphEdgeLoader', () => {
  test('loads every relationship of the tenant with its current values and revision', async () => {
    const caller = testCaller();
    const [a, b, c] = graph.memories.createMany(caller, 3) as [string, string, string];
    const app = graph.as(caller);
    const bidirectional = { direction_type: 'BIDIRECTIONAL' };
    await app.post('/api/v2/relationships').send(relationshipBody(b, c, bidirectional));
    const { id } = (await app.post('/api/v2/relationships').send(relationshipBody(a, b))).body.data;
    await app.patch(`/api/v2/relationships/${id}`).send({ confidence: 0.1 });
    const { edges } = await load(caller.tenantId);
    expect(edges).toHaveLength(2);
    expect(edges).toContainEqual({
      id,
      fromId: a,
      toId: b,
      type: 'supports',
      directionType: 'DIRECTED',
      strength: 0.5,
      confidence: 0.1,
      isActive: true,
      revision: 2,
    });
  });

  test('loads nothing for a tenant without relationships', async () => {
    expect(await load(testCaller().tenantId)).toEqual({ edges: [], loadedCount: 0 });
  });

  test.each([5_000, 10_000, 20_000, 23_456])(
    'loads all of %d relationships while reading at most one page twice',
    async (total) => {
      const caller = testCaller();
      await graph.insertRows(caller, randomPairs(total));
      const { edges, loadedCount } = await load(caller.tenantId);
      expect(new Set(edges.map(({ id }) => id)).size).toBe(total);
      expect(edges).toHaveLength(total);
      expect(loadedCount - total).toBeLessThanOrEqual(PAGE_SIZE);
    },
  );
});
