import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import { errorOf, storeUnavailable, operations, startArtifactService } from '../artifact-service.fixture.ts';
import type { TestResponse, ArtifactFixture } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

const newTenant = () => {
  const caller = testCaller();
  return { caller, ...operations(fixture, caller) };
};

describe('DELETE /api/v2/artifacts', () => {
  test('deletes the file and its content, so that the path can be used again', async () => {
    const { caller, save, remove, retrieve } = newTenant();
    await save('/notes/tea.md');
    const { status, body } = await remove('/notes/tea.md');
    expect(status).toBe(200);
    expect(body.data).toEqual({ success: true, message: 'Deleted /notes/tea.md.' });
    expect(errorOf(await retrieve('/notes/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect(await fixture.objectKeysOf(caller)).toEqual([]);
    expect(await fixture.orphanedKeysOf(caller)).toEqual([]);
    expect((await save('/notes/tea.md', 'again')).status).toBe(201);
  });

  test('keeps the folders of the deleted file', async () => {
    const { save, remove } = newTenant();
    await save('/notes/2026/tea.md');
    await remove('/notes/2026/tea.md');
    for (const path of ['/notes', '/notes/2026']) {
      const response = await save(path);
      expect(errorOf(response)).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(response.body.error.details).toMatchObject({ conflict: 'folder' });
    }
  });

  test('keeps other files of the folder', async () => {
    const { save, remove, retrieve } = newTenant();
    await save('/notes/tea.md');
    await save('/notes/tea.md2', 'sibling');
    await remove('/notes/tea.md');
    expect((await retrieve('/notes/tea.md2')).body.data['content']).toBe('sibling');
  });

  test('succeeds for exactly one of 10 concurrent deletes of a file', async () => {
    const { save, remove } = newTenant();
    await save('/tea.md');
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => remove('/tea.md')))).map(
      (a) => a.status,
    );
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });

  test('deletes the content of a file later if the object store is unavailable', async () => {
    const { caller, save, remove, retrieve } = newTenant();
    await save('/tea.md');
    fixture.faults.beforeDelete = storeUnavailable;
    expect((await remove('/tea.md')).status).toBe(200);
    expect(errorOf(await retrieve('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect(await fixture.objectKeysOf(caller)).toHaveLength(1);
    fixture.faults.beforeDelete = undefined;
    await fixture.runJob('delete-orphaned-objects');
    expect(await fixture.objectKeysOf(caller)).toEqual([]);
    expect(await fixture.orphanedKeysOf(caller)).toEqual([]);
  });
});

describe('errors of DELETE /api/v2/artifacts', () => {
  test('returns 404 for an unknown path', async () => {
    expect(errorOf(await newTenant().remove('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 404 for a folder', async () => {
    const { save, remove } = newTenant();
    await save('/notes/tea.md');
    expect(errorOf(await remove('/notes'))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 404 for a file that is already deleted', async () => {
    const { save, remove } = newTenant();
    await save('/tea.md');
    await remove('/tea.md');
    expect(errorOf(await remove('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 404 for a file of another tenant without deleting the file', async () => {
    const other = newTenant();
    await other.save('/tea.md');
    expect(errorOf(await newTenant().remove('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await other.retrieve('/tea.md')).status).toBe(200);
  });

  test('returns 401 without a token', async () => {
    expect(errorOf(await operations(fixture, null).remove('/tea.md'))).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.delete)('returns 403 for %s', async (_, caller, code) => {
    expect(errorOf(await operations(fixture, caller).remove('/tea.md'))).toEqual([403, code]);
  });

  test('returns 422 for a missing path', async () => {
    const response = (await fixture.as(testCaller()).delete('/api/v2/artifacts')) as TestResponse;
    expect(errorOf(response)).toEqual([422, 'VAL_FIELD_REQUIRED']);
  });
});
