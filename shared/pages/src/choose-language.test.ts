import { describe, expect, test } from '@jest/globals';
import { chooseLanguage } from './choose-language.ts';

const choose = (header?: string): string =>
  chooseLanguage({ headers: header === undefined ? {} : { 'accept-language': header } }, ['en', 'de']);

describe('chooseLanguage', () => {
  test.each([
    ['no header', undefined, 'en'],
    ['an empty header', '', 'en'],
    ['only unavailable languages', 'fr, es;q=0.5', 'en'],
    ['an available language', 'de', 'de'],
    ['an available language with a region', 'de-AT', 'de'],
    ['an available language in capital letters', 'DE', 'de'],
    ['a preferred language that is unavailable', 'fr, de;q=0.8, en;q=0.5', 'de'],
    ['a language that comes first, but has a lower quality', 'en;q=0.3, de;q=0.9', 'de'],
    ['two languages of the same quality', 'de, en', 'de'],
    ['a language with the quality 0', 'de;q=0', 'en'],
    ['a malformed quality', 'de;q=x, en', 'en'],
  ])('selects the language for %s', (_, header, expected) => {
    expect(choose(header)).toBe(expected);
  });
});
