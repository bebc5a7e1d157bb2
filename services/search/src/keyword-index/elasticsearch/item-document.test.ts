import { describe, expect, test } from '@jest/globals';
import { exampleItem } from '../../items/item-index.contract.ts';
import { parseItem, toItemWrite, toTombstoneWrite } from './item-document.ts';

const TENANT = '0199a000-0000-7000-8000-00000000abcd';

describe('Elasticsearch documents', () => {
  test('have a version that increases with the revision and is higher for a tombstone than for its item', () => {
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

  test('have different ids for the same item id in different tenants', () => {
    const item = exampleItem(TENANT);
    const other = toItemWrite({ ...item, tenantId: '0199a000-0000-7000-8000-00000000dcba' });
    expect(toItemWrite(item).documentId).not.toBe(other.documentId);
  });

  test('have the same id for an item and its tombstone', () => {
    const item = exampleItem(TENANT);
    expect(toItemWrite(item).documentId).toBe(toTombstoneWrite(TENANT, item).documentId);
  });

  test('contain the complete item', () => {
    const item = exampleItem(TENANT, { metadata: { 'a.b': [1, null, '\ud800'] } });
    expect(parseItem(JSON.parse(toItemWrite(item).source))).toEqual(item);
  });

  test('of tombstones contain neither the item nor its terms', () => {
    const tombstone = JSON.parse(toTombstoneWrite(TENANT, exampleItem(TENANT)).source) as object;
    expect(parseItem(tombstone)).toBeNull();
    expect(tombstone).not.toHaveProperty('terms');
  });

  test('are parsed to null if the document does not exist', () => {
    expect(parseItem(undefined)).toBeNull();
  });
});
