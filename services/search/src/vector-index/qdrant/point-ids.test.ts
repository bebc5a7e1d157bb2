import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { nextUuid, tenantPointIds } from './point-ids.ts';

const LEAST = '00000000-0000-0000-0000-000000000000';
const GREATEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

test('an item has one point, and the point leads back to it', () => {
  const { pointOf, itemOf } = tenantPointIds(randomUUID());
  for (const id of [LEAST, GREATEST, ...Array.from({ length: 50 }, () => randomUUID())]) {
    expect(pointOf(id)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(itemOf(pointOf(id))).toBe(id);
  }
});

test('one id has another point in each tenant', () => {
  const id = randomUUID();
  const points = Array.from({ length: 50 }, () => tenantPointIds(randomUUID()).pointOf(id));
  expect(new Set(points).size).toBe(50);
});

test('points lie in the order of their items, from the first of the tenant around the ring', () => {
  const { first, pointOf } = tenantPointIds('0199a000-0000-7000-8000-000000000001');
  expect(pointOf(LEAST)).toBe(first);
  const ids = [LEAST, GREATEST, ...Array.from({ length: 200 }, () => randomUUID())].sort();
  const points = ids.map(pointOf);
  const sorted = points.toSorted();
  expect([...sorted.filter((point) => point >= first), ...sorted.filter((point) => point < first)]).toEqual(
    points,
  );
});

test('after an id comes the next, and none after the last', () => {
  expect(nextUuid(LEAST)).toBe('00000000-0000-0000-0000-000000000001');
  expect(nextUuid('0199a000-0000-7000-8fff-ffffffffffff')).toBe('0199a000-0000-7000-9000-000000000000');
  expect(nextUuid(GREATEST)).toBeNull();
});
