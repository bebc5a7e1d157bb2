import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { IndexedItem, IndexedRevision, RemovedItem } from './indexed-item.ts';
import { passesFilter, type SearchFilter } from './search-filter.ts';

/** What the keyword and the vector index have in common, seen through one pair of eyes. */
export interface ItemIndex {
  upsert(items: readonly IndexedItem[]): Promise<void>;
  remove(tenantId: string, entries: readonly RemovedItem[]): Promise<void>;
  /** Ids that a search which fits every {@link exampleItem} finds. */
  findAll(tenantId: string, filter: SearchFilter, limit: number): Promise<string[]>;
  /** Of these ids, those the index can say something of. */
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
  /** Makes writes visible, where that takes time. */
  settle(): Promise<void>;
}

/** An item that the search behind `findAll` finds. */
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

/** Revisions, tombstones, tenants, filters, inventory: what every index of items promises. */
export function describeItemIndexContract({ name, create, settle }: ItemIndexContract): void {
  describe(`${name}: what it holds`, () => {
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

    test('a stored item is found, and counted', async () => {
      const item = exampleItem(tenant);
      await store(item);
      expect(await find()).toEqual([item.id]);
      expect(await index.count(tenant)).toBe(1);
    });

    test('a tenant nothing was written for is empty', async () => {
      expect(await find(newId())).toEqual([]);
      expect(await index.count(newId())).toBe(0);
      expect(await index.revisions(newId(), { afterId: null, limit: 10 })).toEqual([]);
      expect(await index.lookUp(newId(), [newId()])).toEqual([]);
      expect(await index.listTenants()).not.toContain(tenant);
    });

    test('nothing to write is no write', async () => {
      await index.upsert([]);
      await index.remove(tenant, []);
      expect(await index.count(tenant)).toBe(0);
    });

    test('tenants are apart, also for one id in both', async () => {
      const id = newId();
      await store(exampleItem(tenant, { id }), exampleItem(other, { id, revision: 3 }), exampleItem(other));
      expect(await find(tenant)).toEqual([id]);
      expect(await find(other)).toHaveLength(2);
      await remove({ id, revision: 9 });
      expect(await find(tenant)).toEqual([]);
      expect(await index.lookUp(other, [id])).toEqual([id]);
      const tenants = await index.listTenants();
      expect(tenants).toEqual([...tenants].sort());
      expect(tenants).toEqual(expect.arrayContaining([tenant, other]));
    });

    test('the same input twice is stored once', async () => {
      const item = exampleItem(tenant);
      await store(item);
      await store(item, item);
      expect(await find()).toEqual([item.id]);
      expect(await index.count(tenant)).toBe(1);
    });

    test('a newer revision replaces an older one, and an older one that comes late is skipped', async () => {
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

    test('of two revisions in one batch the newer stays, in either order', async () => {
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

    test('a removed item is not found, and does not come back by an older revision', async () => {
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

    test('a removal that comes before its item keeps the item out', async () => {
      const item = exampleItem(tenant, { revision: 1 });
      await remove({ id: item.id, revision: 2 });
      await store(item);
      expect(await find()).toEqual([]);
    });

    test('a late removal does not touch a newer item; one of the same revision removes it', async () => {
      const newer = exampleItem(tenant, { revision: 7 });
      const same = exampleItem(tenant, { revision: 7 });
      await store(newer, same);
      await remove({ id: newer.id, revision: 6 }, { id: same.id, revision: 7 });
      expect(await find()).toEqual([newer.id]);
    });

    test('an item of a newer revision lives again after its removal', async () => {
      const item = exampleItem(tenant, { revision: 1 });
      await store(item);
      await remove({ id: item.id, revision: 2 });
      await store({ ...item, revision: 3 });
      expect(await find()).toEqual([item.id]);
      expect(await index.count(tenant)).toBe(1);
    });

    test('the inventory comes in pages in id order', async () => {
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

    test('a dropped tenant is gone, tombstones too, and can begin again', async () => {
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

    test('ids come in any case and go in lower case', async () => {
      const item = exampleItem(tenant);
      await index.upsert([{ ...item, id: item.id.toUpperCase(), tenantId: tenant.toUpperCase() }]);
      await settle();
      expect(await find()).toEqual([item.id]);
      expect(await index.lookUp(tenant.toUpperCase(), [item.id.toUpperCase()])).toEqual([item.id]);
    });

    test('unknown ids are left out', async () => {
      const item = exampleItem(tenant);
      await store(item);
      expect(await index.lookUp(tenant, [newId(), item.id, 'nobody'])).toEqual([item.id]);
    });

    test('ids and tenants that are no UUIDs are refused', async () => {
      const refused = { code: 'VAL_UUID_INVALID' };
      await expect(index.upsert([exampleItem('../escape')])).rejects.toMatchObject(refused);
      await expect(index.upsert([exampleItem(tenant, { id: 'x' })])).rejects.toMatchObject(refused);
      await expect(index.remove(tenant, [{ id: '', revision: 1 }])).rejects.toMatchObject(refused);
      await expect(find('..')).rejects.toMatchObject(refused);
      await expect(index.dropTenant('..')).rejects.toMatchObject(refused);
    });

    describe('filters', () => {
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
      ];
      const filters: Record<string, SearchFilter> = {
        'no filter': {},
        'one memory type': { memoryTypes: ['fact'] },
        'two memory types, one unknown': { memoryTypes: ['task', 'insight', 'nothing'] },
        'an empty list lets nothing pass': { memoryTypes: [] },
        'a source type': { sourceTypes: ['document_upload'] },
        'two source types': { sourceTypes: ['document_upload', 'reflection'] },
        'least importance, inclusive': { minImportance: 0.7 },
        'least importance 0 leaves chunks out': { minImportance: 0 },
        'a tag': { tags: ['home'] },
        'any of several tags': { tags: ['später', 'third', 'absent'] },
        'no tags at all': { tags: [] },
        'a user': { userId: user },
        'an unknown user': { userId: newId() },
        'from a moment on, inclusive': { minCreatedAt: Date.parse('2026-03-01T12:00:00.000Z') },
        'a millisecond later': { minCreatedAt: Date.parse('2026-03-01T12:00:00.001Z') },
        'until a moment, inclusive': { maxCreatedAt: Date.parse('2026-01-10T08:00:00.000Z') },
        'a millisecond earlier': { maxCreatedAt: Date.parse('2026-01-10T07:59:59.999Z') },
        'all at once': {
          memoryTypes: ['fact'],
          sourceTypes: ['direct_input'],
          minImportance: 0.05,
          tags: ['home'],
          userId: user,
        },
      };

      test.each(Object.entries(filters))('%s', async (_, filter) => {
        const items = examples();
        await store(...items);
        const expected = items.filter((item) => passesFilter(item, filter)).map(({ id }) => id);
        expect((await find(tenant, filter)).sort()).toEqual(expected.sort());
      });

      test('filters come before the limit', async () => {
        const many = Array.from({ length: 60 }, () => exampleItem(tenant));
        const wanted = exampleItem(tenant, {
          tags: ['rare'],
          content: 'Somebody else prefers trains. '.repeat(20),
        });
        await store(...many, wanted);
        expect(await index.findAll(tenant, { tags: ['rare'] }, 1)).toEqual([wanted.id]);
      });

      test('a changed item is filtered by what it is now', async () => {
        const item = exampleItem(tenant, { tags: ['old'], importance: 0.2 });
        await store(item, exampleItem(tenant, { tags: ['old'] }));
        await store({ ...item, revision: 2, tags: ['new'], importance: 0.9 });
        expect(await find(tenant, { tags: ['old'] })).not.toContain(item.id);
        expect(await find(tenant, { tags: ['new'], minImportance: 0.9 })).toEqual([item.id]);
      });
    });

    test('the limit bounds the hits; 0 gives none', async () => {
      await store(...Array.from({ length: 30 }, () => exampleItem(tenant)));
      expect(await index.findAll(tenant, {}, 7)).toHaveLength(7);
      expect(await index.findAll(tenant, {}, 0)).toEqual([]);
      expect(await index.findAll(tenant, {}, 1_000_000_000)).toHaveLength(30);
    });

    test('many writers and readers at once lose nothing', async () => {
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

    test('items removed and stored again and again leave one of each', async () => {
      const items = Array.from({ length: 20 }, () =>
        exampleItem(tenant, { tags: ['again', 'and', 'again'] }),
      );
      for (let round = 0; round < 20; round++) {
        await index.upsert(items.map((item) => ({ ...item, revision: 2 * round + 1 })));
        await index.remove(
          tenant,
          items.slice(10).map(({ id }) => ({ id, revision: 2 * round + 2 })),
        );
      }
      await settle();
      expect((await find(tenant, { tags: ['again'] })).sort()).toEqual(
        items
          .slice(0, 10)
          .map(({ id }) => id)
          .sort(),
      );
      expect(await index.count(tenant)).toBe(10);
    });

    test('after close every operation is refused', async () => {
      const item = exampleItem(tenant);
      const index = await create();
      await index.upsert([item]);
      await index.close();
      const refused = { code: 'SYS_SERVICE_UNAVAILABLE' };
      await expect(index.upsert([item])).rejects.toMatchObject(refused);
      await expect(index.remove(tenant, [{ id: item.id, revision: 2 }])).rejects.toMatchObject(refused);
      await expect(index.findAll(tenant, {}, 1)).rejects.toMatchObject(refused);
      await expect(index.lookUp(tenant, [item.id])).rejects.toMatchObject(refused);
      await expect(index.revisions(tenant, { afterId: null, limit: 1 })).rejects.toMatchObject(refused);
      await expect(index.count(tenant)).rejects.toMatchObject(refused);
      await expect(index.dropTenant(tenant)).rejects.toMatchObject(refused);
      await expect(index.listTenants()).rejects.toMatchObject(refused);
      await index.close();
    });
  });
  describe(`${name}: rebuild`, () => {
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

    test('serves what was there until all is filled, then what was filled and written meanwhile', async () => {
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
        // What the owner held when it was read: older than what came meanwhile, which wins.
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
      // And it is an index like before.
      const later = exampleItem(tenant);
      await index.upsert([later]);
      await settle();
      expect(await found()).toContain(later.id);
    });

    test('leaves tenants behind that nobody fills', async () => {
      const [item, gone] = [exampleItem(tenant), exampleItem(newId())];
      await index.upsert([item, gone]);
      await index.rebuild((fresh) => fresh.upsert([item]));
      await settle();
      expect(await index.listTenants()).toEqual([tenant]);
      expect(await index.count(gone.tenantId)).toBe(0);
    });

    test('that cannot be filled changes nothing, and the next one may', async () => {
      const item = exampleItem(tenant);
      await index.upsert([item]);
      const failing = index.rebuild(async (fresh) => {
        await fresh.remove(tenant, [{ id: item.id, revision: 9 }]);
        throw new Error('The owner is away.');
      });
      await expect(failing).rejects.toThrow('The owner is away.');
      await settle();
      expect(await found()).toEqual([item.id]);
      await index.rebuild((fresh) => fresh.upsert([{ ...item, revision: 2 }]));
      await settle();
      expect(await index.revisions(tenant, { afterId: null, limit: 2 })).toMatchObject([{ revision: 2 }]);
    });
  });
}
