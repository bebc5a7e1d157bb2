import { describe, expect, test } from '@jest/globals';
import { extractRuns } from '../terms/extract-runs.ts';
import { serializeRuns } from '../terms/serialize-runs.ts';
import { buildVocabulary } from '../terms/vocabulary.ts';
import { rankTopics } from './rank-topics.ts';

const vocabularyOf = (texts: string[]) =>
  buildVocabulary(texts.map((text) => ({ runs: serializeRuns(extractRuns(text)) })));
const labels = async (texts: string[], windowStart = 0) =>
  rankTopics(await vocabularyOf(texts), { windowStart, minMemories: 2, limit: 10 }).map(
    (topic) => topic.label,
  );
const repeat = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i));

describe('rankTopics', () => {
  test('ranks a term higher if more memories contain it', async () => {
    expect(await labels(['piano', 'piano', 'piano', 'violin', 'violin', 'harp'])).toEqual([
      'piano',
      'violin',
    ]);
  });

  test('excludes a term that every memory contains', async () => {
    expect(await labels(repeat(20, (i) => (i < 5 ? 'Caroline: pottery' : 'Caroline: hi')))).toEqual([
      'pottery',
    ]);
  });

  test('ranks a term lower if memories before the window contain it', async () => {
    const baseline = repeat(60, (i) => (i % 4 === 0 ? 'garden' : 'hello'));
    const window = ['garden', 'garden', 'garden', 'pottery', 'pottery', 'pottery'];
    expect((await labels([...baseline, ...window], 60))[0]).toBe('pottery');
  });

  test('ranks a term with consecutive occurrences higher than one with scattered occurrences', async () => {
    const texts = repeat(100, (i) => (i % 10 === 5 ? 'journey' : i >= 20 && i < 30 ? 'kitchen' : 'hello'));
    expect(await labels(texts)).toEqual(['kitchen', 'journey']);
  });

  test('returns no topics for an empty vocabulary', async () => {
    expect(await labels([])).toEqual([]);
  });
});
