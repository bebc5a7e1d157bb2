import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

test('without a WHERE, a transaction sees and touches its own tenant alone, in every table', async () => {
  const callers = [testCaller(), testCaller()] as const;
  for (const caller of callers) {
    const [a, b] = graph.storeMemories(caller, 2) as [string, string];
    const body = relationshipBody(a, b, { relationship_type: 'contradicts' });
    await graph.as(caller).post('/api/v2/relationships').send(body);
  }
  for (const table of ['relationships', 'known_memories', 'derived_relationships', 'outbox']) {
    const select = `SELECT DISTINCT tenant_id FROM ${table}`;
    const seen = await graph.database.inTransaction(callers[0].tenantId, (tx) => tx.query(select));
    expect([table, seen]).toEqual([table, [{ tenant_id: callers[0].tenantId }]]);
    const all = await graph.database.inSystemTransaction((tx) => tx.query(select));
    expect([table, all.length]).toEqual([table, 2]);
  }
  await graph.database.inTransaction(callers[0].tenantId, (tx) => tx.query('DELETE FROM relationships'));
  const left = await graph.as(callers[1]).get('/api/v2/relationships');
  expect(left.body.data.pagination.total).toBe(1);
});

test("a row in another tenant's name is refused", async () => {
  const insert = graph.database.inTransaction(testCaller().tenantId, (tx) =>
    tx.query('INSERT INTO known_memories VALUES ($1, $1, false)', [testCaller().tenantId]),
  );
  await expect(insert).rejects.toThrow(/row-level security/);
});
