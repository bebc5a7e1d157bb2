import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encodeCursor } from '@loci/http';
import { CALLERS_WITHOUT, recordReads, testCaller } from '@loci/testing';
import { artifactRepository } from '../../src/artifacts/artifact.repository.ts';
import { errorOf, operations, startArtifactService } from '../artifact-service.fixture.ts';
import type { ArtifactFixture } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

interface Listed {
  folders: string[];
  files: { name: string }[];
  truncated: boolean;
  next_cursor: string | null;
}

async function withFiles(...paths: string[]) {
  const caller = testCaller();
  const own = operations(fixture, caller);
  for (const path of paths) expect((await own.save(path)).status).toBe(201);
  /** Lists a folder and returns only the names. */
  const names = async (query: Record<string, string> = {}) => {
    const data = (await own.list(query)).body.data as unknown as Listed;
    return { folders: data.folders, files: data.files.map((file) => file.name) };
  };
  return { caller, ...own, names };
}

describe('GET /api/v2/artifacts/list', () => {
  test('returns the files and subfolders of a folder', async () => {
    fixture.clock.now = new Date('2026-03-01T10:00:00.123Z');
    const { save, list } = await withFiles('/notes/2026/a.md');
    await save('/notes/tea.md', 'Grün');
    fixture.clock.now = null;
    const { status, body } = await list({ prefix: '/notes' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      success: true,
      path: '/notes',
      folders: ['2026'],
      files: [
        { name: 'tea.md', size: 5, content_type: 'text/markdown', last_modified: '2026-03-01T10:00:00.123Z' },
      ],
      truncated: false,
      next_cursor: null,
    });
  });

  test('lists the root for a missing prefix, an empty prefix and the prefix /', async () => {
    const { list, names } = await withFiles('/a.md', '/notes/b.md');
    expect((await list()).body.data['path']).toBe('/');
    expect(await names()).toEqual({ folders: ['notes'], files: ['a.md'] });
    expect(await names({ prefix: '' })).toEqual({ folders: ['notes'], files: ['a.md'] });
    expect(await names({ prefix: '/' })).toEqual({ folders: ['notes'], files: ['a.md'] });
  });

  test('lists only the files and folders directly in the folder, sorted by the bytes of their names', async () => {
    const { names } = await withFiles(
      '/n/b.md',
      '/n/a.md',
      '/n/C.md',
      '/n/x/1.md',
      '/n/x/y/2.md',
      '/n/m/z/3.md',
    );
    expect(await names({ prefix: '/n' })).toEqual({ folders: ['m', 'x'], files: ['C.md', 'a.md', 'b.md'] });
    expect(await names({ prefix: '/n/m' })).toEqual({ folders: ['z'], files: [] });
  });

  test('accepts a prefix with a trailing slash or without a leading slash', async () => {
    const { list } = await withFiles('/notes/tea.md');
    const without = (await list({ prefix: '/notes' })).body.data;
    expect((await list({ prefix: '/notes/' })).body.data).toEqual(without);
    expect((await list({ prefix: 'notes' })).body.data).toEqual(without);
  });

  test('lists the root for the prefix //', async () => {
    const { names } = await withFiles('/notes/tea.md');
    expect(await names({ prefix: '//' })).toEqual({ folders: ['notes'], files: [] });
  });

  test('distinguishes folders whose names share a prefix', async () => {
    const { names, remove } = await withFiles('/a/1.md', '/a-b/2.md', '/a.b/3.md', '/a0/4.md', '/aa/5.md');
    expect((await names()).folders).toEqual(['a', 'a-b', 'a.b', 'a0', 'aa']);
    expect(await names({ prefix: '/a' })).toEqual({ folders: [], files: ['1.md'] });
    await remove('/a/1.md');
    expect((await names()).folders).toEqual(['a-b', 'a.b', 'a0', 'aa']);
  });

  test('hides folders without files at any depth until they contain a file', async () => {
    const { names, remove, save } = await withFiles('/n/x/y/z/1.md', '/n/a.md');
    await remove('/n/x/y/z/1.md');
    expect(await names()).toEqual({ folders: ['n'], files: [] });
    expect(await names({ prefix: '/n' })).toEqual({ folders: [], files: ['a.md'] });
    expect(await names({ prefix: '/n/x/y' })).toEqual({ folders: [], files: [] });
    await save('/n/x/2.md');
    expect((await names({ prefix: '/n' })).folders).toEqual(['x']);
    expect(await names({ prefix: '/n/x' })).toEqual({ folders: [], files: ['2.md'] });
  });

  test.each([
    ['of a missing folder', '/nowhere'],
    ['of a file', '/notes/tea.md'],
    ['above the root', '/../etc'],
    ['of a hidden folder', '/.hidden'],
    ['with a wildcard', '/%'],
    ['with a parent folder', '/notes/../notes'],
    ['of 3,000 characters', 'a'.repeat(3_000)],
  ])('returns no files and no folders for a prefix %s', async (_name, prefix) => {
    const { names } = await withFiles('/notes/tea.md');
    expect(await names({ prefix })).toEqual({ folders: [], files: [] });
  });

  test('does not list files and folders of another tenant', async () => {
    await withFiles('/notes/theirs.md', '/theirs.md');
    const { names } = await withFiles('/notes/ours.md');
    expect(await names()).toEqual({ folders: ['notes'], files: [] });
    expect(await names({ prefix: '/notes' })).toEqual({ folders: [], files: ['ours.md'] });
  });
});

