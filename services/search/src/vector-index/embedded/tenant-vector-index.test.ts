import { mkdtempSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { openTenantFile } from '../../embedded-storage/tenant-file.ts';
import { exampleItem } from '../../items/item-index.contract.ts';
import type { VectorItem } from '../vector-index.ts';
import { TENANT_VECTOR_SCHEMA, TenantVectorIndex } from './tenant-vector-index.ts';
import type { SketchSettings } from './tenant-vector-index.ts';

const DIMENSION = 32;
const UNKNOWN_ID = newId();
const LIST_SETTINGS = { minVectors: 400, lists: 16, assignedPerItem: 4 };

describe('tenant vector index with inverted lists', () => {
  let directory: string;
  let database: DatabaseSync;
  let index: TenantVectorIndex;
  let random: () => number;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'loci-tenant-vectors-'));
    let state = 7;
    random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    open();
  });
  afterEach(() => {
    database.close();
    rmSync(directory, { recursive: true, force: true });
  });

  function open(): void {
    database = openTenantFile(join(directory, 'vector.db'), TENANT_VECTOR_SCHEMA);
    index = new TenantVectorIndex(database, DIMENSION, LIST_SETTINGS);
  }

  function reopen(): void {
    database.close();
    open();
  }

  function randomItem(): VectorItem & { vector: Float32Array } {
    const vector = Float32Array.from({ length: DIMENSION }, () => random() - 0.5);
    const norm = Math.hypot(...vector);
    return { ...exampleItem(newId()), vector: vector.map((value) => value / norm) };
  }

  function upsertBatches(count: number): (VectorItem & { vector: Float32Array })[] {
    const items = Array.from({ length: count }, randomItem);
    for (let start = 0; start < count; start += 50) index.upsert(items.slice(start, start + 50));
    return items;
  }

  const rowsWithoutList = (): number =>
    Number(database.prepare('SELECT count(*) AS n FROM rows WHERE list IS NULL').get()!['n']);
  const centroids = (): number => Number(database.prepare('SELECT count(*) AS n FROM centroids').get()!['n']);

  test('removes the tags that only removed items have from its file, and keeps the others', () => {
    const [kept, removed] = [randomItem(), randomItem()];
    index.upsert([
      { ...kept, tags: ['shared', 'of-kept'] },
      { ...removed, tags: ['shared', 'of-removed'], userId: 'removed-user' },
    ]);
    index.remove([{ id: removed.id, revision: removed.revision + 1 }]);
    const names = database
      .prepare('SELECT name FROM names')
      .all()
      .map((row) => row['name']);
    expect(names).toEqual(expect.arrayContaining(['shared', 'of-kept', kept.userId]));
    expect(names).not.toContain('of-removed');
    expect(names).not.toContain('removed-user');
    reopen();
    index.upsert([{ ...removed, revision: removed.revision + 2, tags: ['of-removed'] }]);
    const hits = index.search(removed.vector, { tags: ['of-removed'] }, 10);
    expect(hits.scores).toHaveLength(1);
    expect(index.search(removed.vector, { tags: ['shared'] }, 10).scores).toHaveLength(1);
  });

  test('creates no lists below the minimum number of vectors', () => {
    upsertBatches(399);
    expect(centroids()).toBe(0);
  });

  test('assigns a limited number of rows per upsert until every row is in a list', () => {
    upsertBatches(400);
    expect(centroids()).toBe(16);
    expect(rowsWithoutList()).toBe(200);
    index.upsert([randomItem()]);
    expect(rowsWithoutList()).toBe(196);
    upsertBatches(50);
    expect(rowsWithoutList()).toBe(0);
  });

  test('finds the exact nearest item while some rows are not in a list yet', () => {
    const items = upsertBatches(400);
    expect(rowsWithoutList()).toBeGreaterThan(0);
    for (const { id, vector } of items) expect(index.nearest(UNKNOWN_ID, vector, 1)[0]!.id).toBe(id);
  });

  test('finds every item by its own vector after a restart', () => {
    const items = upsertBatches(600);
    reopen();
    for (const { id, vector } of items) {
      const hit = index.nearest(UNKNOWN_ID, vector, 1)[0]!;
      expect(hit.id).toBe(id);
      expect(hit.score).toBeCloseTo(1, 4);
    }
  });

  test('returns the same nearest items before and after a restart', () => {
    upsertBatches(600);
    const queries = Array.from({ length: 50 }, randomItem);
    const search = (): (string | undefined)[] =>
      queries.map(({ vector }) => index.nearest(UNKNOWN_ID, vector, 1)[0]?.id);
    const before = search();
    reopen();
    expect(search()).toEqual(before);
  });

  test('continues to assign rows to lists after a restart', () => {
    upsertBatches(400);
    reopen();
    upsertBatches(100);
    expect(rowsWithoutList()).toBe(0);
  });

  test('does not return an item as its own nearest item', () => {
    const items = upsertBatches(600);
    for (const { id, vector } of items.slice(0, 50)) expect(index.nearest(id, vector, 1)[0]!.id).not.toBe(id);
  });

  test('finds a changed item by its new vector only', () => {
    const [first] = upsertBatches(600);
    const changed = { ...first!, revision: first!.revision + 1, vector: randomItem().vector };
    index.upsert([changed]);
    expect(index.nearest(UNKNOWN_ID, changed.vector, 1)[0]!.id).toBe(first!.id);
    expect(index.nearest(UNKNOWN_ID, first!.vector, 1)[0]!.id).not.toBe(first!.id);
  });

  test('does not find removed items', () => {
    const items = upsertBatches(600);
    index.remove(items.map(({ id, revision }) => ({ id, revision: revision + 1 })));
    expect(index.nearest(UNKNOWN_ID, items[0]!.vector, 1)).toEqual([]);
    const [added] = upsertBatches(1);
    expect(index.nearest(UNKNOWN_ID, items[0]!.vector, 1)[0]!.id).toBe(added!.id);
  });

  test('rejects a file in which a centroid is missing', () => {
    upsertBatches(600);
    database.exec('DELETE FROM centroids WHERE list = 15');
    expect(reopen).toThrow('The vector file has no centroid for the list 15. Loci rebuilds the file.');
  });
});

