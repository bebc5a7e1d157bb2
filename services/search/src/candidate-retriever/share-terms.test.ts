import { describe, expect, test } from '@jest/globals';
import { shareTerms } from './share-terms.ts';

const none = { own: [] };

describe('shareTerms', () => {
  test('compares with the five best candidates, best first', () => {
    const seen: number[][] = [];
    shareTerms(Float64Array.of(0.2, 0.9, 0, 0.4, 1, 0.3, 0.8, NaN), none, (seeds) => {
      seen.push([...seeds]);
      return new Float64Array(8);
    });
    expect(seen).toEqual([[4, 1, 6, 3, 5]]);
  });

  test('scales the scores to 1 and gives the best candidate the highest one', () => {
    const shared = shareTerms(Float64Array.of(0.5, 1, 0.1), none, () => Float64Array.of(4, 1, 2));
    expect([...shared!]).toEqual([1, 1, 0.5]);
  });

  test('returns null if no candidate shares a term', () => {
    expect(shareTerms(Float64Array.of(1, 0.5), none, () => new Float64Array(2))).toBeNull();
  });

  test.each([
    ['most candidates have conversation neighbors', [0, 1, 0, 1], true],
    ['half of the candidates have conversation neighbors', [0, 0], false],
  ])('if %s', (_, own, isUnchanged) => {
    const blended = own.length === 4 ? Float64Array.of(1, 0.5, 0.2) : Float64Array.of(1, 0.5);
    const shared = shareTerms(blended, { own }, () => new Float64Array(blended.length).fill(1));
    expect(shared === null).toBe(isUnchanged);
  });
});
