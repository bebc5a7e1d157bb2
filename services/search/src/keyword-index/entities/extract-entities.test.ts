// cspell:ignore lovelac connor beatl rubi
import { describe, expect, test } from '@jest/globals';
import { extractEntities } from './extract-entities.ts';

const namesIn = (text: string): string[] => extractEntities(text).map(({ terms }) => terms.join(' '));
const uncertainIn = (text: string): string[] =>
  extractEntities(text).flatMap(({ terms, isCertain }) => (isCertain ? [] : terms.join(' ')));

describe('extractEntities', () => {
  test('finds capitalized words and spans, in the order of the text and each one once', () => {
    expect(namesIn('She met Ada Lovelace and Byron in Porto. We saw Byron again.')).toEqual([
      'ada lovelac',
      'byron',
      'porto',
    ]);
  });

  test('does not connect words across lines, sentences and punctuation', () => {
    expect(namesIn('met Ada\nByron; then Ada, Byron')).toEqual(['ada', 'byron']);
  });

  test('connects words with apostrophes, hyphens and initials', () => {
    expect(namesIn('by Mira O’Connor-Stone and J. R. Tolkien')).toEqual([
      'mira o connor stone',
      'j r tolkien',
    ]);
  });

  test('leaves out stop words at the beginning of a name, and names that consist of them', () => {
    expect(namesIn('They saw The Beatles. She left. In The End')).toEqual(['beatl', 'end']);
  });

  test('is uncertain about a single word that begins a sentence, a line, an utterance or a quotation', () => {
    const text = 'Opal sings.\n\nRuby dances! "Amber paints." Grace: Jade waits\n- Pearl reads';
    expect(uncertainIn(text)).toEqual(['opal', 'rubi', 'amber', 'grace', 'jade', 'pearl']);
  });

  test('is certain about spans, later words, and names after a stop word', () => {
    expect(uncertainIn('Ada Lovelace met Opal. The Beatles sing.')).toEqual([]);
  });

  test('is certain about a name that also occurs within a sentence', () => {
    expect(uncertainIn('Opal sings. We met Opal.')).toEqual([]);
  });

  test.each([
    'on 3 May 1999',
    'in May 1999',
    'on May 3rd, 1999',
    'on May 3, 1999',
    'on 1999-05-03',
    'in 1999-05',
  ])('finds the month of a date: %s', (text) => {
    expect(extractEntities(text)).toEqual([{ terms: ['1999-05'], isCertain: true }]);
  });

  test('finds the month of a date with a short name', () => {
    for (const text of ['Sept. 2021', '9 Sep 2021']) expect(namesIn(text)).toEqual(['2021-09']);
  });

  test('finds no date in a number, in an unknown month, or without a year', () => {
    expect(namesIn('the build 1999-13 and 12021-05, 3 may')).toEqual([]);
  });

  test('finds names in other scripts with capital letters', () => {
    expect(namesIn('это Анна Петрова')).toEqual(['анна петрова']);
    expect(namesIn('監督は黒澤明')).toEqual([]);
  });

  test('leaves out spans of more than twelve words, such as texts in capital letters', () => {
    const span = (words: number): string => Array.from({ length: words }, (_, i) => `N${i}`).join(' ');
    expect(namesIn(span(12))).toHaveLength(1);
    expect(namesIn(`${span(13)}. the ADA`)).toEqual(['ada']);
  });

  test('reads only the beginning of a long text', () => {
    expect(namesIn(`${'x '.repeat(2_000)}Ada`)).toEqual([]);
    expect(namesIn(Array.from({ length: 200 }, (_, i) => `the Name${i}`).join('; '))).toHaveLength(64);
  });
});
