import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { chunksOf, documentCreated, documentDeleted, memoryCreated, splitOff } from '../events.fixture.ts';
import { searchUnderTest } from '../search-service.fixture.ts';
import type { SearchUnderTest } from '../search-service.fixture.ts';

let search: SearchUnderTest;
let tenant: string;
beforeAll(async () => {
  search = await searchUnderTest();
});
beforeEach(() => {
  tenant = newId();
});
afterAll(() => search.close());

const texts = ['Chapter one is about bees.', 'Chapter two is about wasps.', 'Chapter three is about ants.'];

describe('chunks of a document', () => {
  test('are found by words and meaning, as document_upload without type, importance or tags', async () => {
    const document = documentCreated(tenant, texts);
    await search.documents(document);
    const [, wasps] = chunksOf(document);
    expect(await search.findByKeyword(tenant, 'wasps')).toEqual([wasps!.id]);
    expect((await search.findByVector(tenant, 'wasps'))[0]).toBe(wasps!.id);
    expect(await search.findByKeyword(tenant, 'wasps', { sourceTypes: ['document_upload'] })).toHaveLength(1);
    for (const filter of [{ memoryTypes: ['fact'] }, { minImportance: 0 }, { tags: ['a'] }]) {
      expect(await search.findByKeyword(tenant, 'wasps', filter)).toEqual([]);
      expect(await search.findByVector(tenant, 'wasps', filter)).toEqual([]);
    }
  });

  test('are told about one by one: kind chunk, with their document, without surprise', async () => {
    const document = documentCreated(tenant, texts);
    await search.documents(document);
    const said = await search.said(tenant);
    expect(said.map(({ data }) => data.id).sort()).toEqual(
      chunksOf(document)
        .map(({ id }) => id)
        .sort(),
    );
    for (const { type, data } of said) {
      expect(type).toBe('embedding.completed');
      expect(data).toMatchObject({ kind: 'chunk', document_id: document.aggregate_id, surprise_score: null });
    }
  });

  test('of a large document come in several events, in whatever batches and more than once', async () => {
    const document = documentCreated(
      tenant,
      Array.from({ length: 700 }, (_, i) => `Line ${i} speaks of bees.`),
    );
    const all = chunksOf(document);
    const rest = splitOff(document, 650);
    await search.documents(document, rest);
    await search.documents(rest);
    expect(await search.keywordIndex.port.count(tenant)).toBe(700);
    expect(await search.vectorIndex.port.count(tenant)).toBe(700);
    expect(await search.findByKeyword(tenant, 'line 699')).toContain(all[699]!.id);
  });

  test('go with their document, and a redelivery does not revive them', async () => {
    const document = documentCreated(tenant, texts);
    const rest = splitOff(document, 2);
    const other = documentCreated(tenant, ['Another one about bees.']);
    const memory = memoryCreated(tenant, { content: 'bees' });
    await search.documents(document, rest, other);
    await search.memories(memory);
    await search.documents(documentDeleted(document));
    await search.documents(document, rest, documentDeleted(document));
    const left = [memory.aggregate_id, chunksOf(other)[0]!.id].sort();
    expect((await search.findByKeyword(tenant, 'bees wasps ants chapter')).sort()).toEqual(left);
    expect((await search.findByVector(tenant, 'bees')).sort()).toEqual(left);
  });

  test('a deletion of what nobody knows is no error', async () => {
    await search.documents(documentDeleted(documentCreated(tenant, texts)));
  });

  test.each(['keywordIndex', 'vectorIndex'] as const)(
    'a deletion waits while %s does not answer',
    async (store) => {
      const document = documentCreated(tenant, texts);
      await search.documents(document);
      search[store].down();
      await expect(search.documents(documentDeleted(document))).rejects.toMatchObject({
        code: 'SYS_SERVICE_UNAVAILABLE',
      });
      search[store].up();
      await search.documents(documentDeleted(document));
      expect(await search.findByKeyword(tenant, 'chapter')).toEqual([]);
      expect(await search.findByVector(tenant, 'chapter')).toEqual([]);
    },
  );
});
