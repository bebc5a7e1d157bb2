import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSearchMaintenanceClient } from '@loci/contracts';
import { inProcessClient } from '@loci/http';
import { testCaller } from '@loci/testing';
import { memoryCreated, memoryDeleted } from '../events.fixture.ts';
import { searchUnderTest } from '../search-service.fixture.ts';
import type { SearchUnderTest } from '../search-service.fixture.ts';

let search: SearchUnderTest;
beforeAll(async () => {
  search = await searchUnderTest();
});
afterAll(() => search.close());

test('an index that claims to be right and is not is made anew from the owners', async () => {
  const { tenantId } = testCaller();
  const [first, second] = [
    memoryCreated(tenantId, { content: 'Tea in the morning.' }),
    memoryCreated(tenantId, { content: 'Coffee at noon.' }),
  ];
  await search.store(first, second);
  // The same revision with another content: no comparison of revisions finds this out.
  await search.keywordIndex.port.dropTenant(tenantId);
  const wrong = { tenantId, id: first.aggregate_id, revision: first.revision, content: 'Something else.' };
  await search.keywordIndex.port.upsert([
    {
      ...wrong,
      sourceType: 'direct_input',
      memoryType: 'fact',
      importance: 0.5,
      confidence: 0.8,
      userId: 'u',
      tags: [],
      createdAt: first.occurred_at,
      updatedAt: first.occurred_at,
      documentId: null,
      chunkIndex: null,
      totalChunks: null,
      conversationId: null,
    },
  ]);
  const maintenance = createSearchMaintenanceClient(inProcessClient(search.service.routes, 'throw'));
  expect(await maintenance.rebuild()).toBe(2);
  const items = await search.client.items({
    tenant_id: tenantId,
    ids: [first.aggregate_id, second.aggregate_id],
    query: null,
    include_neighbors: 0,
  });
  expect(items.map(({ content }) => content)).toEqual(['Tea in the morning.', 'Coffee at noon.']);
});

test('an event of before a deletion comes too late for the fresh index as well', async () => {
  const { tenantId } = testCaller();
  const created = memoryCreated(tenantId, { content: 'Chocolate at night.' });
  await search.store(created);
  await search.store(memoryDeleted(created));
  const maintenance = createSearchMaintenanceClient(inProcessClient(search.service.routes, 'throw'));
  await maintenance.rebuild();
  await search.memories(created);
  const ids = [created.aggregate_id];
  expect(await search.client.items({ tenant_id: tenantId, ids, query: null, include_neighbors: 0 })).toEqual(
    [],
  );
});
