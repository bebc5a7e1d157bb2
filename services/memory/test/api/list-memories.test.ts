import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { UNAUTHORIZED_CALLERS, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

interface PageOfMemories {
  items: ({ id: string; content: string } & Record<string, unknown>)[];
  pagination: Record<string, unknown>;
}

const NOW = new Date('2026-03-10T12:00:00Z');
const caller = testCaller();
const other = testCaller({ tenantId: caller.tenantId });
let fixture: MemoryFixture;

const list = async (query: Record<string, string> = {}, as = caller): Promise<ApiResponse<PageOfMemories>> =>
  (await fixture.as(as).get('/api/v2/memories').query(query)) as ApiResponse<PageOfMemories>;
const contents = async (query: Record<string, string> = {}): Promise<string[]> => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  expect(body.data.pagination['total']).toBe(body.data.items.length);
  return body.data.items.map((item) => item.content);
};

beforeAll(async () => {
  fixture = await startMemoryService();
  const at = async (when: string, body: Record<string, unknown>, as = caller): Promise<void> => {
    fixture.clock.now = new Date(when);
    await storeMemory(fixture, as, body);
  };
  await at('2025-03-10T12:00:00Z', { content: 'year ago', importance: 0.1, tags: ['old'] });
  await at('2026-01-01T00:00:00Z', { content: 'new year', importance: 0.9, memory_type: 'insight' });
  await at('2026-03-05T08:00:00Z', { content: 'last week', importance: 0.5, tags: ['Project X', 'old'] });
  await at('2026-03-09T23:59:59.999Z', { content: 'late yesterday', importance: 0.5 }, other);
  await at('2026-03-10T00:00:00Z', { content: 'midnight', importance: 0.7, tags: ['project-x'] });
  fixture.clock.now = NOW;
  await storeMemory(fixture, testCaller(), { content: "another tenant's" });
});
afterAll(() => fixture.close());

const ALL = ['midnight', 'late yesterday', 'last week', 'new year', 'year ago'];

