import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RELATIONSHIP_TYPES } from '@loci/contracts';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { createTestGraphService, readOnly, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';
const BULK = `${PATH}/bulk`;

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

/** Creates a caller with memories. */
function setUp(memoryCount = 4) {
  const caller = testCaller();
  const ids = graph.memories.createMany(caller, memoryCount);
  const app = graph.as(caller);
  return {
    caller,
    app,
    ids: ids as [string, string, string, string],
    post: (body: unknown) => app.post(BULK).send(body as object),
    countStored: async (): Promise<number> => (await app.get(PATH)).body.data.pagination.total,
  };
}

describe('POST /relationships/bulk', () => {
  test('responds with 201 and the created relationships in request order, without inverse relationships', async () => {
    const { caller, ids, post } = setUp();
    const [a, b, c] = ids;
    const elements = [
      relationshipBody(c, a, { strength: 0.1 }),
      relationshipBody(a, b, { direction_type: 'INVERSE_PAIRED', inverse_type: 'disputes' }),
      relationshipBody(b, a),
      relationshipBody(a, b, { relationship_type: 'causes', direction_type: 'BIDIRECTIONAL' }),
    ];
    const { status, body } = await post(elements);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ created: elements, updated: [], deleted: [], errors: [] });
    expect(await graph.events(caller)).toHaveLength(5);
  });

  test('creates 1,000 relationships in one request', async () => {
    const { ids, post, countStored } = setUp(501);
    const elements = Array.from({ length: 1_000 }, (_, i) =>
      relationshipBody(ids[0], ids[1 + (i % 500)]!, { relationship_type: i < 500 ? 'follows' : 'precedes' }),
    );
    const { status, body } = await post(elements);
    expect(status).toBe(201);
    expect(body.data.created).toHaveLength(1_000);
    expect(await countStored()).toBe(1_000);
  });
});