describe('name_pattern of GET /api/v2/artifacts/list', () => {
  test('matches a substring of file and folder names, ignoring case', async () => {
    const { names } = await withFiles(
      '/Tea.md',
      '/green-TEA.txt',
      '/coffee.md',
      '/steam/1.md',
      '/TEAM/2.md',
      '/x/3.md',
    );
    for (const pattern of ['tea', 'TEA', 'Tea']) {
      expect(await names({ name_pattern: pattern })).toEqual({
        folders: ['TEAM', 'steam'],
        files: ['Tea.md', 'green-TEA.txt'],
      });
    }
  });

  test('treats wildcards as literal characters', async () => {
    const { names } = await withFiles('/a_b.md', '/axb.md', '/a.b');
    expect((await names({ name_pattern: 'a_b' })).files).toEqual(['a_b.md']);
    expect((await names({ name_pattern: 'a.b' })).files).toEqual(['a.b']);
    for (const pattern of ['%', 'a%b', '*', '\\', "'", '.*', '/', 'é', '🍵']) {
      expect(await names({ name_pattern: pattern })).toEqual({ folders: [], files: [] });
    }
  });

  test('matches every name if name_pattern is empty', async () => {
    const { names } = await withFiles('/a.md');
    expect((await names({ name_pattern: '' })).files).toEqual(['a.md']);
  });

  test('does not match names of parent folders or of files in subfolders', async () => {
    const { names } = await withFiles('/tea/coffee.md', '/x/tea.md');
    expect(await names({ prefix: '/tea', name_pattern: 'tea' })).toEqual({ folders: [], files: [] });
    expect(await names({ name_pattern: 'coffee' })).toEqual({ folders: [], files: [] });
  });
});

describe('pages of GET /api/v2/artifacts/list', () => {
  test('sets truncated if there are more than the 1,000 folders and files of a page', async () => {
    const { caller, names, list } = await withFiles();
    const number = `lpad(i::text, 4, '0')`;
    await fixture.database.inTransaction(caller.tenantId, (tx) =>
      Promise.all([
        tx.query(
          `INSERT INTO entries
           SELECT $1::uuid, '/', 'f' || ${number}, id, 'text/plain', 0, sha256(''), $1 || '/artifact/' || id, now()
           FROM (SELECT i, gen_random_uuid() AS id FROM generate_series(1, 1001) i) AS files`,
          [caller.tenantId],
        ),
        tx.query(`INSERT INTO entries SELECT $1, '/', 'd' || ${number} FROM generate_series(1, 1001) i`, [
          caller.tenantId,
        ]),
        tx.query(
          `INSERT INTO entries
           SELECT $1::uuid, '/d' || ${number}, 'a', id, 'text/plain', 0, sha256(''), $1 || '/artifact/' || id, now()
           FROM (SELECT i, gen_random_uuid() AS id FROM generate_series(1, 1001) i) AS files`,
          [caller.tenantId],
        ),
      ]),
    );
    const first = await names();
    expect([first.files.length, first.files[999], first.folders.length, first.folders[999]]).toEqual([
      1_000,
      'f1000',
      1_000,
      'd1000',
    ]);
    expect((await list()).body.data['truncated']).toBe(true);
    expect(await names({ page: '2' })).toEqual({ folders: ['d1001'], files: ['f1001'] });
    expect((await list({ page: '2' })).body.data['truncated']).toBe(false);
    expect(await names({ page: '3', per_page: '2' })).toEqual({
      folders: ['d0005', 'd0006'],
      files: ['f0005', 'f0006'],
    });
    expect(await names({ page: '900000000' })).toEqual({ folders: [], files: [] });
  });
});

