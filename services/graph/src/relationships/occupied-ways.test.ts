import { describe, expect, test } from '@jest/globals';
import { findRepeats } from './occupied-ways.ts';
import type { Relationship } from './relationship.ts';

type Placed = Pick<Relationship, 'fromId' | 'toId' | 'relationshipType' | 'directionType'>;

const placed = (fromId: string, toId: string, rest: Partial<Placed> = {}): Placed => ({
  fromId,
  toId,
  relationshipType: 'supports',
  directionType: 'DIRECTED',
  ...rest,
});
const both = { directionType: 'BIDIRECTIONAL' } as const;

describe('findRepeats', () => {
  test('names the earlier one that takes the same way', () => {
    expect(findRepeats([[placed('a', 'b')], [placed('b', 'a')], [placed('a', 'b')]])).toEqual([
      null,
      null,
      0,
    ]);
  });

  test('a BIDIRECTIONAL one takes both ways, before and after', () => {
    expect(findRepeats([[placed('a', 'b', both)], [placed('b', 'a')]])).toEqual([null, 0]);
    expect(findRepeats([[placed('a', 'b')], [placed('b', 'a', both)]])).toEqual([null, 0]);
  });

  test('another type is another way', () => {
    expect(findRepeats([[placed('a', 'b')], [placed('a', 'b', { relationshipType: 'causes' })]])).toEqual([
      null,
      null,
    ]);
  });

  test('a repeat takes nothing, and nothing repeats nothing', () => {
    const pair = [placed('a', 'b'), placed('b', 'a', { relationshipType: 'causes' })];
    const later = [placed('b', 'a', { relationshipType: 'causes' })];
    expect(findRepeats([[placed('a', 'b')], pair, later, []])).toEqual([null, 0, null, null]);
  });
});
