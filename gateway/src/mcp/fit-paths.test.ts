import { describe, expect, test } from '@jest/globals';
import { estimateTokens } from '@loci/core';
import { fitPaths } from './fit-paths.ts';

const path = (...nodes: string[]) => ({
  nodes,
  relationships: nodes.slice(1).map((node, index) => `${nodes[index]}${node}`),
});
const PATHS = [path('a', 'b'), path('a', 'c'), path('a', 'b', 'd')];
/** Returns the estimated tokens of the first `count` paths. */
const tokensOf = (count: number): number =>
  PATHS.slice(0, count).reduce((sum, each) => sum + estimateTokens(JSON.stringify(each)), 0);
const sizes = {
  path: (each: object) => estimateTokens(JSON.stringify(each)),
  node: () => 100,
  edge: () => 10,
};

describe('fitPaths', () => {
  test.each([
    ['returns all paths if they fit exactly', tokensOf(3) + 4 * 100 + 3 * 10, 3],
    ['omits the last path if the budget is one token too small', tokensOf(3) + 4 * 100 + 3 * 10 - 1, 2],
    ['counts shared memories and relationships once', tokensOf(2) + 3 * 100 + 2 * 10, 2],
    ['returns no path for a budget of 0', 0, 0],
  ])('%s', (_, budget, count) => {
    expect(fitPaths(PATHS, sizes, budget)).toEqual(PATHS.slice(0, count));
  });

  test('stops at the first path that exceeds the token budget, even if a later path is within the budget', () => {
    const heavy = { ...sizes, node: (id: string) => (id === 'c' ? 10_000 : 1) };
    expect(fitPaths(PATHS, heavy, 1_000)).toEqual([PATHS[0]]);
  });

  test('returns an empty list if there are no paths', () => {
    expect(fitPaths([], sizes, 10)).toEqual([]);
  });
});
