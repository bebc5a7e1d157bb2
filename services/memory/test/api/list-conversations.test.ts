// cspell:ignore Ijoxf
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  MAX_COUNTED,
  MAX_SCANNED,
  conversationRepository,
} from '../../src/conversations/conversation.repository.ts';
import { UNAUTHORIZED_CALLERS, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

interface Conversations {
  items: {
    conversation_id: string;
    memory_count: number;
    memory_count_is_exact: boolean;
    first_created_at: string;
    last_created_at: string;
    excerpt: string;
  }[];
  next_cursor: string | null;
}

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterEach(() => {
  fixture.clock.now = null;
});
afterAll(() => fixture.close());

const send = async (as: Caller, query: Record<string, string> = {}): Promise<ApiResponse<Conversations>> =>
  (await fixture.as(as).get('/api/v2/conversations').query(query)) as ApiResponse<Conversations>;
const ids = ({ body }: ApiResponse<Conversations>): string[] =>
  body.data.items.map(({ conversation_id: id }) => id);
const storeIn = async (as: Caller, conversation: string, content: string, time?: string): Promise<string> => {
  if (time !== undefined) fixture.clock.now = new Date(time);
  const metadata = { conversation_id: conversation };
  return (await storeMemory(fixture, as, { content, metadata })).id;
};
const storeMany = async (
  as: Caller,
  count: number,
  conversationOf: (index: number) => string,
): Promise<void> => {
  for (let start = 0; start < count; start += 1_000) {
    const memories = Array.from({ length: Math.min(1_000, count - start) }, (_, index) => ({
      content: `Memory ${start + index}.`,
      metadata: { conversation_id: conversationOf(start + index) },
    }));
    const { body } = await fixture.as(as).post('/api/v2/memories/bulk').send({ memories });
    expect(body).toMatchObject({ data: { failed: 0 } });
  }
};

describe('GET /api/v2/conversations', () => {
  test('lists the conversations of the tenant, the one with the latest memory first', async () => {
    const as = testCaller();
    await storeIn(as, 'tea', 'Ada likes tea.', '2026-03-01T10:00:00.000Z');
    await storeIn(as, 'trip', 'The trip starts in May.', '2026-03-01T11:00:00.000Z');
    await storeIn(as, 'tea', 'Ada also likes coffee.', '2026-03-02T10:00:00.000Z');
    await storeMemory(fixture, as, { content: 'Without a conversation.' });
    await storeIn(testCaller(), 'other', 'Of another tenant.');
    const { status, body } = await send(as);
    expect([status, body.data]).toEqual([
      200,
      {
        items: [
          {
            conversation_id: 'tea',
            memory_count: 2,
            memory_count_is_exact: true,
            first_created_at: '2026-03-01T10:00:00.000Z',
            last_created_at: '2026-03-02T10:00:00.000Z',
            excerpt: 'Ada likes tea.',
          },
          {
            conversation_id: 'trip',
            memory_count: 1,
            memory_count_is_exact: true,
            first_created_at: '2026-03-01T11:00:00.000Z',
            last_created_at: '2026-03-01T11:00:00.000Z',
            excerpt: 'The trip starts in May.',
          },
        ],
        truncated: false,
        next_cursor: null,
      },
    ]);
  });

  test('omits deleted memories and memories that are not true, and conversations of only such memories', async () => {
    const as = testCaller();
    const deleted = await storeIn(as, 'deleted', 'Is deleted.');
    await storeIn(as, 'kept', 'Is kept.');
    const last = await storeIn(as, 'kept', 'Is deleted as well.');
    const metadata = { conversation_id: 'ended' };
    await storeMemory(fixture, as, { content: 'Was true.', metadata, valid_until: '2026-01-01' });
    for (const id of [deleted, last]) await fixture.as(as).delete(`/api/v2/memories/${id}`);
    const { body } = await send(as);
    expect(body.data.items).toMatchObject([{ conversation_id: 'kept', memory_count: 1 }]);
  });

  test('returns each conversation on exactly one page, although their memories alternate', async () => {
    const as = testCaller();
    await storeMany(as, 60, (index) => `c${index % 12}`);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await send(as, { limit: '5', ...(cursor !== null && { cursor }) });
      seen.push(...ids(page));
      cursor = page.body.data.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => `c${11 - index}`));
  });

  test('looks at a bounded number of memories, and continues after a longer conversation on the next page', async () => {
    const as = testCaller();
    await storeIn(as, 'first', 'Before the long conversation.');
    await storeMany(as, MAX_SCANNED + 500, () => 'long');
    const first = await send(as);
    expect(first.body.data.items).toMatchObject([
      { conversation_id: 'long', memory_count: MAX_COUNTED, memory_count_is_exact: false },
    ]);
    const second = await send(as, { cursor: first.body.data.next_cursor! });
    expect([ids(second), second.body.data.next_cursor]).toEqual([['first'], null]);
  });

  test('reads the conversations in the order of an index, without the other memories of the tenant', async () => {
    const as = testCaller();
    await storeMany(as, 1_000, (index) => `c${Math.floor(index / 5)}`);
    const others = Array.from({ length: 1_000 }, (_, index) => ({ content: `Other memory ${index}.` }));
    for (let round = 0; round < 5; round++)
      await fixture.as(as).post('/api/v2/memories/bulk').send({ memories: others });
    await fixture.testDatabase.analyze('memory.memories');
    const plan = await fixture.database.inTransaction(as.tenantId, async (tx) => {
      const statements: { text: string; values: readonly unknown[] }[] = [];
      const recording = {
        ...tx,
        query: ((text: string, values: readonly unknown[]) => {
          statements.push({ text, values });
          return Promise.resolve([]);
        }) as typeof tx.query,
      };
      await conversationRepository.list(recording, as.tenantId, {
        limit: 21,
        after: undefined,
        now: new Date(),
      });
      const rows = await tx.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${statements[0]!.text}`,
        statements[0]!.values,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('memories_of_any_conversation');
    expect(plan).not.toMatch(/Seq Scan/);
    // Without early termination, this index scan returns 1,000 memories.
    expect(Number(/memories_of_any_conversation[^\n]*rows=(\d+)/.exec(plan)![1])).toBeLessThan(200);
  });

  test.each([
    ['a limit of 0', { limit: '0' }],
    ['a limit above 100', { limit: '101' }],
    ['a cursor of another list', { cursor: 'eyJhIjoxfQ' }],
  ])('rejects %s with 422', async (_, query: Record<string, string>) => {
    const { status, body } = await send(testCaller(), query);
    expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
  });

  test.each(UNAUTHORIZED_CALLERS.read)('rejects %s', async (_, code, caller) => {
    expect((await send(caller)).body.error.code).toBe(code);
  });
});
