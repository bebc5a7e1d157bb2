import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import type { z } from 'zod';
import type { vectorSearchResource } from '../../src/query/vector-search.resource.ts';
import { documentCreated, chunksOf, memoryCreated } from '../events.fixture.ts';
import { searchUnderTest } from '../search-service.fixture.ts';
import type { SearchUnderTest } from '../search-service.fixture.ts';

type Data = z.infer<typeof vectorSearchResource>;

interface Answer {
  data: Data;
  error: {
    code: string;
    details: Record<string, unknown> | null;
    field_errors: Record<string, string[]> | null;
  };
}

const PATH = '/api/v2/search/vector';

let search: SearchUnderTest;
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
  ['Oil the chain of the bicycle every month. ', 'month. Check the gears. ', 'gears. Pump up the tyres.'],
  7,
);

beforeAll(async () => {
  search = await searchUnderTest();
  await search.memories(bike, soup);
  await search.documents(manual);
});
afterAll(() => search.close());

const ask = async (body: Record<string, unknown>) => {
  const answer = await search.as(caller).post(PATH).send(body);
  const { data, error } = answer.body as Answer;
  return { status: answer.status, data, error };
};
const idsOf = (data: Data): string[] => data.items.map((item) => item.id);

describe('POST /api/v2/search/vector: 200', () => {
  test('items nearest in meaning first, with everything SPEC names', async () => {
    const { status, data } = await ask({ query: 'bike in the basement', limit: 1 });
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
        updated_at: '2026-06-01T12:00:00.000Z',
      },
      source_type: 'direct_input',
      created_at: '2026-06-01T12:00:00.000Z',
      tags: ['cellar', 'things'],
      content_with_context: null,
      chunk_index: null,
      total_chunks: null,
      document_id: null,
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
        include_neighbors: 2,
      },
      search_metadata: {
        search_method: 'vector_similarity',
        results_count: 1,
        max_results: 1,
        include_neighbors: 2,
      },
    });
  });

  test('scores fall, lie in 0..1, and nothing is dropped for a low one', async () => {
    const { data } = await ask({ query: 'quantum chromodynamics' });
    expect(data.items).toHaveLength(5);
    const scores: number[] = data.items.map((item) => item.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
  });

  test.each([
    ['memory_types', { filters: { memory_types: ['insight'] } }, [soup]],
    ['min_importance, inclusive', { filters: { min_importance: 0.9 } }, [bike]],
    ['user_id', { filters: { user_id: alice.toUpperCase() } }, [bike]],
    ['tags, any of them, normalised', { tags: 'Nothing, THINGS' }, [bike]],
    ['several at once', { tags: 'food', filters: { memory_types: ['fact'] } }, []],
    ['tags that normalise to nothing', { tags: '!!!' }, []],
  ])('filter by %s', async (_, filter, expected) => {
    const { data } = await ask({ query: 'bicycle', ...filter });
    expect(idsOf(data)).toEqual(expected.map((event) => event.aggregate_id));
  });

  test.each([
    { filters: null },
    { filters: {} },
    { filters: { memory_types: [] } },
    { tags: null },
    { tags: '' },
  ])('no filter is no filter: %j', async (body) => {
    expect((await ask({ query: 'bicycle', ...body })).data.items).toHaveLength(5);
  });

  test('filters_applied says what was applied', async () => {
    const filters = { memory_types: ['fact'], min_importance: 0.5 };
    const { data } = await ask({ query: 'bicycle', filters, tags: 'things' });
    expect(data.analyzed_query.filters_applied).toEqual({ ...filters, tags: 'things' });
  });

  test('a chunk comes with its neighbours, without repetition', async () => {
    const [, gears] = chunksOf(manual);
    const whole = 'Oil the chain of the bicycle every month. Check the gears. Pump up the tyres.';
    for (const [neighbors, context] of [
      [0, 'month. Check the gears. '],
      [1, whole],
      [20, whole],
    ] as const) {
      const { data } = await ask({ query: 'check the gears', include_neighbors: neighbors });
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
    }
  });

  test('neighbours in a conversation play no part', async () => {
    const of = testCaller();
    const part = { conversation_id: 'c' };
    const turns = ['Which instrument do you play?', 'Six years now.'].map((content) =>
      memoryCreated(of.tenantId, { content, ...part }),
    );
    await search.memories(...turns);
    const answer = await search.as(of).post(PATH).send({ query: 'musical instrument' });
    const scores = (answer.body as Answer).data.items.map((item) => item.score);
    expect(scores[0]).toBeGreaterThan(3 * scores[1]!);
  });

  test('another tenant’s items are not there', async () => {
    const answer = await search.as(testCaller()).post(PATH).send({ query: 'bicycle' });
    expect((answer.body as Answer).data.items).toEqual([]);
  });

  test('a query in which the model knows no word finds nothing, and says so', async () => {
    const { status, data } = await ask({ query: 'ᏣᎳᎩ' });
    expect([status, data.items]).toEqual([200, []]);
    expect(data.analyzed_query.embedding_generated).toBe(false);
  });

  test('a query of 4,000 characters, counted in code points', async () => {
    expect((await ask({ query: '🚲'.repeat(4_000) })).status).toBe(200);
  });
});

describe('POST /api/v2/search/vector: 422', () => {
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
    ['VAL_UUID_INVALID', 'filters.user_id', { query: 'x', filters: { user_id: 'me' } }],
  ])('%s for %s: %j', async (code, field, body) => {
    const { status, error } = await ask(body);
    expect(status).toBe(422);
    expect(error.code).toBe(code);
    expect(Object.keys(error.field_errors!)).toEqual([field]);
  });

  test('a bad type names the allowed values', async () => {
    const { error } = await ask({ query: 'x', filters: { memory_types: ['dream'] } });
    expect(error.details!['allowed_values']).toContain('insight');
  });
});

describe('POST /api/v2/search/vector: others', () => {
  test('401 without a caller, 403 without the scope read', async () => {
    expect((await search.as(null).post(PATH).send({ query: 'x' })).status).toBe(401);
    const writer = testCaller({ scopes: ['write'] });
    expect((await search.as(writer).post(PATH).send({ query: 'x' })).status).toBe(403);
  });

  test.each(['vectorIndex', 'embedder'] as const)('503 while %s does not answer', async (store) => {
    search[store].down();
    const { status, error } = await ask({ query: 'bicycle' });
    search[store].up();
    expect([status, error.code]).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
  });

  test('200 while the keyword index does not answer: the items come from their owners', async () => {
    search.owners.store(bike, soup, manual);
    const { data: before } = await ask({ query: 'bicycle' });
    search.keywordIndex.down();
    const { status, data } = await ask({ query: 'bicycle' });
    search.keywordIndex.up();
    expect(status).toBe(200);
    const alone = (item: Data['items'][number]) =>
      item.document_id === null ? item : { ...item, content_with_context: item.content };
    expect(data.items).toEqual(before.items.map(alone));
  });
});
