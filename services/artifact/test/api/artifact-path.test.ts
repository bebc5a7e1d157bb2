import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { errorOf, operations, startArtifactService } from '../artifact-service.fixture.ts';
import type { TestResponse, ArtifactFixture } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

const caller = testCaller();
const INVALID_PATHS: readonly (readonly [string, string])[] = [
  ['the empty string', ''],
  ['the root', '/'],
  ['a relative path', 'tea.md'],
  ['a path relative to the current folder', './tea.md'],
  ['a trailing slash', '/notes/'],
  ['a parent folder', '/..'],
  ['a parent folder of the root', '/../../etc/passwd'],
  ['a parent folder in the middle', '/notes/../tea.md'],
  ['a current folder', '/./tea.md'],
  ['two slashes', '//tea.md'],
  ['two slashes in the middle', '/notes//tea.md'],
  ['a hidden file', '/.env'],
  ['a hidden file in a folder', '/notes/.env'],
  ['a hidden folder', '/.ssh/id_rsa'],
  ['three dots', '/...'],
  ['two dots within a name', '/tea..md'],
  ['percent-encoded dots', '/%2e%2e/tea.md'],
  ['a percent-encoded slash', '/..%2ftea.md'],
  ['a NUL character', '/tea\u0000.md'],
  ['a NUL character at the end', '/tea.md\u0000'],
  ['only a NUL character', '\u0000'],
  ['backslashes', '\\..\\tea.md'],
  ['a backslash in the middle', '/notes\\tea.md'],
  ['a drive letter', 'C:/tea.md'],
  ['a URL', 'file:///etc/passwd'],
  ['a home folder', '~/tea.md'],
  ['11 levels', '/1/2/3/4/5/6/7/8/9/10/tea.md'],
  ['a two-dot leader', '/\u2025/tea.md'],
  ['one-dot leaders', '/\u2024\u2024/tea.md'],
  ['fullwidth dots', '/\uff0e\uff0e/tea.md'],
  ['a fullwidth slash', '\uff0fnotes\uff0ftea.md'],
  ['a division slash', '/notes\u2215tea.md'],
  ['characters that look like an overlong encoding', '/\u00c0\u00ae/tea.md'],
  ['letters outside of ASCII', '/grüße.md'],
  ['a space', '/my tea.md'],
  ['a line feed at the end', '/tea.md\n'],
  ['a line feed in the middle', '/notes\n/tea.md'],
  ['a zero-width space', '/tea\u200b.md'],
  ['a right-to-left override', '/tea\u202edm.exe'],
  ['an emoji', '/🍵.md'],
  ['a glob', '/*.md'],
  ['a query', '/tea.md?x=1'],
  ['a shell substitution', '/$(id).md'],
  ['an SQL fragment', "/tea' OR 1=1 --"],
  ['1,025 characters', `/${'a'.repeat(1_024)}`],
];

describe('invalid paths of artifacts', () => {
  test.each(INVALID_PATHS)(
    'save, retrieve and delete reject %s with 400 VAL_FIELD_INVALID',
    async (_name, path) => {
      const { save, retrieve, remove } = operations(fixture, caller);
      for (const response of [await save(path), await retrieve(path), await remove(path)]) {
        expect(errorOf(response)).toEqual([400, 'VAL_FIELD_INVALID']);
        expect(Object.keys(response.body.error.field_errors!)).toEqual(['path']);
      }
    },
  );

  test.each([
    ['null', null],
    ['a number', 7],
    ['a list', ['/tea.md']],
    ['an object', { toString: '/tea.md' }],
    ['half a surrogate pair', '/\ud83c.md'],
  ])('save rejects %s as the path with 400 VAL_FIELD_INVALID', async (_name, path) => {
    const response = await operations(fixture, caller).save(path);
    expect(errorOf(response)).toEqual([400, 'VAL_FIELD_INVALID']);
  });

  test.each([
    ['dots', 'path=%2e%2e'],
    ['dots and slashes', 'path=%2f%2e%2e%2fetc%2fpasswd'],
    ['a NUL character', 'path=%2ftea%00.md'],
    ['doubly encoded dots', 'path=%252f%252e%252e'],
    ['bytes that are not UTF-8', 'path=%2f%c0%ae%c0%ae'],
    ['two values', 'path=/a&path=/b'],
    ['no value', 'path'],
  ])(
    'retrieve and delete reject a path parameter with %s with 400 VAL_FIELD_INVALID',
    async (_name, query) => {
      for (const method of ['get', 'delete'] as const) {
        const response = (await fixture.as(caller)[method](`/api/v2/artifacts?${query}`)) as TestResponse;
        expect(errorOf(response)).toEqual([400, 'VAL_FIELD_INVALID']);
      }
    },
  );

  test('a rejected save stores nothing', async () => {
    const { list } = operations(fixture, caller);
    expect((await list()).body.data).toMatchObject({ folders: [], files: [] });
    expect(await fixture.objectKeysOf(caller)).toEqual([]);
    expect(await fixture.orphanedKeysOf(caller)).toEqual([]);
  });
});

test('POST /api/v2/artifacts returns 422 for an invalid path together with missing content', async () => {
  const response = (await fixture
    .as(caller)
    .post('/api/v2/artifacts')
    .send({ path: 'tea.md' })) as TestResponse;
  expect(errorOf(response)).toEqual([422, 'VAL_VALIDATION_FAILED']);
  expect(Object.keys(response.body.error.field_errors!).sort()).toEqual(['content', 'path']);
});
