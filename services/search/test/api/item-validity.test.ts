import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { SearchFilterWire } from '@loci/contracts';
import { testCaller } from '@loci/testing';
import { memoryCreated, memoryUpdated } from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

const HOUR_MS = 3_600_000;
const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();
const caller = testCaller();
const content = 'Ada drinks green tea in the garden.';
const current = memoryCreated(caller.tenantId, { content, valid_from: fromNow(-HOUR_MS) });
const expired = memoryCreated(caller.tenantId, { content, valid_until: fromNow(-HOUR_MS) });
const future = memoryCreated(caller.tenantId, { content, valid_from: fromNow(HOUR_MS) });
const gone = memoryCreated(caller.tenantId, { content, expires_at: fromNow(-HOUR_MS) });

let search: TestSearchService;
beforeAll(async () => {
  search = await createTestSearchService();
  await search.consumeMemories(current, expired, future, gone);
});
afterAll(() => search.close());

const idsOf = (...events: { aggregate_id: string }[]): string[] =>
  events.map(({ aggregate_id: id }) => id).sort();

async function vectorSearch(include?: string[]): Promise<string[]> {
  const { body } = await search
    .as(caller)
    .post('/api/v2/search/vector')
    .send({ query: 'green tea', include });
  return body.data.items.map(({ id }: { id: string }) => id).sort();
}

/** Returns the candidates of keyword and vector search. */
async function candidates(filter: SearchFilterWire, tenantId = caller.tenantId): Promise<string[]> {
  const { columns } = await search.client.candidates({
    tenant_id: tenantId,
    query: 'green tea',
    filter,
    window: 10,
    keyword: true,
    vector: true,
    conversation_neighbors: true,
  });
  return Array.from({ length: columns.length }, (_, i) => columns.id(i)).sort();
}

describe('searches by validity', () => {
  test('vector search returns only memories that are true now, and others if include names them', async () => {
    expect(await vectorSearch()).toEqual(idsOf(current));
    expect(await vectorSearch(['expired'])).toEqual(idsOf(current, expired));
    expect(await vectorSearch(['future'])).toEqual(idsOf(current, future));
    expect(await vectorSearch(['expired', 'future'])).toEqual(idsOf(current, expired, future));
  });

  test('the candidates of a hybrid search are only memories that are true now, unless include names others', async () => {
    expect(await candidates({})).toEqual(idsOf(current));
    expect(await candidates({ include: ['expired', 'future'] })).toEqual(idsOf(current, expired, future));
  });

  test('a memory appears and disappears at the bounds of its period without a write', async () => {
    const other = testCaller();
    const brief = memoryCreated(other.tenantId, {
      content,
      valid_from: fromNow(HOUR_MS),
      valid_until: fromNow(2 * HOUR_MS),
    });
    await search.consumeMemories(brief);
    const candidatesIn = async (ms: number): Promise<string[]> => {
      const { now } = Date;
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
      try {
        return await candidates({}, other.tenantId);
      } finally {
        clock.mockRestore();
      }
    };
    expect(await candidatesIn(0)).toEqual([]);
    expect(await candidatesIn(1.5 * HOUR_MS)).toEqual([brief.aggregate_id]);
    expect(await candidatesIn(2.5 * HOUR_MS)).toEqual([]);
  });

  test('a search finds an expired memory again after an update of its period', async () => {
    const other = testCaller();
    const ended = memoryCreated(other.tenantId, { content, valid_until: fromNow(-HOUR_MS) });
    await search.consumeMemories(ended);
    expect(await candidates({}, other.tenantId)).toEqual([]);
    await search.consumeMemories(memoryUpdated(ended, { valid_until: undefined }));
    expect(await candidates({}, other.tenantId)).toEqual([ended.aggregate_id]);
  });

  test('results contain requested memories of any validity until they expire, and the cloud only those that are true now', async () => {
    const ids = [current, expired, future, gone].map(({ aggregate_id: id }) => id);
    const {
      items,
      cloud_items: cloud,
      reached,
    } = await search.client.items({
      tenant_id: caller.tenantId,
      ids,
      query: null,
      include_neighbors: 0,
      cloud_ids: ids,
      reached_ids: ids,
    });
    expect(items.map(({ id }) => id).sort()).toEqual(idsOf(current, expired, future));
    expect(cloud.map(({ id }) => id)).toEqual(idsOf(current));
    expect(reached.map(({ id }) => id)).toEqual(idsOf(current));
  });

  test('vector search rejects an unknown validity in include with 422 VAL_ENUM_INVALID', async () => {
    const { status, body } = await search
      .as(caller)
      .post('/api/v2/search/vector')
      .send({ query: 'tea', include: ['past'] });
    expect([status, body.error.code]).toEqual([422, 'VAL_ENUM_INVALID']);
  });
});
