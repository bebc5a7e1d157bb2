import { describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { createIndexedRevisions } from './indexed-revisions.ts';

describe('indexed revisions', () => {
  const tenantId = newId();
  const item = { id: newId(), revision: 2 };

  test('contain a recorded revision and older ones', () => {
    const revisions = createIndexedRevisions();
    revisions.record(tenantId, [item]);
    expect(revisions.findUnknown(tenantId, [item, { ...item, revision: 1 }])).toEqual([]);
  });

  test('do not contain newer revisions, other items and the items of other tenants', () => {
    const revisions = createIndexedRevisions();
    revisions.record(tenantId, [item]);
    const others = [
      { ...item, revision: 3 },
      { id: newId(), revision: 1 },
    ];
    expect(revisions.findUnknown(tenantId, others)).toEqual(others);
    expect(revisions.findUnknown(newId(), [item])).toEqual([item]);
  });

  test('keep the newest revision of an item if an older one is recorded later', () => {
    const revisions = createIndexedRevisions();
    revisions.record(tenantId, [item]);
    revisions.record(tenantId, [{ ...item, revision: 1 }]);
    expect(revisions.findUnknown(tenantId, [item])).toEqual([]);
  });

  test('forget the oldest of more than 10,000 items', () => {
    const revisions = createIndexedRevisions();
    const items = Array.from({ length: 10_001 }, () => ({ id: newId(), revision: 1 }));
    revisions.record(tenantId, items);
    expect(revisions.findUnknown(tenantId, items)).toEqual([items[0]]);
  });

  test('report a change when items are recorded', async () => {
    const revisions = createIndexedRevisions();
    const changed = revisions.changed();
    revisions.record(tenantId, []);
    await changed;
  });
});
