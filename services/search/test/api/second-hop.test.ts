import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { CandidatesRequest } from '@loci/contracts';
import type { EventEnvelope, MemoryState } from '@loci/events';
import { testCaller } from '@loci/testing';
import { memoryCreated } from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

let search: TestSearchService;
const { tenantId } = testCaller();
const QUERY = 'When was the director of Night Harbor born?';

const store = (content: string, part: Partial<MemoryState> = {}, of = tenantId): EventEnvelope =>
  memoryCreated(of, { content, ...part });
// At most three items of such a small tenant can contain a rare name.
const best = store('Night Harbor was directed by Mira Quill and Jonas Vale.', { tags: ['film'] });
const answer = store('Mira Quill was born in 1961.', { tags: ['film', 'person'] });
const unrelated = store('Jonas Vale likes tea.');
const other = store('Petra was born in 1970.');
const expired = store('Mira Quill, born in Lisbon.', { valid_until: '2020-01-01T00:00:00.000Z' });
const fillers = Array.from({ length: 8 }, (_, i) => store(`Shopping list ${i}`));
const otherTenant = newId();
const ofOther = store('Mira Quill was born in Porto.', {}, otherTenant);
const bestOfOther = store('Night Harbor was directed by Mira Quill.', {}, otherTenant);

beforeAll(async () => {
  search = await createTestSearchService();
  await search.storeMemories(best, answer, unrelated, other, expired, ...fillers, ofOther, bestOfOther);
});
afterAll(() => search.close());

const find = async (part: Partial<CandidatesRequest> = {}) => {
  const { columns, second_hop: hop } = await search.client.candidates({
    tenant_id: tenantId,
    query: QUERY,
    filter: {},
    window: 200,
    keyword: true,
    vector: true,
    conversation_neighbors: true,
    second_hop: true,
    ...part,
  });
  return hop?.positions.map((position) => columns.id(position));
};

describe('POST /internal/search/candidates with a second hop', () => {
  test('returns the candidates that name an entity of the best one and contain a word that it lacks', async () => {
    expect(await find()).toEqual([answer.aggregate_id]);
    expect(await find({ second_hop: false })).toBeUndefined();
  });

  test('returns only items of the tenant', async () => {
    expect(await find({ tenant_id: otherTenant })).toEqual([ofOther.aggregate_id]);
    expect(await find({ tenant_id: newId() })).toBeUndefined();
  });

  test('returns only items that pass the filter', async () => {
    expect(await find({ filter: { tags: ['film'] } })).toEqual([answer.aggregate_id]);
    expect(await find({ filter: { memory_types: ['task'] } })).toBeUndefined();
  });

  test('returns items whose validity has ended only if the filter includes them', async () => {
    expect((await find({ filter: { include: ['expired'] } }))!.sort()).toEqual(
      [answer.aggregate_id, expired.aggregate_id].sort(),
    );
    const before = Date.parse('2019-01-01T00:00:00.000Z');
    expect(await find({ filter: { as_of: before } })).toContain(expired.aggregate_id);
  });

  test('returns nothing if the best candidate contains all words of the query or names no rare entity', async () => {
    expect(await find({ query: 'Night Harbor directed' })).toEqual([]);
    expect(await find({ query: 'Shopping list 3 for when?' })).toEqual([]);
  });

  test('does not run if the keyword index is unavailable', async () => {
    search.keywordIndex.down();
    try {
      expect(await find()).toBeUndefined();
    } finally {
      search.keywordIndex.up();
    }
  });
});
