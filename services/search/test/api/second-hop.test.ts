import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
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

const find = (part: Partial<Parameters<TestSearchService['client']['secondHop']>[0]> = {}) =>
  search.client.secondHop({
    tenant_id: tenantId,
    query: QUERY,
    best_id: best.aggregate_id,
    filter: {},
    ...part,
  });

describe('POST /internal/search/second-hop', () => {
  test('returns the items that contain a name of the best result and a word of the query that it lacks', async () => {
    expect(await find()).toEqual([answer.aggregate_id]);
  });

  test('returns only items of the tenant', async () => {
    expect(await find({ tenant_id: otherTenant, best_id: bestOfOther.aggregate_id })).toEqual([
      ofOther.aggregate_id,
    ]);
    expect(await find({ tenant_id: otherTenant })).toEqual([]);
    expect(await find({ tenant_id: newId() })).toEqual([]);
  });

  test('returns only items that pass the filter', async () => {
    expect(await find({ filter: { tags: ['film'] } })).toEqual([answer.aggregate_id]);
    // The best result itself must pass the filter.
    expect(await find({ filter: { tags: ['person'] } })).toEqual([]);
    expect(await find({ filter: { memory_types: ['task'] } })).toEqual([]);
  });

  test('returns items whose validity has ended only if the filter includes them', async () => {
    expect((await find({ filter: { include: ['expired'] } })).sort()).toEqual(
      [answer.aggregate_id, expired.aggregate_id].sort(),
    );
    const before = Date.parse('2019-01-01T00:00:00.000Z');
    expect(await find({ filter: { as_of: before } })).toContain(expired.aggregate_id);
  });

  test('returns nothing if the best result contains all words of the query or no rare name', async () => {
    expect(await find({ query: 'Night Harbor directed' })).toEqual([]);
    expect(await find({ best_id: fillers[0]!.aggregate_id })).toEqual([]);
    expect(await find({ best_id: newId() })).toEqual([]);
    // Only one item contains this name.
    expect(await find({ best_id: other.aggregate_id, query: 'Where was Mira from?' })).toEqual([]);
  });

  test('throws SYS_SERVICE_UNAVAILABLE if the keyword index is unavailable', async () => {
    search.keywordIndex.down();
    try {
      await expect(find()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    } finally {
      search.keywordIndex.up();
    }
  });
});
