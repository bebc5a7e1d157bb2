import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countObjects } from './count-objects.ts';
import { deleteObjects } from './delete-objects.ts';
import { createFolderObjectStore } from './folder/folder-object-store.ts';
import type { ObjectStore } from './object-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'loci-delete-objects-'));
let objects: ObjectStore;
beforeAll(async () => {
  objects = await createFolderObjectStore({ directory });
});
afterAll(async () => {
  await objects.close();
  rmSync(directory, { recursive: true });
});

test('deletes only the objects under a prefix, even if they fill more than one page', async () => {
  const keys = Array.from({ length: 201 }, (_, i) => `tenant/document/${i}`);
  const others = ['tenant/artifact/1', 'tenant2/document/1'];
  for (const key of [...keys, ...others]) await objects.put(key, Buffer.from('x'));
  await expect(deleteObjects(objects, 'tenant/document/', () => false)).resolves.toEqual({
    deleted: 201,
    done: true,
  });
  expect(await objects.list('tenant/document/', { limit: 1 })).toEqual([]);
  for (const key of others) expect(await objects.head(key)).not.toBeNull();
});

test('countObjects counts only the objects under a prefix, even if they fill more than one page', async () => {
  const keys = Array.from({ length: 1_001 }, (_, i) => `counted/document/${i}`);
  for (const key of [...keys, 'counted/artifact/1']) await objects.put(key, Buffer.from('x'));
  expect(await countObjects(objects, 'counted/document/')).toBe(1_001);
  expect(await countObjects(objects, 'counted/other/')).toBe(0);
});

test('stops before the first page if it must stop', async () => {
  await objects.put('stopped/1', Buffer.from('x'));
  await expect(deleteObjects(objects, 'stopped/', () => true)).resolves.toEqual({ deleted: 0, done: false });
  expect(await objects.head('stopped/1')).not.toBeNull();
});
