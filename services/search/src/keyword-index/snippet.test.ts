// cspell:ignore zwei haus garten einen
import { describe, expect, test } from '@jest/globals';
import type { Snippet } from './keyword-index.ts';
import { buildSnippet } from './snippet.ts';
import { INFLECTION_EXAMPLES, LANGUAGE_EXAMPLES } from './text-analysis/language-examples.fixture.ts';
import { analyzeQuery } from './text-analysis/query-terms.ts';

const build = (text: string, query: string): Snippet => buildSnippet(text, analyzeQuery(query));

describe('snippet', () => {
  test('contains the whole of a short text, with the matches marked in their original form', () => {
    expect(build('Maria prefers Window seats.', 'which seat does she prefer')).toEqual({
      text: 'Maria prefers Window seats.',
      highlight: 'Maria <mark>prefers</mark> Window <mark>seats</mark>.',
      coverage: 1,
    });
  });

  test('is the start of the text, without a highlight, if no term matches', () => {
    const snippet = build('word '.repeat(200).trim(), 'absent');
    expect(snippet.highlight).toBeNull();
    expect(snippet.text.startsWith('word word')).toBe(true);
    expect(snippet.text.endsWith('word…')).toBe(true);
    expect(snippet.text.length).toBeLessThanOrEqual(202);
    expect(snippet.text.length).toBeGreaterThan(180);
  });

  test('shows the text around a match in the middle of a long text, cut at word boundaries', () => {
    const { text, highlight } = build(
      `${'before '.repeat(300)}the needle is here ${'after '.repeat(300)}`,
      'needles',
    );
    expect(text).toMatch(/^…before .*the needle is here after .*after…$/);
    expect(highlight).toContain(' the <mark>needle</mark> is ');
    expect(text.length).toBeLessThanOrEqual(202);
  });

  test('shows the text before a match at the end of a long text', () => {
    const { text } = build(`${'filler '.repeat(100)}needle`, 'needle');
    expect(text.startsWith('…filler')).toBe(true);
    expect(text.endsWith(' needle')).toBe(true);
    expect(text.length).toBeGreaterThan(150);
  });

  test('has the share of the distinct terms that the whole text contains, also outside the snippet', () => {
    const text = `tea ${'filler '.repeat(100)} tea kettles`;
    expect(build(text, 'tea kettle').coverage).toBe(1);
    expect(build(text, 'a tea or a coffee, or a soup or a juice').coverage).toBe(0.25);
    expect(build(text, 'coffee').coverage).toBe(0);
    expect(build(text, '!').coverage).toBe(0);
  });

  test('marks other forms of a word in the language of the query, and counts the word once', () => {
    const snippet = build('Zwei Häuser und ein Garten.', 'Hat das Haus einen Garten?');
    expect(snippet.highlight).toBe('Zwei <mark>Häuser</mark> und ein <mark>Garten</mark>.');
    expect(snippet.coverage).toBe(1);
  });

  test.each(LANGUAGE_EXAMPLES)('marks a word of a sentence in %s', (_, __, text, query) => {
    const { highlight, coverage } = build(text, query);
    expect(highlight).toContain('<mark>');
    expect(coverage).toBeGreaterThan(0.2);
  });

  test.each(INFLECTION_EXAMPLES)('marks only the word in another form in %s', (_, __, text, query, match) => {
    expect(build(text, query).highlight).toBe(text.replace(match, `<mark>${match}</mark>`));
  });

  test('escapes HTML in the text, so that only matches are marked', () => {
    expect(build('<mark>a</mark> & "needle" <b>', 'needle').highlight).toBe(
      '&lt;mark&gt;a&lt;/mark&gt; &amp; &quot;<mark>needle</mark>&quot; &lt;b&gt;',
    );
  });

  test('merges overlapping CJK bigrams into one mark', () => {
    expect(build('私は東京都に住む', '東京都').highlight).toBe('私は<mark>東京都</mark>に住む');
  });

  test('does not split a surrogate pair in a text without spaces', () => {
    const { text, highlight } = build(`${'😀'.repeat(301)}needle${'😀'.repeat(301)}`, 'needle');
    expect(text.isWellFormed()).toBe(true);
    expect(highlight).toContain('<mark>needle</mark>');
  });

  test('of an empty text is empty and has no highlight', () => {
    expect(build('', 'needle')).toEqual({ text: '', highlight: null, coverage: 0 });
  });
});
