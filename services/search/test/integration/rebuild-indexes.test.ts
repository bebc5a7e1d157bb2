import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { memoryCreated, memoryDeleted } from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

let search: TestSearchService;
beforeAll(async () => {
  search = await createTestSearchService();
});
afterAll(() => search.close());

test('rebuildIndexes replaces indexed content that differs from the memory service at the same revision', async () => {
  const { tenantId } = testCaller();
  const [first, second] = [
    memoryCreated(tenantId, { content: 'Tea in the morning.' }),
    memoryCreated(tenantId, { content: 'Coffee at noon.' }),
  ];
  await search.storeMemories(first, second);
  // Reconciliation compares revisions, so it does not detect this difference.
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
  expect(await search.service.rebuildIndexes(new AbortController().signal)).toBe(2);
  const { items } = await search.client.items({
    tenant_id: tenantId,
    ids: [first.aggregate_id, second.aggregate_id],
    query: null,
    include_neighbors: 0,
  });
  expect(items.map(({ content }) => content)).toEqual(['Tea in the morning.', 'Coffee at noon.']);
});

test('rebuildIndexes reports its progress and its result, and ignores a second call while it runs', async () => {
  const { tenantId } = testCaller();
  await search.storeMemories(memoryCreated(tenantId, { content: 'Tea in the morning.' }));
  const { signal } = new AbortController();
  search.rebuilds.length = 0;
  const running = search.service.rebuildIndexes(signal);
  await expect(search.service.rebuildIndexes(signal)).rejects.toMatchObject({ code: 'RES_ALREADY_EXISTS' });
  const items = await running;
  expect(search.rebuilds[0]).toEqual({ state: 'running', items: 0 });
  expect(search.rebuilds.at(-2)).toEqual({ state: 'running', items });
  expect(search.rebuilds.at(-1)).toEqual({ state: 'completed', items });
  expect(search.rebuilds.filter(({ state }) => state !== 'running')).toHaveLength(1);
});

test('rebuildIndexes reports a failure, and can run again', async () => {
  await expect(search.service.rebuildIndexes(AbortSignal.abort())).rejects.toThrow();
  expect(search.rebuilds.at(-1)).toMatchObject({ state: 'failed' });
  await search.service.rebuildIndexes(new AbortController().signal);
  expect(search.rebuilds.at(-1)).toMatchObject({ state: 'completed' });
});

test('rebuildIndexes keeps tombstones, so that late events do not restore a deleted memory', async () => {
  const { tenantId } = testCaller();
  const created = memoryCreated(tenantId, { content: 'Chocolate at night.' });
  await search.storeMemories(created);
  await search.storeMemories(memoryDeleted(created));
  await search.service.rebuildIndexes(new AbortController().signal);
  await search.consumeMemories(created);
  const ids = [created.aggregate_id];
  const { items } = await search.client.items({
    tenant_id: tenantId,
    ids,
    query: null,
    include_neighbors: 0,
  });
  expect(items).toEqual([]);
});
