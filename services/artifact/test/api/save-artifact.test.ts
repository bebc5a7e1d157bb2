import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isUuid } from '@loci/core';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import { errorOf, storeUnavailable, operations, startArtifactService } from '../artifact-service.fixture.ts';
import type { TestResponse, ArtifactFixture } from '../artifact-service.fixture.ts';

const ONE_MB = 1_048_576;
let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

/** Returns a caller in a new tenant and its API operations. */
const newTenant = () => {
  const caller = testCaller();
  return { caller, ...operations(fixture, caller) };
};

describe('POST /api/v2/artifacts', () => {
  test('returns path, artifact id, content type, size and storage path', async () => {
    const { caller, save } = newTenant();
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
    expect(await fixture.objectKeysOf(caller)).toEqual([body.data['storage_path']]);
    expect(await fixture.orphanedKeysOf(caller)).toEqual([]);
  });

  test('derives the storage path from ids instead of the artifact path', async () => {
    const { caller, save } = newTenant();
    const { body } = await save('/notes/tea.md');
    expect(body.data['storage_path']).toBe(`${caller.tenantId}/artifact/${body.data['artifact_id']}`);
  });

  test('accepts content of exactly 1 MiB of UTF-8, regardless of the number of characters and JSON escapes', async () => {
    const { save } = newTenant();
    expect((await save('/ascii.txt', 'a'.repeat(ONE_MB))).body.data['size']).toBe(ONE_MB);
    expect((await save('/emoji.txt', '🍵'.repeat(ONE_MB / 4))).body.data['size']).toBe(ONE_MB);
    expect((await save('/escaped.txt', '\u0001'.repeat(ONE_MB))).body.data['size']).toBe(ONE_MB);
  });

  test('saves empty content as a file of 0 bytes', async () => {
    expect((await newTenant().save('/empty.txt', '')).body.data).toMatchObject({ size: 0 });
  });

  test('accepts a path of 10 levels', async () => {
    expect((await newTenant().save('/1/2/3/4/5/6/7/8/9/file.md')).status).toBe(201);
  });

  test('distinguishes names that differ in case only', async () => {
    const { save } = newTenant();
    expect((await save('/Tea.md')).status).toBe(201);
    expect((await save('/tea.md')).status).toBe(201);
  });

  test('accepts the same path from two tenants', async () => {
    const [one, other] = [newTenant(), newTenant()];
    expect((await one.save('/tea.md', 'Darjeeling')).status).toBe(201);
    expect((await other.save('/tea.md', 'Assam')).status).toBe(201);
    expect((await one.retrieve('/tea.md')).body.data['content']).toBe('Darjeeling');
    expect((await other.retrieve('/tea.md')).body.data['content']).toBe('Assam');
  });

  test('ignores unknown fields', async () => {
    const { caller } = newTenant();
    const body = { path: '/tea.md', content: 'tea', tenant_id: testCaller().tenantId, storage_path: '/etc' };
    const response = await fixture.as(caller).post('/api/v2/artifacts').send(body);
    expect(response.status).toBe(201);
    expect(await fixture.objectKeysOf(caller)).toHaveLength(1);
  });
});

