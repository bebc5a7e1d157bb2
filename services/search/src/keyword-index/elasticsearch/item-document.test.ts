import { describe, expect, test } from '@jest/globals';
import { exampleItem } from '../../items/item-index.contract.ts';
import { toItemWrite, parseItem, toTombstoneWrite } from './item-document.ts';

const TENANT = '0199a000-0000-7000-8000-00000000abcd';

describe('versions', () => {
  test('grow with the revision; of one revision the removal is the greater', () => {
    const item = exampleItem(TENANT, { revision: 7 });
    const { id } = item;
    const versions = [
      toItemWrite(item).version,
      toTombstoneWrite(TENANT, { id, revision: 7 }).version,
      toItemWrite({ ...item, revision: 8 }).version,
      toTombstoneWrite(TENANT, { id, revision: 8 }).version,
    ];
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  });
});

describe('documents', () => {
  test('of one item id in two tenants are two', () => {
    const item = exampleItem(TENANT);
    const other = toItemWrite({ ...item, tenantId: '0199a000-0000-7000-8000-00000000dcba' });
    expect(toItemWrite(item).documentId).not.toBe(other.documentId);
    expect(toItemWrite(item).documentId).toBe(toTombstoneWrite(TENANT, item).documentId);
  });

  test('give back the item; a tombstone holds none, and no terms', () => {
    const item = exampleItem(TENANT, { metadata: { 'a.b': [1, null, '\ud800'] } });
    expect(parseItem(JSON.parse(toItemWrite(item).source))).toEqual(item);
    const tombstone = JSON.parse(toTombstoneWrite(TENANT, item).source) as object;
    expect(parseItem(tombstone)).toBeNull();
    expect(tombstone).not.toHaveProperty('terms');
    expect(parseItem(undefined)).toBeNull();
  });
});
