import { expect, test } from '@jest/globals';
import { indexNames } from './index-generations.ts';

test('the names of the archive and of the current items do not overlap', () => {
  const items = indexNames('loci');
  const superseded = indexNames('loci', 'superseded');
  expect([items.alias, items.leaseIndex]).toEqual(['loci-items', 'loci-rebuild']);
  expect([superseded.alias, superseded.leaseIndex]).toEqual(['loci-superseded', 'loci-rebuild-superseded']);
  for (const [own, other] of [
    [items, superseded],
    [superseded, items],
  ] as const) {
    expect(own.isGeneration(own.generation('first'))).toBe(true);
    const foreign = [other.generation('first'), other.leaseIndex, other.alias, other.fillingAlias];
    expect(foreign.filter(own.isGeneration)).toEqual([]);
  }
});
