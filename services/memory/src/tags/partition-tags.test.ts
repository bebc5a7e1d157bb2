import { describe, expect, test } from '@jest/globals';
import { partitionTags } from './partition-tags.ts';

describe('partitionTags', () => {
  test('returns valid tags in normalized form', () => {
    expect(partitionTags(['Project X', 'planning'])).toEqual({
      valid: ['project-x', 'planning'],
      warnings: [],
    });
  });

  test('returns a warning for each invalid tag', () => {
    const { valid, warnings } = partitionTags(['!!', 'ok', 'x'.repeat(101)]);
    expect(valid).toEqual(['ok']);
    expect(warnings).toEqual(Array(2).fill(expect.stringContaining('1 to 100 characters')));
  });
});
