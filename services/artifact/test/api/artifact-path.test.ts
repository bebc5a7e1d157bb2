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
const BAD: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['the root', '/'],
  ['relative', 'tea.md'],
  ['relative to here', './tea.md'],
  ['a slash at the end', '/notes/'],
  ['up', '/..'],
  ['up and out', '/../../etc/passwd'],
  ['up in the middle', '/notes/../tea.md'],
  ['here', '/./tea.md'],
  ['two slashes', '//tea.md'],
  ['two slashes in the middle', '/notes//tea.md'],
  ['hidden file', '/.env'],
  ['hidden file in a folder', '/notes/.env'],
  ['hidden folder', '/.ssh/id_rsa'],
  ['three dots', '/...'],
  ['two dots within a name', '/tea..md'],
  ['percent-encoded dots that nobody decoded', '/%2e%2e/tea.md'],
  ['percent-encoded slash', '/..%2ftea.md'],
  ['NUL', '/tea\u0000.md'],
  ['NUL at the end', '/tea.md\u0000'],
  ['only NUL', '\u0000'],
  ['backslashes', '\\..\\tea.md'],
  ['backslash inside', '/notes\\tea.md'],
  ['drive', 'C:/tea.md'],
  ['URL', 'file:///etc/passwd'],
  ['home', '~/tea.md'],
  ['11 levels', '/1/2/3/4/5/6/7/8/9/10/tea.md'],
  ['two-dot leader', '/\u2025/tea.md'],
  ['one-dot leaders', '/\u2024\u2024/tea.md'],
  ['fullwidth dots', '/\uff0e\uff0e/tea.md'],
  ['fullwidth slash', '\uff0fnotes\uff0ftea.md'],
  ['division slash', '/notes\u2215tea.md'],
  ['overlong looking', '/\u00c0\u00ae/tea.md'],
  ['letters beyond ASCII', '/grüße.md'],
  ['space', '/my tea.md'],
  ['line feed at the end', '/tea.md\n'],
  ['line feed', '/notes\n/tea.md'],
  ['zero-width', '/tea\u200b.md'],
  ['right-to-left override', '/tea\u202edm.exe'],
  ['emoji', '/🍵.md'],
  ['glob', '/*.md'],
  ['query', '/tea.md?x=1'],
  ['shell', '/$(id).md'],
  ['SQL', "/tea' OR 1=1 --"],
  ['too long', `/${'a'.repeat(1_024)}`],
];

describe('a path that is there but bad is 400 VAL_FIELD_INVALID', () => {
  test.each(BAD)('%s', async (_name, path) => {
    const { save, retrieve, remove } = operations(fixture, caller);
    for (const answer of [await save(path), await retrieve(path), await remove(path)]) {
      expect(errorOf(answer)).toEqual([400, 'VAL_FIELD_INVALID']);
      expect(Object.keys(answer.body.error.field_errors!)).toEqual(['path']);
    }
  });

  test.each([
    ['null', null],
    ['a number', 7],
    ['a list', ['/tea.md']],
    ['an object', { toString: '/tea.md' }],
    ['half a surrogate pair', '/\ud83c.md'],
  ])('in a body: %s', async (_name, path) => {
    const answer = await operations(fixture, caller).save(path);
    expect(errorOf(answer)).toEqual([400, 'VAL_FIELD_INVALID']);
  });

  test.each([
    ['dots', 'path=%2e%2e'],
    ['dots and slashes', 'path=%2f%2e%2e%2fetc%2fpasswd'],
    ['NUL', 'path=%2ftea%00.md'],
    ['encoded twice', 'path=%252f%252e%252e'],
    ['bytes that are no UTF-8', 'path=%2f%c0%ae%c0%ae'],
    ['twice', 'path=/a&path=/b'],
    ['without a value', 'path'],
  ])('percent-encoded in a query: %s', async (_name, query) => {
    for (const method of ['get', 'delete'] as const) {
      const answer = (await fixture.as(caller)[method](`/api/v2/artifacts?${query}`)) as TestResponse;
      expect(errorOf(answer)).toEqual([400, 'VAL_FIELD_INVALID']);
    }
  });

  test('none of them stored anything', async () => {
    const { list } = operations(fixture, caller);
    expect((await list()).body.data).toMatchObject({ folders: [], files: [] });
    expect(await fixture.objectsOf(caller)).toEqual([]);
    expect(await fixture.journalOf(caller)).toEqual([]);
  });
});

test('a bad path with missing content is 422, as several problems are', async () => {
  const answer = (await fixture
    .as(caller)
    .post('/api/v2/artifacts')
    .send({ path: 'tea.md' })) as TestResponse;
  expect(errorOf(answer)).toEqual([422, 'VAL_VALIDATION_FAILED']);
  expect(Object.keys(answer.body.error.field_errors!).sort()).toEqual(['content', 'path']);
});
