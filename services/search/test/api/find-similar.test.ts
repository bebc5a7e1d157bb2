import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { documentCreated, memoryCreated, memoryDeleted } from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

let search: TestSearchService;
const { tenantId } = testCaller();
const london = memoryCreated(tenantId, { content: 'Ada lives in London.' });
const coffee = memoryCreated(tenantId, { content: 'Ada drinks coffee.' });
const long = memoryCreated(tenantId, { content: `Rosa knows that ${'many words '.repeat(60)}matter.` });
const document = documentCreated(tenantId, ['Ada resides in London.']);
beforeAll(async () => {
  search = await createTestSearchService();
  await search.storeMemories(london, coffee, long);
  search.owners.store(document);
  await search.consumeDocuments(document);
});
afterAll(() => search.close());

describe('POST /internal/search/similar', () => {
  test('returns a duplicate with its evidence', async () => {
    expect(await search.client.findSimilar(tenantId, 'Ada currently lives in London!', [])).toEqual([
      {
        id: london.aggregate_id,
        kind: 'duplicate',
        score: expect.any(Number),
        content: 'Ada lives in London.',
        evidence: { cosine: expect.any(Number), shared_terms: 3, difference: null },
      },
    ]);
  });

  test('returns a contradiction with the kind of its difference', async () => {
    expect(await search.client.findSimilar(tenantId, 'Ada lives in Lisbon.', [])).toMatchObject([
      { id: london.aggregate_id, kind: 'contradiction', evidence: { difference: 'value' } },
    ]);
    expect(await search.client.findSimilar(tenantId, 'Ada does not drink coffee.', [])).toMatchObject([
      { id: coffee.aggregate_id, kind: 'contradiction', evidence: { difference: 'negation' } },
    ]);
  });

  test('returns no memories of another tenant', async () => {
    expect(await search.client.findSimilar(newId(), 'Ada lives in London.', [])).toEqual([]);
  });

  test('returns no document chunks', async () => {
    const found = await search.client.findSimilar(tenantId, 'Ada resides in London.', []);
    expect(found.map(({ id }) => id)).toEqual([london.aggregate_id]);
  });

  describe('compares memories that are not indexed yet', () => {
    const unindexed = (content: string) => ({ id: newId(), content });

    test('and returns them with the scores that they have after the indexing', async () => {
      const { tenantId: before } = testCaller();
      const tea = unindexed('Hugo drinks tea.');
      const found = await search.client.findSimilar(before, 'Hugo does not drink tea.', [
        unindexed('Rosa lives in Rome.'),
        tea,
      ]);
      expect(found).toMatchObject([{ id: tea.id, kind: 'contradiction' }]);
      const { tenantId: after } = testCaller();
      await search.storeMemories(memoryCreated(after, { content: tea.content }));
      const [indexed] = await search.client.findSimilar(after, 'Hugo does not drink tea.', []);
      expect(found[0]!.score).toBeCloseTo(indexed!.score, 2);
      expect(found[0]!.evidence.difference).toBe(indexed!.evidence.difference);
    });

    test('and ignores the content that the index has for them', async () => {
      const found = await search.client.findSimilar(tenantId, 'Ada lives in London.', [
        { id: london.aggregate_id, content: 'Ada likes music.' },
      ]);
      expect(found).toEqual([]);
    });
  });

  test('returns no memories for a text that the model has no vector for', async () => {
    expect(await search.client.findSimilar(tenantId, '…', [])).toEqual([]);
  });

  test('returns the first 300 characters of a content', async () => {
    const [found] = await search.client.findSimilar(tenantId, long.data['content'] as string, []);
    expect(found!.content).toHaveLength(300);
    expect(found!.content.endsWith('…')).toBe(true);
  });

  test('returns at most 5 memories', async () => {
    const crowded = testCaller().tenantId;
    const events = Array.from({ length: 8 }, () =>
      memoryCreated(crowded, { content: 'Hugo lives in Porto.' }),
    );
    await search.storeMemories(...events);
    expect(await search.client.findSimilar(crowded, 'Hugo lives in Porto.', [])).toHaveLength(5);
  });

  test('returns no deleted memories', async () => {
    const other = testCaller().tenantId;
    const created = memoryCreated(other, { content: 'Hugo lives in Porto.' });
    await search.storeMemories(created);
    await search.consumeMemories(memoryDeleted(created));
    expect(await search.client.findSimilar(other, 'Hugo lives in Porto.', [])).toEqual([]);
  });

  test('throws SYS_SERVICE_UNAVAILABLE if an index or the embedding model is unavailable', async () => {
    for (const store of [search.embedder, search.vectorIndex, search.keywordIndex]) {
      store.down();
      await expect(search.client.findSimilar(tenantId, 'Ada lives in London.', [])).rejects.toMatchObject({
        code: 'SYS_SERVICE_UNAVAILABLE',
      });
      store.up();
    }
  });
});
