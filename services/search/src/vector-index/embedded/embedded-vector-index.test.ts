import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { exampleItem } from '../../items/item-index.contract.ts';
import { createEmbeddedVectorIndex } from './embedded-vector-index.ts';
import type { VectorIndex } from '../vector-index.ts';

const directory = mkdtempSync(join(tmpdir(), 'loci-vector-index-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const vector = new Float32Array(4).fill(1);

function open(model: string, lost: string[] = []): VectorIndex {
  return createEmbeddedVectorIndex({ directory, model, dimension: 4, onTenantLost: (id) => lost.push(id) });
}

test('two models lie side by side; a damaged file is reported across the thread, a restart finds the rest', async () => {
  const item = { ...exampleItem(newId()), vector };
  const lost: string[] = [];
  const [first, second] = [open('first'), open('../second', lost)];
  await Promise.all([first.upsert([item]), second.upsert([item])]);
  await Promise.all([first.close(), second.close()]);
  const folders = readdirSync(directory);
  expect(folders).toHaveLength(2);

  const damaged = folders.find((folder) => folder.includes('second'))!;
  writeFileSync(join(directory, damaged, item.tenantId, 'vector.db'), 'no database '.repeat(100));
  const [firstAgain, secondAgain] = [open('first', lost), open('../second', lost)];
  expect(await firstAgain.search(item.tenantId, { vector, limit: 1 })).toHaveLength(1);
  expect(lost).toEqual([]);
  expect(await secondAgain.search(item.tenantId, { vector, limit: 1 })).toEqual([]);
  expect(lost).toEqual([item.tenantId]);
  await Promise.all([firstAgain.close(), secondAgain.close()]);
});

test('a folder that cannot be made is an unavailable store, not a crash', async () => {
  const blocked = join(directory, 'a-file');
  writeFileSync(blocked, '');
  const index = createEmbeddedVectorIndex({
    directory: blocked,
    model: 'm',
    dimension: 4,
    onTenantLost: () => {},
  });
  const write = index.upsert([{ ...exampleItem(newId()), vector }]);
  await expect(write).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
  await index.close();
});
