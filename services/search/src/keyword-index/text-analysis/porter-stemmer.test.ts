import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { readTokenVectors } from '../../embedding/token-vector-file.ts';
import { stem } from './porter-stemmer.ts';

test.each([
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['agreed', 'agre'],
  ['plastered', 'plaster'],
  ['motoring', 'motor'],
  ['conflated', 'conflat'],
  ['hopping', 'hop'],
  ['falling', 'fall'],
  ['filing', 'file'],
  ['happy', 'happi'],
  ['relational', 'relat'],
  ['generalizations', 'gener'],
  ['oscillators', 'oscil'],
  ['adoption', 'adopt'],
  ['controlling', 'control'],
  ['yes', 'ye'],
  ['is', 'is'],
])('the Porter stemmer reduces "%s" to "%s"', (word, expected) => {
  expect(stem(word)).toBe(expected);
});

test('the Porter stemmer returns the same stems as SQLite for a vocabulary of 20,000 words', () => {
  const file = fileURLToPath(new URL('../../../assets/static-minilm-256.bin', import.meta.url));
  const words = [...readTokenVectors(file).vocabulary.keys()].filter((word) => /^[a-z]{3,}$/.test(word));
  expect(words.length).toBeGreaterThan(20_000);

  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE t USING fts5(word, tokenize = 'porter ascii');
    CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)`);
  const insert = database.prepare('INSERT INTO t (rowid, word) VALUES (?, ?)');
  words.forEach((word, i) => insert.run(i + 1, word));
  const sqliteStems = database.prepare('SELECT doc, term FROM v ORDER BY doc').all() as {
    doc: number;
    term: string;
  }[];
  const differences = sqliteStems.filter(({ doc, term }) => stem(words[doc - 1]!) !== term);
  expect(differences.map(({ doc, term }) => [words[doc - 1], term, stem(words[doc - 1]!)])).toEqual([]);
  database.close();
});
