import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { CALLERS_WITHOUT, errorOf, operations, startArtifactService } from '../artifact-service.fixture.ts';
import type { ArtifactFixture } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

async function withFiles(...paths: string[]) {
  const caller = testCaller();
  const own = operations(fixture, caller);
  for (const path of paths) expect((await own.save(path)).status).toBe(201);
  /** Names that a list shows. */
  const names = async (query: Record<string, string> = {}) => {
    const { data } = (await own.list(query)).body as unknown as {
      data: { folders: string[]; files: { name: string }[] };
    };
    return { folders: data.folders, files: data.files.map((file) => file.name) };
  };
  return { caller, ...own, names };
}

describe('GET /api/v2/artifacts/list 200', () => {
  test('answers success, path, folders and files with name, size, content_type and last_modified', async () => {
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
    });
  });

  test('without a prefix it is the root', async () => {
    const { list, names } = await withFiles('/a.md', '/notes/b.md');
    expect((await list()).body.data['path']).toBe('/');
    expect(await names()).toEqual({ folders: ['notes'], files: ['a.md'] });
    expect(await names({ prefix: '' })).toEqual({ folders: ['notes'], files: ['a.md'] });
    expect(await names({ prefix: '/' })).toEqual({ folders: ['notes'], files: ['a.md'] });
  });

  test('immediate contents only, in the order of their characters', async () => {
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

  test('the prefix may end in a slash or not, with the same answer', async () => {
    const { list } = await withFiles('/notes/tea.md');
    const without = (await list({ prefix: '/notes' })).body.data;
    expect((await list({ prefix: '/notes/' })).body.data).toEqual(without);
    expect((await list({ prefix: 'notes' })).body.data).toEqual(without);
  });

  test('a folder whose name begins like another is not mixed up with it', async () => {
    const { names, remove } = await withFiles('/a/1.md', '/a-b/2.md', '/a.b/3.md', '/a0/4.md', '/aa/5.md');
    expect((await names()).folders).toEqual(['a', 'a-b', 'a.b', 'a0', 'aa']);
    expect(await names({ prefix: '/a' })).toEqual({ folders: [], files: ['1.md'] });
    await remove('/a/1.md');
    expect((await names()).folders).toEqual(['a-b', 'a.b', 'a0', 'aa']);
  });

  test('empty directories are not shown, at any depth; they are again once they hold a file', async () => {
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
    '/nowhere',
    '/notes/tea.md',
    '/../etc',
    '//',
    '/.hidden',
    '/%',
    '/notes/../notes',
    'a'.repeat(3_000),
  ])('an unknown prefix is empty: %.20s', async (prefix) => {
    const { names } = await withFiles('/notes/tea.md');
    const found = await names({ prefix });
    expect(found).toEqual(prefix === '//' ? { folders: ['notes'], files: [] } : { folders: [], files: [] });
  });

  test('another tenant’s files and folders are not among them', async () => {
    await withFiles('/notes/theirs.md', '/theirs.md');
    const { names } = await withFiles('/notes/ours.md');
    expect(await names()).toEqual({ folders: ['notes'], files: [] });
    expect(await names({ prefix: '/notes' })).toEqual({ folders: [], files: ['ours.md'] });
  });
});

describe('GET /api/v2/artifacts/list name_pattern', () => {
  test('is part of a file’s or folder’s name, in capitals or not', async () => {
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

  test('is taken literally', async () => {
    const { names } = await withFiles('/a_b.md', '/axb.md', '/a.b');
    expect((await names({ name_pattern: 'a_b' })).files).toEqual(['a_b.md']);
    expect((await names({ name_pattern: 'a.b' })).files).toEqual(['a.b']);
    for (const pattern of ['%', 'a%b', '*', '\\', "'", '.*', '/', 'é', '🍵']) {
      expect(await names({ name_pattern: pattern })).toEqual({ folders: [], files: [] });
    }
  });

  test('the empty one is part of every name', async () => {
    const { names } = await withFiles('/a.md');
    expect((await names({ name_pattern: '' })).files).toEqual(['a.md']);
  });

  test('does not look into the names above or below', async () => {
    const { names } = await withFiles('/tea/coffee.md', '/x/tea.md');
    expect(await names({ prefix: '/tea', name_pattern: 'tea' })).toEqual({ folders: [], files: [] });
    expect(await names({ name_pattern: 'coffee' })).toEqual({ folders: [], files: [] });
  });
});

describe('GET /api/v2/artifacts/list of a large folder', () => {
  test('at most 1,000 folders and 1,000 files, and it says that there are more; pages hold the rest', async () => {
    const { caller, names, list } = await withFiles();
    const number = `lpad(i::text, 4, '0')`;
    await fixture.database.inTransaction(caller.tenantId, (tx) =>
      Promise.all([
        tx.query(
          `INSERT INTO entries SELECT $1, '/', 'f' || ${number}, gen_random_uuid(), 'text/plain', 0, '', '', now()
           FROM generate_series(1, 1001) i`,
          [caller.tenantId],
        ),
        tx.query(`INSERT INTO entries SELECT $1, '/', 'd' || ${number} FROM generate_series(1, 1001) i`, [
          caller.tenantId,
        ]),
        tx.query(
          `INSERT INTO entries
           SELECT $1, '/d' || ${number}, 'a', gen_random_uuid(), 'text/plain', 0, '', '', now()
           FROM generate_series(1, 1001) i`,
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

describe('GET /api/v2/artifacts/list 401, 403, 422', () => {
  test('without a token', async () => {
    expect(errorOf(await operations(fixture, null).list())).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.read)('without the scope or permission read', async (caller, code) => {
    expect(errorOf(await operations(fixture, caller).list())).toEqual([403, code]);
  });

  test.each([{ page: '0' }, { per_page: '0' }, { per_page: '101' }, { page: 'x' }] as Record<
    string,
    string
  >[])('a page out of bounds: %j', async (query) => {
    expect(errorOf(await operations(fixture, testCaller()).list(query))).toEqual([422, 'VAL_FIELD_INVALID']);
  });

  test('NUL in the prefix or the pattern', async () => {
    const { list } = operations(fixture, testCaller());
    expect(errorOf(await list({ prefix: '/a\u0000' }))).toEqual([422, 'VAL_FIELD_INVALID']);
    expect(errorOf(await list({ name_pattern: '\u0000' }))).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});
