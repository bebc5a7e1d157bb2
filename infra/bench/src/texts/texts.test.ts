import { describe, expect, test } from '@jest/globals';
import { createFileTextSource } from './file-texts.ts';
import { MAX_MEMORY_WORDS, MIN_MEMORY_WORDS, createTextSource } from './memory-texts.ts';
import { createRandom, createZipf } from './random.ts';

const TEXTS = 3000;

describe('createTextSource', () => {
  const source = createTextSource(1);
  const memories = Array.from({ length: TEXTS }, (_, index) => source.memory(index));

  test('returns the same text only for the same seed and number', () => {
    const again = createTextSource(1);
    expect(Array.from({ length: 20 }, (_, index) => again.memory(index))).toEqual(memories.slice(0, 20));
    expect(again.question(5)).toBe(source.question(5));
    expect(createTextSource(2).memory(0)).not.toBe(memories[0]);
  });

  test('repeats fewer than 1 % of 3,000 texts', () => {
    expect(new Set(memories).size).toBeGreaterThan(TEXTS * 0.99);
  });

  test('generates texts of every length from 15 to 40 words', () => {
    const lengths = new Set(memories.map((memory) => memory.split(' ').length));
    expect(Math.min(...lengths)).toBe(MIN_MEMORY_WORDS);
    expect(Math.max(...lengths)).toBe(MAX_MEMORY_WORDS);
    expect(lengths.size).toBe(MAX_MEMORY_WORDS - MIN_MEMORY_WORDS + 1);
  });

  test('uses a few frequent words and many rare words', () => {
    const counts = new Map<string, number>();
    for (const word of memories.flatMap((memory) => memory.toLowerCase().match(/[a-z]+/g) ?? [])) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const descending = [...counts.values()].sort((a, b) => b - a);
    const total = descending.reduce((sum, count) => sum + count, 0);
    const top20 = descending.slice(0, 20).reduce((sum, count) => sum + count, 0);
    expect(counts.size).toBeGreaterThan(1200);
    expect(top20 / total).toBeGreaterThan(0.3);
    expect(descending.filter((count) => count <= 3).length).toBeGreaterThan(counts.size / 3);
  });
});

test('createZipf draws index 0 about twice as often as index 1', () => {
  const random = createRandom(7);
  const zipf = createZipf(100);
  const counts = new Array<number>(100).fill(0);
  for (let draw = 0; draw < 20_000; draw++) counts[zipf(random)]!++;
  expect(counts[0]! / counts[1]!).toBeGreaterThan(1.8);
  expect(counts[0]! / counts[1]!).toBeLessThan(2.2);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

describe('createFileTextSource', () => {
  test('returns one memory per line and, after the last line, repeats the lines with a number appended', () => {
    const source = createFileTextSource('one\n\n two \n', 1);
    expect([0, 1, 2, 3].map((index) => source.memory(index))).toEqual(['one', 'two', 'one (2)', 'two (2)']);
  });

  test('rejects an empty file', () => {
    expect(() => createFileTextSource(' \n', 1)).toThrow('one memory per line');
  });
});
