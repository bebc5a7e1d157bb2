import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { chunksOf, documentCreated, memoryCreated } from '../events.fixture.ts';
import { searchUnderTest } from '../search-service.fixture.ts';
import type { SearchUnderTest } from '../search-service.fixture.ts';

let search: SearchUnderTest;
const { tenantId } = testCaller();
const markup = memoryCreated(tenantId, {
  content: '<script>alert("tea")</script> & <b>tea</b>',
  importance: 0.7,
  tags: ['html'],
});
const plain = memoryCreated(tenantId, { content: 'Coffee in the morning.' });
const document = documentCreated(tenantId, ['Tea leaves.', 'Tea pots.']);
beforeAll(async () => {
  search = await searchUnderTest();
  await search.store(markup, plain);
  search.owners.store(document);
  await search.documents(document);
});
afterAll(() => search.close());

const read = (ids: readonly string[], query: string | null = 'tea', of = tenantId) =>
  search.client.items({ tenant_id: of, ids: [...ids], query, include_neighbors: 2 });

describe('items, for the gateway', () => {
  test('come in the order of the ids; unknown ones and another tenant’s are left out', async () => {
    const ids = [plain.aggregate_id, newId(), markup.aggregate_id];
    expect((await read(ids)).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(await read(ids, 'tea', newId())).toEqual([]);
    expect(await read([])).toEqual([]);
  });

  test('highlight is safe to show: everything but the marks is escaped', async () => {
    const [item] = await read([markup.aggregate_id]);
    expect(item!.highlight).toBe(
      '&lt;script&gt;alert(&quot;<mark>tea</mark>&quot;)&lt;/script&gt; &amp; &lt;b&gt;<mark>tea</mark>&lt;/b&gt;',
    );
    expect(item!.snippet).toBe('<script>alert("tea")</script> & <b>tea</b>');
  });

  test('highlight is null without a hit and without a query', async () => {
    expect((await read([plain.aggregate_id]))[0]!.highlight).toBeNull();
    expect((await read([markup.aggregate_id], null))[0]!.highlight).toBeNull();
  });

  test('a query of markup is text', async () => {
    const [item] = await read([markup.aggregate_id], '<mark>tea</mark> "b" onclick=alert(1)');
    expect(item!.highlight).not.toMatch(/<(?!\/?mark>)/);
  });

  test('come from their owners while the keyword index does not answer', async () => {
    const ids = [chunksOf(document)[1]!.id, newId(), markup.aggregate_id];
    search.keywordIndex.down();
    const items = await read(ids);
    search.keywordIndex.up();
    expect(items).toMatchObject([
      { id: ids[0], kind: 'chunk', content: 'Tea pots.', content_with_context: 'Tea pots.', highlight: null },
      { id: ids[2], kind: 'memory', importance: 0.7, tags: ['html'], highlight: null },
    ]);
  });
});

describe('admissible, for the gateway', () => {
  const ask = (filter = {}) =>
    search.client.filterIds(
      tenantId,
      [plain.aggregate_id, newId(), markup.aggregate_id, chunksOf(document)[0]!.id],
      filter,
    );

  test('are those that are searchable and pass the filter', async () => {
    expect(await ask()).toHaveLength(3);
    expect(await ask({ tags: ['html'] })).toEqual([
      {
        id: markup.aggregate_id,
        kind: 'memory',
        importance: 0.7,
        created_at_ms: Date.parse('2026-06-01T12:00:00.000Z'),
        content: '<script>alert("tea")</script> & <b>tea</b>',
        memory_type: 'fact',
      },
    ]);
    expect(await ask({ source_types: ['document_upload'] })).toMatchObject([
      { kind: 'chunk', memory_type: null },
    ]);
  });

  test('the owners say the same while the keyword index does not answer', async () => {
    const filters = [{}, { tags: ['html'] }, { source_types: ['document_upload'] }, { min_importance: 0.6 }];
    const before = await Promise.all(filters.map(ask));
    search.keywordIndex.down();
    const meanwhile = await Promise.all(filters.map(ask));
    search.keywordIndex.up();
    expect(meanwhile).toEqual(before);
  });
});

describe('candidates, for the gateway', () => {
  const hostile: [string, string][] = [
    ['operators', '"tea" AND (NOT coffee) OR tea* NEAR/3 ^tea -tea +tea ~tea'],
    ['4,000 operators', '("*~^:[]{}!?\\/'.repeat(300).slice(0, 4_000)],
    ['a wildcard bomb', 't*e*a* '.repeat(571).slice(0, 4_000)],
    ['nested quotes and brackets', `${'('.repeat(2_000)}${')'.repeat(2_000)}`],
    [
      '4,000 different words',
      Array.from({ length: 999 }, (_, i) => i.toString(36).padStart(3, '0')).join(' '),
    ],
    ['one word of 4,000 letters', 'a'.repeat(4_000)],
    ['SQL', `tea'; DROP TABLE items; --`],
  ];
  test.each(hostile)('%s are text', async (_, query) => {
    const found = await search.client.candidates({
      tenant_id: tenantId,
      query,
      filter: {},
      window: 200,
      keyword: true,
      vector: true,
      surroundings: true,
    });
    expect(found.failed).toEqual([]);
  });

  test('are not for callers from outside', async () => {
    const answer = await search.as().post('/internal/search/candidates').send({});
    expect([401, 403, 404]).toContain(answer.status);
  });
});
