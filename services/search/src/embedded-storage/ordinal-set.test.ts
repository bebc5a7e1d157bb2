import { describe, expect, test } from '@jest/globals';
import { OrdinalSet } from './ordinal-set.ts';

describe('OrdinalSet', () => {
  test('numbers ordinals in the order in which they are added', () => {
    const set = new OrdinalSet();
    set.reset(100);
    expect([7, 99, 7, 0].map((ordinal) => set.add(ordinal))).toEqual([0, 1, 0, 2]);
    expect([...set.ordinals()]).toEqual([7, 99, 0]);
    expect(set.size).toBe(3);
    expect([99, 0, 1].map((ordinal) => set.positionOf(ordinal))).toEqual([1, 2, -1]);
  });

  test('is empty after a reset, which can also raise the maximum ordinal', () => {
    const set = new OrdinalSet();
    set.reset(10);
    set.add(3);
    set.reset(2_000);
    expect([...set.ordinals()]).toEqual([]);
    expect([1_999, 3].map((ordinal) => set.add(ordinal))).toEqual([0, 1]);
  });

  test('keeps more ordinals than its initial capacity', () => {
    const set = new OrdinalSet();
    set.reset(3_000);
    for (let ordinal = 0; ordinal < 3_000; ordinal++) set.add(2_999 - ordinal);
    expect(set.ordinals()[2_999]).toBe(0);
    expect(set.add(2_999)).toBe(0);
  });
});
