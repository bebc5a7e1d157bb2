import { describe, expect, test } from '@jest/globals';
import { extractRuns } from './extract-runs.ts';

describe('extractRuns', () => {
  test('splits the content words into runs at stop words and punctuation', () => {
    expect(extractRuns('I went to an adoption agency and the mental-health counselor was there.')).toEqual([
      ['adoption', 'agency'],
      ['mental', 'health', 'counselor'],
    ]);
  });

  test.each([
    ['contractions of stop words', "I don't think we've been, haven’t we? It's that they'll..."],
    ['conversational words', 'Wow, awesome! Thanks, yeah, sounds great :)'],
    ['numbers and links', '12 1.5 2026 https://example.com/kubernetes?x=1 someone@example.com'],
    ['an empty text', ''],
    ['punctuation and emoji', '??? --- 🎉'],
  ])('returns no runs for %s', (_, text) => {
    expect(extractRuns(text)).toEqual([]);
  });

  test('returns technical words and acronyms', () => {
    expect(extractRuns('The AI runs on Node.js with PostgreSQL, C++ and UX in mind. OK?').flat()).toEqual([
      'ai',
      'runs',
      'node.js',
      'postgresql',
      'c++',
      'ux',
      'mind',
    ]);
  });

  test.each([
    [
      'German',
      'Wir haben die neue Datenbank auf dem Server eingerichtet.',
      ['datenbank', 'server', 'eingerichtet'],
    ],
    [
      'French',
      'Nous avons choisi la base de données pour le serveur de production.',
      ['choisi', 'base', 'données', 'serveur', 'production'],
    ],
    [
      'Russian',
      'Мы выбрали базу данных для сервера и она работает.',
      ['выбрали', 'базу', 'данных', 'сервера', 'работает'],
    ],
  ])('excludes the stop words of %s', (_, text, expected) => {
    expect(extractRuns(text).flat()).toEqual(expected);
  });

  test('segments Japanese text, which has no spaces between words', () => {
    const words = extractRuns('東京の図書館でデータベースの設計を始めました。').flat();
    expect(words).toEqual(expect.arrayContaining(['東京', '図書館', 'データベース', '設計']));
    expect(words).not.toContain('の');
  });

  test.each([
    ['letters', 'x', 10_000],
    ['words with dots', 'a.', 5_000],
    ['at signs', '@', 10_000],
  ])('returns no runs for 10,000 characters of repeated %s', (_what, part, count) => {
    expect(extractRuns(part.repeat(count))).toEqual([]);
  });
});
