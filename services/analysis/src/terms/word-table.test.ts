import { describe, expect, test } from '@jest/globals';
import { serializeRuns } from './serialize-runs.ts';
import { RUN_END, WordTable } from './word-table.ts';

const tableOf = (...ignored: string[]) => new WordTable(new Set(ignored));

/** Returns the words of encoded runs, with `|` after each run. */
const decode = (table: WordTable, runs: Int32Array): string =>
  Array.from(runs, (word) => (word === RUN_END ? '|' : table.words[word])).join(' ');

describe('WordTable', () => {
  test('encodes runs as the numbers of their words', () => {
    const table = tableOf();
    const encoded = table.encode(
      serializeRuns([
        ['piano', 'violin'],
        ['東京', 'piano', 'c++'],
      ]),
    );
    expect(Array.from(encoded)).toEqual([0, 1, RUN_END, 2, 0, 3, RUN_END]);
    expect(table.words).toEqual(['piano', 'violin', '東京', 'c++']);
  });

  test('encodes no words for a text without runs', () => {
    const table = tableOf();
    table.encode('piano');
    expect(decode(table, table.encode(''))).toBe('|');
  });

  test('ends a run at an ignored word', () => {
    const table = tableOf('john');
    expect(decode(table, table.encode('support john group'))).toBe('support | group |');
  });

  test('assigns the same key to the singular and the plural of a word', () => {
    const table = tableOf();
    const [group, groups, piano] = Array.from(
      table.encode('group groups piano'),
      (word) => table.keyOfWord[word],
    );
    expect([group === groups, group === piano, table.keyCount]).toEqual([true, false, 2]);
  });

  test('distinguishes words with equal hashes, and words of which one is a prefix of another', () => {
    // With the multiplier 1, words of the same letters have the same hash.
    const table = new WordTable(new Set(), 1);
    expect(Array.from(table.encode('ab ba a aba ab'))).toEqual([0, 1, 2, 3, 0, RUN_END]);
  });

  test('keeps the numbers of 20,000 words when it grows', () => {
    const table = tableOf();
    const words = Array.from({ length: 20_000 }, (_, i) => `word${i}`);
    const first = table.encode(words.join(' '));
    expect(table.encode(words.join(' '))).toEqual(first);
    expect(words.map((word) => table.numberOf(word))).toEqual(words.map((_, i) => i));
  });
});