describe('GET /api/v2/memories 200', () => {
  test('default sort -created_at, with has_next and has_prev', async () => {
    const { body } = await list();
    expect(body.data.items.map((item) => item.content)).toEqual(ALL);
    expect(body.data.pagination).toEqual({
      page: 1,
      per_page: 20,
      total: 5,
      pages: 1,
      has_next: false,
      has_prev: false,
      truncated: false,
      next_cursor: null,
    });
  });

  test('pages neither repeat nor lose; a page past the end is empty', async () => {
    const page = async (n: number) => (await list({ page: String(n), per_page: '2' })).body.data;
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.flatMap((p) => p.items.map((item) => item.content))).toEqual(ALL);
    expect(pages.map((p) => [p.pagination['has_prev'], p.pagination['has_next']])).toEqual([
      [false, true],
      [true, true],
      [true, false],
      [true, false],
    ]);
    expect(pages[3]!.pagination).toMatchObject({ total: 5, pages: 3 });
    expect((await list({ page: '1000000000' })).status).toBe(200);
  });

  test.each<[string, string[]]>([
    ['created_at', [...ALL].reverse()],
    ['importance', ['year ago', 'last week', 'late yesterday', 'midnight', 'new year']],
    ['-importance', ['new year', 'midnight', 'late yesterday', 'last week', 'year ago']],
    ['-updated_at', ALL],
    ['updated_at', [...ALL].reverse()],
  ])('sort=%s; equal keys are ordered by id', async (sort, expected) => {
    expect(await contents({ sort })).toEqual(expected);
  });

  test('memory_type, user_id and importance_threshold (minimum importance)', async () => {
    expect(await contents({ memory_type: 'insight' })).toEqual(['new year']);
    expect(await contents({ user_id: other.userId })).toEqual(['late yesterday']);
    expect(await contents({ user_id: 'nobody' })).toEqual([]);
    expect(await contents({ importance_threshold: '0.7' })).toEqual(['midnight', 'new year']);
  });

  test('tags are comma-separated, OR logic, normalized, case-insensitive', async () => {
    expect(await contents({ tags: 'PROJECT X' })).toEqual(['midnight', 'last week']);
    expect(await contents({ tags: 'old, project_x ,none' })).toEqual(['midnight', 'last week', 'year ago']);
    expect(await contents({ tags: 'old', include_inactive: 'true' })).toEqual(['last week', 'year ago']);
    expect(await contents({ tags: '!!' })).toEqual([]);
  });

  test('date_from and date_to; a bare date as an end bound covers its whole day', async () => {
    expect(await contents({ date_from: '2026-03-05', date_to: '2026-03-09' })).toEqual([
      'late yesterday',
      'last week',
    ]);
    expect(await contents({ date_from: '2026-03-10T01:00:00+01:00' })).toEqual(['midnight']);
    expect(await contents({ date_to: '2026-01-01T00:00:00' })).toEqual(['new year', 'year ago']);
    expect(await contents({ date_from: '2027-01-01', date_to: '2026-01-01' })).toEqual([]);
  });

  test.each<[string, string[]]>([
    ['today', ['midnight']],
    ['yesterday', ['late yesterday']],
    ['week', ['midnight', 'late yesterday', 'last week']],
    ['month', ['midnight', 'late yesterday', 'last week']],
    ['quarter', ['midnight', 'late yesterday', 'last week', 'new year']],
    ['year', ALL],
  ])('time_range=%s', async (time_range, expected) => {
    expect(await contents({ time_range })).toEqual(expected);
  });

  test('protected memories are never in unfiltered lists, and listed with memory_type naming them', async () => {
    const as = testCaller();
    await fixture.client.createProtected({
      tenant_id: as.tenantId,
      user_id: as.userId,
      memory_type: 'personality_trait',
      content: 'Speaks plainly.',
      metadata: {},
    });
    expect((await list({}, as)).body.data.items).toEqual([]);
    expect((await list({ memory_type: 'personality_trait' }, as)).body.data.items).toHaveLength(1);
  });
});

describe('GET /api/v2/memories 401, 403, 422', () => {
  test('without a token: AUTH_UNAUTHORIZED', async () => {
    const { status, body } = (await fixture.as(null).get('/api/v2/memories')) as ApiResponse;
    expect([status, body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(UNAUTHORIZED_CALLERS.read)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await list({}, as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test.each([
    [{ page: '0' }, 'VAL_FIELD_INVALID'],
    [{ page: '1.5' }, 'VAL_FIELD_INVALID'],
    [{ page: 'x' }, 'VAL_FIELD_INVALID'],
    [{ per_page: '101' }, 'VAL_FIELD_INVALID'],
    [{ per_page: '' }, 'VAL_FIELD_INVALID'],
    [{ memory_type: 'x' }, 'VAL_ENUM_INVALID'],
    [{ sort: 'content' }, 'VAL_ENUM_INVALID'],
    [{ time_range: 'decade' }, 'VAL_ENUM_INVALID'],
    [{ importance_threshold: '1.1' }, 'VAL_FIELD_INVALID'],
    [{ date_from: '2026-02-30' }, 'VAL_FIELD_INVALID'],
    [{ date_to: 'yesterday' }, 'VAL_FIELD_INVALID'],
    [{ include_inactive: 'maybe' }, 'VAL_FIELD_INVALID'],
    [{ tags: 'a\u0000' }, 'VAL_FIELD_INVALID'],
    [{ page: '0', sort: 'x' }, 'VAL_VALIDATION_FAILED'],
  ])('%j is %s', async (query, code) => {
    const { status, body } = await list(query as Record<string, string>);
    expect([status, body.error.code]).toEqual([422, code]);
    expect(Object.keys(body.error.field_errors!)).toEqual(Object.keys(query));
  });

  test('a parameter given twice is refused', async () => {
    const answer = (await fixture.as(caller).get('/api/v2/memories?page=1&page=2')) as ApiResponse;
    expect([answer.status, answer.body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});
