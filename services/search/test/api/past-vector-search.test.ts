import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '@loci/core';
import { encodeCursor } from '@loci/http';
import { testCaller } from '@loci/testing';
import type { z } from 'zod';
import type { vectorSearchResource } from '../../src/query/vector-search.resource.ts';
import { chunksOf, documentCreated, memoryCreated, memoryUpdated } from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

type Data = z.infer<typeof vectorSearchResource>;

const AS_OF = '2026-02-01T00:00:00.000Z';
const KNOWN_AT = '2026-01-15T00:00:00.000Z';

let search: TestSearchService;
let caller: ReturnType<typeof testCaller>;
beforeAll(async () => {
  search = await createTestSearchService();
});
beforeEach(() => {
  caller = testCaller();
  search.past.requests.length = 0;
  search.memory.up();
  search.archiveVectorIndex.up();
});
afterAll(() => search.close());

const post = async (body: object) => {
  const response = await search
    .as(caller)
    .post('/api/v2/search/vector')
    .send({ query: 'ferry', ...body });
  return {
    httpStatus: response.status,
    ...(response.body as { data: Data; error: Record<string, unknown> }),
  };
};
const find = async (body: object): Promise<Data> => {
  const { httpStatus, data, error } = await post(body);
  expect([httpStatus, error]).toEqual([200, undefined]);
  return data;
};
const idsOf = ({ items }: Data): string[] => items.map((item) => item.id);

const store = async (content: string, part: object = {}) => {
  const event = memoryCreated(caller.tenantId, { content, ...part });
  await search.consumeMemories(event);
  return event;
};