describe('tenant vector index with sign sketches', () => {
  const SKETCH_SETTINGS = { minRows: 300, candidatesPerHit: 8, minRatio: 1 };
  const NO_LISTS = { minVectors: Infinity, lists: 1, assignedPerItem: 0 };
  let directory: string;
  let database: DatabaseSync;
  let index: TenantVectorIndex;
  let state: number;

  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const open = (settings: SketchSettings = SKETCH_SETTINGS): void => {
    database = openTenantFile(join(directory, 'vector.db'), TENANT_VECTOR_SCHEMA);
    index = new TenantVectorIndex(database, DIMENSION, NO_LISTS, settings);
  };
  const reopen = (settings?: SketchSettings): void => {
    database.close();
    open(settings);
  };
  beforeEach(() => {
    state = 7;
    directory = mkdtempSync(join(tmpdir(), 'loci-tenant-vectors-'));
    open();
  });
  afterEach(() => {
    database.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const randomItem = (fields: Partial<VectorItem> = {}): VectorItem & { vector: Float32Array } => {
    const vector = Float32Array.from({ length: DIMENSION }, () => random() - 0.5);
    const norm = Math.hypot(...vector);
    return { ...exampleItem(newId()), ...fields, vector: vector.map((value) => value / norm) };
  };
  const insert = (count: number, fields?: Partial<VectorItem>): ReturnType<typeof randomItem>[] => {
    const items = Array.from({ length: count }, () => randomItem(fields));
    index.upsert(items);
    return items;
  };
  const search = (vector: Float32Array, limit: number, filter = {}): string[] => {
    const { ordinals } = index.searchOrdinals(vector, filter, limit);
    return Array.from(ordinals, (ordinal) => index.docValues.id(ordinal));
  };
  const exactSearch = (vector: Float32Array, limit: number, filter = {}): string[] => {
    reopen({ ...SKETCH_SETTINGS, minRows: Infinity });
    const hits = search(vector, limit, filter);
    reopen();
    return hits;
  };

  test('finds each item by its own vector, before and after a restart', () => {
    const items = [...insert(1_500), ...insert(1_500)].filter((_, i) => i % 10 === 0);
    for (const { id, vector } of items) expect(search(vector, 5)[0]).toBe(id);
    reopen();
    for (const { id, vector } of items) expect(search(vector, 5)[0]).toBe(id);
  });

  test('finds nearly the same best hits as a scan of all vectors', () => {
    insert(2_000);
    const queries = Array.from({ length: 20 }, () => randomItem().vector);
    const found = queries.map((vector) => new Set(search(vector, 50).slice(0, 20)));
    const missed = queries.flatMap((vector, i) =>
      exactSearch(vector, 50)
        .slice(0, 20)
        .filter((id) => !found[i]!.has(id)),
    );
    expect(missed.length).toBeLessThan(0.05 * 20 * queries.length);
  });

  test('finds all items that pass a filter, in the order of a scan, if these are few', () => {
    insert(1_000);
    insert(20, { memoryType: 'preference' });
    insert(1_000);
    const { vector } = randomItem();
    const filter = { memoryTypes: ['preference'] };
    const hits = search(vector, 30, filter);
    expect(hits).toHaveLength(20);
    expect(hits).toEqual(exactSearch(vector, 30, filter));
  });

  test('finds a changed item by its new vector and does not find removed items', () => {
    const [first, second] = insert(3_000) as [ReturnType<typeof randomItem>, ReturnType<typeof randomItem>];
    const changed = { ...first, revision: first.revision + 1, vector: randomItem().vector };
    index.upsert([changed]);
    index.remove([{ id: second.id, revision: second.revision + 1 }]);
    expect(search(changed.vector, 1)).toEqual([first.id]);
    expect(search(first.vector, 1)).not.toEqual([first.id]);
    expect(search(second.vector, 100)).not.toContain(second.id);
  });
});
