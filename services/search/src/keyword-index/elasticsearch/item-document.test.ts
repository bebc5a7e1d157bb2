import { describe, expect, test } from '@jest/globals';
import { exampleItem } from '../../items/item-index.contract.ts';
import { itemWrite, storedItem, tombstoneWrite } from './item-document.ts';

const TENANT = '0199a000-0000-7000-8000-00000000abcd';

describe('versions', () => {
  test('grow with the revision; of one revision the removal is the greater', () => {
    const item = exampleItem(TENANT, { revision: 7 });
    const { id } = item;
    const versions = [
      itemWrite(item).version,
      tombstoneWrite(TENANT, { id, revision: 7 }).version,
      itemWrite({ ...item, revision: 8 }).version,
      tombstoneWrite(TENANT, { id, revision: 8 }).version,
    ];
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });
});

describe('documents', () => {
  test('of one item id in two tenants are two', () => {
    const item = exampleItem(TENANT);
    const other = itemWrite({ ...item, tenantId: '0199a000-0000-7000-8000-00000000dcba' });
    expect(itemWrite(item).documentId).not.toBe(other.documentId);
    expect(itemWrite(item).documentId).toBe(tombstoneWrite(TENANT, item).documentId);
  });

  test('give back the item; a tombstone holds none, and no terms', () => {
    const item = exampleItem(TENANT, { metadata: { 'a.b': [1, null, '\ud800'] } });
    expect(storedItem(JSON.parse(itemWrite(item).source))).toEqual(item);
    const tombstone = JSON.parse(tombstoneWrite(TENANT, item).source) as object;
    expect(storedItem(tombstone)).toBeNull();
    expect(tombstone).not.toHaveProperty('terms');
    expect(storedItem(undefined)).toBeNull();
  });
});
