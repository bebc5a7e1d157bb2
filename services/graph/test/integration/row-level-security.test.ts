import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { createTestGraphService, memoryCreated, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const callers = [testCaller(), testCaller()] as const;
let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
  for (const caller of callers) {
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const body = relationshipBody(a, b, { relationship_type: 'contradicts' });
    await graph.as(caller).post('/api/v2/relationships').send(body);
    await graph.deliver(memoryCreated(caller, a, { valid_until: '2999-01-01T00:00:00.000Z' }));
  }
});
afterAll(() => graph.close());

describe('row-level security of the schema graph', () => {
  test.each(['relationships', 'known_memories', 'memory_windows', 'derived_relationships', 'outbox'])(
    'limits a query of %s without a WHERE clause to the tenant of the transaction',
    async (table) => {
      const select = `SELECT DISTINCT tenant_id FROM ${table}`;
      expect(await graph.query(callers[0], select)).toEqual([{ tenant_id: callers[0].tenantId }]);
      const all = await graph.database.inSystemTransaction((tx) => tx.query(select));
      expect(all).toHaveLength(2);
    },
  );

  test('limits DELETE without a WHERE clause to the tenant of the transaction', async () => {
    await graph.query(callers[0], 'DELETE FROM relationships');
    const remaining = await graph.as(callers[1]).get('/api/v2/relationships');
    expect(remaining.body.data.pagination.total).toBe(1);
  });

  test('rejects an INSERT with the id of another tenant', async () => {
    const insert = graph.query(callers[0], 'INSERT INTO known_memories VALUES ($1, $1, false)', [
      callers[1].tenantId,
    ]);
    await expect(insert).rejects.toThrow(/row-level security/);
  });
});
