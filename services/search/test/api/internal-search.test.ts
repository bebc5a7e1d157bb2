import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId, unavailable } from '@loci/core';
import { testCaller } from '@loci/testing';
import { chunksOf, documentCreated, memoryCreated, memoryDeleted } from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

let search: TestSearchService;
const { tenantId } = testCaller();
const markup = memoryCreated(tenantId, {
  content: '<script>alert("tea")</script> & <b>tea</b>',
  importance: 0.7,
  tags: ['html'],
});
const plain = memoryCreated(tenantId, { content: 'Coffee in the morning.' });
const document = documentCreated(tenantId, ['Tea leaves.', 'Tea pots.']);
beforeAll(async () => {
  search = await createTestSearchService();
  await search.storeMemories(markup, plain);
  search.owners.store(document);
  await search.consumeDocuments(document);
});
afterAll(() => search.close());

async function loadItems(ids: readonly string[], query: string | null = 'tea', of = tenantId) {
  const request = { tenant_id: of, ids: [...ids], query, include_neighbors: 2 };
  return (await search.client.items(request)).items;
}

describe('POST /internal/search/items', () => {
  test('returns items in the order of the ids, without unknown ids', async () => {
    const ids = [plain.aggregate_id, newId(), markup.aggregate_id];
    expect((await loadItems(ids)).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  });

  test('returns no items of another tenant', async () => {
    expect(await loadItems([plain.aggregate_id], 'tea', newId())).toEqual([]);
  });

  test('returns the properties of known items of the knowledge cloud in the order of the ids', async () => {
    const cloudIds = [chunksOf(document)[0]!.id, newId(), markup.aggregate_id];
    const { items, cloud_items } = await search.client.items({
      tenant_id: tenantId,
      ids: [plain.aggregate_id],
      query: null,
      include_neighbors: 0,
      cloud_ids: cloudIds,
    });
    expect(items.map(({ id }) => id)).toEqual([plain.aggregate_id]);
    expect(cloud_items).toEqual([
      { id: cloudIds[0], content: 'Tea leaves.', memory_type: null, importance: null, version: null },
      {
        id: cloudIds[2],
        content: expect.stringContaining('tea'),
        memory_type: 'fact',
        importance: 0.7,
        version: 1,
      },
    ]);
  });

  test('returns no items for an empty list of ids', async () => {
    expect(await loadItems([])).toEqual([]);
  });

  test('escapes HTML in highlights, except for the mark elements around matches', async () => {
    const [item] = await loadItems([markup.aggregate_id]);
    expect(item!.highlight).toBe(
      '&lt;script&gt;alert(&quot;<mark>tea</mark>&quot;)&lt;/script&gt; &amp; &lt;b&gt;<mark>tea</mark>&lt;/b&gt;',
    );
    expect(item!.snippet).toBe('<script>alert("tea")</script> & <b>tea</b>');
  });

  test('returns null as the highlight if no query term matches', async () => {
    expect((await loadItems([plain.aggregate_id]))[0]!.highlight).toBeNull();
  });

  test('returns null as the highlight if there is no query', async () => {
    expect((await loadItems([markup.aggregate_id], null))[0]!.highlight).toBeNull();
  });

  test('does not copy HTML of the query to the highlight', async () => {
    const [item] = await loadItems([markup.aggregate_id], '<mark>tea</mark> "b" onclick=alert(1)');
    expect(item!.highlight).not.toMatch(/<(?!\/?mark>)/);
  });

  test('loads items from the owner services, without highlights, if the keyword index is unavailable', async () => {
    const ids = [chunksOf(document)[1]!.id, newId(), markup.aggregate_id];
    search.keywordIndex.down();
    const items = await loadItems(ids);
    search.keywordIndex.up();
    expect(items).toMatchObject([
      { id: ids[0], kind: 'chunk', content: 'Tea pots.', content_with_context: 'Tea pots.', highlight: null },
      { id: ids[2], kind: 'memory', importance: 0.7, tags: ['html'], highlight: null },
    ]);
  });
});

describe('the citation of a document in POST /internal/search/items', () => {
  const chunkId = chunksOf(document)[1]!.id;
  const citation = {
    id: document.aggregate_id,
    filename: 'notes.txt',
    title: 'Notes',
    page: 2,
    section: 'Part 1',
    chunk_index: 1,
    chunk_count: 2,
  };

  test('has the name of the document and the position of the chunk', async () => {
    const [chunk, memory] = await loadItems([chunkId, plain.aggregate_id]);
    expect(chunk!.document).toEqual(citation);
    expect(memory!.document).toBeNull();
  });

  test('is the same if the keyword index is unavailable', async () => {
    search.keywordIndex.down();
    const [chunk] = await loadItems([chunkId]);
    search.keywordIndex.up();
    expect(chunk!.document).toEqual(citation);
  });

  test('has no name if the document service is unavailable', async () => {
    search.owners.beforeResponse = () => Promise.reject(unavailable('The document service'));
    const [chunk] = await loadItems([chunkId]);
    search.owners.beforeResponse = () => Promise.resolve();
    expect(chunk!.document).toEqual({ ...citation, filename: null, title: null });
  });
});

describe('the reached items of POST /internal/search/items', () => {
  const filterReached = async (filter = {}) => {
    const { reached } = await search.client.items({
      tenant_id: tenantId,
      ids: [],
      query: null,
      include_neighbors: 0,
      reached_ids: [plain.aggregate_id, newId(), markup.aggregate_id, chunksOf(document)[0]!.id],
      filter,
    });
    return reached;
  };

  test('are all searchable items for an empty filter', async () => {
    expect(await filterReached()).toHaveLength(3);
  });

  test('are the memories that pass a tag filter', async () => {
    expect(await filterReached({ tags: ['html'] })).toEqual([
      {
        id: markup.aggregate_id,
        importance: 0.7,
        created_at_ms: Date.parse('2026-06-01T12:00:00.000Z'),
        content: '<script>alert("tea")</script> & <b>tea</b>',
        memory_type: 'fact',
        version: 1,
      },
    ]);
  });

  test('are the chunks that pass a source type filter', async () => {
    expect(await filterReached({ source_types: ['document_upload'] })).toMatchObject([
      { id: chunksOf(document)[0]!.id, memory_type: null },
    ]);
  });

  test('are the same items from the owner services if the keyword index is unavailable', async () => {
    const filters = [{}, { tags: ['html'] }, { source_types: ['document_upload'] }, { min_importance: 0.6 }];
    const fromIndex = await Promise.all(filters.map(filterReached));
    search.keywordIndex.down();
    const fromOwners = await Promise.all(filters.map(filterReached));
    search.keywordIndex.up();
    expect(fromOwners).toEqual(fromIndex);
  });
});

describe('POST /internal/search/candidates', () => {
  test.each(['keyword', 'vector'] as const)(
    'returns the chunks of a document for its filter, although 250 others rank higher in %s search',
    async (retriever) => {
      const tenant = newId();
      const crowd = Array.from({ length: 250 }, (_, index) => `Green tea, tea leaves, number ${index}.`);
      const other = documentCreated(tenant, crowd);
      const wanted = documentCreated(tenant, ['A long text about pots, cups, spoons and, once, about tea.']);
      await search.consumeDocuments(other, wanted);
      const idsFor = async (filter: { document_id?: string }): Promise<string[]> => {
        const { columns } = await search.client.candidates({
          tenant_id: tenant,
          query: 'green tea leaves',
          filter,
          window: 200,
          keyword: retriever === 'keyword',
          vector: retriever === 'vector',
          conversation_neighbors: false,
        });
        return columns.items().map(({ id }) => id);
      };
      const [chunk] = chunksOf(wanted);
      expect(await idsFor({})).not.toContain(chunk!.id);
      expect(await idsFor({ document_id: wanted.aggregate_id })).toEqual([chunk!.id]);
    },
  );

  const hostileQueries: [string, string][] = [
    ['with query operators', '"tea" AND (NOT coffee) OR tea* NEAR/3 ^tea -tea +tea ~tea'],
    ['of 4,000 operator characters', '("*~^:[]{}!?\\/'.repeat(300).slice(0, 4_000)],
    ['with many wildcards', 't*e*a* '.repeat(571).slice(0, 4_000)],
    ['with deeply nested brackets', `${'('.repeat(2_000)}${')'.repeat(2_000)}`],
    [
      'of 999 distinct words',
      Array.from({ length: 999 }, (_, i) => i.toString(36).padStart(3, '0')).join(' '),
    ],
    ['of one word with 4,000 letters', 'a'.repeat(4_000)],
    ['with SQL', `tea'; DROP TABLE items; --`],
  ];
  test.each(hostileQueries)('runs both retrievers without a failure for a query %s', async (_, query) => {
    const found = await search.client.candidates({
      tenant_id: tenantId,
      query,
      filter: {},
      window: 200,
      keyword: true,
      vector: true,
      conversation_neighbors: true,
    });
    expect(found.failed).toEqual([]);
  });

  test('rejects callers with a public scope', async () => {
    const response = await search.as().post('/internal/search/candidates').send({});
    expect([401, 403, 404]).toContain(response.status);
  });
});

/** Maximum milliseconds that a call can wait. */
const MAX_WAIT_MS = 1_000;

describe('POST /internal/search/await-items', () => {
  const indexed = { id: markup.aggregate_id, revision: markup.revision };

  test('returns no ids if the indexes contain the items', async () => {
    expect(await search.client.awaitItems(tenantId, [indexed], 0)).toEqual([]);
  });

  test('returns the ids of items that are missing, outdated or stored for another tenant', async () => {
    const missing = { id: newId(), revision: 1 };
    const newer = { id: plain.aggregate_id, revision: plain.revision + 1 };
    expect(await search.client.awaitItems(tenantId, [indexed, missing, newer], 0)).toEqual([
      missing.id,
      newer.id,
    ]);
    expect(await search.client.awaitItems(newId(), [indexed], 0)).toEqual([indexed.id]);
  });

  /**
   * Starts to wait for an item and then stores its event. Asks again if the machine took longer to store the event than a
   * call can wait.
   */
  async function waitWhileStoring(event: Parameters<typeof search.storeMemories>[0]): Promise<string[]> {
    const wait = (timeoutMs: number) =>
      search.client.awaitItems(tenantId, [{ id: event.aggregate_id, revision: event.revision }], timeoutMs);
    const waiting = wait(MAX_WAIT_MS);
    const startedAt = performance.now();
    await search.storeMemories(event);
    const isSlow = performance.now() - startedAt > MAX_WAIT_MS - 100;
    const pending = await waiting;
    return isSlow ? wait(0) : pending;
  }

  test('waits until an item is indexed', async () => {
    const later = memoryCreated(tenantId, { content: 'Cocoa in the evening.' });
    expect(await waitWhileStoring(later)).toEqual([]);
    expect(await search.findByKeyword(tenantId, 'cocoa')).toEqual([later.aggregate_id]);
  });

  test('waits until a removed item is no longer found', async () => {
    expect(await waitWhileStoring(memoryDeleted(plain))).toEqual([]);
  });
});
