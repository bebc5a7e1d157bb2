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
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
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
  /** SQL that breaks what only a later look-up reads; null where everything is read at the start. */
  undetectedDamageSql: string | null;
}

/**
 * What an index in files promises besides: it outlives its process, notices damage and keeps to its bounds.
 * Runs without the worker thread, whose start is most of the time of such a test.
 */
export function describeEmbeddedIndexContract({
  name,
  open,
  filePath,
  undetectedDamageSql,
}: EmbeddedIndexContract): void {
  describe(`${name}: files`, () => {
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

    test('what was written is there after a restart: items, filters, tombstones', async () => {
      const items = Array.from({ length: 30 }, (_, i) =>
        exampleItem(tenant, { tags: [`tag ${i % 3}`], importance: i / 30 }),
      );
      await index.upsert(items);
      const gone = items[5]!;
      await index.remove(tenant, [{ id: gone.id, revision: 2 }]);
      await reopen();
      expect(await index.count(tenant)).toBe(29);
      const expected = items.filter((item, i) => i % 3 === 2 && item !== gone).map(({ id }) => id);
      expect((await index.findAll(tenant, { tags: ['tag 2'] }, 100)).sort()).toEqual(expected.sort());
      await index.upsert([gone, exampleItem(tenant, { tags: ['tag 2'] })]);
      expect(await index.findAll(tenant, { tags: ['tag 2'] }, 100)).toHaveLength(expected.length + 1);
      expect(await index.listTenants()).toEqual([tenant]);
      expect(lost).toEqual([]);
    });

    test('what was written is in the file before the write resolves', async () => {
      await index.upsert([exampleItem(tenant)]);
      const copy = mkdtempSync(join(root, 'copy-'));
      const target = filePath(copy, tenant);
      const seed = open(copy, () => {}, NO_LIMITS);
      await seed.upsert([exampleItem(tenant)]);
      await seed.close();
      // As a crash would leave them: the database and its log, without a clean end.
      for (const suffix of ['', '-wal'])
        writeFileSync(target + suffix, readFileSync(filePath(directory, tenant) + suffix));
      const survivor = open(copy, () => {}, NO_LIMITS);
      expect(await survivor.findAll(tenant, {}, 10)).toEqual(await index.findAll(tenant, {}, 10));
      await survivor.close();
    });

    const damages: Record<string, (file: string) => void> = {
      'is gone': (file) => rmSync(file),
      'is empty': (file) => truncateSync(file, 0),
      'is no database': (file) => writeFileSync(file, 'something else entirely, over and over. '.repeat(500)),
      'was cut short': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
      'was overwritten in the middle': (file) => overwrite(file, 8192, statSync(file).size - 8192),
      'comes from another version': (file) => execute(file, 'PRAGMA user_version = 99'),
      'belongs to another program': (file) => execute(file, 'PRAGMA application_id = 7'),
      'has lost rows': (file) => execute(file, 'DELETE FROM rows WHERE slot = 3'),
      'has a row of nonsense': (file) => execute(file, "UPDATE rows SET row = x'00' WHERE slot = 3"),
    };

    test.each(Object.entries(damages))(
      'a file that %s is replaced by an empty one, and reported',
      async (_, damage) => {
        const untouched = newId();
        const items = Array.from({ length: 50 }, () => exampleItem(tenant));
        await index.upsert([...items, exampleItem(untouched)]);
        await index.close();
        damage(filePath(directory, tenant));
        await reopen();
        expect(await index.findAll(tenant, {}, 10)).toEqual([]);
        expect(lost).toEqual([tenant]);
        expect(await index.listTenants()).toContain(tenant);
        await index.upsert(items);
        expect(await index.findAll(tenant, {}, 100)).toHaveLength(50);
        expect(await index.findAll(untouched, {}, 100)).toHaveLength(1);
        await reopen();
        expect(await index.findAll(tenant, {}, 100)).toHaveLength(50);
        expect(lost).toEqual([tenant]);
      },
    );

    test('a write finds the damage too, and is kept in the new file', async () => {
      await index.upsert([exampleItem(tenant)]);
      await index.close();
      writeFileSync(filePath(directory, tenant), 'no database '.repeat(100));
      await reopen();
      const item = exampleItem(tenant);
      await index.upsert([item]);
      expect(lost).toEqual([tenant]);
      expect(await index.findAll(tenant, {}, 10)).toEqual([item.id]);
      expect(existsSync(`${filePath(directory, tenant)}.damaged`)).toBe(true);
    });

    if (undetectedDamageSql !== null) {
      test('damage that shows only in a look-up is found there', async () => {
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

    test('a file that is taken away while it is open is noticed', async () => {
      await index.upsert([exampleItem(tenant)]);
      rmSync(filePath(directory, tenant));
      const item = exampleItem(tenant);
      await index.upsert([item]);
      expect(lost).toEqual([tenant]);
      await reopen();
      expect(await index.findAll(tenant, {}, 10)).toEqual([item.id]);
    });

    test.each([
      ['open tenants', { ...NO_LIMITS, maxOpenTenants: 2 }],
      ['memory', { ...NO_LIMITS, maxMemoryBytes: 1 }],
    ])('a bound on %s closes tenants, which open again by themselves', async (_, limits) => {
      await reopen(limits);
      const items = Array.from({ length: 8 }, () => exampleItem(newId()));
      await index.upsert(items);
      for (const { tenantId, id } of [...items, ...items.toReversed()]) {
        expect(await index.findAll(tenantId, {}, 10)).toEqual([id]);
      }
      // A closed file has no log beside it.
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
