import { describe, expect, test } from '@jest/globals';
import { RELATIONSHIP_TYPES } from '@loci/contracts';
import { describeRelationships } from './relationship-insights.ts';

describe('describeRelationships', () => {
  test('returns relationship types by descending count, and types with equal counts in alphabetical order', () => {
    const counts = new Map([
      ['causes', 1],
      ['supports', 3],
      ['follows', 1],
    ]);
    expect(describeRelationships(counts)).toEqual([
      { type: 'supports', count: 3, description: '3 relationships: a memory supports another' },
      { type: 'causes', count: 1, description: '1 relationship: a memory causes another' },
      { type: 'follows', count: 1, description: '1 relationship: a memory follows another' },
    ]);
  });

  test('excludes relationship types with a count of 0', () => {
    expect(describeRelationships(new Map([['tests', 0]]))).toEqual([]);
  });

  test('returns a different description for each relationship type', () => {
    const insights = describeRelationships(new Map(RELATIONSHIP_TYPES.map((type) => [type, 2])));
    const descriptions = insights.map((insight) => insight.description);
    expect(new Set(descriptions).size).toBe(RELATIONSHIP_TYPES.length);
    for (const description of descriptions) expect(description).not.toContain('of type');
  });
});
