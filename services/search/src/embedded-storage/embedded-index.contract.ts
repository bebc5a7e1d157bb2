import {
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { IndexedItem } from '../items/indexed-item.ts';
import { exampleItem, type ItemIndex } from '../items/item-index.contract.ts';

export interface EmbeddedIndexLimits {
  maxOpenTenants: number;
  maxMemoryBytes: number;
}

const NO_LIMITS: EmbeddedIndexLimits = { maxOpenTenants: 100, maxMemoryBytes: 1e9 };

export interface EmbeddedIndexContract {
  name: string;
  open(directory: string, onTenantLost: (tenantId: string) => void, limits: EmbeddedIndexLimits): ItemIndex;
  filePath(directory: string, tenantId: string): string;
  /** SQL that damages data that opening a tenant does not read. Null if opening a tenant reads all data. */
  undetectedDamageSql: string | null;
}

/**
 * Defines the tests of the file handling that both embedded indexes share: durability, damage detection and
 * limits. The tests call the methods of the worker directly, because starting a thread would take most of the
 * time of each test.
 */
export function describeEmbeddedIndexContract({
  name,
  open,
  filePath,
  undetectedDamageSql,
}: EmbeddedIndexContract): void {
  describe(name, () => {
    const root = mkdtempSync(join(tmpdir(), 'loci-embedded-index-'));
    afterAll(() => rmSync(root, { recursive: true, force: true }));

    let directory: string;
    let index: ItemIndex;
    let lost: string[];
    let tenant: string;
    beforeEach(() => {
      directory = mkdtempSync(join(root, 'index-'));
      tenant = newId();
      lost = [];
      index = open(directory, (tenantId) => lost.push(tenantId), NO_LIMITS);
    });
    afterEach(() => index.close());

    async function reopen(limits = NO_LIMITS): Promise<void> {
      await index.close();
      index = open(directory, (tenantId) => lost.push(tenantId), limits);
    }

    test('keeps items, filter fields and tombstones across a restart', async () => {
      const items = Array.from({ length: 30 }, (_, i) =>
        exampleItem(tenant, { tags: [`tag ${i % 3}`], importance: i / 30 }),
      );
      await index.upsert(items);
      const removed = items[5]!;
      await index.remove(tenant, [{ id: removed.id, revision: 2 }]);
      await reopen();
      expect(await index.count(tenant)).toBe(29);
      const expected = items.filter((item, i) => i % 3 === 2 && item !== removed).map(({ id }) => id);
      expect((await index.findAll(tenant, { tags: ['tag 2'] }, 100)).sort()).toEqual(expected.sort());
      await index.upsert([removed, exampleItem(tenant, { tags: ['tag 2'] })]);
      expect(await index.findAll(tenant, { tags: ['tag 2'] }, 100)).toHaveLength(expected.length + 1);
      expect(await index.listTenants()).toEqual([tenant]);
      expect(lost).toEqual([]);
    });

    test('stores a write in the tenant file before the promise resolves, so that the write survives a crash', async () => {
      await index.upsert([exampleItem(tenant)]);
      const copy = mkdtempSync(join(root, 'copy-'));
      const target = filePath(copy, tenant);
      const seed = open(copy, () => {}, NO_LIMITS);
      await seed.upsert([exampleItem(tenant)]);
      await seed.close();
      // Copies the database and its write-ahead log without closing them, as a crash leaves them.
      for (const suffix of ['', '-wal'])
        writeFileSync(target + suffix, readFileSync(filePath(directory, tenant) + suffix));
      const recovered = open(copy, () => {}, NO_LIMITS);
      expect(await recovered.findAll(tenant, {}, 10)).toEqual(await index.findAll(tenant, {}, 10));
      await recovered.close();
    });

    const damages: Record<string, (file: string) => void> = {
      'is missing': (file) => rmSync(file),
      'is empty': (file) => truncateSync(file, 0),
      'is not a SQLite database': (file) =>
        writeFileSync(file, 'something else entirely, over and over. '.repeat(500)),
      'is truncated': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
      'is overwritten in the middle': (file) => overwrite(file, 8192, statSync(file).size - 8192),
      'has another schema version': (file) => execute(file, 'PRAGMA user_version = 99'),
      'belongs to another application': (file) => execute(file, 'PRAGMA application_id = 7'),
      'lacks a row': (file) => execute(file, 'DELETE FROM rows WHERE slot = 3'),
      'has a malformed row': (file) => execute(file, "UPDATE rows SET row = x'00' WHERE slot = 3"),
    };

    describe.each(Object.entries(damages))('with a tenant file that %s', (_, damage) => {
      let items: IndexedItem[];
      let untouched: string;
      beforeEach(async () => {
        untouched = newId();
        items = Array.from({ length: 50 }, () => exampleItem(tenant));
        await index.upsert([...items, exampleItem(untouched)]);
        await index.close();
        damage(filePath(directory, tenant));
        await reopen();
      });

      test('reports the tenant as lost on the first read, which replaces the file with an empty one', async () => {
        expect(await index.findAll(tenant, {}, 10)).toEqual([]);
        expect(lost).toEqual([tenant]);
        expect(await index.listTenants()).toContain(tenant);
      });

      test('keeps the items of the lost tenant after they are written again', async () => {
        await index.upsert(items);
        expect(await index.findAll(tenant, {}, 100)).toHaveLength(50);
        await reopen();
        expect(await index.findAll(tenant, {}, 100)).toHaveLength(50);
        expect(lost).toEqual([tenant]);
      });

      test('does not affect other tenants', async () => {
        await index.findAll(tenant, {}, 10);
        expect(await index.findAll(untouched, {}, 100)).toHaveLength(1);
        expect(lost).toEqual([tenant]);
      });
    });

    describe('with a damaged tenant file whose first access is a write', () => {
      let item: IndexedItem;
      beforeEach(async () => {
        await index.upsert([exampleItem(tenant)]);
        await index.close();
        writeFileSync(filePath(directory, tenant), 'no database '.repeat(100));
        await reopen();
        item = exampleItem(tenant);
        await index.upsert([item]);
      });

      test('reports the tenant as lost, but keeps the written item', async () => {
        expect(lost).toEqual([tenant]);
        expect(await index.findAll(tenant, {}, 10)).toEqual([item.id]);
      });

      test('renames the damaged file for diagnosis', () => {
        expect(existsSync(`${filePath(directory, tenant)}.damaged`)).toBe(true);
      });
    });

    if (undetectedDamageSql !== null) {
      test('replaces a tenant file if a look-up after opening finds that the file is damaged', async () => {
        const item = exampleItem(tenant);
        await index.upsert([item]);
        await index.close();
        execute(filePath(directory, tenant), undetectedDamageSql);
        await reopen();
        expect(await index.lookUp(tenant, [item.id])).toEqual([]);
        expect(lost).toEqual([tenant]);
        expect(await index.count(tenant)).toBe(0);
      });
    }

    test('reports a tenant as lost if the file of the tenant was deleted while the file was open', async () => {
      await index.upsert([exampleItem(tenant)]);
      rmSync(filePath(directory, tenant));
      const item = exampleItem(tenant);
      await index.upsert([item]);
      expect(lost).toEqual([tenant]);
      await reopen();
      expect(await index.findAll(tenant, {}, 10)).toEqual([item.id]);
    });

    test('reports a tenant as lost if reads find within a second that its open file was deleted', async () => {
      await index.upsert([exampleItem(tenant)]);
      rmSync(filePath(directory, tenant));
      const deadline = Date.now() + 1_000;
      while (lost.length === 0 && Date.now() < deadline) {
        await index.findAll(tenant, {}, 10);
        await setTimeout(20);
      }
      expect(lost).toEqual([tenant]);
    });

    test.each([
      ['open tenants', { ...NO_LIMITS, maxOpenTenants: 2 }],
      ['memory', { ...NO_LIMITS, maxMemoryBytes: 1 }],
    ])('closes tenants beyond the limit of %s until their next access', async (_, limits) => {
      await reopen(limits);
      const items = Array.from({ length: 8 }, () => exampleItem(newId()));
      await index.upsert(items);
      for (const { tenantId, id } of [...items, ...items.toReversed()]) {
        expect(await index.findAll(tenantId, {}, 10)).toEqual([id]);
      }
      // SQLite deletes the write-ahead log when it closes a file.
      const open = items.filter(({ tenantId }) => existsSync(`${filePath(directory, tenantId)}-wal`));
      expect(open.length).toBeLessThanOrEqual(2);
      expect(lost).toEqual([]);
    });
  });
}

function overwrite(file: string, start: number, length: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(length, 0xa5), 0, length, start);
  closeSync(descriptor);
}

function execute(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}
