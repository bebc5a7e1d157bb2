import { describe, expect, test } from '@jest/globals';
import { extractRuns } from './extract-runs.ts';

describe('extractRuns', () => {
  test('keeps telling words and the runs that they form', () => {
    expect(extractRuns('I went to an adoption agency and the mental-health counselor was there.')).toEqual([
      ['adoption', 'agency'],
      ['mental', 'health', 'counselor'],
    ]);
  });

  test.each([
    ['contractions', "I don't think we've been, haven’t we? It's that they'll..."],
    ['talk', 'Wow, awesome! Thanks, yeah, sounds great :)'],
    ['numbers and links', '12 1.5 2026 https://example.com/kubernetes?x=1 someone@example.com'],
    ['nothing', ''],
    ['only signs', '??? --- 🎉'],
  ])('leaves out %s', (_, text) => {
    expect(extractRuns(text)).toEqual([]);
  });

  test('knows technical words and acronyms', () => {
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
  ])('picks the stop words of %s', (_, text, expected) => {
    expect(extractRuns(text).flat()).toEqual(expected);
  });

  test('finds words where they are written without blanks', () => {
    const words = extractRuns('東京の図書館でデータベースの設計を始めました。').flat();
    expect(words).toEqual(expect.arrayContaining(['東京', '図書館', 'データベース', '設計']));
    expect(words).not.toContain('の');
  });

  test('a long line without blanks is no word, and costs no time that grows with its square', () => {
    expect(extractRuns('x'.repeat(10_000))).toEqual([]);
    expect(extractRuns('a.'.repeat(5_000)).flat()).toEqual([]);
    expect(extractRuns('@'.repeat(10_000))).toEqual([]);
  });
});
