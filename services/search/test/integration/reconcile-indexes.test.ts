import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
import { searchUnderTest } from '../search-service.fixture.ts';
import type { SearchUnderTest } from '../search-service.fixture.ts';

const NONE = { keyword: 0, vector: 0, records: 0 };

let search: SearchUnderTest;
let tenant: string;
beforeAll(async () => {
  search = await searchUnderTest();
});
beforeEach(() => {
  tenant = newId();
});
afterEach(() => {
  search.owners.beforeAnswer = () => Promise.resolve();
});
afterAll(() => search.close());

const found = async (query = 'tea'): Promise<[string[], string[]]> => [
  (await search.findByKeyword(tenant, query)).sort(),
  (await search.findByVector(tenant, query)).sort(),
];
const both = (...events: EventEnvelope[]): [string[], string[]] => {
  const ids = events.map((event) => event.aggregate_id).sort();
  return [ids, ids];
};

describe('reconciliation', () => {
  test('of what agrees finds no drift and touches nothing', async () => {
    const memory = memoryCreated(tenant);
    const gone = memoryCreated(tenant);
    await search.store(memory, gone);
    await search.store(memoryDeleted(gone));
    const calls = search.embedder.calls.get('embed');
    expect(await search.reconcile()).toEqual(NONE);
    expect(search.embedder.calls.get('embed')).toBe(calls);
    expect(await search.said(tenant)).toHaveLength(2);
  });

  test('finds what no event told of', async () => {
    const memory = memoryCreated(tenant);
    const document = documentCreated(newId(), ['tea leaves', 'tea pots']);
    search.owners.store(memory, document);
    expect(await search.reconcile()).toEqual({ keyword: 3, vector: 3, records: 3 });
    expect(await found()).toEqual(both(memory));
    expect(await search.findByKeyword(document.tenant_id, 'pots')).toEqual([chunksOf(document)[1]!.id]);
    expect(await search.said(tenant)).toMatchObject([{ type: 'embedding.completed' }]);
    expect(await search.reconcile()).toEqual(NONE);
  });

  test.each(['keyword', 'vector'] as const)('fills a %s index that lost a tenant', async (name) => {
    const memories = [memoryCreated(tenant), memoryCreated(tenant)];
    const document = documentCreated(tenant, ['tea leaves']);
    await search.store(...memories);
    search.owners.store(document);
    await search.documents(document);
    await search[`${name}Index`].port.dropTenant(tenant);
    expect(await search.reconcile()).toEqual({ ...NONE, [name]: 3 });
    expect((await found()).map((ids) => ids.length)).toEqual([3, 3]);
    expect(await search.reconcile()).toEqual(NONE);
  });

  test('fills records that were lost', async () => {
    await search.store(memoryCreated(tenant), memoryCreated(tenant));
    await search.database.inSystemTransaction((tx) =>
      tx.query('DELETE FROM items WHERE tenant_id = $1', [tenant]),
    );
    expect(await search.reconcile()).toEqual({ ...NONE, records: 2 });
    expect(await search.reconcile()).toEqual(NONE);
  });

  test('catches up with a missed change, deactivation and deletion', async () => {
    const changed = memoryCreated(tenant, { content: 'tea of old' });
    const evolved = memoryCreated(tenant);
    const deleted = memoryCreated(tenant);
    await search.store(changed, evolved, deleted);
    const news = memoryUpdated(changed, { content: 'tea of today' });
    search.owners.store(news, memoryUpdated(evolved, { is_active: false }), memoryDeleted(deleted));
    expect(await search.reconcile()).toEqual({ keyword: 3, vector: 3, records: 3 });
    expect(await found()).toEqual(both(changed));
    expect(await search.findByKeyword(tenant, 'today')).toEqual([changed.aggregate_id]);
    expect(await search.reconcile()).toEqual(NONE);
  });

  test('removes chunks of a document that is gone', async () => {
    const document = documentCreated(tenant, ['tea leaves', 'tea pots']);
    search.owners.store(document);
    await search.documents(document);
    search.owners.store(documentDeleted(document));
    expect(await search.reconcile()).toEqual({ keyword: 2, vector: 2, records: 2 });
    expect(await found()).toEqual([[], []]);
  });

  test('goes through a tenant range by range, whatever each copy holds of it', async () => {
    const memories = Array.from({ length: 40 }, (_, i) => memoryCreated(tenant, { content: `tea ${i}` }));
    const document = documentCreated(
      tenant,
      Array.from({ length: 20 }, (_, i) => `tea leaf ${i}`),
    );
    await search.store(...memories);
    search.owners.store(document);
    await search.documents(document);
    const gone = memories.slice(5, 12);
    search.owners.store(...gone.map(memoryDeleted));
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
    const never = new AbortController().signal;
    expect(await reconcileTenant(deps, tenant, never, 7)).toEqual({
      keyword: 7 + 3 + 25,
      vector: 33 + 20 + 25,
      records: 7 + 3 + 25,
    });
    expect(await reconcileTenant(deps, tenant, never, 7)).toEqual(NONE);
    expect(await search.keywordIndex.port.count(tenant)).toBe(33 + 20 + 25);
    expect(await search.vectorIndex.port.count(tenant)).toBe(33 + 20 + 25);
  });

  test('beside writers: what is stored while it looks is neither lost nor taken for an orphan', async () => {
    const before = memoryCreated(tenant);
    await search.store(before);
    const during: EventEnvelope[] = [];
    search.owners.beforeAnswer = async () => {
      if (during.length >= 5) return;
      during.push(memoryCreated(tenant));
      await search.store(during.at(-1)!);
    };
    await search.reconcile();
    expect(during.length).toBeGreaterThanOrEqual(3);
    expect(await found()).toEqual(both(before, ...during));
    search.owners.beforeAnswer = () => Promise.resolve();
    expect(await search.reconcile()).toEqual(NONE);
  });

  test('beside writers: what is deleted after its owner was asked stays deleted', async () => {
    const memory = memoryCreated(tenant);
    search.owners.store(memory);
    let told = false;
    search.owners.beforeAnswer = async () => {
      // The state is on its way to the reconciler when the deletion is consumed.
      if (told || !search.owners.memories.has(memory.aggregate_id)) return;
      told = true;
      await search.store(memoryDeleted(memory));
    };
    await search.reconcile();
    expect(told).toBe(true);
    expect(await found()).toEqual([[], []]);
  });

  test('beside writers: a change during the repair wins over what the repair read', async () => {
    const memory = memoryCreated(tenant, { content: 'tea of old' });
    search.owners.store(memory);
    search.owners.beforeAnswer = async () => {
      search.owners.beforeAnswer = () => Promise.resolve();
      await search.store(memoryUpdated(memory, { content: 'tea of today' }));
    };
    await search.reconcile();
    expect(await search.findByKeyword(tenant, 'today')).toEqual([memory.aggregate_id]);
    expect(await search.findByKeyword(tenant, 'old')).toEqual([]);
  });
});

test('an index file that is gone is reported by the next search, and refilled', async () => {
  const memory = memoryCreated(tenant);
  await search.store(memory);
  for (const index of ['keyword', 'vector']) {
    for (const file of filesOf(join(search.directory, index))) rmSync(file);
  }
  expect(await found()).toEqual([[], []]);
  await search.refillLostTenants();
  expect(await found()).toEqual(both(memory));
});

function filesOf(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
