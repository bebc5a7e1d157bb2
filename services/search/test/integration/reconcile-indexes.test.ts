import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { createOutbox } from '@loci/messaging';
import { itemRepository } from '../../src/indexing/item.repository.ts';
import { documentOwner } from '../../src/indexing/document-owner.ts';
import { memoryOwner } from '../../src/indexing/memory-owner.ts';
import { reconcileTenant } from '../../src/maintenance/reconcile-tenant.ts';
import type { EventEnvelope } from '@loci/events';
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

const NO_DRIFT = { keyword: 0, vector: 0, records: 0 };

let search: TestSearchService;
let tenant: string;
beforeAll(async () => {
  search = await createTestSearchService();
});
beforeEach(() => {
  tenant = newId();
});
afterEach(() => {
  search.owners.beforeResponse = () => Promise.resolve();
  search.onAwaitEvents(async () => true);
});
afterAll(() => search.close());

const findInBoth = async (query = 'tea'): Promise<[string[], string[]]> => [
  (await search.findByKeyword(tenant, query)).sort(),
  (await search.findByVector(tenant, query)).sort(),
];
const inBoth = (...events: EventEnvelope[]): [string[], string[]] => {
  const ids = events.map((event) => event.aggregate_id).sort();
  return [ids, ids];
};

