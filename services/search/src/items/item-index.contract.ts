import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { IndexedItem, IndexedRevision, RemovedItem } from './indexed-item.ts';
import { passesFilter, type SearchFilter } from './search-filter.ts';
import { toVisibility } from './visibility.ts';

/** The operations that the keyword index and the vector index have in common. */
export interface ItemIndex {
  upsert(items: readonly IndexedItem[]): Promise<void>;
  remove(tenantId: string, entries: readonly RemovedItem[]): Promise<void>;
  deleteTombstones(tenantId: string, entries: readonly RemovedItem[]): Promise<void>;
  /**
   * Returns up to `limit` ids of items that pass the filter, from a search that matches every
   * {@link exampleItem}.
   */
  findAll(tenantId: string, filter: SearchFilter, limit: number): Promise<string[]>;
  /** Returns those of `ids` that the index contains. */
  lookUp(tenantId: string, ids: readonly string[]): Promise<string[]>;
  revisions(tenantId: string, page: { afterId: string | null; limit: number }): Promise<IndexedRevision[]>;
  count(tenantId: string): Promise<number>;
  dropTenant(tenantId: string): Promise<void>;
  listTenants(): Promise<string[]>;
  close(): Promise<void>;
}

export interface RebuildableItemIndex extends ItemIndex {
  rebuild(fill: (fresh: Pick<ItemIndex, 'upsert' | 'remove'>) => Promise<void>): Promise<void>;
}

export interface ItemIndexContract {
  name: string;
  create(): Promise<RebuildableItemIndex>;
  /** Waits until completed writes are visible to searches. */
  settle(): Promise<void>;
}

/** Creates an item that the search of `findAll` matches. */
export function exampleItem(tenantId: string, part: Partial<IndexedItem> = {}): IndexedItem {
  return {
    tenantId,
    id: newId(),
    revision: 1,
    content: 'Maria prefers window seats on trains.',
    sourceType: 'direct_input',
    memoryType: 'fact',
    importance: 0.5,
    confidence: 0.8,
    userId: '0199a000-0000-7000-8000-000000000001',
    tags: [],
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    documentId: null,
    chunkIndex: null,
    totalChunks: null,
    conversationId: null,
    ...part,
  };
}

/**
 * Defines the tests that every item index must pass: revisions, tombstones, tenants, filters, paging and
 * rebuild.
 */
