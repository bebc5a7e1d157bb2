import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Candidates, CandidatesRequest } from '@loci/contracts';
import { newId } from '@loci/core';
import type { EventEnvelope, MemoryState } from '@loci/events';
import { memoryCreated, memoryDeleted } from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

let search: TestSearchService;
let tenant: string;
beforeAll(async () => {
  search = await createTestSearchService();
});
beforeEach(() => {
  tenant = newId();
});
afterAll(() => search.close());

/** Stores the turns of a conversation, one minute apart. */
async function storeConversation(
  contents: readonly string[],
  part: Partial<MemoryState> = {},
  tenantId = tenant,
): Promise<EventEnvelope[]> {
  const turns = contents.map((content, i) =>
    memoryCreated(tenantId, {
      content,
      conversation_id: 'session 1',
      created_at: new Date(Date.UTC(2026, 5, 1, 12, i)).toISOString(),
      ...part,
    }),
  );
  // Delivers the events in reverse order, because the order must not matter.
  await search.consumeMemories(...turns.toReversed());
  return turns;
}

const candidates = (query: string, part: Partial<CandidatesRequest> = {}): Promise<Candidates> =>
  search.client.candidates({
    tenant_id: tenant,
    query,
    filter: {},
    window: 200,
    keyword: true,
    vector: false,
    conversation_neighbors: true,
    ...part,
  });

const rankScores = (
  { columns }: Candidates,
  turns: readonly EventEnvelope[],
): (number | null | undefined)[] =>
  turns.map(({ aggregate_id: id }) => columns.items().find((item) => item.id === id)?.keyword_rank_score);

const DIALOGUE = [
  'Zero.',
  'One.',
  'Which instrument do you play?',
  'The cello, since I was six.',
  'Four.',
  'Five.',
];

describe('conversation neighbors of a keyword hit', () => {
  test('are ordered by the event time of imported turns instead of their creation time', async () => {
    const occurredAt = (n: number): string => new Date(Date.UTC(2020, 0, 1, 12, n)).toISOString();
    // The turns are imported in reverse order.
    const turns = await Promise.all(
      DIALOGUE.map(async (content, n) => {
        const [turn] = await storeConversation([content], {
          created_at: new Date(Date.UTC(2026, 5, 1, 12, 59 - 10 * n)).toISOString(),
          occurred_at: occurredAt(n),
        });
        return turn!;
      }),
    );
    const unordered = await storeConversation(['Not adjacent.'], { occurred_at: occurredAt(30) });
    const found = await candidates('instrument');
    const [, one, , three] = rankScores(found, turns);
    expect(one).toBeCloseTo(three!, 12);
    expect(rankScores(found, unordered)).toEqual([undefined]);
  });

  test('are candidates up to two turns away, with a rank score that decreases with the distance', async () => {
    const turns = await storeConversation(DIALOGUE);
    const found = await candidates('instrument');
    const [zero, one, hit, three, four, five] = rankScores(found, turns);
    expect(hit).toBeGreaterThan(one!);
    expect(one).toBeCloseTo(three!, 12);
    expect(three).toBeGreaterThan(four!);
    expect(zero).toBeCloseTo(four!, 12);
    expect(five).toBeUndefined();
    const neighbor = found.columns.items().find((item) => item.id === turns[3]!.aggregate_id);
    expect(neighbor).toMatchObject({ keyword_score: null, vector_score: null });
  });

  test('are linked for graph expansion, each pair of adjacent turns once', async () => {
    const turns = await storeConversation(DIALOGUE);
    const { columns } = await candidates('instrument');
    const { links } = columns.data;
    const pairs = [0, 1].map((pair) =>
      [columns.id(links[2 * pair]!), columns.id(links[2 * pair + 1]!)].sort().join(),
    );
    expect(links).toHaveLength(4);
    const adjacent = [1, 2].map((i) => [turns[i]!.aggregate_id, turns[i + 1]!.aggregate_id].sort().join());
    expect(pairs.sort()).toEqual(adjacent.sort());
  });

  test('are also ranked by a search that uses only vectors', async () => {
    const turns = await storeConversation(DIALOGUE);
    const found = await candidates('instrument', { keyword: false, vector: true });
    expect(found.columns.items()).toHaveLength(turns.length);
    for (const item of found.columns.items()) expect(item.vector_rank_score).not.toBeNull();
  });

  test('are not candidates if the request excludes neighbors', async () => {
    const turns = await storeConversation(DIALOGUE);
    const found = await candidates('instrument', { conversation_neighbors: false });
    expect(found.columns.items().map(({ id }) => id)).toEqual([turns[2]!.aggregate_id]);
    expect(found.columns.data.links).toHaveLength(0);
  });

  test('are not candidates if they do not pass the filter', async () => {
    const turns = await storeConversation(DIALOGUE.slice(0, 3), { tags: ['a'] });
    const rest = await storeConversation(DIALOGUE.slice(3), {
      created_at: '2026-06-01T13:00:00.000Z',
      tags: ['b'],
    });
    const found = await candidates('instrument', { filter: { tags: ['a'] } });
    expect(rankScores(found, rest)).toEqual([undefined, undefined, undefined]);
    expect(rankScores(found, turns)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
  });

  test('belong to the conversation and the tenant of the hit', async () => {
    await storeConversation(['Which instrument do you play?']);
    const other = newId();
    await storeConversation(['The cello.'], {}, other);
    await storeConversation(['The violin.'], { conversation_id: 'session 2' });
    const outside = memoryCreated(tenant, { content: 'No conversation at all.' });
    await search.consumeMemories(outside);
    const found = await candidates('instrument');
    expect(found.columns.items()).toHaveLength(1);
  });

  test('skip deleted turns, which do not increase the distance', async () => {
    const turns = await storeConversation(DIALOGUE);
    await search.consumeMemories(memoryDeleted(turns[3]!));
    const [, , , gone, four, five] = rankScores(await candidates('instrument'), turns);
    expect(gone).toBeUndefined();
    expect(four).toBeGreaterThan(five!);
  });

  test('are ordered by id if they were created at the same time', async () => {
    const turns = await storeConversation(DIALOGUE, { created_at: '2026-06-01T12:00:00.000Z' });
    const [zero, one, hit, three, four, five] = rankScores(await candidates('instrument'), turns);
    expect(hit).toBeGreaterThan(one!);
    expect(one).toBeCloseTo(three!, 12);
    expect(four).toBeCloseTo(zero!, 12);
    expect(five).toBeUndefined();
  });

  test('are found with the index items_of_conversation in a conversation of 2,000 turns', async () => {
    await storeConversation(Array.from({ length: 2_000 }, (_, i) => `Turn number ${i} of many.`));
    const found = await candidates('number many');
    expect(found.keyword!.count).toBe(200);
    expect(found.columns.items().length).toBeGreaterThanOrEqual(200);
    const plan = await search.database.inTransaction(tenant, (tx) =>
      tx.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT id FROM items WHERE tenant_id = $1 AND conversation_id = 'session 1' AND NOT deleted
           AND (created_at, id) > ('2026-06-01T12:00:00Z', '00000000-0000-0000-0000-000000000000')
         ORDER BY created_at, id LIMIT 2`,
        [tenant],
      ),
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('items_of_conversation');
  });
});
