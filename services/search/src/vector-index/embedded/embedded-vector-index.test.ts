import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { exampleItem } from '../../items/item-index.contract.ts';
import type { VectorIndex, VectorItem } from '../vector-index.ts';
import { createEmbeddedVectorIndex } from './embedded-vector-index.ts';

const vector = new Float32Array(4).fill(1);

describe('embedded vector index', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'loci-vector-index-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  function open(model: string, lost: string[] = []): VectorIndex {
    return createEmbeddedVectorIndex({ directory, model, dimension: 4, onTenantLost: (id) => lost.push(id) });
  }

  describe('with two models in one directory', () => {
    let item: VectorItem;
    beforeEach(async () => {
      item = { ...exampleItem(newId()), vector };
      const indexes = [open('first'), open('../second')];
      await Promise.all(indexes.map((index) => index.upsert([item])));
      await Promise.all(indexes.map((index) => index.close()));
    });

    test('keeps the vectors of each model in a separate folder, even if a model name contains "../"', () => {
      expect(readdirSync(directory)).toHaveLength(2);
    });

    test('finds stored items after a restart', async () => {
      const lost: string[] = [];
      const index = open('first', lost);
      expect(await index.search(item.tenantId, { vector, limit: 1 })).toHaveLength(1);
      expect(lost).toEqual([]);
      await index.close();
    });

    test('calls onTenantLost if a search finds a damaged tenant file', async () => {
      const folder = readdirSync(directory).find((name) => name.includes('second'))!;
      writeFileSync(join(directory, folder, item.tenantId, 'vector.db'), 'no database '.repeat(100));
      const lost: string[] = [];
      const index = open('../second', lost);
      expect(await index.search(item.tenantId, { vector, limit: 1 })).toEqual([]);
      expect(lost).toEqual([item.tenantId]);
      await index.close();
    });
  });

  test('rejects calls as unavailable if its directory cannot be created', async () => {
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
});
