import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import type { Caller } from '@loci/core';
import { startMemoryService } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

let fixture: MemoryFixture;
let caller: Caller;
beforeAll(async () => {
  fixture = await startMemoryService();
});
beforeEach(() => {
  caller = testCaller();
});
afterAll(() => fixture.close());

const create = (memories: object[], as = caller) =>
  fixture.as(as).post('/api/v2/memories/bulk').send({ memories });

const counts = async (query: Record<string, string>) =>
  (await fixture.as(caller).get('/api/v2/memories/counts/daily').query(query)).body;

describe('GET /api/v2/memories/counts/daily', () => {
  test('counts memories by the UTC day on which they occurred', async () => {
    await create([
      { content: 'a', occurred_at: '2026-05-01T00:00:00.000Z' },
      { content: 'b', occurred_at: '2026-05-01T23:59:59.999Z' },
      { content: 'c', occurred_at: '2026-05-03T12:00:00+14:00' },
      { content: 'd', occurred_at: '2026-05-04T00:00:00.000Z' },
    ]);
    await create([{ content: 'foreign', occurred_at: '2026-05-02' }], testCaller());
    expect((await counts({ first_day: '2026-05-01', last_day: '2026-05-03' })).data).toEqual({
      first_day: '2026-05-01',
      last_day: '2026-05-03',
      days: [
        { date: '2026-05-01', count: 2, count_is_exact: true },
        { date: '2026-05-02', count: 1, count_is_exact: true },
      ],
    });
  });

  test('omits memories that a list omits', async () => {
    const occurred_at = '2026-05-01T12:00:00.000Z';
    const { body } = await create([
      { content: 'a', occurred_at },
      { content: 'b', occurred_at, valid_until: '2026-05-02' },
    ]);
    await fixture
      .as(caller)
      .post(`/api/v2/memories/${body.data.results[0].id}/evolve`)
      .send({ new_content: 'Changed.', evolution_type: 'update' });
    expect((await counts({ first_day: '2026-05-01', last_day: '2026-05-01' })).data.days).toEqual([]);
  });

  test('counts at most 1,000 memories of a day', async () => {
    const day = Array.from({ length: 1_000 }, () => ({ content: 'x', occurred_at: '2026-05-01T10:00:00Z' }));
    await create(day);
    expect((await counts({ first_day: '2026-05-01', last_day: '2026-05-01' })).data.days).toEqual([
      { date: '2026-05-01', count: 1_000, count_is_exact: true },
    ]);
    await create(day.slice(0, 1));
    expect((await counts({ first_day: '2026-05-01', last_day: '2026-05-01' })).data.days).toEqual([
      { date: '2026-05-01', count: 1_000, count_is_exact: false },
    ]);
  });

  test('counts the last 92 days by default', async () => {
    const { data } = await counts({ last_day: '2026-05-31' });
    expect([data.first_day, data.last_day]).toEqual(['2026-03-01', '2026-05-31']);
  });

  test.each([
    ['that ends before it starts', { first_day: '2026-05-02', last_day: '2026-05-01' }],
    ['of 367 days', { first_day: '2025-01-01', last_day: '2026-01-02' }],
  ])('rejects a period %s with 422', async (_, query) => {
    expect((await counts(query)).error.code).toBe('VAL_FIELD_INVALID');
  });
});
