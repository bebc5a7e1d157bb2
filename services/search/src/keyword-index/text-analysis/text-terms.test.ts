import { describe, expect, test } from '@jest/globals';
import { queryTerms } from './query-terms.ts';
import { forEachQueryTerm, forEachTextTerm } from './text-terms.ts';

function textTerms(text: string): string[] {
  const terms: string[] = [];
  forEachTextTerm(text, (term) => terms.push(term));
  return terms;
}

describe('terms of a text', () => {
  test.each([
    ['Maria prefers window-seats!', ['maria', 'prefer', 'window', 'seat']],
    ['NEAR(a b) AND "c" OR d* NOT {e}:^f', ['near', 'a', 'b', 'and', 'c', 'or', 'd', 'not', 'e', 'f']],
    ['Ångström café ＡＢＣ', ['angstrom', 'cafe', 'abc']],
    ['re\u0301sume\u0301s', ['resum']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['v2.1 #42 x_y', ['v2', '1', '42', 'x', 'y']],
    ['ПРИВЕТ', ['привет']],
    ['', []],
    ['  ?!… — 🚀 ', []],
  ])('%s', (text, terms) => {
    expect(textTerms(text)).toEqual(terms);
  });

  test('unspaced scripts: characters and pairs, also beside other words', () => {
    expect(textTerms('東京は')).toEqual(['東', '東京', '京', '京は', 'は']);
    expect(textTerms('iPhoneを買う。')).toEqual(['iphon', 'を', 'を買', '買', '買う', 'う']);
    expect(textTerms('𠮷野')).toEqual(['𠮷', '𠮷野', '野']);
    expect(textTerms('서울')).toEqual(['서', '서울', '울']);
    expect(textTerms('ｶﾞｽ')).toEqual(['ガ', 'ガス', 'ス']);
  });

  test('say where they stand', () => {
    const text = 'Ça va, 東京!';
    const parts: string[] = [];
    forEachTextTerm(text, (_, start, end) => parts.push(text.slice(start, end)));
    expect(parts).toEqual(['Ça', 'va', '東', '東京', '京']);
  });
});

describe('terms of a query', () => {
  test('stop words are left out where anything else is there', () => {
    expect([...queryTerms('What did the team decide about the Database?')]).toEqual([
      'team',
      'decid',
      'databas',
    ]);
    expect([...queryTerms('Who was it?')]).toEqual(['who', 'wa', 'it']);
  });

  test('are distinct, and at most 64', () => {
    expect([...queryTerms('seat seats SEAT')]).toEqual(['seat']);
    expect(queryTerms(Array.from({ length: 2000 }, (_, i) => `t${i}`).join(' ')).size).toBe(64);
  });

  test('pairs of an unspaced script, a character only by itself', () => {
    const terms: string[] = [];
    forEachQueryTerm('東京は 猫', (term) => terms.push(term));
    expect(terms).toEqual(['東京', '京は', '猫']);
  });

  test('nothing to look for', () => {
    expect(queryTerms('"" * () — 🚀').size).toBe(0);
  });
});
