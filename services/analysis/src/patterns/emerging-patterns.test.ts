import { describe, expect, test } from '@jest/globals';
import { extractRuns } from '../terms/extract-runs.ts';
import { buildVocabulary } from '../terms/vocabulary.ts';
import { rankTopics } from '../topics/rank-topics.ts';
import { logOddsZScore, findEmergingPatterns } from './emerging-patterns.ts';

interface Note {
  text: string;
  type: string;
}
const notes = (count: number, text: string, type = 'fact') =>
  Array.from({ length: count }, () => ({ text, type }));

function patternsOf(before: Note[], now: Note[]) {
  const vocabulary = buildVocabulary([...before, ...now].map(({ text }) => ({ runs: extractRuns(text) })));
  const windowStart = before.length;
  return findEmergingPatterns({
    vocabulary,
    windowStart,
    topics: rankTopics(vocabulary, { windowStart, minMemories: 2, limit: 50 }),
    memoryTypes: [...before, ...now].map(({ type }) => type),
    limit: 5,
  });
}

describe('findEmergingPatterns (SPEC.md "Analysis" 1: emerging_patterns)', () => {
  test('finds the topic that rises against the window before', () => {
    const before = [...notes(38, 'garden'), ...notes(2, 'marathon')];
    const now = [...notes(28, 'hello'), ...notes(12, 'marathon')];
    expect(patternsOf(before, now)).toEqual([
      expect.objectContaining({ pattern: 'marathon', kind: 'topic', memoryCount: 12, memoryCountBefore: 2 }),
    ]);
  });

  test('finds the memory type that rises', () => {
    const now = [...notes(20, 'hello'), ...notes(20, 'hello', 'task')];
    expect(patternsOf(notes(40, 'hello'), now)).toEqual([
      expect.objectContaining({
        pattern: 'task',
        kind: 'memory_type',
        memoryCount: 20,
        memoryCountBefore: 0,
      }),
    ]);
  });

  test('what stays as it was, or falls, is no pattern', () => {
    const mixed = [...notes(20, 'hello'), ...notes(10, 'garden')];
    expect(patternsOf(mixed, mixed)).toEqual([]);
    expect(
      patternsOf([...notes(30, 'garden'), ...notes(70, 'x')], [...notes(2, 'garden'), ...notes(60, 'x')]),
    ).toEqual([]);
  });

  test('two memories are no pattern', () => {
    expect(patternsOf(notes(500, 'hello'), [...notes(8, 'hello'), ...notes(2, 'marathon')])).toEqual([]);
  });

  test('without a window before there is nothing to rise from', () => {
    expect(patternsOf([], notes(20, 'marathon'))).toEqual([]);
    expect(patternsOf(notes(20, 'marathon'), [])).toEqual([]);
  });

  test('the certainty is 0 for equal shares and grows with the numbers', () => {
    expect(logOddsZScore(5, 50, 5, 50)).toBe(0);
    expect(logOddsZScore(100, 200, 50, 200)).toBeGreaterThan(logOddsZScore(10, 20, 5, 20));
    expect(logOddsZScore(1, 50, 5, 50)).toBeLessThan(0);
  });
});
