import { describe, expect, test } from '@jest/globals';
import type { Relationship } from './relationship.ts';
import { findDuplicates } from './uniqueness-keys.ts';

type UniquenessFields = Pick<Relationship, 'fromId' | 'toId' | 'relationshipType' | 'directionType'>;

const relationship = (
  fromId: string,
  toId: string,
  rest: Partial<UniquenessFields> = {},
): UniquenessFields => ({
  fromId,
  toId,
  relationshipType: 'supports',
  directionType: 'DIRECTED',
  ...rest,
});
const bidirectional = { directionType: 'BIDIRECTIONAL' } as const;

describe('findDuplicates', () => {
  test('returns the index of the earlier group with the same direction and type', () => {
    const groups = [[relationship('a', 'b')], [relationship('b', 'a')], [relationship('a', 'b')]];
    expect(findDuplicates(groups)).toEqual([null, null, 0]);
  });

  test('reports a DIRECTED relationship that follows a BIDIRECTIONAL relationship of the same memories', () => {
    const groups = [[relationship('a', 'b', bidirectional)], [relationship('b', 'a')]];
    expect(findDuplicates(groups)).toEqual([null, 0]);
  });

  test('reports a BIDIRECTIONAL relationship that follows a DIRECTED relationship of the same memories', () => {
    const groups = [[relationship('a', 'b')], [relationship('b', 'a', bidirectional)]];
    expect(findDuplicates(groups)).toEqual([null, 0]);
  });

  test('does not report relationships of different types', () => {
    const groups = [[relationship('a', 'b')], [relationship('a', 'b', { relationshipType: 'causes' })]];
    expect(findDuplicates(groups)).toEqual([null, null]);
  });

  test('does not compare later groups with a group that was reported as a duplicate', () => {
    const pair = [relationship('a', 'b'), relationship('b', 'a', { relationshipType: 'causes' })];
    const later = [relationship('b', 'a', { relationshipType: 'causes' })];
    expect(findDuplicates([[relationship('a', 'b')], pair, later])).toEqual([null, 0, null]);
  });

  test('returns null for an empty group', () => {
    expect(findDuplicates([[relationship('a', 'b')], []])).toEqual([null, null]);
  });
});
