import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { nextUuid, tenantPointIds } from './point-ids.ts';

const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

describe('point ids', () => {
  test('are UUIDs that map back to the item id', () => {
    const { pointOf, itemOf } = tenantPointIds(randomUUID());
    for (const id of [LOWEST, HIGHEST, ...Array.from({ length: 50 }, () => randomUUID())]) {
      expect(pointOf(id)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(itemOf(pointOf(id))).toBe(id);
    }
  });

  test('differ between tenants for the same item id', () => {
    const id = randomUUID();
    const points = Array.from({ length: 50 }, () => tenantPointIds(randomUUID()).pointOf(id));
    expect(new Set(points).size).toBe(50);
  });

  test('have the order of the item ids, starting at the first point and wrapping around', () => {
    const { first, pointOf } = tenantPointIds('0199a000-0000-7000-8000-000000000001');
    expect(pointOf(LOWEST)).toBe(first);
    const ids = [LOWEST, HIGHEST, ...Array.from({ length: 200 }, () => randomUUID())].sort();
    const points = ids.map(pointOf);
    const sorted = points.toSorted();
    expect([...sorted.filter((point) => point >= first), ...sorted.filter((point) => point < first)]).toEqual(
      points,
    );
  });
});

describe('nextUuid', () => {
  test.each([
    [LOWEST, '00000000-0000-0000-0000-000000000001'],
    ['0199a000-0000-7000-8fff-ffffffffffff', '0199a000-0000-7000-9000-000000000000'],
  ])('returns the UUID after %s', (id, next) => {
    expect(nextUuid(id)).toBe(next);
  });

  test('returns null for the highest UUID', () => {
    expect(nextUuid(HIGHEST)).toBeNull();
  });
});
