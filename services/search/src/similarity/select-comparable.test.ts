import { describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { selectComparable } from './find-similar.ts';
import { parseStatement } from './statement.ts';

const select = (...contents: string[]): string[] =>
  selectComparable(
    parseStatement('Ada lives in London.'),
    contents.map((content) => ({ id: newId(), content })),
  ).map(({ content }) => content);

describe('selectComparable', () => {
  test('returns the memories whose terms allow a relation', () => {
    expect(select('Ben drinks tea.', 'Ada lives in Lisbon.', 'Ada lives in London!')).toEqual([
      'Ada lives in Lisbon.',
      'Ada lives in London!',
    ]);
  });

  test('returns at most 10 memories', () => {
    expect(select(...Array.from({ length: 11 }, () => 'Ada lives in London.'))).toHaveLength(10);
  });

  test('compares at most 10,000 characters', () => {
    const long = 'Many words matter. '.repeat(500);
    expect(select(long, 'Ada lives in London.')).toEqual(['Ada lives in London.']);
    expect(select(long, long, 'Ada lives in London.')).toEqual([]);
  });
});