describe('path conflicts of POST /api/v2/artifacts', () => {
  test('returns 409 for the path of an existing file without changing the file', async () => {
    const { caller, save, retrieve } = newTenant();
    await save('/tea.md', 'Darjeeling');
    const again = await save('/tea.md', 'Assam');
    expect(errorOf(again)).toEqual([409, 'RES_ALREADY_EXISTS']);
    expect(again.body.error.details).toMatchObject({ conflict: 'file', conflicting_path: '/tea.md' });
    expect((await retrieve('/tea.md')).body.data['content']).toBe('Darjeeling');
    expect(await fixture.objectKeysOf(caller)).toHaveLength(1);
    expect(await fixture.orphanedKeysOf(caller)).toEqual([]);
  });

  test('returns 409 for a path that is a folder', async () => {
    const { save } = newTenant();
    await save('/notes/2024/tea.md');
    for (const path of ['/notes', '/notes/2024']) {
      const response = await save(path);
      expect(errorOf(response)).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(response.body.error.details).toMatchObject({ conflict: 'folder', conflicting_path: path });
    }
  });

  test('returns 409 for a path below a file, at any depth', async () => {
    const { save, list } = newTenant();
    await save('/notes');
    for (const path of ['/notes/tea.md', '/notes/a/b/c/tea.md']) {
      const response = await save(path);
      expect(errorOf(response)).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(response.body.error.details).toMatchObject({
        conflict: 'parent_is_file',
        conflicting_path: '/notes',
      });
    }
    expect((await list()).body.data).toMatchObject({ folders: [], files: [{ name: 'notes' }] });
  });

  test('accepts names that share a prefix with a file or a folder', async () => {
    const { save } = newTenant();
    await save('/notes/tea.md');
    await save('/plan');
    for (const path of ['/notes.md', '/notes-2', '/note', '/plan2/a', '/plan.md/a', '/notes/tea.md2']) {
      expect((await save(path)).status).toBe(201);
    }
  });
});

