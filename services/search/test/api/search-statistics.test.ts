import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { documentCreated, memoryCreated, memoryDeleted, memoryUpdated } from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

let search: TestSearchService;
let caller = testCaller();
beforeAll(async () => {
  search = await createTestSearchService();
});
beforeEach(() => {
  caller = testCaller();
});
afterAll(() => search.close());

const getStatistics = async () => {
  const response = await search.as(caller).get('/api/v2/search/stats');
  expect(response.status).toBe(200);
  return (response.body as { data: Record<string, number> }).data;
};

describe('GET /api/v2/search/stats', () => {
  test('returns zeros and full coverage for a tenant without data', async () => {
    expect(await getStatistics()).toEqual({
      total_memories: 0,
      total_documents: 0,
      total_relationships: 0,
      embedding_coverage: 1,
      last_indexed: null,
    });
  });

  test('counts active, unprotected memories, documents and relationships of the tenant', async () => {
    const { tenantId } = caller;
    const evolved = memoryCreated(tenantId);
    const deleted = memoryCreated(tenantId);
    await search.storeMemories(
      memoryCreated(tenantId),
      evolved,
      deleted,
      memoryCreated(tenantId, { memory_type: 'identity_core' }),
    );
    await search.storeMemories(memoryUpdated(evolved, { is_active: false }), memoryDeleted(deleted));
    const documents = [documentCreated(tenantId, ['one', 'two']), documentCreated(tenantId, ['three'])];
    search.owners.store(...documents);
    await search.consumeDocuments(...documents);
    search.relationships.set(tenantId, 4);
    const other = testCaller();
    await search.storeMemories(memoryCreated(other.tenantId));
    search.relationships.set(other.tenantId, 9);
    expect(await getStatistics()).toMatchObject({
      total_memories: 1,
      total_documents: 2,
      total_relationships: 4,
    });
  });

  test('returns the share of embedded memories in the memory service as embedding_coverage', async () => {
    const { tenantId } = caller;
    await search.storeMemories(...Array.from({ length: 4 }, () => memoryCreated(tenantId)));
    search.owners.embedded.set(tenantId, 1);
    expect((await getStatistics())['embedding_coverage']).toBe(0.25);
  });

  test('updates last_indexed with each indexed and each removed item', async () => {
    const memory = memoryCreated(caller.tenantId);
    await search.storeMemories(memory);
    const first = (await getStatistics())['last_indexed']!;
    expect(new Date(first).toISOString()).toBe(first);
    await search.storeMemories(memoryDeleted(memory));
    expect(new Date((await getStatistics())['last_indexed']!) >= new Date(first)).toBe(true);
  });

  test('returns 401 without a user identity', async () => {
    expect((await search.as(null).get('/api/v2/search/stats')).status).toBe(401);
  });

  test('returns 403 without the read scope', async () => {
    const writer = testCaller({ scopes: ['write'] });
    expect((await search.as(writer).get('/api/v2/search/stats')).status).toBe(403);
  });
});
