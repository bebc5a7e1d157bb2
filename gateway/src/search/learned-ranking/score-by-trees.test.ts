import { expect, test } from '@jest/globals';
import { scoreByTrees } from './score-by-trees.ts';

/** Splits by the first feature at 1, and its children by the second one at 10 and at 20. */
const TREE = [0, 1, 1, 10, 1, 20, 1, 2, 3, 4];

test('scoreByTrees selects a leaf by the two splits of a tree, and a value equal to the threshold goes to the left', () => {
  const items = [
    [1, 10],
    [1, 11],
    [2, 20],
    [2, 21],
  ];
  expect([...scoreByTrees(Float64Array.from(TREE), Float64Array.from(items.flat()), 2)]).toEqual([
    1, 2, 3, 4,
  ]);
});

test('scoreByTrees adds up the values of all trees', () => {
  const trees = Float64Array.from([...TREE, 1, 0, 0, 0, 0, 5, 10, 20, 30, 40]);
  expect([...scoreByTrees(trees, Float64Array.of(2, 21, 6, 0), 2)]).toEqual([4 + 30, 3 + 20]);
});
