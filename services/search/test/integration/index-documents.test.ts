import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { chunksOf, documentCreated, documentDeleted, memoryCreated, splitChunks } from '../events.fixture.ts';
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

const texts = ['Chapter one is about bees.', 'Chapter two is about wasps.', 'Chapter three is about ants.'];

describe('consuming document.created', () => {
  test('indexes the chunks for keyword and vector search', async () => {
    const document = documentCreated(tenant, texts);
    await search.consumeDocuments(document);
    const [, wasps] = chunksOf(document);
    expect(await search.findByKeyword(tenant, 'wasps')).toEqual([wasps!.id]);
    expect((await search.findByVector(tenant, 'wasps'))[0]).toBe(wasps!.id);
  });

  test('indexes chunks with the source type document_upload', async () => {
    await search.consumeDocuments(documentCreated(tenant, texts));
    expect(await search.findByKeyword(tenant, 'wasps', { sourceTypes: ['document_upload'] })).toHaveLength(1);
  });

  test.each([{ memoryTypes: ['fact'] }, { minImportance: 0 }, { tags: ['a'] }])(
    'excludes chunks from searches with the filter %j',
    async (filter) => {
      await search.consumeDocuments(documentCreated(tenant, texts));
      expect(await search.findByKeyword(tenant, 'wasps', filter)).toEqual([]);
      expect(await search.findByVector(tenant, 'wasps', filter)).toEqual([]);
    },
  );

  test('publishes embedding.completed for each chunk, without a surprise score', async () => {
    const document = documentCreated(tenant, texts);
    await search.consumeDocuments(document);
    const events = await search.publishedEvents(tenant);
    expect(events.map(({ data }) => data.id).sort()).toEqual(
      chunksOf(document)
        .map(({ id }) => id)
        .sort(),
    );
    for (const { type, data } of events) {
      expect(type).toBe('embedding.completed');
      expect(data).toMatchObject({ kind: 'chunk', document_id: document.aggregate_id, surprise_score: null });
    }
  });

  test('indexes each chunk once if the events of a large document are delivered repeatedly', async () => {
    const document = documentCreated(
      tenant,
      Array.from({ length: 700 }, (_, i) => `Line ${i} is about bees.`),
    );
    const all = chunksOf(document);
    const rest = splitChunks(document, 650);
    await search.consumeDocuments(document, rest);
    await search.consumeDocuments(rest);
    expect(await search.keywordIndex.port.count(tenant)).toBe(700);
    expect(await search.vectorIndex.port.count(tenant)).toBe(700);
    expect(await search.findByKeyword(tenant, 'line 699')).toContain(all[699]!.id);
  });
});

describe('consuming document.deleted', () => {
  test('removes all chunks of the document, even if earlier events are redelivered', async () => {
    const document = documentCreated(tenant, texts);
    const rest = splitChunks(document, 2);
    const other = documentCreated(tenant, ['Another one about bees.']);
    const memory = memoryCreated(tenant, { content: 'bees' });
    await search.consumeDocuments(document, rest, other);
    await search.consumeMemories(memory);
    await search.consumeDocuments(documentDeleted(document));
    await search.consumeDocuments(document, rest, documentDeleted(document));
    const left = [memory.aggregate_id, chunksOf(other)[0]!.id].sort();
    expect((await search.findByKeyword(tenant, 'bees wasps ants chapter')).sort()).toEqual(left);
    expect((await search.findByVector(tenant, 'bees')).sort()).toEqual(left);
  });

  test('accepts the deletion of an unknown document', async () => {
    await expect(
      search.consumeDocuments(documentDeleted(documentCreated(tenant, texts))),
    ).resolves.toBeUndefined();
  });

  test.each([
    ['keyword index', 'keywordIndex'],
    ['vector index', 'vectorIndex'],
  ] as const)(
    'removes the chunks when the event is redelivered after the %s was unavailable',
    async (_, store) => {
      const document = documentCreated(tenant, texts);
      await search.consumeDocuments(document);
      search[store].down();
      await expect(search.consumeDocuments(documentDeleted(document))).rejects.toMatchObject({
        code: 'SYS_SERVICE_UNAVAILABLE',
      });
      search[store].up();
      await search.consumeDocuments(documentDeleted(document));
      expect(await search.findByKeyword(tenant, 'chapter')).toEqual([]);
      expect(await search.findByVector(tenant, 'chapter')).toEqual([]);
    },
  );
});
