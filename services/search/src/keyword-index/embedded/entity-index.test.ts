import { describe, expect, test } from '@jest/globals';
import { DamagedFileError } from '../../embedded-storage/sqlite-errors.ts';
import { decodeEntities, encodeEntities, endOfEntities, EntityIndex } from './entity-index.ts';
import { hashTerm } from './term-hash.ts';

const rowOf = (text: string): Uint8Array => encodeEntities(text);
const indexOf = (...texts: string[]): EntityIndex => {
  const index = new EntityIndex();
  for (const [ordinal, text] of texts.entries()) index.add(ordinal, rowOf(text), 0);
  return index;
};
const itemsOf = (index: EntityIndex, term: string): number[] => {
  const ordinals: number[] = [];
  index.forEachItem(hashTerm(term), (ordinal) => ordinals.push(ordinal));
  return ordinals;
};

describe('EntityIndex', () => {
  test('connects each term of an entity with the items that name it, once per item', () => {
    const index = indexOf('with Ada Byron and Ada Stone', 'the old Byron', 'tea');
    expect(itemsOf(index, 'byron')).toEqual([0, 1]);
    expect(itemsOf(index, 'ada')).toEqual([0]);
    expect(itemsOf(index, 'tea')).toEqual([]);
    expect(index.degree(hashTerm('byron'))).toBe(2);
    expect(index.degree(hashTerm('ada'))).toBe(1);
  });

  test('counts uncertain names only if an item has the name with certainty', () => {
    const index = indexOf('Opal sings', 'Opal waits');
    expect(index.degree(hashTerm('opal'))).toBe(0);
    index.add(2, rowOf('with Opal'), 0);
    expect(index.degree(hashTerm('opal'))).toBe(3);
    index.remove(rowOf('with Opal'), 0);
    expect(index.degree(hashTerm('opal'))).toBe(0);
  });

  test('decodes the entities of a row', () => {
    const row = Uint8Array.of(9, 9, ...rowOf('with Ada Byron in Porto'), 7);
    expect(decodeEntities(row, 2)).toEqual([[hashTerm('ada'), hashTerm('byron')], [hashTerm('porto')]]);
    expect(endOfEntities(row, 2)).toBe(row.length - 1);
  });

  test('throws DamagedFileError for a truncated row', () => {
    const row = rowOf('with Ada Byron');
    for (const length of [0, 1, row.length - 1])
      expect(() => endOfEntities(row.subarray(0, length), 0)).toThrow(DamagedFileError);
  });
});
