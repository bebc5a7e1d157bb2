import { describe, expect, test } from '@jest/globals';
import { passageOf } from './snippet.ts';
import { queryTerms } from './text-analysis/query-terms.ts';

const passage = (text: string, query: string): ReturnType<typeof passageOf> =>
  passageOf(text, queryTerms(query));

describe('a passage', () => {
  test('a short text is shown whole, hits marked in their own form', () => {
    expect(passage('Maria prefers Window seats.', 'which seat does she prefer')).toEqual({
      snippet: 'Maria prefers Window seats.',
      highlight: 'Maria <mark>prefers</mark> Window <mark>seats</mark>.',
    });
  });

  test('no hit: no highlight, and the start of the text', () => {
    const text = 'word '.repeat(200).trim();
    const { highlight, snippet } = passage(text, 'absent');
    expect(highlight).toBeNull();
    expect(snippet.startsWith('word word')).toBe(true);
    expect(snippet.endsWith('word…')).toBe(true);
    expect(snippet.length).toBeLessThanOrEqual(202);
    expect(snippet.length).toBeGreaterThan(180);
  });

  test('the text around a hit far inside, cut between words', () => {
    const text = `${'before '.repeat(300)}the needle is here ${'after '.repeat(300)}`;
    const { highlight, snippet } = passage(text, 'needles');
    expect(snippet).toMatch(/^…before .*the needle is here after .*after…$/);
    expect(highlight).toContain(' the <mark>needle</mark> is ');
    expect(snippet.length).toBeLessThanOrEqual(202);
  });

  test('a hit at the very end still has text before it', () => {
    const { snippet } = passage(`${'filler '.repeat(100)}needle`, 'needle');
    expect(snippet.startsWith('…filler')).toBe(true);
    expect(snippet.endsWith(' needle')).toBe(true);
    expect(snippet.length).toBeGreaterThan(150);
  });

  test('markup in the text is escaped, so that only hits are marked', () => {
    expect(passage('<mark>a</mark> & "needle" <b>', 'needle').highlight).toBe(
      '&lt;mark&gt;a&lt;/mark&gt; &amp; &quot;<mark>needle</mark>&quot; &lt;b&gt;',
    );
  });

  test('pairs of characters that overlap are one mark', () => {
    expect(passage('私は東京都に住む', '東京都').highlight).toBe('私は<mark>東京都</mark>に住む');
  });

  test('a cut never splits a character, also in a text without spaces', () => {
    const { snippet, highlight } = passage(`${'😀'.repeat(301)}needle${'😀'.repeat(301)}`, 'needle');
    expect(snippet.isWellFormed()).toBe(true);
    expect(highlight).toContain('<mark>needle</mark>');
  });

  test('an empty text', () => {
    expect(passage('', 'needle')).toEqual({ snippet: '', highlight: null });
  });
});
