import { describe, expect, test } from '@jest/globals';
import { fitPaths } from './fit-paths.ts';

const path = (...nodes: string[]) => ({
  nodes,
  relationships: nodes.slice(1).map((node, index) => `${nodes[index]}${node}`),
});
const PATHS = [path('a', 'b'), path('a', 'c'), path('a', 'b', 'd')];
const jsonOf = (count: number): number =>
  PATHS.slice(0, count).reduce((sum, one) => sum + JSON.stringify(one).length, 0);
const sizes = { node: () => 100, edge: () => 10 };

describe('fitPaths', () => {
  test.each([
    ['everything, to the character', jsonOf(3) + 4 * 100 + 3 * 10, 3],
    ['one character too few', jsonOf(3) + 4 * 100 + 3 * 10 - 1, 2],
    ['what is shared counts once', jsonOf(2) + 3 * 100 + 2 * 10, 2],
    ['nothing', 0, 0],
  ])('%s', (_, budget, count) => {
    expect(fitPaths(PATHS, sizes, budget)).toEqual(PATHS.slice(0, count));
  });

  test('a path that does not fit ends it, though a later one would', () => {
    const heavy = { ...sizes, node: (id: string) => (id === 'c' ? 10_000 : 1) };
    expect(fitPaths(PATHS, heavy, 1_000)).toEqual([PATHS[0]]);
  });

  test('no paths', () => {
    expect(fitPaths([], sizes, 10)).toEqual([]);
  });
});