describe('the reconcile-indexes job', () => {
  test('reports no drift if the indexes are up to date', async () => {
    const memory = memoryCreated(tenant);
    const gone = memoryCreated(tenant);
    await search.storeMemories(memory, gone);
    await search.storeMemories(memoryDeleted(gone));
    const calls = search.embedder.calls.get('embed');
    expect(await search.reconcile()).toEqual(NO_DRIFT);
    expect(search.embedder.calls.get('embed')).toBe(calls);
    expect(await search.publishedEvents(tenant)).toHaveLength(2);
  });

  test('indexes items whose events were lost', async () => {
    const memory = memoryCreated(tenant);
    const document = documentCreated(newId(), ['tea leaves', 'tea pots']);
    search.owners.store(memory, document);
    expect(await search.reconcile()).toEqual({ keyword: 3, vector: 3, records: 3 });
    expect(await findInBoth()).toEqual(inBoth(memory));
    expect(await search.findByKeyword(document.tenant_id, 'pots')).toEqual([chunksOf(document)[1]!.id]);
    expect(await search.publishedEvents(tenant)).toMatchObject([{ type: 'embedding.completed' }]);
    expect(await search.reconcile()).toEqual(NO_DRIFT);
  });

  test('leaves items to the consumers if their events are pending', async () => {
    const memory = memoryCreated(tenant);
    search.owners.store(memory);
    const groups: (readonly string[])[] = [];
    search.onAwaitEvents(async (awaited) => {
      groups.push(awaited);
      await search.consumeMemories(memory);
      return true;
    });
    const before = search.embedder.calls.get('embed') ?? 0;
    expect(await search.reconcile()).toEqual(NO_DRIFT);
    expect(search.embedder.calls.get('embed')).toBe(before + 1);
    expect(groups).toEqual([['search', 'search-documents']]);
    expect(await findInBoth()).toEqual(inBoth(memory));
  });

  test('does not repair anything while the consumers are far behind', async () => {
    search.owners.store(memoryCreated(tenant));
    search.onAwaitEvents(async () => false);
    expect(await search.reconcile()).toEqual(NO_DRIFT);
    expect(await findInBoth()).toEqual([[], []]);
    search.onAwaitEvents(async () => true);
    expect(await search.reconcile()).toEqual({ keyword: 1, vector: 1, records: 1 });
  });

  test.each(['keyword', 'vector'] as const)('refills the %s index if it lost a tenant', async (name) => {
    const memories = [memoryCreated(tenant), memoryCreated(tenant)];
    const document = documentCreated(tenant, ['tea leaves']);
    await search.storeMemories(...memories);
    search.owners.store(document);
    await search.consumeDocuments(document);
    await search[`${name}Index`].port.dropTenant(tenant);
    expect(await search.reconcile()).toEqual({ ...NO_DRIFT, [name]: 3 });
    expect((await findInBoth()).map((ids) => ids.length)).toEqual([3, 3]);
    expect(await search.reconcile()).toEqual(NO_DRIFT);
  });

  test('restores records that are missing in PostgreSQL', async () => {
    await search.storeMemories(memoryCreated(tenant), memoryCreated(tenant));
    await search.database.inSystemTransaction((tx) =>
      tx.query('DELETE FROM items WHERE tenant_id = $1', [tenant]),
    );
    expect(await search.reconcile()).toEqual({ ...NO_DRIFT, records: 2 });
    expect(await search.reconcile()).toEqual(NO_DRIFT);
  });

  test('applies a change, a deactivation and a deletion whose events were lost', async () => {
    const changed = memoryCreated(tenant, { content: 'stale tea' });
    const evolved = memoryCreated(tenant);
    const deleted = memoryCreated(tenant);
    await search.storeMemories(changed, evolved, deleted);
    const updated = memoryUpdated(changed, { content: 'fresh tea' });
    search.owners.store(updated, memoryUpdated(evolved, { is_active: false }), memoryDeleted(deleted));
    // The deactivated version is also missing in the archive.
    expect(await search.reconcile()).toEqual({ keyword: 4, vector: 4, records: 4 });
    expect(await findInBoth()).toEqual(inBoth(changed));
    expect(await search.findByKeyword(tenant, 'fresh')).toEqual([changed.aggregate_id]);
    expect(await search.reconcile()).toEqual(NO_DRIFT);
  });

  test('removes the chunks of a document whose deletion event was lost', async () => {
    const document = documentCreated(tenant, ['tea leaves', 'tea pots']);
    search.owners.store(document);
    await search.consumeDocuments(document);
    search.owners.store(documentDeleted(document));
    expect(await search.reconcile()).toEqual({ keyword: 2, vector: 2, records: 2 });
    expect(await findInBoth()).toEqual([[], []]);
  });

  test('repairs every copy of a tenant with several pages of items', async () => {
    const memories = Array.from({ length: 40 }, (_, i) => memoryCreated(tenant, { content: `tea ${i}` }));
    const document = documentCreated(
      tenant,
      Array.from({ length: 20 }, (_, i) => `tea leaf ${i}`),
    );
    await search.storeMemories(...memories);
    search.owners.store(document);
    await search.consumeDocuments(document);
    const deleted = memories.slice(5, 12);
    search.owners.store(...deleted.map(memoryDeleted));
    search.owners.store(...memories.slice(20, 23).map((memory) => memoryUpdated(memory, { importance: 1 })));
    await search.vectorIndex.port.dropTenant(tenant);
    const unindexed = Array.from({ length: 25 }, () => memoryCreated(tenant));
    search.owners.store(...unindexed);

    const deps = {
      database: search.database,
      items: itemRepository,
      keywordIndex: search.keywordIndex.port,
      space: { embedder: search.embedder.port, index: search.vectorIndex.port },
      previousSpace: () => Promise.resolve(null),
      owners: [memoryOwner(search.owners.memory), documentOwner(search.owners.document)],
      outbox: createOutbox({ onCommitted: () => undefined }),
      now: () => new Date(),
    };
    const notAborted = new AbortController().signal;
    expect(await reconcileTenant(deps, tenant, notAborted, 7)).toEqual({
      keyword: 7 + 3 + 25,
      vector: 33 + 20 + 25,
      records: 7 + 3 + 25,
    });
    expect(await reconcileTenant(deps, tenant, notAborted, 7)).toEqual(NO_DRIFT);
    expect(await search.keywordIndex.port.count(tenant)).toBe(33 + 20 + 25);
    expect(await search.vectorIndex.port.count(tenant)).toBe(33 + 20 + 25);
  });

  test('does not remove items that are stored while the job runs', async () => {
    const before = memoryCreated(tenant);
    await search.storeMemories(before);
    const during: EventEnvelope[] = [];
    search.owners.beforeResponse = async () => {
      if (during.length >= 5) return;
      during.push(memoryCreated(tenant));
      await search.storeMemories(during.at(-1)!);
    };
    await search.reconcile();
    expect(during.length).toBeGreaterThanOrEqual(3);
    expect(await findInBoth()).toEqual(inBoth(before, ...during));
    search.owners.beforeResponse = () => Promise.resolve();
    expect(await search.reconcile()).toEqual(NO_DRIFT);
  });

  test('does not restore an item that is deleted while its state is read', async () => {
    const memory = memoryCreated(tenant);
    search.owners.store(memory);
    let isDeleted = false;
    search.owners.beforeResponse = async () => {
      // The deletion is consumed after the memory service has read the state and before the job receives it.
      if (isDeleted || !search.owners.memories.has(memory.aggregate_id)) return;
      isDeleted = true;
      await search.storeMemories(memoryDeleted(memory));
    };
    await search.reconcile();
    expect(isDeleted).toBe(true);
    expect(await findInBoth()).toEqual([[], []]);
  });

  test('does not overwrite a newer revision that is consumed during the repair', async () => {
    const memory = memoryCreated(tenant, { content: 'stale tea' });
    search.owners.store(memory);
    search.owners.beforeResponse = async () => {
      search.owners.beforeResponse = () => Promise.resolve();
      await search.storeMemories(memoryUpdated(memory, { content: 'fresh tea' }));
    };
    await search.reconcile();
    expect(await search.findByKeyword(tenant, 'fresh')).toEqual([memory.aggregate_id]);
    expect(await search.findByKeyword(tenant, 'stale')).toEqual([]);
  });
});

test('the refill-lost-tenants job refills an index whose files were missing at the last search', async () => {
  const memory = memoryCreated(tenant);
  await search.storeMemories(memory);
  for (const index of ['keyword', 'vector']) {
    for (const file of filesOf(join(search.directory, index))) rmSync(file);
  }
  // Reads look for the file of an open tenant at most every 500 ms.
  await setTimeout(600);
  expect(await findInBoth()).toEqual([[], []]);
  await search.refillLostTenants();
  expect(await findInBoth()).toEqual(inBoth(memory));
});

function filesOf(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
