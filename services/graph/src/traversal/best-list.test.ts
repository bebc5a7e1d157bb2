import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { bestList } from './best-list.ts';

describe('bestList', () => {
  test('keeps what sorting and cutting would keep', async () => {
    await assertProperty(
      fc.property(fc.array(fc.nat(30), { maxLength: 60 }), fc.nat(20), (numbers, capacity) => {
        const list = bestList<number>(capacity, (a, b) => a - b);
        for (const number of numbers) list.offer(number);
        expect(list.overflowed).toBe(numbers.length > capacity);
        const sorted = numbers.toSorted((a, b) => a - b);
        if (list.overflowed) expect(list.worst()).toBe(sorted[capacity - 1]);
        else expect(list.worst()).toBeUndefined();
        expect(list.sorted()).toEqual(sorted.slice(0, capacity));
      }),
      { runs: 1_000 },
    );
  });
});
