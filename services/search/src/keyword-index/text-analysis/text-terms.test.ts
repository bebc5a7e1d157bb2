// cspell:ignore besprechung begonnen begonn besprech hauser haus stra strass
import { describe, expect, test } from '@jest/globals';
import { queryTerms } from './query-terms.ts';
import { forEachQueryTerm, forEachTextTerm } from './text-terms.ts';

function textTerms(text: string): string[] {
  const terms: string[] = [];
  forEachTextTerm(text, (term) => terms.push(term));
  return terms;
}

describe('text analysis', () => {
  test.each([
    [
      'splits at punctuation and stems words',
      'Maria prefers window-seats!',
      ['maria', 'prefer', 'window', 'seat'],
    ],
    [
      'treats query operators as words or separators',
      'NEAR(a b) AND "c" OR d* NOT {e}:^f',
      ['near', 'a', 'b', 'and', 'c', 'or', 'd', 'not', 'e', 'f'],
    ],
    ['removes diacritics and full-width variants', 'Ångström café ＡＢＣ', ['angstrom', 'cafe', 'abc']],
    ['removes combining diacritics', 're\u0301sume\u0301s', ['resum']],
    ['keeps the vowel signs of Devanagari', 'हिन्दी भाषा', ['हिन्दी', 'hi:हिन्द', 'भाषा', 'hi:भाष']],
    ['splits numbers and identifiers', 'v2.1 #42 x_y', ['v2', '1', '42', 'x', 'y']],
    ['converts Cyrillic to lower case', 'ПРИВЕТ', ['привет', 'ru:привет']],
    [
      'adds the stems of the language, without diacritics',
      'die Häuser und die Straße',
      ['die', 'de:die', 'hauser', 'de:haus', 'und', 'de:und', 'die', 'de:die', 'straße', 'de:strass'],
    ],
    ['removes Arabic vowel signs', 'كِتَابٌ', ['كِتَابٌ', 'ar:كتاب']],
    ['does not stem words of another script', 'Книга Python', ['книга', 'ru:книг', 'python']],
    ['returns no terms for an empty text', '', []],
    ['returns no terms for punctuation and emoji', '  ?!… — 🚀 ', []],
  ])('%s: "%s"', (_, text, terms) => {
    expect(textTerms(text)).toEqual(terms);
  });

  test.each([
    ['Japanese', '東京は', ['東', '東京', '京', '京は', 'は']],
    ['Japanese next to Latin letters', 'iPhoneを買う。', ['iphon', 'を', 'を買', '買', '買う', 'う']],
    ['Han characters outside the BMP', '𠮷野', ['𠮷', '𠮷野', '野']],
    ['Korean', '서울', ['서', '서울', '울']],
    ['half-width katakana', 'ｶﾞｽ', ['ガ', 'ガス', 'ス']],
  ])('splits %s into characters and bigrams: %s', (_, text, terms) => {
    expect(textTerms(text)).toEqual(terms);
  });

  test('reports the range of each term in the original text', () => {
    const text = 'Ça va, 東京!';
    const parts: string[] = [];
    forEachTextTerm(text, (_, start, end) => parts.push(text.slice(start, end)));
    expect(parts).toEqual(['Ça', 'va', '東', '東京', '京']);
  });
});

describe('query terms', () => {
  test('exclude stop words if the query has other words', () => {
    expect([...queryTerms('What did the team decide about the Database?')]).toEqual([
      'team',
      'decid',
      'databas',
    ]);
  });

  test('include stop words if the query has no other words', () => {
    expect([...queryTerms('Who was it?')]).toEqual(['who', 'wa', 'it']);
  });

  test('are distinct', () => {
    expect([...queryTerms('seat seats SEAT')]).toEqual(['seat']);
  });

  test('exclude the stop words of their language, and have a term without and a term with the language', () => {
    expect([...queryTerms('Hat die Besprechung mit Müller begonnen?')]).toEqual([
      'besprechung',
      'de:besprech',
      'muller',
      'de:mull',
      'begonnen',
      'de:begonn',
    ]);
  });

  test('are limited to 64', () => {
    expect(queryTerms(Array.from({ length: 2000 }, (_, i) => `t${i}`).join(' ')).size).toBe(64);
  });

  test('of Japanese are bigrams, and a single character only if it stands alone', () => {
    const terms: string[] = [];
    forEachQueryTerm('東京は 猫', (term) => terms.push(term));
    expect(terms).toEqual(['東京', '京は', '猫']);
  });

  test('are empty for a query without words', () => {
    expect(queryTerms('"" * () — 🚀').size).toBe(0);
  });
});