describe('POST /relationships/bulk with invalid elements', () => {
  test('creates no element, but lists every invalid element in details.errors', async () => {
    const { ids, post, countStored } = setUp();
    const [a, b, c, d] = ids;
    const missing = newId();
    await post([relationshipBody(c, d)]);
    const { status, body } = await post([
      relationshipBody(a, b),
      relationshipBody(a, missing),
      relationshipBody(a, 'x'),
      relationshipBody(b, b),
      relationshipBody(a, b, { strength: 1 }),
      relationshipBody(d, c, { direction_type: 'BIDIRECTIONAL' }),
      relationshipBody(b, c),
      'not an object',
    ]);
    expect(status).toBe(404);
    expect(body.error).toMatchObject({
      code: 'RES_NOT_FOUND',
      details: {
        resource_type: 'memory',
        resource_id: missing,
        errors: [
          { index: 1, code: 'RES_NOT_FOUND', message: expect.stringContaining(missing) },
          { index: 2, code: 'VAL_UUID_INVALID', message: expect.stringContaining('to_id') },
          { index: 3, code: 'VAL_VALIDATION_FAILED' },
          { index: 4, code: 'RES_ALREADY_EXISTS' },
          { index: 5, code: 'RES_ALREADY_EXISTS' },
          { index: 7, code: 'VAL_FIELD_INVALID' },
        ],
      },
    });
    expect(await countStored()).toBe(1);
  });

  test('lists at most 50 invalid elements in details.errors, with the number of others in problems_omitted', async () => {
    const { ids, post } = setUp();
    const [a, b] = ids;
    const invalid = relationshipBody(a, b, { strength: 2, confidence: 2 });
    const { status, body, text } = await post(Array(1_000).fill(invalid));
    expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
    expect(body.error.details.errors).toHaveLength(50);
    expect(body.error.details.problems_omitted).toBe(950);
    expect(Object.keys(body.error.field_errors)).toHaveLength(50);
    expect(text.length).toBeLessThan(20_000);
  });

  test('responds with 409 if the first invalid element conflicts and later elements have other errors', async () => {
    const { ids, post } = setUp();
    const [a, b] = ids;
    await post([relationshipBody(a, b)]);
    const { status, body } = await post([
      relationshipBody(a, b),
      relationshipBody(a, newId()),
      relationshipBody(a, b, { strength: 2 }),
    ]);
    expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
  });

  test('responds with 422 and the field errors of the first invalid element if that element is malformed', async () => {
    const { ids, post } = setUp();
    const [a, b] = ids;
    await post([relationshipBody(a, b)]);
    const { status, body } = await post([
      relationshipBody(a, b, { strength: 2 }),
      relationshipBody(a, newId()),
      relationshipBody(a, b),
    ]);
    expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
    expect(body.error.field_errors).toEqual({ '0.strength': [expect.any(String)] });
  });

  test('reports elements and inverse relationships that conflict with an earlier element', async () => {
    const { ids, post, countStored } = setUp();
    const [a, b, c] = ids;
    const { status, body } = await post([
      relationshipBody(b, a, { direction_type: 'BIDIRECTIONAL' }),
      relationshipBody(a, b),
      relationshipBody(a, c, { direction_type: 'INVERSE_PAIRED', inverse_type: 'tests' }),
      relationshipBody(c, a, { relationship_type: 'tests' }),
    ]);
    expect(status).toBe(409);
    expect(body.error.details).toMatchObject({
      same_as_index: 0,
      errors: [
        { index: 1, code: 'RES_ALREADY_EXISTS' },
        { index: 3, code: 'RES_ALREADY_EXISTS' },
      ],
    });
    expect(await countStored()).toBe(0);
  });

  test('responds with 404 for an element with a memory of another tenant', async () => {
    const { ids, post, countStored } = setUp();
    const foreign = graph.memories.create(testCaller());
    const { status, body } = await post([
      relationshipBody(ids[0], ids[1]),
      relationshipBody(ids[0], foreign),
    ]);
    expect([status, body.error.details.errors[0].index]).toEqual([404, 1]);
    expect(await countStored()).toBe(0);
  });

  test('creates the elements of a random request only if all are valid, and otherwise lists the invalid elements', async () => {
    const { caller, ids, post } = setUp(3);
    const memoryIds: string[] = ids.slice(0, 3);
    const memoryId = fc.constantFrom(...memoryIds, newId());
    const element = fc.record({
      from_id: memoryId,
      to_id: memoryId,
      relationship_type: fc.constantFrom(...RELATIONSHIP_TYPES.slice(0, 2)),
      direction_type: fc.constantFrom('DIRECTED', 'BIDIRECTIONAL'),
      strength: fc.constantFrom(0.5, 0.5, 0.5, 7),
    });
    const storedKeys = new Set<string>();
    await assertProperty(
      fc.asyncProperty(fc.array(element, { minLength: 1, maxLength: 3 }), async (elements) => {
        const eventsBefore = (await graph.events(caller)).length;
        const occupied = new Set(storedKeys);
        const invalid = elements.flatMap((e, index) => {
          const keys = [`${e.from_id}${e.relationship_type}${e.to_id}`];
          if (e.direction_type === 'BIDIRECTIONAL') keys.push(`${e.to_id}${e.relationship_type}${e.from_id}`);
          if (e.strength > 1 || e.from_id === e.to_id) return [index];
          if ([e.from_id, e.to_id].some((id) => !memoryIds.includes(id))) return [index];
          // An element also conflicts with an earlier element that conflicts with a stored relationship.
          const isDuplicate = keys.some((key) => occupied.has(key));
          keys.forEach((key) => occupied.add(key));
          return isDuplicate ? [index] : [];
        });
        const { status, body } = await post(elements);
        const eventsAfter = (await graph.events(caller)).length;
        if (invalid.length === 0) {
          expect([status, eventsAfter - eventsBefore]).toEqual([201, elements.length]);
          occupied.forEach((key) => storedKeys.add(key));
        } else {
          const indexes = body.error.details.errors.map((error: { index: number }) => error.index);
          expect([indexes, eventsAfter]).toEqual([invalid, eventsBefore]);
        }
      }),
      { runs: 400 },
    );
  });
});

test('concurrent bulk requests with the same elements in opposite orders do not deadlock', async () => {
  const { caller, ids, post } = setUp(9);
  const chain = ids.slice(1).map((id, i) => relationshipBody(ids[i]!, id));
  // Both requests wait at the middle element. If each inserted in request order, each would hold a uniqueness
  // key that the other waits for.
  const release = await graph.blockUniquenessKey(caller, chain[4]!.from_id, chain[4]!.to_id);
  const forward = post(chain).then(({ status }) => status);
  await graph.untilBlocked(1);
  const backward = post(chain.toReversed()).then(({ status }) => status);
  await graph.untilBlocked(2);
  await release();
  expect(await Promise.all([forward, backward])).toEqual([201, 409]);
  expect(await graph.events(caller)).toHaveLength(chain.length);
});

test('POST /relationships/bulk responds to a read-only token with 403', async () => {
  const { status, body } = await graph.as(readOnly('key')).post(BULK).send([]);
  expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
});

test.each([
  ['an object', {}, 'VAL_FIELD_INVALID'],
  ['an empty array', [], 'VAL_VALIDATION_FAILED'],
  ['1,001 elements', Array<object>(1_001).fill({}), 'VAL_VALIDATION_FAILED'],
])('POST /relationships/bulk rejects a body of %s with 422', async (_, given, code) => {
  const { status, body } = await setUp().post(given);
  expect([status, body.error.code]).toEqual([422, code]);
});
