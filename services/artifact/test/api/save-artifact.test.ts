import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isUuid } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  CALLERS_WITHOUT,
  errorOf,
  isDown,
  operations,
  startArtifactService,
} from '../artifact-service.fixture.ts';
import type { TestResponse, ArtifactFixture } from '../artifact-service.fixture.ts';

const ONE_MB = 1_048_576;
let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

/** A new tenant's operations. */
const someone = () => {
  const caller = testCaller();
  return { caller, ...operations(fixture, caller) };
};

describe('POST /api/v2/artifacts 201', () => {
  test('answers success, message, path, artifact_id, content_type, size and storage_path', async () => {
    const { caller, save } = someone();
    const { status, body } = await save('/notes/tea.md', '# Grüner Tee\n');
    expect(status).toBe(201);
    expect(body).toEqual({
      status: 'success',
      data: {
        success: true,
        message: 'Saved /notes/tea.md.',
        path: '/notes/tea.md',
        artifact_id: expect.any(String),
        content_type: 'text/markdown',
        size: 14,
        storage_path: expect.any(String),
      },
      meta: { timestamp: expect.any(String), version: '2.0.0', request_id: 'test-request' },
    });
    expect(isUuid(body.data['artifact_id']!)).toBe(true);
    expect(await fixture.objectsOf(caller)).toEqual([body.data['storage_path']]);
    expect(await fixture.journalOf(caller)).toEqual([]);
  });

  test('the storage path is derived from ids, never from the path', async () => {
    const { caller, save } = someone();
    const { body } = await save('/notes/tea.md');
    expect(body.data['storage_path']).toBe(`${caller.tenantId}/artifact/${body.data['artifact_id']}`);
  });

  test('exactly 1 MB of UTF-8 is taken, also where it is few characters and where JSON makes it 6 MB', async () => {
    const { save } = someone();
    expect((await save('/ascii.txt', 'a'.repeat(ONE_MB))).body.data['size']).toBe(ONE_MB);
    expect((await save('/emoji.txt', '🍵'.repeat(ONE_MB / 4))).body.data['size']).toBe(ONE_MB);
    expect((await save('/escaped.txt', '\u0001'.repeat(ONE_MB))).body.data['size']).toBe(ONE_MB);
  });

  test('empty content is a file of 0 bytes', async () => {
    expect((await someone().save('/empty.txt', '')).body.data).toMatchObject({ size: 0 });
  });

  test('a path of 10 levels, and names that differ in capitals only', async () => {
    const { save } = someone();
    expect((await save('/1/2/3/4/5/6/7/8/9/file.md')).status).toBe(201);
    expect((await save('/Tea.md')).status).toBe(201);
    expect((await save('/tea.md')).status).toBe(201);
  });

  test('two tenants may use the same path', async () => {
    const [one, other] = [someone(), someone()];
    expect((await one.save('/tea.md', 'Darjeeling')).status).toBe(201);
    expect((await other.save('/tea.md', 'Assam')).status).toBe(201);
    expect((await one.retrieve('/tea.md')).body.data['content']).toBe('Darjeeling');
    expect((await other.retrieve('/tea.md')).body.data['content']).toBe('Assam');
  });

  test('unknown fields are ignored', async () => {
    const { caller } = someone();
    const body = { path: '/tea.md', content: 'tea', tenant_id: testCaller().tenantId, storage_path: '/etc' };
    const answer = await fixture.as(caller).post('/api/v2/artifacts').send(body);
    expect(answer.status).toBe(201);
    expect(await fixture.objectsOf(caller)).toHaveLength(1);
  });
});

