import { describe, expect, test } from '@jest/globals';
import { createLanguageChoice } from './language-choice.ts';

const choice = createLanguageChoice({
  publicUrl: 'http://localhost:1',
  localeOf: (language) => language,
});

const languageFor = (headers: Record<string, string>, requested?: unknown): string =>
  choice.localeFor({ headers }, requested);

describe('createLanguageChoice', () => {
  test('prefers the choice of the user to the requested language and the browser', () => {
    expect(languageFor({ cookie: 'loci_language=de', 'accept-language': 'en' }, 'en')).toBe('de');
  });

  test.each([
    ['the first available language', 'fr de en'],
    ['a language with a region', 'de-CH'],
    ['a language in capital letters', 'DE'],
  ])('prefers %s of ui_locales to the language of the browser', (_, requested) => {
    expect(languageFor({ 'accept-language': 'en' }, requested)).toBe('de');
  });

  test.each([
    ['only unavailable languages', 'fr es'],
    ['an empty value', ''],
    ['a value that is not a string', ['en']],
    ['no value', undefined],
  ])('uses the language of the browser if ui_locales has %s', (_, requested) => {
    expect(languageFor({ 'accept-language': 'de' }, requested)).toBe('de');
  });

  test('ignores a cookie with an unavailable language', () => {
    expect(languageFor({ cookie: 'loci_language=<script>', 'accept-language': 'de' })).toBe('de');
  });
});
