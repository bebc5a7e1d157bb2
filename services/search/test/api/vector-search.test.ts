import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import type { z } from 'zod';
import type { vectorSearchResource } from '../../src/query/vector-search.resource.ts';
import { documentCreated, chunksOf, memoryCreated } from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

type Data = z.infer<typeof vectorSearchResource>;

interface ResponseBody {
  data: Data;
  error: {
    code: string;
    details: Record<string, unknown> | null;
    field_errors: Record<string, string[]> | null;
  };
}

const PATH = '/api/v2/search/vector';

let search: TestSearchService;
const caller = testCaller();
const alice = newId();
const bike = memoryCreated(caller.tenantId, {
  content: 'The blue bicycle stands in the cellar.',
  importance: 0.9,
  tags: ['cellar', 'things'],
  user_id: alice,
});
const soup = memoryCreated(caller.tenantId, {
  content: 'Ada cooks tomato soup on Sundays.',
  memory_type: 'insight',
  importance: 0.2,
  tags: ['food'],
});
const manual = documentCreated(
  caller.tenantId,
  ['Oil the chain of the bicycle every month. ', 'month. Check the gears. ', 'gears. Pump up the tires.'],
  7,
);

beforeAll(async () => {
  search = await createTestSearchService();
  await search.consumeMemories(bike, soup);
  await search.consumeDocuments(manual);
  search.owners.store(manual);
});
afterAll(() => search.close());

const post = async (body: Record<string, unknown>, as = caller) => {
  const response = await search.as(as).post(PATH).send(body);
  const { data, error } = response.body as ResponseBody;
  return { status: response.status, data, error };
};
const idsOf = (data: Data): string[] => data.items.map((item) => item.id);

