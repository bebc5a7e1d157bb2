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
/** A name by SPEC.md's rules, made without looking at the code: no dot first, no two in a row. */
const segment = fc
  .tuple(
    fc.string({ unit: characters(LETTERS), minLength: 1, maxLength: 12 }),
    fc.array(fc.string({ unit: characters(LETTERS), minLength: 1, maxLength: 5 }), { maxLength: 2 }),
    fc.boolean(),
  )
  .map(([start, parts, dotAtEnd]) => [start, ...parts].join('.') + (dotAtEnd ? '.' : ''));
const goodPath = fc
  .array(segment, { minLength: 1, maxLength: MAX_PATH_DEPTH })
  .map((segments) => `/${segments.join('/')}`);

describe('problemOfPath', () => {
  test('every path by the rules is good', async () => {
    await assertProperty(
      fc.property(goodPath, (path) => expect(findPathProblem(path)).toBeNull()),
      { runs: 1_000 },
    );
  });

  test('a character outside letters, digits, - _ . / is bad wherever it stands', async () => {
    const forbidden = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      .filter((character) => !/^[A-Za-z0-9._/-]$/.test(character));
    await assertProperty(
      fc.property(goodPath, forbidden, fc.nat(), (path, character, at) => {
        const where = at % (path.length + 1);
        expect(findPathProblem(path.slice(0, where) + character + path.slice(where))).not.toBeNull();
      }),
      { runs: 1_000 },
    );
  });

  test.each(['..', '//', '/.', '/..', '/../', '/./', '/.git/'])('%s anywhere inside is bad', async (bad) => {
    await assertProperty(
      fc.property(goodPath, goodPath, (before, after) => {
        expect(findPathProblem(before + bad + after.slice(1))).not.toBeNull();
      }),
      { runs: 1_000 },
    );
  });

  test('a slash at the end, and none at the start, are bad', async () => {
    await assertProperty(
      fc.property(goodPath, (path) => {
        expect(findPathProblem(`${path}/`)).not.toBeNull();
        expect(findPathProblem(path.slice(1))).not.toBeNull();
      }),
      { runs: 1_000 },
    );
  });

  test('10 levels are good, file name included; 11 are bad', () => {
    expect(findPathProblem('/1/2/3/4/5/6/7/8/9/file.md')).toBeNull();
    expect(findPathProblem('/1/2/3/4/5/6/7/8/9/10/file.md')).toMatch('10 levels');
  });

  test('1,024 characters are good, one more is bad', () => {
    expect(findPathProblem(`/${'a'.repeat(MAX_PATH_LENGTH - 1)}`)).toBeNull();
    expect(findPathProblem(`/${'a'.repeat(MAX_PATH_LENGTH)}`)).not.toBeNull();
  });

  test('whatever passes is plain: normalising it as a file path or a URL changes nothing', async () => {
    const nearlyGood = fc.string({ unit: characters('ab/..-_\\%2e\u0000 '), maxLength: 24 });
    await assertProperty(
      fc.property(
        fc.oneof(
          nearlyGood,
          nearlyGood.map((text) => `/${text}`),
          goodPath,
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
  test('are each other’s inverse', async () => {
    await assertProperty(
      fc.property(goodPath, (path) => expect(joinPath(splitPath(path))).toBe(path)),
      { runs: 1_000 },
    );
  });

  test('a name has no slash and a folder none at its end, but the root', () => {
    expect(splitPath('/tea.md')).toEqual({ folder: '/', name: 'tea.md' });
    expect(splitPath('/notes/2024/tea.md')).toEqual({ folder: '/notes/2024', name: 'tea.md' });
  });
});

describe('foldersOf', () => {
  test('outermost first, without the root', () => {
    expect(parentFolders(splitPath('/a/b/c.md')).map(joinPath)).toEqual(['/a', '/a/b']);
    expect(parentFolders(splitPath('/c.md'))).toEqual([]);
  });

  test('every folder is the beginning of the next', async () => {
    await assertProperty(
      fc.property(goodPath, (path) => {
        const chain = [...parentFolders(splitPath(path)).map(joinPath), path];
        expect(chain).toHaveLength(path.split('/').length - 1);
        chain.slice(1).forEach((next, i) => expect(next.startsWith(`${chain[i]!}/`)).toBe(true));
      }),
      { runs: 1_000 },
    );
  });
});

describe('toFolder', () => {
  test.each([
    ['/', '/'],
    ['', '/'],
    ['/notes', '/notes'],
    ['/notes/', '/notes'],
    ['notes/2024/', '/notes/2024'],
    ['//', '/'],
    ['/notes//', '/notes/'],
  ])('%j is %j', (prefix, folder) => {
    expect(normalizeFolder(prefix)).toBe(folder);
  });
});