describe('POST /api/v2/artifacts 409', () => {
  test('an artifact exists at the path: it stays as it was', async () => {
    const { caller, save, retrieve } = someone();
    await save('/tea.md', 'Darjeeling');
    const again = await save('/tea.md', 'Assam');
    expect(errorOf(again)).toEqual([409, 'RES_ALREADY_EXISTS']);
    expect(again.body.error.details).toMatchObject({ conflict: 'file', conflicting_path: '/tea.md' });
    expect((await retrieve('/tea.md')).body.data['content']).toBe('Darjeeling');
    expect(await fixture.objectsOf(caller)).toHaveLength(1);
    expect(await fixture.journalOf(caller)).toEqual([]);
  });

  test('the path is a folder', async () => {
    const { save } = someone();
    await save('/notes/2024/tea.md');
    for (const path of ['/notes', '/notes/2024']) {
      const answer = await save(path);
      expect(errorOf(answer)).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(answer.body.error.details).toMatchObject({ conflict: 'folder', conflicting_path: path });
    }
  });

  test('a parent of the path is a file, however far up', async () => {
    const { save, list } = someone();
    await save('/notes');
    for (const path of ['/notes/tea.md', '/notes/a/b/c/tea.md']) {
      const answer = await save(path);
      expect(errorOf(answer)).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(answer.body.error.details).toMatchObject({
        conflict: 'parent_is_file',
        conflicting_path: '/notes',
      });
    }
    expect((await list()).body.data).toMatchObject({ folders: [], files: [{ name: 'notes' }] });
  });

  test('a name that only begins like a file or a folder is free', async () => {
    const { save } = someone();
    await save('/notes/tea.md');
    await save('/plan');
    for (const path of ['/notes.md', '/notes-2', '/note', '/plan2/a', '/plan.md/a', '/notes/tea.md2']) {
      expect((await save(path)).status).toBe(201);
    }
  });
});

describe('POST /api/v2/artifacts at the same moment', () => {
  const countOf = (answers: TestResponse[], status: number) =>
    answers.filter((a) => a.status === status).length;

  test('20 saves of one path: one 201, 19 times 409, one object, and the content is the winner’s', async () => {
    const { caller, save, retrieve } = someone();
    const contents = Array.from({ length: 20 }, (_, i) => `version ${i} `.repeat(500));
    const answers = await Promise.all(contents.map((content) => save('/deep/er/tea.md', content)));
    expect(countOf(answers, 201)).toBe(1);
    expect(countOf(answers, 409)).toBe(19);
    const winner = answers.findIndex((answer) => answer.status === 201);
    expect((await retrieve('/deep/er/tea.md')).body.data['content']).toBe(contents[winner]);
    expect(await fixture.objectsOf(caller)).toEqual([answers[winner]!.body.data['storage_path']]);
    expect(await fixture.journalOf(caller)).toEqual([]);
  });

  test('a file against files below it: either the one or the others', async () => {
    for (let round = 0; round < 8; round++) {
      const { save, list } = someone();
      const below = Array.from({ length: 6 }, (_, i) => `/x/notes/a/${i}.md`);
      const [file, ...others] = await Promise.all(['/x/notes', ...below].map((path) => save(path)));
      const { data } = (await list({ prefix: '/x' })).body;
      if (file!.status === 201) {
        expect(countOf(others, 409)).toBe(6);
        expect(data).toMatchObject({ folders: [], files: [{ name: 'notes' }] });
      } else {
        expect(errorOf(file!)).toEqual([409, 'RES_ALREADY_EXISTS']);
        expect(countOf(others, 201)).toBe(6);
        expect(data).toMatchObject({ folders: ['notes'], files: [] });
      }
    }
  });

  test('files of one new deep folder do not wait for each other for ever', async () => {
    const { save, list } = someone();
    const paths = Array.from({ length: 20 }, (_, i) => `/a/b/${i % 3}/c/${i}.md`);
    const answers = await Promise.all(paths.map((path) => save(path)));
    expect(countOf(answers, 201)).toBe(20);
    expect((await list({ prefix: '/a/b' })).body.data['folders']).toEqual(['0', '1', '2']);
  });

  test('save and delete of one path: whole files only, and no object without a file', async () => {
    const { caller, save, remove, retrieve } = someone();
    await save('/tea.md', 'first');
    const work = Array.from({ length: 8 }, (_, i) => [save('/tea.md', `version ${i}`), remove('/tea.md')]);
    const reads = Array.from({ length: 8 }, () => retrieve('/tea.md'));
    for (const answer of await Promise.all(work.flat()))
      expect([201, 200, 404, 409]).toContain(answer.status);
    for (const answer of await Promise.all(reads)) {
      expect([200, 404]).toContain(answer.status);
      if (answer.status === 200) expect(answer.body.data['content']).toMatch(/^(first|version \d)$/);
    }
    const left = await retrieve('/tea.md');
    expect(await fixture.objectsOf(caller)).toHaveLength(left.status === 200 ? 1 : 0);
    expect(await fixture.journalOf(caller)).toEqual([]);
  });

  test('a file is deleted while another is saved below it: never a file in a folder that is none', async () => {
    for (let round = 0; round < 6; round++) {
      const { save, remove } = someone();
      await save('/notes');
      const [below] = await Promise.all([save('/notes/tea.md'), remove('/notes')]);
      const asFile = await save('/notes');
      expect([below!.status, asFile.status]).toEqual(below!.status === 201 ? [201, 409] : [409, 201]);
    }
  });
});

