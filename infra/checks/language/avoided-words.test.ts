import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ALLOWED_USES } from './allowed-uses.ts';
import { AVOIDED_WORDS, BRITISH_SPELLINGS } from './avoided-words.ts';
import { findAvoidedWords } from './find-avoided-words.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const WORDS = [...AVOIDED_WORDS, ...BRITISH_SPELLINGS];
const TEXT_FILE = /\.(ts|mjs|md|sql|ya?ml|sh|css|py|java|html)$|Dockerfile$|\.ci\/run$/;
/** Files that quote avoided words, and third-party texts. */
const EXCLUDED = /^infra\/checks\/language\/|(^|\/)LICENSE$|^services\/search\/NOTICE$/;

const trackedFiles = (): string[] =>
  execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => TEXT_FILE.test(file) && !EXCLUDED.test(file));

describe('the language of the repository', () => {
  test('contains no word that the writing standard replaces', () => {
    const found = trackedFiles().flatMap((file) =>
      findAvoidedWords(file, readFileSync(join(ROOT, file), 'utf8'), WORDS, ALLOWED_USES),
    );
    expect(found).toEqual([]);
  });

  test('contains the text of every allowlist entry', () => {
    const unused = ALLOWED_USES.filter(({ file, text }) => {
      const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
      return !lines.some((line) => line.includes(text) && WORDS.some(({ pattern }) => pattern.test(line)));
    });
    expect(unused).toEqual([]);
  });
});

describe('findAvoidedWords', () => {
  test('reports file, line and replacement of an avoided word', () => {
    expect(findAvoidedWords('a.ts', 'fine\n// built anew', WORDS, [])).toEqual([
      'a.ts:2 // built anew (write: again, recreated or rebuilt)',
    ]);
  });

  test('reports British spelling', () => {
    expect(findAvoidedWords('a.md', 'the neighbour', WORDS, [])).toHaveLength(1);
  });

  test('accepts a line that the allowlist names for this file', () => {
    const allowed = [{ file: 'a.ts', text: 'nobody knows', reason: 'sample text' }];
    expect(findAvoidedWords('a.ts', "'nobody knows'", WORDS, allowed)).toEqual([]);
    expect(findAvoidedWords('b.ts', "'nobody knows'", WORDS, allowed)).toHaveLength(1);
  });
});