describe('concurrent POST /api/v2/artifacts', () => {
  const countOf = (responses: TestResponse[], status: number) =>
    responses.filter((a) => a.status === status).length;

  test('exactly one of 20 saves to the same path stores its content', async () => {
    const { caller, save, retrieve } = newTenant();
    const contents = Array.from({ length: 20 }, (_, i) => `version ${i} `.repeat(500));
    const responses = await Promise.all(contents.map((content) => save('/deep/er/tea.md', content)));
    expect(countOf(responses, 201)).toBe(1);
    expect(countOf(responses, 409)).toBe(19);
    const winner = responses.findIndex((response) => response.status === 201);
    expect((await retrieve('/deep/er/tea.md')).body.data['content']).toBe(contents[winner]);
    expect(await fixture.objectKeysOf(caller)).toEqual([responses[winner]!.body.data['storage_path']]);
    expect(await fixture.orphanedKeysOf(caller)).toEqual([]);
  });

  test('a save of a file and a save below the path of the file never both succeed', async () => {
    for (let round = 0; round < 8; round++) {
      const { save, list } = newTenant();
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

  test('saves in the same new folder do not deadlock', async () => {
    const { save, list } = newTenant();
    const paths = Array.from({ length: 20 }, (_, i) => `/a/b/${i % 3}/c/${i}.md`);
    const responses = await Promise.all(paths.map((path) => save(path)));
    expect(countOf(responses, 201)).toBe(20);
    expect((await list({ prefix: '/a/b' })).body.data['folders']).toEqual(['0', '1', '2']);
  });

  test('saves and deletes of one path leave complete files and no orphaned objects', async () => {
    const { caller, save, remove, retrieve } = newTenant();
    await save('/tea.md', 'first');
    const writes = Array.from({ length: 8 }, (_, i) => [save('/tea.md', `version ${i}`), remove('/tea.md')]);
    const reads = Array.from({ length: 8 }, () => retrieve('/tea.md'));
    for (const response of await Promise.all(writes.flat()))
      expect([201, 200, 404, 409]).toContain(response.status);
    for (const response of await Promise.all(reads)) {
      expect([200, 404]).toContain(response.status);
      if (response.status === 200) expect(response.body.data['content']).toMatch(/^(first|version \d)$/);
    }
    const final = await retrieve('/tea.md');
    expect(await fixture.objectKeysOf(caller)).toHaveLength(final.status === 200 ? 1 : 0);
    expect(await fixture.orphanedKeysOf(caller)).toEqual([]);
  });

  test('deleting a file while a file is saved below its path leaves either a file or a folder', async () => {
    for (let round = 0; round < 6; round++) {
      const { save, remove } = newTenant();
      await save('/notes');
      const [below] = await Promise.all([save('/notes/tea.md'), remove('/notes')]);
      const asFile = await save('/notes');
      expect([below!.status, asFile.status]).toEqual(below!.status === 201 ? [201, 409] : [409, 201]);
    }
  });
});

describe('size limits of POST /api/v2/artifacts', () => {
  test('returns 413 for content of one byte more than 1 MiB of UTF-8', async () => {
    const { caller, save } = newTenant();
    for (const content of ['a'.repeat(ONE_MB + 1), 'é'.repeat(ONE_MB / 2) + 'a']) {
      const response = await save('/big.txt', content);
      expect(errorOf(response)).toEqual([413, 'VAL_FIELD_TOO_LONG']);
      expect(response.body.error.details).toEqual({
        field: 'content',
        max_length: ONE_MB,
        actual_length: ONE_MB + 1,
      });
    }
    expect(await fixture.objectKeysOf(caller)).toEqual([]);
  });

  test('returns 413 for a body of more than 8 MiB', async () => {
    expect(errorOf(await newTenant().save('/big.txt', 'a'.repeat(8 * ONE_MB)))).toEqual([
      413,
      'VAL_FIELD_TOO_LONG',
    ]);
  });

  test('names the field content in the error if only the content, and not the body, exceeds its size limit', async () => {
    const response = await newTenant().save('/big.txt', 'a'.repeat(8 * ONE_MB - 100));
    expect(response.body.error.details).toMatchObject({ field: 'content' });
  });
});

describe('validation of POST /api/v2/artifacts', () => {
  test('returns 422 for a missing path or missing content', async () => {
    const { caller } = newTenant();
    const post = async (body: object) =>
      (await fixture.as(caller).post('/api/v2/artifacts').send(body)) as TestResponse;
    for (const [body, field] of [
      [{ content: 'tea' }, 'path'],
      [{ path: '/tea.md' }, 'content'],
    ] as const) {
      const response = await post(body);
      expect(errorOf(response)).toEqual([422, 'VAL_FIELD_REQUIRED']);
      expect(Object.keys(response.body.error.field_errors!)).toEqual([field]);
    }
    expect(errorOf(await post({}))).toEqual([422, 'VAL_FIELD_REQUIRED']);
  });

  test.each([
    ['text with a NUL character', 'a\u0000b'],
    ['a lone surrogate', 'a\ud83c'],
    ['a number', 7],
    ['null', null],
    ['an object', { text: 'tea' }],
  ])('returns 422 for %s as content', async (_name, content) => {
    const response = await newTenant().save('/tea.md', content);
    expect(errorOf(response)).toEqual([422, 'VAL_FIELD_INVALID']);
    expect(Object.keys(response.body.error.field_errors!)).toEqual(['content']);
  });

  test('returns 422 for malformed JSON', async () => {
    const response = (await fixture
      .as(testCaller())
      .post('/api/v2/artifacts')
      .set('content-type', 'application/json')
      .send('{"path": "/tea.md", ')) as TestResponse;
    expect(errorOf(response)).toEqual([422, 'VAL_VALIDATION_FAILED']);
  });
});

describe('other errors of POST /api/v2/artifacts', () => {
  test('returns 401 without a token', async () => {
    expect(errorOf(await operations(fixture, null).save('/tea.md'))).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.write)('returns 403 for %s', async (_, caller, code) => {
    expect(errorOf(await operations(fixture, caller).save('/tea.md'))).toEqual([403, code]);
  });

  test('returns 503, without saving the file, while the object store is unavailable', async () => {
    const { caller, save, retrieve } = newTenant();
    fixture.faults.beforePut = storeUnavailable;
    expect(errorOf(await save('/notes/tea.md'))).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
    fixture.faults.beforePut = undefined;
    expect(errorOf(await retrieve('/notes/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await save('/notes')).status).toBe(201);
    expect(await fixture.objectKeysOf(caller)).toHaveLength(1);
  });
});