describe('POST /api/v2/search/vector with as_of or known_at', () => {
  test('returns the state of the time with the score of the indexed text, and whether the text was changed later', async () => {
    const [noon, red] = [await store('The ferry leaves at noon.'), await store('The red bicycle.')];
    search.past.set(noon);
    search.past.set(red, { content: 'Past text', tags: ['past'], importance: 0.1, memory_type: 'task' });
    const present = await find({});
    const { items } = await find({ known_at: KNOWN_AT });
    expect(items).toMatchObject([
      { id: noon.aggregate_id, content: 'The ferry leaves at noon.', text_changed_since: false },
      {
        id: red.aggregate_id,
        content: 'Past text',
        snippet: 'Past text',
        tags: ['past'],
        metadata: { memory_type: 'task', importance: 0.1 },
        text_changed_since: true,
      },
    ]);
    expect(items.map(({ score }) => score)).toEqual(present.items.map(({ score }) => score));
  });

  test('a search of the present returns no text_changed_since and does not call the memory service', async () => {
    await store('The ferry leaves at noon.');
    const { items } = await find({ as_of: null, known_at: null, include: ['superseded'] });
    expect(items).toHaveLength(1);
    expect(items[0]).not.toHaveProperty('text_changed_since');
    expect(search.past.requests).toEqual([]);
  });

  test('finds a superseded version by its own text and returns it without the fields of the present', async () => {
    const created = await store('The ferry leaves at noon.');
    search.past.set(created);
    await search.consumeMemories(memoryUpdated(created, { is_active: false, lifecycle_state: 'evolved' }));
    const { items } = await find({ as_of: AS_OF });
    expect(items).toMatchObject([{ id: created.aggregate_id, text_changed_since: true }]);
    expect(items[0]).not.toHaveProperty('validity');
    expect(items[0]).not.toHaveProperty('superseded_by');
  });

  test('fills the page with the next results if items had no state at the time', async () => {
    const ferries = Array.from({ length: 150 }, () =>
      memoryCreated(caller.tenantId, { content: 'The ferry leaves at noon.' }),
    );
    await search.consumeMemories(...ferries);
    const others = [await store('Ada cooks tomato soup.'), await store('Bob has a red bicycle.')];
    for (const event of others) search.past.set(event);
    const { items } = await find({ known_at: KNOWN_AT, limit: 2 });
    expect(items.map(({ id }) => id).sort()).toEqual(others.map((event) => event.aggregate_id).sort());
    expect(search.past.requests.map(({ ids }) => ids.length)).toEqual([0, 100, 52]);
  });

  test('a cursor skips the results of earlier responses', async () => {
    for (const time of ['noon', 'one', 'two']) search.past.set(await store(`The ferry leaves at ${time}.`));
    const all = idsOf(await find({ known_at: KNOWN_AT }));
    expect(all).toHaveLength(3);
    const cursor = encodeCursor({ list: 'vector', after: [], position: 1 });
    expect(idsOf(await find({ known_at: KNOWN_AT, cursor }))).toEqual(all.slice(1));
  });

  test('omits states with a protected type', async () => {
    search.past.set(await store('The ferry has a captain.'), { memory_type: 'identity_core' });
    expect(idsOf(await find({ known_at: KNOWN_AT }))).toEqual([]);
  });

  test('returns document chunks that were stored by known_at', async () => {
    const document = documentCreated(caller.tenantId, ['The ferry leaves at noon.']);
    await search.consumeDocuments(document);
    const ids = chunksOf(document).map(({ id }) => id);
    // The document was stored on 2026-06-02.
    expect(idsOf(await find({ known_at: '2026-06-01' }))).toEqual([]);
    expect(idsOf(await find({ known_at: '2026-06-02T12:00:00Z' }))).toEqual(ids);
    expect(idsOf(await find({ as_of: '2020-01-01' }))).toEqual(ids);
  });

  test('compares the periods of the index with as_of, and ignores them with known_at', async () => {
    const ended = await store('The ferry was red.', { valid_until: '2026-01-01T00:00:00.000Z' });
    search.past.set(ended);
    const ids = [ended.aggregate_id];
    expect(idsOf(await find({ as_of: AS_OF }))).toEqual([]);
    expect(idsOf(await find({ as_of: '2025-12-31' }))).toEqual(ids);
    expect(idsOf(await find({ known_at: KNOWN_AT }))).toEqual(ids);
    expect(idsOf(await find({ as_of: AS_OF, known_at: KNOWN_AT, include: ['expired'] }))).toEqual(ids);
    expect(search.past.requests.at(-1)).toEqual({
      ids,
      times: { asOf: AS_OF, knownAt: KNOWN_AT, include: ['expired'] },
    });
  });

  test('applies the filters to the indexed fields', async () => {
    const tagged = await store('The ferry leaves at noon.', { tags: ['boats'] });
    search.past.set(tagged, { tags: [] });
    search.past.set(await store('The ferry leaves at one.'), { tags: ['boats'] });
    expect(idsOf(await find({ known_at: KNOWN_AT, tags: 'boats' }))).toEqual([tagged.aggregate_id]);
  });

  test.each(['ferry', 'ᏣᎳᎩ'])(
    'rejects a time of which not all states are known, even if nothing matches %s',
    async (query) => {
      const original = search.past.client.getStatesAt;
      const error = new AppError('VAL_FIELD_INVALID', 'Not known.', {
        fieldErrors: { known_at: ['Not known.'] },
      });
      search.past.client.getStatesAt = () => Promise.reject(error);
      const response = await post({ query, known_at: KNOWN_AT });
      search.past.client.getStatesAt = original;
      expect(response).toMatchObject({
        httpStatus: 422,
        error: { code: 'VAL_FIELD_INVALID', message: 'Not known.' },
      });
    },
  );

  test.each(['memory', 'archiveVectorIndex'] as const)(
    'responds with 503 if the dependency %s is unavailable, and a search of the present does not need it',
    async (dependency) => {
      await store('The ferry leaves at noon.');
      search[dependency].down();
      expect((await post({ as_of: AS_OF })).httpStatus).toBe(503);
      expect((await post({})).httpStatus).toBe(200);
    },
  );

  test.each([
    [{ as_of: '0999-12-31' }, 'as_of', 'Must be between 1000-01-01 and 9999-12-31.'],
    [{ known_at: 'soon' }, 'known_at', 'Must be an ISO 8601 date or date-time.'],
  ])('rejects %j with 422', async (fields, field, message) => {
    expect(await post(fields)).toMatchObject({
      httpStatus: 422,
      error: { code: 'VAL_FIELD_INVALID', field_errors: { [field]: [message] } },
    });
  });
});
