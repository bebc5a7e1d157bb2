import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { repairCounters } from '@loci/postgres';
import { testCaller } from '@loci/testing';
import {
  countRelationships,
  relationshipCounterSource,
} from '../../src/relationships/relationship-counters.ts';
import { relationshipRepository } from '../../src/relationships/relationship.repository.ts';
import { createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';
let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

test('the counters of relationships equal the stored rows after every kind of change', async () => {
  const caller = testCaller();
  const { tenantId } = caller;
  const [a, b, c, d] = graph.memories.createMany(caller, 4) as [string, string, string, string];
  const http = graph.as(caller);
  const { body } = await http.post(PATH).send(relationshipBody(a, b));
  await http.post(PATH).send(relationshipBody(a, b));
  await http
    .post(`${PATH}/bulk`)
    .send([relationshipBody(a, c), relationshipBody(b, c, { relationship_type: 'causes' })]);
  await http.post(PATH).send(relationshipBody(c, d, { direction_type: 'BIDIRECTIONAL' }));
  await http.post(PATH).send(relationshipBody(d, a, { relationship_type: 'follows' }));
  await http.patch(`${PATH}/${body.data.id}`).send({ strength: 0.1 });
  await http.delete(`${PATH}/${body.data.id}`);
  await graph.database.inTransaction(tenantId, async (tx) => {
    expect(await countRelationships(tx, tenantId)).toBe(4);
    expect(await relationshipRepository.removeBetween(tx, tenantId, c, d, new Date())).toHaveLength(1);
    expect(await relationshipRepository.removeOfMemories(tx, tenantId, [d], 10, new Date())).toHaveLength(1);
    expect(await countRelationships(tx, tenantId)).toBe(2);
    expect(await countRelationships(tx, tenantId, { type: 'causes' })).toBe(1);
    expect(await countRelationships(tx, tenantId, { type: 'follows' })).toBe(0);
    expect(await repairCounters(tx, tenantId, relationshipCounterSource)).toEqual([]);
  });
  expect((await http.get(PATH).query({ relationship_type: 'causes' })).body.data.pagination).toMatchObject({
    total: 1,
    total_is_exact: true,
  });
});
