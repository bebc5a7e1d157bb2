import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { createTopK } from './top-k.ts';

describe('createTopK', () => {
  test('returns the same items as sorting all offered items and taking the first k', async () => {
    await assertProperty(
      fc.property(fc.array(fc.nat(30), { maxLength: 60 }), fc.nat(20), (numbers, capacity) => {
        const best = createTopK<number>(capacity, (a, b) => a - b);
        for (const number of numbers) best.offer(number);
        expect(best.overflowed).toBe(numbers.length > capacity);
        const sorted = numbers.toSorted((a, b) => a - b);
        if (best.overflowed) expect(best.worst()).toBe(sorted[capacity - 1]);
        else expect(best.worst()).toBeUndefined();
        expect(best.sorted()).toEqual(sorted.slice(0, capacity));
      }),
      { runs: 1_000 },
    );
  });
});
