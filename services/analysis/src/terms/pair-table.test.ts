import { describe, expect, test } from '@jest/globals';
import { PairTable } from './pair-table.ts';

describe('PairTable', () => {
  test('counts the documents that contain a pair, not its occurrences', () => {
    const pairs = new PairTable();
    pairs.add(3, 5, 0);
    pairs.add(3, 5, 0);
    pairs.add(3, 5, 1);
    expect(pairs.count(3, 5)).toBe(2);
  });

  test('distinguishes the two orders of a pair', () => {
    const pairs = new PairTable();
    pairs.add(3, 5, 0);
    expect([pairs.count(3, 5), pairs.count(5, 3)]).toEqual([1, 0]);
  });

  test('keeps all counts when it grows', () => {
    const pairs = new PairTable(4);
    for (let document = 0; document < 2; document++) {
      for (let first = 0; first < 60; first++) {
        for (let second = 0; second < 60; second++) pairs.add(first, second, document);
      }
    }
    for (let first = 0; first < 60; first++) {
      for (let second = 0; second < 60; second++) expect(pairs.count(first, second)).toBe(2);
    }
    expect(pairs.count(60, 0)).toBe(0);
  });
});
