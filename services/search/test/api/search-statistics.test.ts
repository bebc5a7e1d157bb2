import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { documentCreated, memoryCreated, memoryDeleted, memoryUpdated } from '../events.fixture.ts';
import { searchUnderTest } from '../search-service.fixture.ts';
import type { SearchUnderTest } from '../search-service.fixture.ts';

let search: SearchUnderTest;
let caller = testCaller();
beforeAll(async () => {
  search = await searchUnderTest();
});
beforeEach(() => {
  caller = testCaller();
});
afterAll(() => search.close());

const statistics = async () => {
  const answer = await search.as(caller).get('/api/v2/search/stats');
  expect(answer.status).toBe(200);
  return (answer.body as { data: Record<string, number> }).data;
};

describe('GET /api/v2/search/stats', () => {
  test('of a tenant without anything', async () => {
    expect(await statistics()).toEqual({
      total_memories: 0,
      total_documents: 0,
      total_relationships: 0,
      embedding_coverage: 1,
      last_indexed: null,
    });
  });

  test('counts active, unprotected memories, documents and relationships of the caller’s tenant', async () => {
    const { tenantId } = caller;
    const evolved = memoryCreated(tenantId);
    const deleted = memoryCreated(tenantId);
    await search.store(
      memoryCreated(tenantId),
      evolved,
      deleted,
      memoryCreated(tenantId, { memory_type: 'identity_core' }),
    );
    await search.store(memoryUpdated(evolved, { is_active: false }), memoryDeleted(deleted));
    const documents = [documentCreated(tenantId, ['one', 'two']), documentCreated(tenantId, ['three'])];
    search.owners.store(...documents);
    await search.documents(...documents);
    search.relationships.set(tenantId, 4);
    const other = testCaller();
    await search.store(memoryCreated(other.tenantId));
    search.relationships.set(other.tenantId, 9);
    expect(await statistics()).toMatchObject({
      total_memories: 1,
      total_documents: 2,
      total_relationships: 4,
      embedding_coverage: 1,
    });
  });

  test('embedding_coverage is the share of memories whose embedding is complete; chunks do not count', async () => {
    const { tenantId } = caller;
    const known = memoryCreated(tenantId);
    const waiting = [memoryCreated(tenantId), memoryCreated(tenantId), memoryCreated(tenantId)];
    const document = documentCreated(tenantId, ['one', 'two']);
    search.owners.store(known, ...waiting, document);
    await search.memories(known);
    await search.documents(document);
    expect((await statistics())['embedding_coverage']).toBe(0.25);
    await search.memories(...waiting);
    expect((await statistics())['embedding_coverage']).toBe(1);
  });

  test('last_indexed moves with each write and each removal', async () => {
    const memory = memoryCreated(caller.tenantId);
    await search.store(memory);
    const first = (await statistics())['last_indexed']!;
    expect(new Date(first).toISOString()).toBe(first);
    await search.store(memoryDeleted(memory));
    expect(new Date((await statistics())['last_indexed']!) >= new Date(first)).toBe(true);
  });

  test('401 without a caller, 403 without the scope read', async () => {
    expect((await search.as(null).get('/api/v2/search/stats')).status).toBe(401);
    const writer = testCaller({ scopes: ['write'] });
    expect((await search.as(writer).get('/api/v2/search/stats')).status).toBe(403);
  });
});
