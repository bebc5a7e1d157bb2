import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import {
  CALLERS_WITHOUT,
  errorOf,
  isDown,
  operations,
  startArtifactService,
} from '../artifact-service.fixture.ts';
import type { TestResponse, ArtifactFixture } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

const someone = () => {
  const caller = testCaller();
  return { caller, ...operations(fixture, caller) };
};

describe('DELETE /api/v2/artifacts 200', () => {
  test('answers a message; file and content are gone for good, and the path is free', async () => {
    const { caller, save, remove, retrieve } = someone();
    await save('/notes/tea.md');
    const { status, body } = await remove('/notes/tea.md');
    expect(status).toBe(200);
    expect(body.data).toEqual({ success: true, message: 'Deleted /notes/tea.md.' });
    expect(errorOf(await retrieve('/notes/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect(await fixture.objectsOf(caller)).toEqual([]);
    expect(await fixture.journalOf(caller)).toEqual([]);
    expect((await save('/notes/tea.md', 'anew')).status).toBe(201);
  });

  test('parent directories are kept: their names are still folders', async () => {
    const { save, remove } = someone();
    await save('/notes/2026/tea.md');
    await remove('/notes/2026/tea.md');
    for (const path of ['/notes', '/notes/2026']) {
      const answer = await save(path);
      expect(errorOf(answer)).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(answer.body.error.details).toMatchObject({ conflict: 'folder' });
    }
  });

  test('siblings stay', async () => {
    const { save, remove, retrieve } = someone();
    await save('/notes/tea.md');
    await save('/notes/tea.md2', 'sibling');
    await remove('/notes/tea.md');
    expect((await retrieve('/notes/tea.md2')).body.data['content']).toBe('sibling');
  });

  test('of deletes at the same moment one succeeds', async () => {
    const { save, remove } = someone();
    await save('/tea.md');
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => remove('/tea.md')))).map(
      (a) => a.status,
    );
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });

  test('while the object store is down the file goes, and its content follows', async () => {
    const { caller, save, remove, retrieve } = someone();
    await save('/tea.md');
    fixture.faults.beforeDelete = isDown;
    expect((await remove('/tea.md')).status).toBe(200);
    expect(errorOf(await retrieve('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect(await fixture.objectsOf(caller)).toHaveLength(1);
    fixture.faults.beforeDelete = undefined;
    await fixture.runJob('delete-orphaned-objects');
    expect(await fixture.objectsOf(caller)).toEqual([]);
    expect(await fixture.journalOf(caller)).toEqual([]);
  });
});

describe('DELETE /api/v2/artifacts 401, 403, 404, 422', () => {
  test('nothing there, a second time, a folder', async () => {
    const { save, remove } = someone();
    await save('/notes/tea.md');
    expect(errorOf(await remove('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect(errorOf(await remove('/notes'))).toEqual([404, 'RES_NOT_FOUND']);
    await remove('/notes/tea.md');
    expect(errorOf(await remove('/notes/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('another tenant’s artifact, which stays', async () => {
    const theirs = someone();
    await theirs.save('/tea.md');
    expect(errorOf(await someone().remove('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await theirs.retrieve('/tea.md')).status).toBe(200);
  });

  test('without a token', async () => {
    expect(errorOf(await operations(fixture, null).remove('/tea.md'))).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.delete)(
    'without the scope write or the permission delete',
    async (caller, code) => {
      expect(errorOf(await operations(fixture, caller).remove('/tea.md'))).toEqual([403, code]);
    },
  );

  test('a missing path', async () => {
    const answer = (await fixture.as(testCaller()).delete('/api/v2/artifacts')) as TestResponse;
    expect(errorOf(answer)).toEqual([422, 'VAL_FIELD_REQUIRED']);
  });
});
