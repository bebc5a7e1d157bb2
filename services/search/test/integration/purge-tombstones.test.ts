import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import {
  chunksOf,
  documentCreated,
  documentDeleted,
  memoryCreated,
  memoryDeleted,
  memoryUpdated,
} from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

let search: TestSearchService;
let tenant: string;
beforeAll(async () => {
  search = await createTestSearchService();
});
beforeEach(() => {
  tenant = newId();
  search.setDaysAhead(0);
});
afterAll(() => search.close());

/** Returns the number of tombstones in each copy. */
async function countTombstones(): Promise<{ keyword: number; vector: number; records: number }> {
  const page = { afterId: null, limit: 10_000 };
  const [keyword, vector] = await Promise.all(
    [search.keywordIndex.port, search.vectorIndex.port].map((index) => index.revisions(tenant, page)),
  );
  const records = await search.database.inTransaction(tenant, (tx) =>
    tx.query('SELECT FROM items WHERE tenant_id = $1 AND deleted', [tenant]),
  );
  const count = (entries: readonly { deleted: boolean }[]): number =>
    entries.filter(({ deleted }) => deleted).length;
  return { keyword: count(keyword!), vector: count(vector!), records: records.length };
}

/** Stores and deletes a memory, and deletes its tombstones. Returns its `memory.created` event. */
async function deleteAndPurge(content = 'Ada prefers tea.') {
  const created = memoryCreated(tenant, { content });
  await search.storeMemories(created);
  await search.storeMemories(memoryDeleted(created));
  search.setDaysAhead(7.1);
  await search.runJob('purge-tombstones');
  return created;
}

const find = async (query: string): Promise<[string[], string[]]> => [
  await search.findByKeyword(tenant, query),
  await search.findByVector(tenant, query),
];

describe('purge-tombstones', () => {
  test('deletes tombstones from the indexes and PostgreSQL after 7 days, but not after 6.9 days', async () => {
    const [kept, removed] = [memoryCreated(tenant), memoryCreated(tenant)];
    await search.storeMemories(kept, removed);
    await search.storeMemories(memoryDeleted(removed));
    search.setDaysAhead(6.9);
    await search.runJob('purge-tombstones');
    expect(await countTombstones()).toEqual({ keyword: 1, vector: 1, records: 1 });
    search.setDaysAhead(7.1);
    await search.runJob('purge-tombstones');
    expect(await countTombstones()).toEqual({ keyword: 0, vector: 0, records: 0 });
    expect(await find('tea')).toEqual([[kept.aggregate_id], [kept.aggregate_id]]);
    expect(await search.reconcile()).toEqual({ keyword: 0, vector: 0, records: 0 });
  });

  test('deletes more tombstones than one batch contains', async () => {
    const document = documentCreated(
      tenant,
      Array.from({ length: 1_200 }, (_, i) => `Line ${i}.`),
    );
    await search.consumeDocuments(document);
    await search.consumeDocuments(documentDeleted(document));
    expect(await countTombstones()).toEqual({ keyword: 1_200, vector: 1_200, records: 1_200 });
    search.setDaysAhead(7.1);
    await search.runJob('purge-tombstones');
    expect(await countTombstones()).toEqual({ keyword: 0, vector: 0, records: 0 });
  });

  test.each(['keywordIndex', 'vectorIndex'] as const)(
    'deletes tombstones in its next run if the %s was unavailable in the previous run',
    async (store) => {
      const created = memoryCreated(tenant);
      await search.consumeMemories(memoryDeleted(created));
      search.setDaysAhead(7.1);
      search[store].down();
      await expect(search.runJob('purge-tombstones')).rejects.toMatchObject({
        code: 'SYS_SERVICE_UNAVAILABLE',
      });
      search[store].up();
      expect(await countTombstones()).toMatchObject({ records: 1 });
      await search.runJob('purge-tombstones');
      expect(await countTombstones()).toEqual({ keyword: 0, vector: 0, records: 0 });
    },
  );

  test('uses an index to find the expired tombstones', async () => {
    const plan = await search.database.inSystemTransaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(
        'EXPLAIN SELECT id FROM items WHERE deleted AND indexed_at < now() ORDER BY indexed_at LIMIT 10',
      );
    });
    expect(plan.map((row) => row['QUERY PLAN']).join()).toContain('items_tombstones');
  });
});

describe('events that are delivered after the tombstone was deleted', () => {
  test('do not restore a deleted memory', async () => {
    const created = await deleteAndPurge();
    await search.consumeMemories(created, memoryUpdated(created, { importance: 1 }));
    expect(await find('tea')).toEqual([[], []]);
    expect(await search.publishedEvents(tenant)).toHaveLength(1);
  });

  test('do not restore the chunks of a deleted document', async () => {
    const document = documentCreated(tenant, ['Bees and wasps.', 'Ants.']);
    search.owners.store(document);
    await search.consumeDocuments(document);
    search.owners.store(documentDeleted(document));
    await search.consumeDocuments(documentDeleted(document));
    search.setDaysAhead(7.1);
    await search.runJob('purge-tombstones');
    await search.consumeDocuments(document);
    expect(await find('wasps')).toEqual([[], []]);
  });

  test('index the current state of a memory that exists', async () => {
    const created = memoryCreated(tenant, { content: 'The meeting is on Monday.' });
    const updated = memoryUpdated(created, { content: 'The meeting is on Friday.' });
    search.owners.store(updated);
    search.setDaysAhead(6.1);
    await search.consumeMemories(created);
    expect(await search.findByKeyword(tenant, 'Monday')).toEqual([]);
    expect(await search.findByKeyword(tenant, 'Friday')).toEqual([created.aggregate_id]);
  });

  test('index the chunks of a document that exists', async () => {
    const document = documentCreated(tenant, ['Bees and wasps.', 'Ants.']);
    search.owners.store(document);
    search.setDaysAhead(6.1);
    await search.consumeDocuments(document);
    expect(await search.findByKeyword(tenant, 'wasps')).toEqual([chunksOf(document)[0]!.id]);
  });

  test('delete a memory that is still indexed', async () => {
    const created = memoryCreated(tenant);
    await search.storeMemories(created);
    const deleted = memoryDeleted(created);
    search.setDaysAhead(30);
    await search.consumeMemories(deleted);
    expect(await find('tea')).toEqual([[], []]);
  });
});

test('rebuildIndexes omits tombstones that are old enough to be deleted', async () => {
  const [old, recent] = [memoryCreated(tenant), memoryCreated(tenant)];
  await search.storeMemories(old, recent);
  await search.storeMemories(memoryDeleted(old));
  search.setDaysAhead(6.1);
  await search.storeMemories(memoryDeleted(recent));
  await search.service.rebuildIndexes(new AbortController().signal);
  expect(await countTombstones()).toEqual({ keyword: 1, vector: 1, records: 2 });
  await search.consumeMemories(old);
  expect(await find('tea')).toEqual([[], []]);
});