describe('POST /api/v2/artifacts 413', () => {
  test('one byte over 1 MB of UTF-8, counted in bytes', async () => {
    const { caller, save } = someone();
    for (const content of ['a'.repeat(ONE_MB + 1), 'é'.repeat(ONE_MB / 2) + 'a']) {
      const answer = await save('/big.txt', content);
      expect(errorOf(answer)).toEqual([413, 'VAL_FIELD_TOO_LONG']);
      expect(answer.body.error.details).toEqual({
        field: 'content',
        max_length: ONE_MB,
        actual_length: ONE_MB + 1,
      });
    }
    expect(await fixture.objectsOf(caller)).toEqual([]);
  });

  test('a body over 8 MiB', async () => {
    expect(errorOf(await someone().save('/big.txt', 'a'.repeat(8 * ONE_MB)))).toEqual([
      413,
      'VAL_FIELD_TOO_LONG',
    ]);
  });

  test('a body of just under 8 MiB whose content is too long is refused by its content', async () => {
    const answer = await someone().save('/big.txt', 'a'.repeat(8 * ONE_MB - 100));
    expect(answer.body.error.details).toMatchObject({ field: 'content' });
  });
});

describe('POST /api/v2/artifacts 422', () => {
  test('a missing path and missing content', async () => {
    const { caller } = someone();
    const post = async (body: object) =>
      (await fixture.as(caller).post('/api/v2/artifacts').send(body)) as TestResponse;
    for (const [body, field] of [
      [{ content: 'tea' }, 'path'],
      [{ path: '/tea.md' }, 'content'],
    ] as const) {
      const answer = await post(body);
      expect(errorOf(answer)).toEqual([422, 'VAL_FIELD_REQUIRED']);
      expect(Object.keys(answer.body.error.field_errors!)).toEqual([field]);
    }
    expect(errorOf(await post({}))).toEqual([422, 'VAL_FIELD_REQUIRED']);
  });

  test.each([
    ['NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud83c'],
    ['a number', 7],
    ['null', null],
    ['an object', { text: 'tea' }],
  ])('content that is no storable text: %s', async (_name, content) => {
    const answer = await someone().save('/tea.md', content);
    expect(errorOf(answer)).toEqual([422, 'VAL_FIELD_INVALID']);
    expect(Object.keys(answer.body.error.field_errors!)).toEqual(['content']);
  });

  test('malformed JSON', async () => {
    const answer = (await fixture
      .as(testCaller())
      .post('/api/v2/artifacts')
      .set('content-type', 'application/json')
      .send('{"path": "/tea.md", ')) as TestResponse;
    expect(errorOf(answer)).toEqual([422, 'VAL_VALIDATION_FAILED']);
  });
});

describe('POST /api/v2/artifacts 401, 403, 503', () => {
  test('without a token', async () => {
    expect(errorOf(await operations(fixture, null).save('/tea.md'))).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.write)('without the scope or permission write', async (caller, code) => {
    expect(errorOf(await operations(fixture, caller).save('/tea.md'))).toEqual([403, code]);
  });

  test('while the object store is down nothing is saved, and the path stays free', async () => {
    const { caller, save, retrieve } = someone();
    fixture.faults.beforePut = isDown;
    expect(errorOf(await save('/notes/tea.md'))).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
    fixture.faults.beforePut = undefined;
    expect(errorOf(await retrieve('/notes/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await save('/notes')).status).toBe(201);
    expect(await fixture.objectsOf(caller)).toHaveLength(1);
  });
});