describe('POST /api/v2/search/vector', () => {
  test('returns the nearest item with all documented fields', async () => {
    const { status, data } = await post({ query: 'bike in the basement', limit: 1 });
    expect(status).toBe(200);
    const item = data.items[0]!;
    expect(item).toEqual({
      id: bike.aggregate_id,
      content: 'The blue bicycle stands in the cellar.',
      snippet: 'The blue bicycle stands in the cellar.',
      score: item.score,
      score_breakdown: { vector_similarity: item.score },
      metadata: {
        memory_type: 'fact',
        importance: 0.9,
        confidence: 0.8,
        source_type: 'direct_input',
        user_id: alice,
        created_at: '2026-06-01T12:00:00.000Z',
        occurred_at: '2026-06-01T12:00:00.000Z',
        updated_at: '2026-06-01T12:00:00.000Z',
      },
      source_type: 'direct_input',
      created_at: '2026-06-01T12:00:00.000Z',
      occurred_at: '2026-06-01T12:00:00.000Z',
      tags: ['cellar', 'things'],
      content_with_context: null,
      chunk_index: null,
      total_chunks: null,
      document_id: null,
      document: null,
    });
    expect(item.score).toBeGreaterThan(0.3);
    expect(item.score).toBeLessThanOrEqual(1);
    expect(data).toMatchObject({
      query: 'bike in the basement',
      analyzed_query: {
        original: 'bike in the basement',
        embedding_generated: true,
        filters_applied: {},
        search_type: 'vector_similarity',
        include_neighbors: 0,
      },
      search_metadata: {
        search_method: 'vector_similarity',
        results_count: 1,
        max_results: 1,
        include_neighbors: 0,
        pending_writes: 0,
      },
    });
  });

  test('returns the citation of a document chunk', async () => {
    const { data } = await post({ query: 'Oil the chain of the bicycle every month.', limit: 1 });
    expect(data.items[0]).toMatchObject({
      document_id: manual.aggregate_id,
      document: {
        id: manual.aggregate_id,
        filename: 'notes.txt',
        page: 1,
        section: 'Part 0',
        chunk_index: 0,
        chunk_count: 3,
      },
    });
  });

  test('returns all items, including those with low scores, in descending order of their scores from 0 to 1', async () => {
    const { data } = await post({ query: 'quantum chromodynamics' });
    expect(data.items).toHaveLength(5);
    const scores: number[] = data.items.map((item) => item.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
  });

  test.each([
    ['memory_types', { filters: { memory_types: ['insight'] } }, [soup]],
    ['min_importance, including items that equal it', { filters: { min_importance: 0.9 } }, [bike]],
    ['user_id', { filters: { user_id: alice.toUpperCase() } }, [bike]],
    ['memory_types without `filters`', { memory_types: ['insight'] }, [soup]],
    ['min_importance without `filters`', { min_importance: 0.9, filters: { min_importance: null } }, [bike]],
    ['user_id without `filters`', { user_id: alice.toUpperCase(), filters: { user_id: alice } }, [bike]],
    ['a flat and a nested field', { min_importance: 0.1, filters: { memory_types: ['insight'] } }, [soup]],
    ['source_types', { source_types: ['web_scrape'] }, []],
    ['an end_date before all items', { end_date: '1990-01-01' }, []],
    ['a start_date after all items', { start_date: '2100-01-01' }, []],
    ['any of several tags after normalization', { tags: 'Nothing, THINGS' }, [bike]],
    ['a tag after transliteration', { tags: 'Fööd' }, [soup]],
    ['a tag and a memory type', { tags: 'food', filters: { memory_types: ['fact'] } }, []],
    ['an invalid tag, which matches nothing', { tags: '!!!' }, []],
  ])('filters by %s', async (_, filter, expected) => {
    const { data } = await post({ query: 'bicycle', ...filter });
    expect(idsOf(data)).toEqual(expected.map((event) => event.aggregate_id));
  });

  test('finds the chunks of a document, although 150 chunks of another document are more relevant', async () => {
    const as = testCaller();
    const crowd = Array.from({ length: 150 }, (_, index) => `Oil the bicycle chain, number ${index}.`);
    const other = documentCreated(as.tenantId, crowd);
    const wanted = documentCreated(as.tenantId, ['Recipes of soup, and one word about a chain.', 'Salt.']);
    await search.consumeDocuments(other, wanted);
    const body = { query: 'bicycle chain', limit: 100 };
    const chunks = chunksOf(wanted).map(({ id }) => id);
    const all = idsOf((await post(body, as)).data);
    expect(all).toHaveLength(100);
    for (const id of chunks) expect(all).not.toContain(id);
    const filtered = await post({ ...body, document_id: wanted.aggregate_id.toUpperCase() }, as);
    expect(idsOf(filtered.data)).toEqual(chunks);
  });

  test.each([
    { filters: null },
    { filters: {} },
    { filters: { memory_types: [] } },
    { tags: null },
    { tags: '' },
    { memory_types: [], source_types: [], min_importance: null, user_id: null },
    { start_date: '1990-01-01', end_date: '2100-01-01' },
  ])('returns all items for %j', async (body) => {
    expect((await post({ query: 'bicycle', ...body })).data.items).toHaveLength(5);
  });

  test('returns the applied filters in filters_applied', async () => {
    const filters = { memory_types: ['fact'], min_importance: 0.5 };
    const { data } = await post({ query: 'bicycle', filters, tags: 'things' });
    expect(data.analyzed_query.filters_applied).toEqual({ ...filters, tags: 'things' });
  });

  test('returns applied filters outside of `filters` in filters_applied', async () => {
    const { data } = await post({
      query: 'bicycle',
      min_importance: 0.5,
      start_date: '2026-01-02',
      user_id: null,
    });
    expect(data.analyzed_query.filters_applied).toEqual({
      min_importance: 0.5,
      start_date: '2026-01-02T00:00:00.000Z',
    });
  });

  const wholeManual = 'Oil the chain of the bicycle every month. Check the gears. Pump up the tires.';
  test.each([
    [0, null],
    [1, wholeManual],
    [20, wholeManual],
  ])('adds up to %i chunks before and after a chunk to its context', async (neighbors, context) => {
    const [, gears] = chunksOf(manual);
    const { data } = await post({ query: 'check the gears', include_neighbors: neighbors });
    expect(data.items.find((item) => item.id === gears!.id)).toMatchObject({
      content: 'month. Check the gears. ',
      content_with_context: context,
      chunk_index: 1,
      total_chunks: 3,
      document_id: manual.aggregate_id,
      source_type: 'document_upload',
      metadata: { memory_type: null, importance: null, confidence: null },
      tags: [],
    });
  });

  test('does not add shares of conversation neighbors to scores', async () => {
    const other = testCaller();
    const turns = ['Which instrument do you play?', 'Six years now.'].map((content) =>
      memoryCreated(other.tenantId, { content, conversation_id: 'c' }),
    );
    await search.consumeMemories(...turns);
    const { data } = await post({ query: 'musical instrument' }, other);
    const scores = data.items.map((item) => item.score);
    expect(scores[0]).toBeGreaterThan(3 * scores[1]!);
  });

  test('does not return items of another tenant', async () => {
    expect((await post({ query: 'bicycle' }, testCaller())).data.items).toEqual([]);
  });

  test('returns no items and embedding_generated false if the model has no vector for the query', async () => {
    const { status, data } = await post({ query: 'ᏣᎳᎩ' });
    expect([status, data.items]).toEqual([200, []]);
    expect(data.analyzed_query.embedding_generated).toBe(false);
  });

  test('accepts a query of 4,000 code points', async () => {
    expect((await post({ query: '🚲'.repeat(4_000) })).status).toBe(200);
  });
});

describe('POST /api/v2/search/vector with an invalid body', () => {
  test.each([
    ['VAL_FIELD_REQUIRED', 'query', {}],
    ['VAL_FIELD_INVALID', 'query', { query: '' }],
    ['VAL_FIELD_TOO_LONG', 'query', { query: 'x'.repeat(4_001) }],
    ['VAL_FIELD_INVALID', 'query', { query: 7 }],
    ['VAL_FIELD_INVALID', 'query', { query: 'nul \u0000' }],
    ['VAL_FIELD_INVALID', 'limit', { query: 'x', limit: 0 }],
    ['VAL_FIELD_INVALID', 'limit', { query: 'x', limit: 101 }],
    ['VAL_FIELD_INVALID', 'limit', { query: 'x', limit: 1.5 }],
    ['VAL_FIELD_INVALID', 'include_neighbors', { query: 'x', include_neighbors: -1 }],
    ['VAL_FIELD_INVALID', 'include_neighbors', { query: 'x', include_neighbors: 21 }],
    ['VAL_FIELD_INVALID', 'tags', { query: 'x', tags: ['a'] }],
    ['VAL_ENUM_INVALID', 'filters.memory_types.0', { query: 'x', filters: { memory_types: ['dream'] } }],
    ['VAL_FIELD_INVALID', 'filters.min_importance', { query: 'x', filters: { min_importance: 1.01 } }],
    [
      'VAL_VALIDATION_FAILED',
      'filters.min_importance',
      { query: 'x', min_importance: 0.1, filters: { min_importance: 0.2 } },
    ],
    [
      'VAL_VALIDATION_FAILED',
      'filters.memory_types',
      { query: 'x', memory_types: [], filters: { memory_types: ['fact'] } },
    ],
    [
      'VAL_VALIDATION_FAILED',
      'filters.user_id',
      { query: 'x', user_id: newId(), filters: { user_id: newId() } },
    ],
    ['VAL_VALIDATION_FAILED', 'start_date', { query: 'x', start_date: '2026-01-02', end_date: '2026-01-01' }],
    ['VAL_UUID_INVALID', 'filters.user_id', { query: 'x', filters: { user_id: 'me' } }],
  ])('returns 422 %s for the field %s of %j', async (code, field, body) => {
    const { status, error } = await post(body);
    expect(status).toBe(422);
    expect(error.code).toBe(code);
    expect(Object.keys(error.field_errors!)).toEqual([field]);
  });

  test('lists the allowed memory types in the error details', async () => {
    const { error } = await post({ query: 'x', filters: { memory_types: ['dream'] } });
    expect(error.details!['allowed_values']).toContain('insight');
  });
});

describe('POST /api/v2/search/vector without permission', () => {
  test('returns 401 without a user identity', async () => {
    expect((await search.as(null).post(PATH).send({ query: 'x' })).status).toBe(401);
  });

  test('returns 403 without the read scope', async () => {
    const writer = testCaller({ scopes: ['write'] });
    expect((await post({ query: 'x' }, writer)).status).toBe(403);
  });
});

describe('POST /api/v2/search/vector with an unavailable dependency', () => {
  test.each([
    ['vector index', 'vectorIndex'],
    ['embedder', 'embedder'],
  ] as const)('returns 503 if the %s is unavailable', async (_, store) => {
    search[store].down();
    const { status, error } = await post({ query: 'bicycle' });
    search[store].up();
    expect([status, error.code]).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
  });

  test('returns items from the owner services, without document context, if the keyword index is unavailable', async () => {
    search.owners.store(bike, soup, manual);
    const { data: before } = await post({ query: 'bicycle', include_neighbors: 2 });
    search.keywordIndex.down();
    const { status, data } = await post({ query: 'bicycle', include_neighbors: 2 });
    search.keywordIndex.up();
    expect(status).toBe(200);
    const withoutContext = (item: Data['items'][number]) =>
      item.document_id === null ? item : { ...item, content_with_context: item.content };
    expect(data.items).toEqual(before.items.map(withoutContext));
  });
});
