import { describe, expect, test } from '@jest/globals';
import { isUuid, newId } from './ids.ts';

describe('newId', () => {
  test('returns a UUIDv7 that contains the given time', () => {
    const now = Date.parse('2199-01-01T00:00:00Z');
    const id = newId(now);
    expect(isUuid(id)).toBe(true);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now);
  });

  test('returns strictly increasing ids within a millisecond, at counter overflow and if the clock moves backward', () => {
    const start = Date.parse('2200-01-01T00:00:00Z');
    let last = newId(start);
    for (let i = 0; i < 10_000; i++) {
      const next = newId(i % 3 === 0 ? start - 1000 : start);
      expect(next > last).toBe(true);
      last = next;
    }
  });
});
