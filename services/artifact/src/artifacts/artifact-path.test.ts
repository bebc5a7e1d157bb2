import { describe, expect, test } from '@jest/globals';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import {
  MAX_PATH_DEPTH,
  MAX_PATH_LENGTH,
  parentFolders,
  joinPath,
  findPathProblem,
  splitPath,
  normalizeFolder,
} from './artifact-path.ts';

const characters = (text: string) => fc.constantFrom(...text);
const LETTERS = 'abcXYZ019-_';
/** Generates valid names from the path rules, independently of the implementation. */
const segment = fc
  .tuple(
    fc.string({ unit: characters(LETTERS), minLength: 1, maxLength: 12 }),
    fc.array(fc.string({ unit: characters(LETTERS), minLength: 1, maxLength: 5 }), { maxLength: 2 }),
    fc.boolean(),
  )
  .map(([start, parts, dotAtEnd]) => [start, ...parts].join('.') + (dotAtEnd ? '.' : ''));
const validPath = fc
  .array(segment, { minLength: 1, maxLength: MAX_PATH_DEPTH })
  .map((segments) => `/${segments.join('/')}`);

describe('findPathProblem', () => {
  test('accepts every path that follows the rules', async () => {
    await assertProperty(
      fc.property(validPath, (path) => expect(findPathProblem(path)).toBeNull()),
      { runs: 1_000 },
    );
  });

  test('rejects a forbidden character at every position', async () => {
    const forbidden = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      .filter((character) => !/^[A-Za-z0-9._/-]$/.test(character));
    await assertProperty(
      fc.property(validPath, forbidden, fc.nat(), (path, character, at) => {
        const where = at % (path.length + 1);
        expect(findPathProblem(path.slice(0, where) + character + path.slice(where))).not.toBeNull();
      }),
      { runs: 1_000 },
    );
  });

  test.each(['..', '//', '/.', '/..', '/../', '/./', '/.git/'])(
    'rejects a path that contains %s',
    async (forbidden) => {
      await assertProperty(
        fc.property(validPath, validPath, (before, after) => {
          expect(findPathProblem(before + forbidden + after.slice(1))).not.toBeNull();
        }),
        { runs: 1_000 },
      );
    },
  );

  test('rejects a trailing slash', async () => {
    await assertProperty(
      fc.property(validPath, (path) => expect(findPathProblem(`${path}/`)).not.toBeNull()),
      { runs: 1_000 },
    );
  });

  test('rejects a path without a leading slash', async () => {
    await assertProperty(
      fc.property(validPath, (path) => expect(findPathProblem(path.slice(1))).not.toBeNull()),
      { runs: 1_000 },
    );
  });

  test('accepts a path of at most 10 levels, including the file name', () => {
    expect(findPathProblem('/1/2/3/4/5/6/7/8/9/file.md')).toBeNull();
    expect(findPathProblem('/1/2/3/4/5/6/7/8/9/10/file.md')).toMatch('10 levels');
  });

  test('accepts a path of at most 1,024 characters', () => {
    expect(findPathProblem(`/${'a'.repeat(MAX_PATH_LENGTH - 1)}`)).toBeNull();
    expect(findPathProblem(`/${'a'.repeat(MAX_PATH_LENGTH)}`)).not.toBeNull();
  });

  test('rejects paths with names that are empty, hidden or changed by URL normalization', async () => {
    const nearlyValid = fc.string({ unit: characters('ab/..-_\\%2e\u0000 '), maxLength: 24 });
    await assertProperty(
      fc.property(
        fc.oneof(
          nearlyValid,
          nearlyValid.map((text) => `/${text}`),
          validPath,
        ),
        (path) => {
          if (findPathProblem(path) !== null) return;
          expect(new URL(path, 'http://host').pathname).toBe(path);
          expect(
            path
              .split('/')
              .slice(1)
              .every((name) => name !== '' && !name.startsWith('.')),
          ).toBe(true);
        },
      ),
      { runs: 20_000 },
    );
  });
});

describe('splitPath and joinPath', () => {
  test('joinPath returns the path that was passed to splitPath', async () => {
    await assertProperty(
      fc.property(validPath, (path) => expect(joinPath(splitPath(path))).toBe(path)),
      { runs: 1_000 },
    );
  });

  test('splitPath returns a name without slashes and a folder without a trailing slash unless the folder is the root', () => {
    expect(splitPath('/tea.md')).toEqual({ folder: '/', name: 'tea.md' });
    expect(splitPath('/notes/2024/tea.md')).toEqual({ folder: '/notes/2024', name: 'tea.md' });
  });
});

describe('parentFolders', () => {
  test('parentFolders returns the folders outermost first, without the root', () => {
    expect(parentFolders(splitPath('/a/b/c.md')).map(joinPath)).toEqual(['/a', '/a/b']);
    expect(parentFolders(splitPath('/c.md'))).toEqual([]);
  });

  test('parentFolders returns folders that are each a prefix of the next folder', async () => {
    await assertProperty(
      fc.property(validPath, (path) => {
        const chain = [...parentFolders(splitPath(path)).map(joinPath), path];
        expect(chain).toHaveLength(path.split('/').length - 1);
        chain.slice(1).forEach((next, i) => expect(next.startsWith(`${chain[i]!}/`)).toBe(true));
      }),
      { runs: 1_000 },
    );
  });
});

describe('normalizeFolder', () => {
  test.each([
    ['/', '/'],
    ['', '/'],
    ['/notes', '/notes'],
    ['/notes/', '/notes'],
    ['notes/2024/', '/notes/2024'],
    ['//', '/'],
    ['/notes//', '/notes/'],
  ])('normalizes %j to %j', (prefix, folder) => {
    expect(normalizeFolder(prefix)).toBe(folder);
  });
});
