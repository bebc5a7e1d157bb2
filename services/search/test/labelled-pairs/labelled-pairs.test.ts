import { beforeAll, describe, expect, test } from '@jest/globals';
import { PAIRS, measurePairs, score } from './measure-pairs.ts';
import type { MeasuredPair } from './measure-pairs.ts';

describe('the classification of the labelled pairs', () => {
  let heldOut: MeasuredPair[];

  beforeAll(async () => {
    heldOut = await measurePairs('held-out');
  });

  test('covers at least 200 pairs, of which about half are held out', () => {
    expect(PAIRS.length).toBeGreaterThanOrEqual(200);
    expect(heldOut.length / PAIRS.length).toBeCloseTo(0.5, 1);
  });

  test('finds duplicates among the held-out pairs with a precision of at least 90 %', () => {
    expect(score(heldOut, 'duplicate').precision).toBeGreaterThanOrEqual(0.9);
  });

  test('finds contradictions among the held-out pairs with a precision of at least 80 %', () => {
    expect(score(heldOut, 'contradiction').precision).toBeGreaterThanOrEqual(0.8);
  });

  test('finds at least half of the duplicates and contradictions among the held-out pairs', () => {
    expect(score(heldOut, 'duplicate').recall).toBeGreaterThanOrEqual(0.5);
    expect(score(heldOut, 'contradiction').recall).toBeGreaterThanOrEqual(0.5);
  });
});
