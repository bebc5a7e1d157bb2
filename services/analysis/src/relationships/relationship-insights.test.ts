import { describe, expect, test } from '@jest/globals';
import { describeRelationships } from './relationship-insights.ts';

const TYPES =
  'supersedes updates evolution_of supports contradicts disputes parent_of child_of sibling_of composed_of part_of causes influenced_by prerequisite_for implements documents tests example_of responds_to references inspired_by follows precedes depends_on'.split(
    ' ',
  );

describe('describeRelationships (SPEC.md "Analysis": type, count, description)', () => {
  test('most frequent first', () => {
    const insights = describeRelationships(
      new Map([
        ['causes', 1],
        ['supports', 3],
        ['tests', 0],
        ['follows', 1],
      ]),
    );
    expect(insights).toEqual([
      { type: 'supports', count: 3, description: '3 memories back others' },
      { type: 'causes', count: 1, description: '1 memory is the cause of another' },
      { type: 'follows', count: 1, description: '1 memory comes after another' },
    ]);
  });

  test('has words of its own for all 24 types', () => {
    const insights = describeRelationships(new Map(TYPES.map((type) => [type, 2])));
    expect(new Set(insights.map((insight) => insight.description)).size).toBe(24);
    for (const { description } of insights) expect(description).not.toContain('of type');
  });
});
