import { expect, test } from '@jest/globals';
import { INFLECTION_EXAMPLES } from './language-examples.fixture.ts';
import { LANGUAGES } from './languages.ts';
import { queryTerms } from './query-terms.ts';
import { forEachTextTerm } from './text-terms.ts';

test('the fixture has one text and query with another form of a word for each language', () => {
  const codes = LANGUAGES.map(({ code }) => code);
  expect(INFLECTION_EXAMPLES.map(([, code]) => code).sort()).toEqual(codes.sort());
});

test.each(INFLECTION_EXAMPLES)(
  'a text in %s and a query with another form of a word have only the stem in common',
  (_, code, text, query, match) => {
    const terms = queryTerms(query);
    const common: (readonly [language: string, word: string])[] = [];
    forEachTextTerm(text, (term, start, end) => {
      if (terms.has(term)) common.push([term.split(':')[0]!, text.slice(start, end)]);
    });
    expect(common).toEqual([[code, match]]);
  },
);

test('no list of stop words contains long words, some of which are nouns and verbs', () => {
  expect(LANGUAGES).toHaveLength(20);
  for (const { code, stopWords } of LANGUAGES) {
    expect([code, stopWords.size > 20]).toEqual([code, true]);
    expect(Math.max(...[...stopWords].map((word) => word.length))).toBeLessThanOrEqual(6);
  }
});
