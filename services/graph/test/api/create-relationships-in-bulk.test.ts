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

function setting(memories = 4) {
  const caller = testCaller();
  const ids = graph.storeMemories(caller, memories);
  const app = graph.as(caller);
  return {
    caller,
    app,
    ids: ids as [string, string, string, string],
    post: (body: unknown) => app.post(BULK).send(body as object),
    total: async (): Promise<number> => (await app.get(PATH)).body.data.pagination.total,
  };
}

describe('201', () => {
  test('created holds Relationship objects in the order of the elements; the other arrays are empty', async () => {
    const { caller, ids, post } = setting();
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
    // Four elements, five records: the pair has two.
    expect(await graph.events(caller)).toHaveLength(5);
  });

  test('1,000 elements', async () => {
    const { ids, post, total } = setting(501);
    const elements = Array.from({ length: 1_000 }, (_, i) =>
      relationshipBody(ids[0], ids[1 + (i % 500)]!, { relationship_type: i < 500 ? 'follows' : 'precedes' }),
    );
    const { status, body } = await post(elements);
    expect(status).toBe(201);
    expect(body.data.created).toHaveLength(1_000);
    expect(await total()).toBe(1_000);
  });
});

describe('one bad element: nothing is created, the status and code of the first error, details.errors about all', () => {
  test('of every kind at once', async () => {
    const { ids, post, total } = setting();
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
      'no object',
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
    expect(await total()).toBe(1);
  });

  test('details.errors lists 50 bad elements and counts the rest', async () => {
    const { ids, post } = setting();
    const [a, b] = ids;
    const bad = relationshipBody(a, b, { strength: 2, confidence: 2 });
    const { status, body, text } = await post(Array(1_000).fill(bad));
    expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
    expect(body.error.details.errors).toHaveLength(50);
    expect(body.error.details.problems_omitted).toBe(950);
    expect(Object.keys(body.error.field_errors)).toHaveLength(50);
    expect(text.length).toBeLessThan(20_000);
  });

  test('the first error decides: 409 before 404, 422 before both', async () => {
    const { ids, post } = setting();
    const [a, b] = ids;
    await post([relationshipBody(a, b)]);
    const taken = relationshipBody(a, b);
    const absent = relationshipBody(a, newId());
    const malformed = relationshipBody(a, b, { strength: 2 });
    expect((await post([taken, absent, malformed])).body.error.code).toBe('RES_ALREADY_EXISTS');
    const { status, body } = await post([malformed, absent, taken]);
    expect(status).toBe(422);
    expect(body.error.code).toBe('VAL_FIELD_INVALID');
    expect(body.error.field_errors).toEqual({ '0.strength': [expect.any(String)] });
  });

  test('duplicates within the batch: the later one, whichever way and type it repeats', async () => {
    const { ids, post, total } = setting();
    const [a, b, c] = ids;
    const both = { direction_type: 'BIDIRECTIONAL' };
    const { status, body } = await post([
      relationshipBody(b, a, both),
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
    expect(await total()).toBe(0);
  });

  test("another tenant's memory in one element is as absent", async () => {
    const { ids, post, total } = setting();
    const foreign = graph.storeMemory(testCaller());
    const { status, body } = await post([
      relationshipBody(ids[0], ids[1]),
      relationshipBody(ids[0], foreign),
    ]);
    expect([status, body.error.details.errors[0].index]).toEqual([404, 1]);
    expect(await total()).toBe(0);
  });

  test('all or none, for any mixture: as a slow model says', async () => {
    const { caller, ids, post } = setting(3);
    const end = fc.constantFrom(...ids.slice(0, 3), newId());
    const element = fc.record({
      from_id: end,
      to_id: end,
      relationship_type: fc.constantFrom(...RELATIONSHIP_TYPES.slice(0, 2)),
      direction_type: fc.constantFrom('DIRECTED', 'BIDIRECTIONAL'),
      strength: fc.constantFrom(0.5, 0.5, 0.5, 7),
    });
    const stored = new Set<string>();
    await assertProperty(
      fc.asyncProperty(fc.array(element, { minLength: 1, maxLength: 3 }), async (elements) => {
        const before = (await graph.events(caller)).length;
        const taken = new Set(stored);
        const bad = elements.flatMap((e, index) => {
          const ways = [`${e.from_id}${e.relationship_type}${e.to_id}`];
          if (e.direction_type === 'BIDIRECTIONAL') ways.push(`${e.to_id}${e.relationship_type}${e.from_id}`);
          if (e.strength > 1 || e.from_id === e.to_id) return [index];
          if ([e.from_id, e.to_id].some((id) => !ids.slice(0, 3).includes(id))) return [index];
          // What repeats an element is bad, also when that one is itself a repeat of what is stored.
          const repeats = ways.some((way) => taken.has(way));
          ways.forEach((way) => taken.add(way));
          return repeats ? [index] : [];
        });
        const { status, body } = await post(elements);
        const after = (await graph.events(caller)).length;
        if (bad.length === 0) {
          expect([status, after - before]).toEqual([201, elements.length]);
          taken.forEach((way) => stored.add(way));
        } else {
          const indexes = body.error.details.errors.map((error: { index: number }) => error.index);
          expect([indexes, after]).toEqual([bad, before]);
        }
      }),
      { runs: 400 },
    );
  });

  test('batches that overlap, at once and in opposite orders, wait for each other but not in a circle', async () => {
    const { caller, ids, post } = setting(9);
    const chain = ids.slice(1).map((id, i) => relationshipBody(ids[i]!, id));
    // Both stop at the middle; there each would have what the other needs next, if each took its own order.
    const letGo = await graph.holdWay(caller, chain[4]!.from_id, chain[4]!.to_id);
    const forward = post(chain).then((answer) => answer.status);
    await graph.untilWaiting(1);
    const backward = post(chain.toReversed()).then((answer) => answer.status);
    await graph.untilWaiting(2);
    await letGo();
    expect(await Promise.all([forward, backward])).toEqual([201, 409]);
    expect(await graph.events(caller)).toHaveLength(chain.length);
  });
});

describe('403 and 422', () => {
  test('a token that may only read', async () => {
    const { status, body } = await graph.as(readOnly('key')).post(BULK).send([]);
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test.each([
    ['an object', {}, 'VAL_FIELD_INVALID'],
    ['an empty array', [], 'VAL_VALIDATION_FAILED'],
    ['1,001 elements', Array<object>(1_001).fill({}), 'VAL_VALIDATION_FAILED'],
  ])('%s', async (_, given, code) => {
    const { status, body } = await setting().post(given);
    expect([status, body.error.code]).toEqual([422, code]);
  });
});