export function describeItemIndexContract({ name, create, settle }: ItemIndexContract): void {
  describe(`${name}, items`, () => {
    let index: ItemIndex;
    let tenant: string;
    let other: string;
    const find = (tenantId = tenant, filter: SearchFilter = {}): Promise<string[]> =>
      index.findAll(tenantId, filter, 100);

    beforeAll(async () => {
      index = await create();
    });
    beforeEach(() => {
      tenant = newId();
      other = newId();
    });
    afterAll(() => index.close());

    async function store(...items: IndexedItem[]): Promise<void> {
      await index.upsert(items);
      await settle();
    }

    async function remove(...entries: RemovedItem[]): Promise<void> {
      await index.remove(tenant, entries);
      await settle();
    }

    test('finds and counts a stored item', async () => {
      const item = exampleItem(tenant);
      await store(item);
      expect(await find()).toEqual([item.id]);
      expect(await index.count(tenant)).toBe(1);
    });

    test('returns empty results for a tenant without items', async () => {
      expect(await find(newId())).toEqual([]);
      expect(await index.count(newId())).toBe(0);
      expect(await index.revisions(newId(), { afterId: null, limit: 10 })).toEqual([]);
      expect(await index.lookUp(newId(), [newId()])).toEqual([]);
      expect(await index.listTenants()).not.toContain(tenant);
    });

    test('accepts empty lists of items and removals', async () => {
      await index.upsert([]);
      await index.remove(tenant, []);
      expect(await index.count(tenant)).toBe(0);
    });

    test('stores items of two tenants separately even if the items have the same id', async () => {
      const id = newId();
      await store(exampleItem(tenant, { id }), exampleItem(other, { id, revision: 3 }), exampleItem(other));
      expect(await find(tenant)).toEqual([id]);
      expect(await find(other)).toHaveLength(2);
      await remove({ id, revision: 9 });
      expect(await find(tenant)).toEqual([]);
      expect(await index.lookUp(other, [id])).toEqual([id]);
    });

    test('lists the tenants with items in ascending order', async () => {
      await store(exampleItem(tenant), exampleItem(other));
      const tenants = await index.listTenants();
      expect(tenants).toEqual([...tenants].sort());
      expect(tenants).toEqual(expect.arrayContaining([tenant, other]));
    });

    test('stores an item once when it is written repeatedly', async () => {
      const item = exampleItem(tenant);
      await store(item);
      await store(item, item);
      expect(await find()).toEqual([item.id]);
      expect(await index.count(tenant)).toBe(1);
    });

    test('keeps the newest revision of an item, in any order of writes', async () => {
      const item = exampleItem(tenant, { revision: 2, memoryType: 'task' });
      await store(item);
      await store({ ...item, revision: 5, memoryType: 'insight' });
      await store({ ...item, revision: 4, memoryType: 'fact' });
      expect(await find(tenant, { memoryTypes: ['insight'] })).toEqual([item.id]);
      expect(await find(tenant, { memoryTypes: ['fact', 'task'] })).toEqual([]);
      expect(await index.revisions(tenant, { afterId: null, limit: 10 })).toEqual([
        { id: item.id, revision: 5, deleted: false },
      ]);
    });

    test('keeps the newer of two revisions in one batch, in either order', async () => {
      const one = exampleItem(tenant, { revision: 1, memoryType: 'fact' });
      const two = exampleItem(tenant, { revision: 2, memoryType: 'task' });
      await store(one, { ...one, revision: 2, memoryType: 'task' }, two, {
        ...two,
        revision: 1,
        memoryType: 'fact',
      });
      expect((await find(tenant, { memoryTypes: ['task'] })).sort()).toEqual([one.id, two.id].sort());
      expect(await find(tenant, { memoryTypes: ['fact'] })).toEqual([]);
    });

    test('does not restore a removed item from a revision that is not newer than its removal', async () => {
      const item = exampleItem(tenant, { revision: 3 });
      await store(item);
      await remove({ id: item.id, revision: 4 });
      await store(item, { ...item, revision: 4 });
      expect(await find()).toEqual([]);
      expect(await index.lookUp(tenant, [item.id])).toEqual([]);
      expect(await index.count(tenant)).toBe(0);
      expect(await index.revisions(tenant, { afterId: null, limit: 10 })).toEqual([
        { id: item.id, revision: 4, deleted: true },
      ]);
    });

    test('ignores an item if its removal at a newer revision was written first', async () => {
      const item = exampleItem(tenant, { revision: 1 });
      await remove({ id: item.id, revision: 2 });
      await store(item);
      expect(await find()).toEqual([]);
    });

    test('ignores a removal that is older than the stored item', async () => {
      const item = exampleItem(tenant, { revision: 7 });
      await store(item);
      await remove({ id: item.id, revision: 6 });
      expect(await find()).toEqual([item.id]);
    });

    test('applies a removal at the revision of the stored item', async () => {
      const item = exampleItem(tenant, { revision: 7 });
      await store(item);
      await remove({ id: item.id, revision: 7 });
      expect(await find()).toEqual([]);
    });

    test('restores a removed item from a newer revision', async () => {
      const item = exampleItem(tenant, { revision: 1 });
      await store(item);
      await remove({ id: item.id, revision: 2 });
      await store({ ...item, revision: 3 });
      expect(await find()).toEqual([item.id]);
      expect(await index.count(tenant)).toBe(1);
    });

    test('accepts any revision of an item after the tombstone of the item was deleted', async () => {
      const [item, kept] = [exampleItem(tenant), exampleItem(tenant)];
      await store(item, kept);
      await remove({ id: item.id, revision: 2 }, { id: kept.id, revision: 2 });
      await index.deleteTombstones(tenant, [{ id: item.id.toUpperCase(), revision: 2 }]);
      await settle();
      expect(await index.revisions(tenant, { afterId: null, limit: 10 })).toEqual([
        { id: kept.id, revision: 2, deleted: true },
      ]);
      await store(item, kept);
      expect(await find()).toEqual([item.id]);
    });

    test('keeps items and tombstones with newer revisions than the tombstones to delete', async () => {
      const [restored, removedAgain] = [exampleItem(tenant), exampleItem(tenant)];
      await store({ ...restored, revision: 3 });
      await remove({ id: removedAgain.id, revision: 3 });
      const entries = [restored, removedAgain, exampleItem(tenant)].map(({ id }) => ({ id, revision: 2 }));
      await index.deleteTombstones(tenant, entries);
      await index.deleteTombstones(newId(), entries);
      await store(restored, removedAgain);
      expect(await find()).toEqual([restored.id]);
      const revisions = await index.revisions(tenant, { afterId: null, limit: 10 });
      expect(revisions.map(({ revision }) => revision)).toEqual([3, 3]);
    });

    test('lists revisions and tombstones in pages in ascending order of ids', async () => {
      const items = Array.from({ length: 25 }, (_, i) => exampleItem(tenant, { revision: i + 1 }));
      await store(...items.toReversed());
      await remove({ id: items[3]!.id, revision: 100 });
      const seen: IndexedRevision[] = [];
      for (let afterId: string | null = null; ;) {
        const page = await index.revisions(tenant, { afterId, limit: 10 });
        expect(page.length).toBeLessThanOrEqual(10);
        if (page.length === 0) break;
        seen.push(...page);
        afterId = page.at(-1)!.id;
      }
      expect(seen).toEqual(
        items
          .map(({ id, revision }, i) =>
            i === 3 ? { id, revision: 100, deleted: true } : { id, revision, deleted: false },
          )
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
    });

    test('drops a tenant with its tombstones, so that old revisions can be stored again', async () => {
      const item = exampleItem(tenant);
      await store(item, exampleItem(other));
      await remove({ id: item.id, revision: 8 });
      await index.dropTenant(tenant);
      expect(await index.listTenants()).toContain(other);
      expect(await index.listTenants()).not.toContain(tenant);
      expect(await index.revisions(tenant, { afterId: null, limit: 10 })).toEqual([]);
      await store(item);
      expect(await find()).toEqual([item.id]);
      await index.dropTenant(newId());
    });

    test('converts ids in any case to lowercase', async () => {
      const item = exampleItem(tenant);
      await index.upsert([{ ...item, id: item.id.toUpperCase(), tenantId: tenant.toUpperCase() }]);
      await settle();
      expect(await find()).toEqual([item.id]);
      expect(await index.lookUp(tenant.toUpperCase(), [item.id.toUpperCase()])).toEqual([item.id]);
    });

    test('omits unknown ids from the results', async () => {
      const item = exampleItem(tenant);
      await store(item);
      expect(await index.lookUp(tenant, [newId(), item.id, 'unknown'])).toEqual([item.id]);
    });

    test('rejects item ids and tenant ids that are not UUIDs', async () => {
      const refused = { code: 'VAL_UUID_INVALID' };
      await expect(index.upsert([exampleItem('../escape')])).rejects.toMatchObject(refused);
      await expect(index.upsert([exampleItem(tenant, { id: 'x' })])).rejects.toMatchObject(refused);
      await expect(index.remove(tenant, [{ id: '', revision: 1 }])).rejects.toMatchObject(refused);
      await expect(find('..')).rejects.toMatchObject(refused);
      await expect(index.dropTenant('..')).rejects.toMatchObject(refused);
    });

    describe('with a filter', () => {
      const user = newId();
      const early = { createdAt: '2026-01-10T08:00:00.000Z' };
      const chunk: Partial<IndexedItem> = {
        memoryType: null,
        importance: null,
        confidence: null,
        sourceType: 'document_upload',
        documentId: newId(),
        chunkIndex: 0,
        totalChunks: 1,
      };
      const examples = (): IndexedItem[] => [
        exampleItem(tenant, { memoryType: 'task', importance: 0.7, tags: ['work', 'später'], ...early }),
        exampleItem(tenant, { memoryType: 'fact', importance: 0.1, tags: ['home'], userId: user }),
        exampleItem(tenant, { memoryType: 'fact', importance: 1, tags: ['work', 'home', 'third'] }),
        exampleItem(tenant, { memoryType: 'insight', importance: 0, sourceType: 'reflection', tags: [] }),
        exampleItem(tenant, { ...chunk, userId: user, ...early }),
        exampleItem(tenant, {
          memoryType: 'task',
          tags: ['imported'],
          occurredAt: '2025-12-24T18:00:00.000Z',
        }),
        exampleItem(tenant, { memoryType: 'fact', tags: ['home'], validUntil: '2026-05-01T00:00:00.000Z' }),
        exampleItem(tenant, {
          tags: [],
          validFrom: '2026-05-01T00:00:00.000Z',
          validUntil: '2026-05-01T00:00:00.001Z',
        }),
        exampleItem(tenant, { tags: ['home', 'work'], validFrom: '2026-05-01T00:00:00.001Z' }),
        exampleItem(tenant, { expiresAt: '2026-05-01T00:00:00.001Z', validFrom: '1000-01-02T00:00:00.000Z' }),
      ];
      const MAY = Date.parse('2026-05-01T00:00:00.000Z');
      const filters: Record<string, SearchFilter> = {
        'an empty filter': {},
        'one memory type': { memoryTypes: ['fact'] },
        'two memory types, one unknown': { memoryTypes: ['task', 'insight', 'nothing'] },
        'an empty list of memory types': { memoryTypes: [] },
        'one source type': { sourceTypes: ['document_upload'] },
        'two source types': { sourceTypes: ['document_upload', 'reflection'] },
        'a minimum importance that one item equals': { minImportance: 0.7 },
        'the minimum importance 0, which excludes chunks': { minImportance: 0 },
        'one tag': { tags: ['home'] },
        'several tags, one absent': { tags: ['später', 'third', 'absent'] },
        'an empty list of tags': { tags: [] },
        'one user': { userId: user },
        'one document': { documentId: chunk.documentId! },
        'an unknown document': { documentId: newId() },
        'a document and another user': { documentId: chunk.documentId!, userId: newId() },
        'an unknown user': { userId: newId() },
        'a minimum creation time that one item equals': {
          minOccurredAt: Date.parse('2026-03-01T12:00:00.000Z'),
        },
        'a minimum creation time one millisecond after that of an item': {
          minOccurredAt: Date.parse('2026-03-01T12:00:00.001Z'),
        },
        'a maximum creation time that one item equals': {
          maxOccurredAt: Date.parse('2026-01-10T08:00:00.000Z'),
        },
        'a maximum creation time one millisecond before that of an item': {
          maxOccurredAt: Date.parse('2026-01-10T07:59:59.999Z'),
        },
        'the visibility one millisecond before the bounds': { visibility: toVisibility(MAY - 1) },
        'the visibility at the bounds': { visibility: toVisibility(MAY) },
        'the visibility one millisecond after the bounds': { visibility: toVisibility(MAY + 1) },
        'the visibility with expired items': { visibility: toVisibility(MAY, ['expired']) },
        'the visibility with future items': { visibility: toVisibility(MAY - 1, ['future']) },
        'the visibility with all items, of which one has reached its expiry': {
          visibility: toVisibility(MAY + 1, ['expired', 'future']),
        },
        'the visibility at the bounds, and a tag': { visibility: toVisibility(MAY), tags: ['home'] },
        'a memory type, a source type, a minimum importance, a tag and a user': {
          memoryTypes: ['fact'],
          sourceTypes: ['direct_input'],
          minImportance: 0.05,
          tags: ['home'],
          userId: user,
        },
      };

      test.each(Object.entries(filters))('returns the items that match %s', async (_, filter) => {
        const items = examples();
        await store(...items);
        const expected = items.filter((item) => passesFilter(item, filter)).map(({ id }) => id);
        expect((await find(tenant, filter)).sort()).toEqual(expected.sort());
      });

      test('replaces the period of an item with that of its newest revision', async () => {
        const item = exampleItem(tenant, { validUntil: '2026-05-01T00:00:00.000Z' });
        await store(item);
        expect(await find(tenant, { visibility: toVisibility(MAY) })).toEqual([]);
        await store({ ...item, revision: 2, validUntil: undefined });
        expect(await find(tenant, { visibility: toVisibility(MAY) })).toEqual([item.id]);
        await store({ ...item, revision: 3, validUntil: undefined, expiresAt: '2026-05-01T00:00:00.000Z' });
        expect(await find(tenant, { visibility: toVisibility(MAY) })).toEqual([]);
        expect(await find(tenant, { visibility: toVisibility(MAY - 1) })).toEqual([item.id]);
      });

      test('applies the filter before the limit', async () => {
        const many = Array.from({ length: 60 }, () => exampleItem(tenant));
        const wanted = exampleItem(tenant, {
          tags: ['rare'],
          content: 'Another person prefers trains. '.repeat(20),
        });
        await store(...many, wanted);
        expect(await index.findAll(tenant, { tags: ['rare'] }, 1)).toEqual([wanted.id]);
      });

      test('filters a changed item by its newest revision', async () => {
        const item = exampleItem(tenant, { tags: ['old'], importance: 0.2 });
        await store(item, exampleItem(tenant, { tags: ['old'] }));
        await store({ ...item, revision: 2, tags: ['new'], importance: 0.9 });
        expect(await find(tenant, { tags: ['old'] })).not.toContain(item.id);
        expect(await find(tenant, { tags: ['new'], minImportance: 0.9 })).toEqual([item.id]);
      });
    });

    test('returns at most `limit` hits, and no hits for the limit 0', async () => {
      await store(...Array.from({ length: 30 }, () => exampleItem(tenant)));
      expect(await index.findAll(tenant, {}, 7)).toHaveLength(7);
      expect(await index.findAll(tenant, {}, 0)).toEqual([]);
      expect(await index.findAll(tenant, {}, 1_000_000_000)).toHaveLength(30);
    });

    test('loses no item during concurrent writes and searches', async () => {
      const items = Array.from({ length: 60 }, () => exampleItem(tenant));
      await Promise.all([
        ...items.map((item) => index.upsert([item])),
        ...items.map((item) => index.upsert([{ ...item, revision: 2 }])),
        ...Array.from({ length: 20 }, () => find()),
      ]);
      await settle();
      expect((await find()).sort()).toEqual(items.map(({ id }) => id).sort());
      expect(
        (await index.revisions(tenant, { afterId: null, limit: 100 })).every(
          ({ revision }) => revision === 2,
        ),
      ).toBe(true);
    });

    test('contains each item once after repeated writes and removals', async () => {
      const items = Array.from({ length: 20 }, () =>
        exampleItem(tenant, { tags: ['repeated', 'tag', 'tag'] }),
      );
      for (let round = 0; round < 20; round++) {
        await index.upsert(items.map((item) => ({ ...item, revision: 2 * round + 1 })));
        await index.remove(
          tenant,
          items.slice(10).map(({ id }) => ({ id, revision: 2 * round + 2 })),
        );
      }
      await settle();
      expect((await find(tenant, { tags: ['repeated'] })).sort()).toEqual(
        items
          .slice(0, 10)
          .map(({ id }) => id)
          .sort(),
      );
      expect(await index.count(tenant)).toBe(10);
    });

    test('throws SYS_SERVICE_UNAVAILABLE from every operation after close', async () => {
      const item = exampleItem(tenant);
      const index = await create();
      await index.upsert([item]);
      await index.close();
      const refused = { code: 'SYS_SERVICE_UNAVAILABLE' };
      await expect(index.upsert([item])).rejects.toMatchObject(refused);
      await expect(index.remove(tenant, [{ id: item.id, revision: 2 }])).rejects.toMatchObject(refused);
      await expect(index.deleteTombstones(tenant, [{ id: item.id, revision: 2 }])).rejects.toMatchObject(
        refused,
      );
      await expect(index.findAll(tenant, {}, 1)).rejects.toMatchObject(refused);
      await expect(index.lookUp(tenant, [item.id])).rejects.toMatchObject(refused);
      await expect(index.revisions(tenant, { afterId: null, limit: 1 })).rejects.toMatchObject(refused);
      await expect(index.count(tenant)).rejects.toMatchObject(refused);
      await expect(index.dropTenant(tenant)).rejects.toMatchObject(refused);
      await expect(index.listTenants()).rejects.toMatchObject(refused);
      await index.close();
    });
  });
  describe(`${name}, rebuild`, () => {
    let index: RebuildableItemIndex;
    let tenant: string;
    const idsOf = (items: readonly IndexedItem[]): string[] => items.map(({ id }) => id).sort();
    const found = async (): Promise<string[]> => (await index.findAll(tenant, {}, 1_000)).sort();

    beforeAll(async () => {
      index = await create();
    });
    beforeEach(() => {
      tenant = newId();
    });
    afterAll(() => index.close());

    test('serves the old items until the rebuild completes, then the rebuilt items and concurrent writes', async () => {
      const [kept, changed, removed, orphan] = [1, 2, 3, 4].map(() => exampleItem(tenant));
      const added = exampleItem(tenant);
      const before = [kept!, changed!, removed!, orphan!];
      await index.upsert(before);
      await index.rebuild(async (fresh) => {
        expect(await found()).toEqual(idsOf(before));
        await index.upsert([added, { ...changed!, revision: 2, tags: ['changed'] }]);
        await index.remove(tenant, [{ id: removed!.id, revision: 2 }]);
        await settle();
        expect(await found()).toEqual(idsOf([kept!, changed!, orphan!, added]));
        // Simulates a read of the owner service before the concurrent writes. It returns older revisions.
        await fresh.upsert([kept!, changed!, removed!]);
      });
      await settle();
      expect(await found()).toEqual(idsOf([kept!, changed!, added]));
      expect(await index.findAll(tenant, { tags: ['changed'] }, 10)).toEqual([changed!.id]);
      const revisions = await index.revisions(tenant, { afterId: null, limit: 10 });
      expect(revisions.map(({ id, revision, deleted }) => [id, revision, deleted])).toEqual(
        [
          [kept!.id, 1, false],
          [changed!.id, 2, false],
          [removed!.id, 2, true],
          [added.id, 1, false],
        ].sort(([a], [b]) => (a! < b! ? -1 : 1)),
      );
    });

    test('accepts writes after the rebuild has completed', async () => {
      await index.rebuild((fresh) => fresh.upsert([exampleItem(tenant)]));
      const later = exampleItem(tenant);
      await index.upsert([later]);
      await settle();
      expect(await found()).toContain(later.id);
    });

    test('removes tenants for which no items are written', async () => {
      const [item, gone] = [exampleItem(tenant), exampleItem(newId())];
      await index.upsert([item, gone]);
      await index.rebuild((fresh) => fresh.upsert([item]));
      await settle();
      expect(await index.listTenants()).toEqual([tenant]);
      expect(await index.count(gone.tenantId)).toBe(0);
    });

    describe('that fails', () => {
      const failingRebuild = (id: string): Promise<void> =>
        index.rebuild(async (fresh) => {
          await fresh.remove(tenant, [{ id, revision: 9 }]);
          throw new Error('The owner is unavailable.');
        });

      test('rejects with the error without changing the index', async () => {
        const item = exampleItem(tenant);
        await index.upsert([item]);
        await expect(failingRebuild(item.id)).rejects.toThrow('The owner is unavailable.');
        await settle();
        expect(await found()).toEqual([item.id]);
      });

      test('does not prevent a later rebuild', async () => {
        const item = exampleItem(tenant);
        await index.upsert([item]);
        await expect(failingRebuild(item.id)).rejects.toThrow();
        await index.rebuild((fresh) => fresh.upsert([{ ...item, revision: 2 }]));
        await settle();
        expect(await index.revisions(tenant, { afterId: null, limit: 2 })).toMatchObject([{ revision: 2 }]);
      });
    });
  });
}
