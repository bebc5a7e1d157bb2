import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import { errorOf, operations, startArtifactService } from '../artifact-service.fixture.ts';
import type { ArtifactFixture, TestResponse } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

const newTenant = (caller = testCaller()) => ({
  caller,
  ...operations(fixture, caller),
  move: async (from: unknown, to: unknown): Promise<TestResponse> =>
    fixture.as(caller).post('/api/v2/artifacts/move').send({ from, to }),
});

describe('POST /api/v2/artifacts/move', () => {
  test('moves a file with its ID and content, and creates the folders of the new path', async () => {
    const { caller, save, move, retrieve, list } = newTenant();
    const saved = (await save('/notes/tea.md', 'Darjeeling')).body.data;
    const keys = await fixture.objectKeysOf(caller);
    const { status, body } = await move('/notes/tea.md', '/archive/2026/tea.txt');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      success: true,
      message: 'Moved /notes/tea.md to /archive/2026/tea.txt.',
      path: '/archive/2026/tea.txt',
      artifact_id: saved['artifact_id'],
      content_type: 'text/plain',
      size: 10,
    });
    expect(errorOf(await retrieve('/notes/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await retrieve('/archive/2026/tea.txt')).body.data['content']).toBe('Darjeeling');
    expect((await list()).body.data).toMatchObject({ folders: ['archive'], files: [] });
    expect(await fixture.objectKeysOf(caller)).toEqual(keys);
  });

  test.each([
    ['a file', '/b.md', { conflict: 'file', conflicting_path: '/b.md' }],
    ['its own path', '/a.md', { conflict: 'file', conflicting_path: '/a.md' }],
    ['a folder', '/notes', { conflict: 'folder', conflicting_path: '/notes' }],
    ['a path below a file', '/b.md/c.md', { conflict: 'parent_is_file', conflicting_path: '/b.md' }],
    ['a path below itself', '/a.md/c.md', { conflict: 'parent_is_file', conflicting_path: '/a.md' }],
  ])('rejects a move to %s with 409 and keeps the file', async (_name, to, details) => {
    const { save, move, retrieve } = newTenant();
    for (const path of ['/a.md', '/b.md', '/notes/c.md']) await save(path, path);
    const response = await move('/a.md', to);
    expect(errorOf(response)).toEqual([409, 'RES_ALREADY_EXISTS']);
    expect(response.body.error.details).toMatchObject(details);
    expect((await retrieve('/a.md')).body.data['content']).toBe('/a.md');
    expect((await retrieve('/b.md')).body.data['content']).toBe('/b.md');
  });

  test('succeeds for exactly one of 10 concurrent moves to one path', async () => {
    const { save, move, retrieve } = newTenant();
    const paths = Array.from({ length: 10 }, (_, index) => `/${index}.md`);
    for (const path of paths) await save(path, path);
    const responses = await Promise.all(paths.map((path) => move(path, '/to.md')));
    const moved = paths.filter((_, index) => responses[index]!.status === 200);
    expect(moved).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await retrieve('/to.md')).body.data['content']).toBe(moved[0]);
  });

  test('returns 404 for a missing file, a folder and a file of another tenant, and creates no folder', async () => {
    const { save, move } = newTenant();
    await save('/notes/tea.md');
    expect(errorOf(await move('/gone.md', '/new/a.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect(errorOf(await move('/notes', '/new/a.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect(errorOf(await newTenant().move('/notes/tea.md', '/a.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await save('/new')).status).toBe(201);
  });

  test('returns 400 for an invalid path and 422 for a missing one', async () => {
    const { move } = newTenant();
    expect(errorOf(await move('/../a.md', '/b.md'))).toEqual([400, 'VAL_FIELD_INVALID']);
    expect(errorOf(await move('/a.md', 'b.md'))).toEqual([400, 'VAL_FIELD_INVALID']);
    expect(errorOf(await move('/a.md', undefined))).toEqual([422, 'VAL_FIELD_REQUIRED']);
  });

  test.each(CALLERS_WITHOUT.write)('returns 403 for %s', async (_, caller, code) => {
    expect(errorOf(await newTenant(caller).move('/a.md', '/b.md'))).toEqual([403, code]);
  });
});
