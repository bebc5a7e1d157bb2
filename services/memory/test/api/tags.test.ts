import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { blockUntilLocked, testCaller } from '@loci/testing';
import type { Caller } from '@loci/core';
import { tagRepository } from '../../src/tags/tag.repository.ts';
import { UNAUTHORIZED_CALLERS, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

interface TagList {
  items: { id: string; name: string; usage_count: number; created_at: string }[];
  total: number;
  next_cursor: string | null;
}
const tagsPath = (id: string): string => `/api/v2/memories/${id}/tags`;
const add = async (id: string, tags: unknown, as = caller): Promise<ApiResponse> =>
  (await fixture.as(as).post(tagsPath(id)).send({ tags })) as ApiResponse;
const remove = async (id: string, tags: unknown, as = caller): Promise<ApiResponse> =>
  (await fixture.as(as).delete(tagsPath(id)).send({ tags })) as ApiResponse;
const tagsOf = async (id: string, as = caller): Promise<ApiResponse<string[]>> =>
  (await fixture.as(as).get(tagsPath(id))) as ApiResponse<string[]>;
const listTags = async (as: Caller, query = {}): Promise<ApiResponse<TagList>> =>
  (await fixture.as(as).get('/api/v2/tags').query(query)) as ApiResponse<TagList>;
const protectedMemory = async (): Promise<string> =>
  (
    await fixture.client.createProtected({
      tenant_id: caller.tenantId,
      user_id: caller.userId,
      memory_type: 'identity_core',
      content: 'c',
      metadata: {},
    })
  ).id;

describe('POST /api/v2/memories/{memory_id}/tags', () => {
  test('returns all tags of the memory, sorted by name, without warnings', async () => {
    const { id } = await storeMemory(fixture, caller, { tags: ['m'] });
    const { status, body } = await add(id, ['Zeta', 'a-b', 'm']);
    expect([status, body.data]).toEqual([200, { memory_id: id, tags: ['a-b', 'm', 'zeta'], warnings: null }]);
    expect((await tagsOf(id)).body.data).toEqual(['a-b', 'm', 'zeta']);
  });

  test('skips tags that are empty or too long after normalization, with a warning for each', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { status, body } = await add(id, ['!!', 'ok', 'x'.repeat(101)]);
    expect([status, body.data['tags']]).toEqual([200, ['ok']]);
    expect(body.data['warnings']).toHaveLength(2);
  });

  test('names skipped and changed tags in warnings and meta.warnings', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { body } = await add(id, ['Ünïcode', 'Tea', '!!']);
    const warnings = [
      'The tag "Ünïcode" is stored as "unicode".',
      expect.stringContaining('The tag "!!" was skipped.'),
    ];
    expect(body.data).toEqual({ memory_id: id, tags: ['tea', 'unicode'], warnings });
    expect(body.meta.warnings).toEqual(warnings);
  });

  test('stores a memory.updated event', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as);
    await add(id, ['x'], as);
    const stored = await fixture.events(as);
    expect(stored.map((e) => [e.type, e.data['tags']])).toEqual([
      ['memory.created', []],
      ['memory.updated', ['x']],
    ]);
  });

  test('stores no event for a tag that the memory already has', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['x'] });
    await add(id, ['X'], as);
    expect(await fixture.events(as)).toHaveLength(1);
  });

  test('rejects an 11th tag with 422 without adding a tag', async () => {
    const tags = Array.from({ length: 9 }, (_, i) => `t${i}`);
    const { id } = await storeMemory(fixture, caller, { tags });
    expect((await add(id, ['t0', 'T1', 'ten'])).status).toBe(200);
    const { status, body } = await add(id, ['eleven']);
    expect([status, body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect(body.error.field_errors).toHaveProperty('tags');
    expect((await tagsOf(id)).body.data).toHaveLength(10);
  });

  test.each([
    ['missing tags', undefined, 'VAL_FIELD_REQUIRED'],
    ['a string as tags', 'x', 'VAL_FIELD_INVALID'],
    ['a number as a tag', [5], 'VAL_FIELD_INVALID'],
  ])('rejects %s with 422', async (_what, tags, code) => {
    const { id } = await storeMemory(fixture, caller);
    expect((await add(id, tags)).body.error.code).toBe(code);
  });

  test('rejects a malformed id with 422', async () => {
    expect((await add('x', ['x'])).body.error.code).toBe('VAL_UUID_INVALID');
  });

  test('returns 404 for an unknown memory', async () => {
    const { status, body } = await add(randomUUID(), ['x']);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test("returns 404 for another tenant's memory", async () => {
    const { id } = await storeMemory(fixture, testCaller());
    const { status, body } = await add(id, ['x']);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('rejects a protected memory with 403', async () => {
    const { status, body } = await add(await protectedMemory(), ['x']);
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test.each([
    ['adding', add],
    ['removing', remove],
  ])(
    'rejects %s tags of an inactive version with 409 and the id of the current version',
    async (_what, change) => {
      const { id } = await storeMemory(fixture, caller, { tags: ['kept'] });
      const evolution = { new_content: 'new', evolution_type: 'update' };
      const evolved = (await fixture
        .as(caller)
        .post(`/api/v2/memories/${id}/evolve`)
        .send(evolution)) as ApiResponse;
      const { status, body } = await change(id, ['kept', 'new']);
      expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(body.error.details).toMatchObject({ current_memory_id: evolved.body.data['new_memory_id'] });
      expect((await fixture.as(caller).get(tagsPath(id))).body.data).toEqual(['kept']);
    },
  );

  test('rejects a request without a token with 401', async () => {
    expect((await fixture.as(null).post(tagsPath(randomUUID())).send({ tags: [] })).status).toBe(401);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await add(randomUUID(), ['x'], as);
    expect([status, body.error.code]).toEqual([403, code]);
  });
});

describe('DELETE /api/v2/memories/{memory_id}/tags', () => {
  test('returns the remaining tags and a warning for each invalid tag or tag that the memory does not have', async () => {
    const { id } = await storeMemory(fixture, caller, { tags: ['a', 'b', 'c'] });
    const { status, body } = await remove(id, ['B', 'never', '!!']);
    expect([status, body.data['tags']]).toEqual([200, ['a', 'c']]);
    expect(body.data['warnings']).toHaveLength(2);
    expect(body.meta.warnings).toEqual(body.data['warnings']);
    expect((await remove(id, ['a'])).body.data).toEqual({ memory_id: id, tags: ['c'], warnings: null });
  });

  test('removes a tag by the name that was given when it was added', async () => {
    const { id } = await storeMemory(fixture, caller, { tags: ['Ünïcode', 'a'] });
    expect((await remove(id, ['Ünïcode'])).body.data['tags']).toEqual(['a']);
  });

  test('accepts a caller with the write permission and without the delete permission', async () => {
    const { id } = await storeMemory(fixture, caller, { tags: ['a'] });
    expect((await remove(id, ['a'], { ...caller, permissions: ['read', 'write'] })).status).toBe(200);
  });

  test('rejects a caller with the delete permission and without the write permission with 403', async () => {
    const { id } = await storeMemory(fixture, caller, { tags: ['a'] });
    const { status, body } = await remove(id, ['a'], { ...caller, permissions: ['read', 'delete'] });
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test('returns 404 for an unknown memory', async () => {
    expect((await remove(randomUUID(), ['x'])).body.error.code).toBe('RES_NOT_FOUND');
  });

  test('rejects a protected memory with 403', async () => {
    expect((await remove(await protectedMemory(), ['x'])).body.error.code).toBe('AUTH_FORBIDDEN');
  });

  test('rejects missing tags with 422', async () => {
    expect((await remove(randomUUID(), undefined)).body.error.code).toBe('VAL_FIELD_REQUIRED');
  });

  test('rejects a request without a token with 401', async () => {
    expect((await fixture.as(null).delete(tagsPath(randomUUID()))).status).toBe(401);
  });
});

describe('GET /api/v2/memories/{memory_id}/tags', () => {
  test('returns the tags of the memory sorted by name', async () => {
    const tagged = await storeMemory(fixture, caller, { tags: ['b', 'a'] });
    const plain = await storeMemory(fixture, caller);
    expect((await tagsOf(tagged.id)).body.data).toEqual(['a', 'b']);
    expect((await tagsOf(plain.id)).body.data).toEqual([]);
  });

  test('returns 404 for an unknown memory', async () => {
    expect((await tagsOf(randomUUID())).body.error.code).toBe('RES_NOT_FOUND');
  });

  test('rejects a malformed id with 422', async () => {
    expect((await tagsOf('x')).body.error.code).toBe('VAL_UUID_INVALID');
  });

  test('rejects a request without a token with 401', async () => {
    expect((await fixture.as(null).get(tagsPath(randomUUID()))).status).toBe(401);
  });
});

describe('GET /api/v2/tags', () => {
  test('returns the tags of the tenant by descending usage_count, then by name', async () => {
    const as = testCaller();
    await storeMemory(fixture, as, { tags: ['b', 'c'] });
    await storeMemory(fixture, as, { tags: ['c', 'a'] });
    const { status, body } = await listTags(as);
    expect(status).toBe(200);
    expect(body.data.items.map((tag) => [tag.name, tag.usage_count])).toEqual([
      ['c', 2],
      ['a', 1],
      ['b', 1],
    ]);
    expect(body.data.total).toBe(3);
    expect(body.data.items[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'c',
      usage_count: 2,
      created_at: expect.any(String),
    });
  });

  test('returns an empty list for a tenant without tags', async () => {
    expect((await listTags(testCaller())).body.data).toEqual({
      items: [],
      total: 0,
      truncated: false,
      next_cursor: null,
    });
  });

  test('returns the requested page and the number of all tags', async () => {
    const as = testCaller();
    await storeMemory(fixture, as, { tags: ['a', 'b', 'c'] });
    const { body } = await listTags(as, { page: '2', per_page: '2' });
    expect(body.data.items.map((tag) => tag.name)).toEqual(['c']);
    expect(body.data.total).toBe(3);
  });

  test.each([true, false])(
    'following the cursors returns each tag once, by descending usage (after fold-counters: %s)',
    async (folded) => {
      const as = testCaller();
      for (const tags of [['d', 'b'], ['d', 'a'], ['c', 'e'], ['e']])
        await storeMemory(fixture, as, { tags });
      if (folded) await fixture.runJob('fold-counters');
      // If the counters were folded, this memory gives the counter of `e` both a folded value and a change
      // that is not folded.
      await storeMemory(fixture, as, { tags: ['e'] });
      const seen: [string, number][] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const { body } = await listTags(as, { per_page: '2', ...(cursor ? { cursor } : {}) });
        expect(body.data.total).toBe(5);
        seen.push(...body.data.items.map((tag): [string, number] => [tag.name, tag.usage_count]));
        cursor = body.data.next_cursor;
      }
      expect(seen).toEqual([
        ['e', 3],
        ['d', 2],
        ['a', 1],
        ['b', 1],
        ['c', 1],
      ]);
    },
  );

  test.each([{ per_page: '101' }, { page: '99999999999999' }, { cursor: 'x' }])(
    'rejects %j with 422',
    async (query) => {
      expect((await listTags(testCaller(), query)).status).toBe(422);
    },
  );

  test('rejects a request without a token with 401', async () => {
    expect((await fixture.as(null).get('/api/v2/tags')).status).toBe(401);
  });
});

describe('the created_at of a tag', () => {
  test('is the time at which the tag was added, even if the memory is older', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as);
    const addedAt = new Date(Date.now() + 86_400_000);
    fixture.clock.now = addedAt;
    await add(id, ['late'], as);
    fixture.clock.now = null;
    const { items } = (await listTags(as)).body.data;
    expect(items.map(({ name, created_at }) => [name, created_at])).toEqual([
      ['late', addedAt.toISOString()],
    ]);
  });
});

describe('GET /api/v2/tags/{tag}/memories', () => {
  const listMemories = async (as: Caller, tag: string, query = {}) =>
    (await fixture
      .as(as)
      .get(`/api/v2/tags/${encodeURIComponent(tag)}/memories`)
      .query(query)) as ApiResponse<{ items: Record<string, unknown>[]; pagination: unknown }>;

  test('returns the memories with the normalized tag, newest first', async () => {
    const as = testCaller();
    const first = await storeMemory(fixture, as, { tags: ['My Project'] });
    const second = await storeMemory(fixture, as, { tags: ['my-project', 'x'] });
    await storeMemory(fixture, testCaller(), { tags: ['my-project'] });
    const { status, body } = await listMemories(as, 'MY_project');
    expect(status).toBe(200);
    expect(body.data.items).toEqual([second, first]);
    expect(body.data.pagination).toEqual({
      page: 1,
      per_page: 20,
      total: 2,
      total_is_exact: true,
      pages: 1,
      truncated: false,
      next_cursor: null,
    });
    expect((await listMemories(as, 'my-project', { per_page: '1', page: '2' })).body.data.items).toEqual([
      first,
    ]);
  });

  test('returns an empty page for a tag that does not exist', async () => {
    for (const tag of ['never', '!!', 'a/b']) {
      const { status, body } = await listMemories(caller, tag);
      expect([status, body.data]).toEqual([
        200,
        {
          items: [],
          pagination: {
            page: 1,
            per_page: 20,
            total: 0,
            total_is_exact: true,
            pages: 0,
            truncated: false,
            next_cursor: null,
          },
        },
      ]);
    }
  });

  test('rejects a per_page of 0 with 422', async () => {
    expect((await listMemories(caller, 'x', { per_page: '0' })).body.error.code).toBe('VAL_FIELD_INVALID');
  });

  test('rejects a request without a token with 401', async () => {
    expect((await fixture.as(null).get('/api/v2/tags/x/memories')).status).toBe(401);
  });
});

describe('the job clean-unused-tags', () => {
  test('deletes unused tags that are older than an hour', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['used', 'unused'] });
    await remove(id, ['unused'], as);
    const names = async () => (await listTags(as)).body.data.items.map((tag) => tag.name);
    await fixture.runJob('clean-unused-tags');
    expect(await names()).toEqual(['used', 'unused']);
    fixture.clock.now = new Date(Date.now() + 3_700_000);
    await fixture.runJob('fold-counters');
    await fixture.runJob('clean-unused-tags');
    fixture.clock.now = null;
    const { items, total } = (await listTags(as)).body.data;
    expect([items.map((tag) => tag.name), total]).toEqual([['used'], 1]);
  });

  test('deletes the counter of a deleted tag after fold-counters has added its pending changes', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['gone'] });
    await remove(id, ['gone'], as);
    await fixture.runJob('fold-counters');
    await add(id, ['gone'], as);
    await remove(id, ['gone'], as);
    fixture.clock.now = new Date(Date.now() + 3_700_000);
    for (const job of ['clean-unused-tags', 'fold-counters', 'clean-unused-tags']) await fixture.runJob(job);
    fixture.clock.now = null;
    const counters = await fixture.database.inTransaction(as.tenantId, (tx) =>
      tx.query(`SELECT 1 FROM counters WHERE counter = 'tag:gone'`),
    );
    expect(counters).toEqual([]);
  });

  test('counts a tag from 0 again after the tag was deleted', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['again'] });
    await remove(id, ['again'], as);
    fixture.clock.now = new Date(Date.now() + 3_700_000);
    // The counter has changes until the first job runs.
    for (const job of ['clean-unused-tags', 'fold-counters', 'clean-unused-tags', 'fold-counters'])
      await fixture.runJob(job);
    fixture.clock.now = null;
    expect((await listTags(as)).body.data.items).toEqual([]);
    await add(id, ['again'], as);
    expect((await listTags(as)).body.data.items).toEqual([
      expect.objectContaining({ name: 'again', usage_count: 1 }),
    ]);
  });

  test('keeps a tag that is attached to a memory while the job runs', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['reused'] });
    await remove(id, ['reused'], as);
    const { id: second } = await storeMemory(fixture, as);
    await fixture.runJob('fold-counters');
    fixture.clock.now = new Date(Date.now() + 3_700_000);
    const now = new Date();
    const memory = { tenantId: as.tenantId, id: second, createdAt: now, updatedAt: now, isActive: true };
    await blockUntilLocked(fixture, { hold: (tx) => tagRepository.attach(tx, memory, ['reused']) }, () =>
      fixture.runJob('clean-unused-tags'),
    );
    fixture.clock.now = null;
    expect((await listTags(as)).body.data.items).toEqual([
      expect.objectContaining({ name: 'reused', usage_count: 1 }),
    ]);
  });
});
