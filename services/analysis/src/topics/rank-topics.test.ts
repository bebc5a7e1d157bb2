import { describe, expect, test } from '@jest/globals';
import { extractRuns } from '../terms/extract-runs.ts';
import { buildVocabulary } from '../terms/vocabulary.ts';
import { rankTopics } from './rank-topics.ts';

const vocabularyOf = (texts: string[]) => buildVocabulary(texts.map((text) => ({ runs: extractRuns(text) })));
const labels = (texts: string[], windowStart = 0) =>
  rankTopics(vocabularyOf(texts), { windowStart, minMemories: 2, limit: 10 }).map((topic) => topic.label);
const repeat = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i));

describe('rankTopics', () => {
  test('more memories make a stronger topic', () => {
    expect(labels(['piano', 'piano', 'piano', 'violin', 'violin', 'harp'])).toEqual(['piano', 'violin']);
  });

  test('a word of almost every memory is none', () => {
    expect(labels(repeat(20, (i) => (i < 5 ? 'Caroline: pottery' : 'Caroline: hi')))).toEqual(['pottery']);
  });

  test('what the background speaks of as well is less telling', () => {
    const background = repeat(60, (i) => (i % 4 === 0 ? 'garden' : 'hello'));
    expect(
      labels([...background, 'garden', 'garden', 'garden', 'pottery', 'pottery', 'pottery'], 60)[0],
    ).toBe('pottery');
  });

  test('a burst tells more than the same number spread out', () => {
    const texts = repeat(100, (i) => (i % 10 === 5 ? 'journey' : i >= 20 && i < 30 ? 'kitchen' : 'hello'));
    expect(labels(texts)).toEqual(['kitchen', 'journey']);
  });

  test('no memories, no topics', () => {
    expect(labels([])).toEqual([]);
  });
});