describe('GET /api/v2/artifacts/list with a cursor', () => {
  /** Follows the cursors of a folder with two files and two folders per page. */
  async function followCursors(
    { list }: Awaited<ReturnType<typeof withFiles>>,
    afterPage: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    const files: string[] = [];
    const folders: string[] = [];
    let pages = 0;
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await list({ prefix: '/n', per_page: '2', ...(cursor ? { cursor } : {}) });
      const data = body.data as unknown as Listed;
      files.push(...data.files.map((file) => file.name));
      folders.push(...data.folders);
      expect(data.truncated).toBe(data.next_cursor !== null);
      cursor = data.next_cursor;
      pages += 1;
      await afterPage();
    }
    return { files, folders, pages };
  }

  test('returns each file and each folder once, although one of the two lists ends earlier', async () => {
    const folder = await withFiles(
      ...['/n/f1', '/n/f2', '/n/f3', '/n/f4', '/n/f5'],
      ...['/n/d1/a', '/n/d2/a', '/n/d3/a'],
    );
    expect(await followCursors(folder)).toEqual({
      files: ['f1', 'f2', 'f3', 'f4', 'f5'],
      folders: ['d1', 'd2', 'd3'],
      pages: 3,
    });
  });

  test('neither repeats nor skips files and folders if others are saved and deleted between two pages', async () => {
    const folder = await withFiles('/n/f2', '/n/f4', '/n/f6', '/n/f8', '/n/d2/a', '/n/d4/a', '/n/d6/a');
    const changes = [
      () => Promise.all([folder.save('/n/f1'), folder.save('/n/d1/a'), folder.remove('/n/f2')]),
      () => Promise.all([folder.save('/n/f3'), folder.save('/n/d3/a')]),
    ];
    expect(await followCursors(folder, async () => changes.shift()?.())).toEqual({
      files: ['f2', 'f4', 'f6', 'f8'],
      folders: ['d2', 'd4', 'd6'],
      pages: 2,
    });
  });

  test('continues after names of the maximum length', async () => {
    const long = (name: string) => `/${name.repeat(1_023)}`;
    const { list, names } = await withFiles(long('a'), long('b'));
    const cursor = (await list({ per_page: '1' })).body.data['next_cursor']!;
    expect((await names({ per_page: '1', cursor })).files).toEqual([long('b').slice(1)]);
  });

  test.each([
    ['of another list', encodeCursor({ list: 'tags', after: ['a', 'b'], position: 1 })],
    [
      'with a name that no artifact can have',
      encodeCursor({ list: 'artifacts', after: ['\0', ''], position: 1 }),
    ],
    ['that is not a cursor', 'x'],
  ])('returns 422 for a cursor %s', async (_name, cursor) => {
    const { list } = operations(fixture, testCaller());
    expect(errorOf(await list({ cursor }))).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});

describe('the execution plans of GET /api/v2/artifacts/list', () => {
  test('read the names of a page from indexes in their order, at the start and after a cursor', async () => {
    const { tenantId } = testCaller();
    const file = `SELECT $1::uuid, %, id, 'text/plain', 0, sha256(''), $1::uuid || '/artifact/' || id, now()
      FROM (SELECT lpad(i::text, 4, '0') AS n, gen_random_uuid() AS id FROM generate_series(1, 2000) i) numbers`;
    await fixture.database.inTransaction(tenantId, async (tx) => {
      await tx.query(`INSERT INTO entries ${file.replace('%', `'/n', 'f' || n`)}`, [tenantId]);
      await tx.query(`INSERT INTO entries ${file.replace('%', `'/n/d' || n, 'f'`)}`, [tenantId]);
      await tx.query(
        `INSERT INTO entries SELECT $1, '/n', 'd' || lpad(i::text, 4, '0') FROM generate_series(1, 2000) i`,
        [tenantId],
      );
    });
    await fixture.testDatabase.analyze('artifact.entries');
    const { inTransaction, reads } = recordReads(fixture.database);
    const page = { namePart: '', limit: 11, offset: 0 };
    await inTransaction(tenantId, async (tx) => {
      await artifactRepository.listFiles(tx, tenantId, '/n', { ...page, after: '' });
      await artifactRepository.listFiles(tx, tenantId, '/n', { ...page, after: 'f1000' });
      await artifactRepository.listFolders(tx, tenantId, '/n', { ...page, after: '' });
      await artifactRepository.listFolders(tx, tenantId, '/n', { ...page, after: 'd1000' });
    });
    const ofFiles = { indexes: ['files'], rows: 11 };
    // One file shows that a folder is not empty.
    const ofFolders = { indexes: expect.arrayContaining(['folders', 'files']), rows: 22 };
    expect(reads.map(({ indexes, rows }) => ({ indexes, rows }))).toEqual([
      ofFiles,
      ofFiles,
      ofFolders,
      ofFolders,
    ]);
  });
});

describe('errors of GET /api/v2/artifacts/list', () => {
  test('returns 401 without a token', async () => {
    expect(errorOf(await operations(fixture, null).list())).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.read)('returns 403 for %s', async (_, caller, code) => {
    expect(errorOf(await operations(fixture, caller).list())).toEqual([403, code]);
  });

  test.each([{ page: '0' }, { per_page: '0' }, { per_page: '101' }, { page: 'x' }] as Record<
    string,
    string
  >[])('returns 422 for the page parameters %j', async (query) => {
    expect(errorOf(await operations(fixture, testCaller()).list(query))).toEqual([422, 'VAL_FIELD_INVALID']);
  });

  test('returns 422 for a NUL character in the prefix or in name_pattern', async () => {
    const { list } = operations(fixture, testCaller());
    expect(errorOf(await list({ prefix: '/a\u0000' }))).toEqual([422, 'VAL_FIELD_INVALID']);
    expect(errorOf(await list({ name_pattern: '\u0000' }))).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});
