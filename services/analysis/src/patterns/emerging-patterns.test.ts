import { describe, expect, test } from '@jest/globals';
import { extractRuns } from '../terms/extract-runs.ts';
import { serializeRuns } from '../terms/serialize-runs.ts';
import { buildVocabulary } from '../terms/vocabulary.ts';
import { rankTopics } from '../topics/rank-topics.ts';
import { findEmergingPatterns, logOddsZScore } from './emerging-patterns.ts';

interface Note {
  text: string;
  type: string;
}
const notes = (count: number, text: string, type = 'fact') =>
  Array.from({ length: count }, () => ({ text, type }));

async function patternsOf(baseline: Note[], window: Note[]) {
  const all = [...baseline, ...window];
  const vocabulary = await buildVocabulary(
    all.map(({ text }) => ({ runs: serializeRuns(extractRuns(text)) })),
  );
  const windowStart = baseline.length;
  return findEmergingPatterns({
    vocabulary,
    windowStart,
    topics: rankTopics(vocabulary, { windowStart, minMemories: 2, limit: 50 }),
    memoryTypes: all.map(({ type }) => type),
    limit: 5,
  });
}

describe('findEmergingPatterns', () => {
  test('finds a topic that is more frequent in the window than in the baseline', async () => {
    const baseline = [...notes(38, 'garden'), ...notes(2, 'marathon')];
    const window = [...notes(28, 'hello'), ...notes(12, 'marathon')];
    expect(await patternsOf(baseline, window)).toEqual([
      expect.objectContaining({ pattern: 'marathon', kind: 'topic', memoryCount: 12, baselineCount: 2 }),
    ]);
  });

  test('finds a memory type that is more frequent in the window than in the baseline', async () => {
    const window = [...notes(20, 'hello'), ...notes(20, 'hello', 'task')];
    expect(await patternsOf(notes(40, 'hello'), window)).toEqual([
      expect.objectContaining({ pattern: 'task', kind: 'memory_type', memoryCount: 20, baselineCount: 0 }),
    ]);
  });

  test('does not find a topic whose share is unchanged', async () => {
    const mixed = [...notes(20, 'hello'), ...notes(10, 'garden')];
    expect(await patternsOf(mixed, mixed)).toEqual([]);
  });

  test('does not find a topic whose share decreases', async () => {
    const baseline = [...notes(30, 'garden'), ...notes(70, 'x')];
    expect(await patternsOf(baseline, [...notes(2, 'garden'), ...notes(60, 'x')])).toEqual([]);
  });

  test('does not find a topic that fewer than 3 memories contain', async () => {
    expect(await patternsOf(notes(500, 'hello'), [...notes(8, 'hello'), ...notes(2, 'marathon')])).toEqual(
      [],
    );
  });

  test('returns no patterns for an empty baseline', async () => {
    expect(await patternsOf([], notes(20, 'marathon'))).toEqual([]);
  });

  test('returns no patterns for an empty window', async () => {
    expect(await patternsOf(notes(20, 'marathon'), [])).toEqual([]);
  });
});

describe('logOddsZScore', () => {
  test('returns 0 for equal proportions', () => {
    expect(logOddsZScore(5, 50, 5, 50)).toBe(0);
  });

  test('returns a higher value for a larger sample with the same proportions', () => {
    expect(logOddsZScore(100, 200, 50, 200)).toBeGreaterThan(logOddsZScore(10, 20, 5, 20));
  });

  test('returns a negative value if the proportion is lower than in the baseline', () => {
    expect(logOddsZScore(1, 50, 5, 50)).toBeLessThan(0);
  });
});
