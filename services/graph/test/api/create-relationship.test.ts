import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RELATIONSHIP_TYPES } from '@loci/contracts';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  memoryDeleted,
  createTestGraphService,
  readOnly,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

function setting() {
  const caller = testCaller();
  const [a, b] = graph.storeMemories(caller, 2) as [string, string];
  const post = (body: object) => graph.as(caller).post(PATH).send(body);
  return { caller, a, b, post };
}

describe('201', () => {
  test('defaults: DIRECTED, strength 0.5, confidence 0.8, evidence, traversal_properties and metadata {}', async () => {
    const { a, b, post } = setting();
    const { status, body } = await post(relationshipBody(a, b));
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      from_id: a,
      to_id: b,
      relationship_type: 'supports',
      direction_type: 'DIRECTED',
      inverse_type: null,
      inverse_relationship_id: null,
      strength: 0.5,
      confidence: 0.8,
      evidence: {},
      traversal_properties: {},
      metadata: {},
      created_at: expect.any(String),
      updated_at: body.data.created_at,
    });
  });

  test('an inverse_type without INVERSE_PAIRED has no effect', async () => {
    const { caller, a, b, post } = setting();
    const { status, body } = await post(relationshipBody(a, b, { inverse_type: 'tests' }));
    expect([status, body.data.inverse_type, body.data.inverse_relationship_id]).toEqual([201, null, null]);
    expect(await graph.events(caller)).toHaveLength(1);
  });

  test('keeps all that is given', async () => {
    const { a, b, post } = setting();
    const given = relationshipBody(a, b, {
      direction_type: 'BIDIRECTIONAL',
      strength: 0,
      confidence: 1,
      evidence: { quote: 'Zoë said "yes" {,}\\ 🌱', pages: [1, 2] },
      traversal_properties: { cost: 3 },
      metadata: { by: null },
    });
    const { body } = await post(given);
    expect(body.data).toMatchObject(given);
  });

  test('each of the 24 relationship types', async () => {
    const { a, b, post } = setting();
    expect(RELATIONSHIP_TYPES).toHaveLength(24);
    for (const relationship_type of RELATIONSHIP_TYPES) {
      expect((await post(relationshipBody(a, b, { relationship_type }))).status).toBe(201);
    }
  });

  test('follows the create of its memories at once: the memory service is asked, once', async () => {
    const { a, b, post } = setting();
    const before = graph.asked.length;
    expect((await post(relationshipBody(a, b))).status).toBe(201);
    expect((await post(relationshipBody(b, a))).status).toBe(201);
    expect(graph.asked.slice(before)).toEqual([[a, b]]);
  });

  test('an id in upper case is the same id', async () => {
    const { a, b, post } = setting();
    const { body } = await post(relationshipBody(a.toUpperCase(), b));
    expect(body.data.from_id).toBe(a);
  });

  test('what only the service may set is ignored, as are unknown fields', async () => {
    const { a, b, post } = setting();
    const id = newId();
    const { status, body } = await post(
      relationshipBody(a, b, {
        id,
        tenant_id: newId(),
        created_at: '2000-01-01',
        inverse_relationship_id: id,
      }),
    );
    expect(status).toBe(201);
    expect(body.data.id).not.toBe(id);
    expect(body.data.inverse_relationship_id).toBeNull();
    expect(body.data.created_at).not.toMatch(/^2000/);
  });

  test('stores the relationship.created event with the whole state', async () => {
    const { caller, a, b, post } = setting();
    const { body } = await post(relationshipBody(a, b, { strength: 0.9 }));
    expect(await graph.events(caller)).toMatchObject([
      {
        type: 'relationship.created',
        aggregate_type: 'relationship',
        aggregate_id: body.data.id,
        revision: 1,
        data: {
          id: body.data.id,
          from_id: a,
          to_id: b,
          relationship_type: 'supports',
          direction_type: 'DIRECTED',
          strength: 0.9,
          confidence: 0.8,
          origin: 'user',
          created_by: caller.userId,
        },
      },
    ]);
  });
});

describe('201: INVERSE_PAIRED', () => {
  const paired = {
    relationship_type: 'parent_of',
    direction_type: 'INVERSE_PAIRED',
    inverse_type: 'child_of',
  };

  test('creates two records; the answer is the forward one with inverse_relationship_id', async () => {
    const { caller, a, b, post } = setting();
    const { status, body } = await post(relationshipBody(a, b, { ...paired, evidence: { n: 1 } }));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ from_id: a, to_id: b, ...paired });
    const other = await graph.as(caller).get(`${PATH}/${body.data.inverse_relationship_id}`);
    expect(other.body.data).toMatchObject({
      from_id: b,
      to_id: a,
      relationship_type: 'child_of',
      direction_type: 'INVERSE_PAIRED',
      inverse_type: 'parent_of',
      inverse_relationship_id: body.data.id,
      evidence: { n: 1 },
    });
    expect((await graph.events(caller)).map((event) => event.aggregate_id)).toEqual([
      body.data.id,
      body.data.inverse_relationship_id,
    ]);
  });

  test('a type may be its own inverse', async () => {
    const { a, b, post } = setting();
    const siblings = { ...paired, relationship_type: 'sibling_of', inverse_type: 'sibling_of' };
    expect((await post(relationshipBody(a, b, siblings))).status).toBe(201);
  });

  test('when the other half exists, nothing is created: 409', async () => {
    const { caller, a, b, post } = setting();
    await post(relationshipBody(b, a, { relationship_type: 'child_of' }));
    const { status, body } = await post(relationshipBody(a, b, paired));
    expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
    const listed = await graph.as(caller).get(PATH);
    expect(listed.body.data.pagination.total).toBe(1);
    expect(await graph.events(caller)).toHaveLength(1);
  });
});

describe('401 and 403', () => {
  test('without a token: AUTH_UNAUTHORIZED', async () => {
    const { body, status } = await graph.as(null).post(PATH).send({});
    expect([status, body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each([
    ['oauth', 'AUTH_INSUFFICIENT_PERMISSIONS'],
    ['key', 'AUTH_FORBIDDEN'],
  ] as const)('a %s token that may only read: %s', async (via, code) => {
    const { body, status } = await graph.as(readOnly(via)).post(PATH).send({});
    expect([status, body.error.code]).toEqual([403, code]);
  });
});

describe('404 RES_NOT_FOUND (source or target memory)', () => {
  test.each(['from_id', 'to_id'] as const)('a missing %s', async (end) => {
    const { a, b, post } = setting();
    const missing = newId();
    const { status, body } = await post({ ...relationshipBody(a, b), [end]: missing });
    expect(status).toBe(404);
    expect(body.error).toMatchObject({
      code: 'RES_NOT_FOUND',
      details: { resource_type: 'memory', resource_id: missing },
    });
  });

  test("another tenant's memory is as absent", async () => {
    const { a, post } = setting();
    const foreign = graph.storeMemory(testCaller());
    const { status, body } = await post(relationshipBody(a, foreign));
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('a deleted memory, also while the memory service still answers as if it were there', async () => {
    const { caller, a, b, post } = setting();
    await graph.deliver(memoryDeleted(caller, b));
    expect((await post(relationshipBody(a, b))).status).toBe(404);
  });
});

describe('409 RES_ALREADY_EXISTS', () => {
  test('same from, to and type; details name the relationship that is there', async () => {
    const { a, b, post } = setting();
    const first = await post(relationshipBody(a, b));
    const { status, body } = await post(relationshipBody(a, b, { strength: 1 }));
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'RES_ALREADY_EXISTS',
      details: {
        resource_type: 'relationship',
        identifier: `${a} supports ${b}`,
        relationship_id: first.body.data.id,
      },
    });
  });

  test('the other way round or another type is another relationship', async () => {
    const { a, b, post } = setting();
    await post(relationshipBody(a, b));
    expect((await post(relationshipBody(b, a))).status).toBe(201);
    expect((await post(relationshipBody(a, b, { relationship_type: 'causes' }))).status).toBe(201);
  });

  const both = { direction_type: 'BIDIRECTIONAL' };
  test.each([
    ['BIDIRECTIONAL after BIDIRECTIONAL', both, both],
    ['DIRECTED after BIDIRECTIONAL', both, {}],
    ['BIDIRECTIONAL after DIRECTED', {}, both],
  ])('for BIDIRECTIONAL the pair either way round counts as the same: %s', async (_, before, after) => {
    for (const turned of [false, true]) {
      const { a, b, post } = setting();
      const [from, to] = turned ? [b, a] : [a, b];
      expect((await post(relationshipBody(from, to, before))).status).toBe(201);
      expect((await post(relationshipBody(to, from, after))).status).toBe(409);
      expect((await post(relationshipBody(from, to, after))).status).toBe(409);
    }
  });

  test('20 identical creates at once: one 201, the rest 409', async () => {
    const { caller, a, b } = setting();
    const app = graph.as(caller);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.post(PATH).send(relationshipBody(a, b))),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
    expect(await graph.events(caller)).toHaveLength(1);
  });

  test('20 BIDIRECTIONAL creates from both ends at once: one 201, the rest 409', async () => {
    const { caller, a, b } = setting();
    const app = graph.as(caller);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        app.post(PATH).send(i % 2 === 0 ? relationshipBody(a, b, both) : relationshipBody(b, a, both)),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19);
  });
});

describe('422', () => {
  test('a self-loop: VAL_VALIDATION_FAILED', async () => {
    const { a, post } = setting();
    const { status, body } = await post(relationshipBody(a, a.toUpperCase()));
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 'VAL_VALIDATION_FAILED',
      field_errors: { to_id: [expect.any(String)] },
    });
  });

  test.each([{}, { inverse_type: null }])(
    'missing inverse_type for INVERSE_PAIRED: VAL_FIELD_REQUIRED',
    async (rest) => {
      const { a, b, post } = setting();
      const { status, body } = await post(
        relationshipBody(a, b, { direction_type: 'INVERSE_PAIRED', ...rest }),
      );
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'VAL_FIELD_REQUIRED',
        field_errors: { inverse_type: [expect.any(String)] },
      });
    },
  );

  test.each([
    [{ from_id: undefined }, 'VAL_FIELD_REQUIRED'],
    [{ to_id: undefined }, 'VAL_FIELD_REQUIRED'],
    [{ relationship_type: undefined }, 'VAL_FIELD_REQUIRED'],
    [{ from_id: 'x' }, 'VAL_UUID_INVALID'],
    [{ to_id: 'not-a-uuid' }, 'VAL_UUID_INVALID'],
    [{ to_id: 7 }, 'VAL_FIELD_INVALID'],
    [{ relationship_type: 'knows' }, 'VAL_ENUM_INVALID'],
    [{ direction_type: 'SIDEWAYS' }, 'VAL_ENUM_INVALID'],
    [{ direction_type: 'INVERSE_PAIRED', inverse_type: 'knows' }, 'VAL_ENUM_INVALID'],
    [{ strength: 1.1 }, 'VAL_FIELD_INVALID'],
    [{ strength: -0.1 }, 'VAL_FIELD_INVALID'],
    [{ confidence: '0.5' }, 'VAL_FIELD_INVALID'],
    [{ confidence: null }, 'VAL_FIELD_INVALID'],
    [{ evidence: [] }, 'VAL_FIELD_INVALID'],
    [{ metadata: 'x' }, 'VAL_FIELD_INVALID'],
    [{ evidence: { text: 'a\u0000b' } }, 'VAL_FIELD_INVALID'],
    [{ evidence: { text: '\ud800' } }, 'VAL_FIELD_INVALID'],
    [{ strength: 2, relationship_type: 'knows' }, 'VAL_VALIDATION_FAILED'],
  ])('%j: %s', async (change, code) => {
    const { a, b, post } = setting();
    const { status, body } = await post({ ...relationshipBody(a, b), ...change });
    expect([status, body.error.code]).toEqual([422, code]);
    expect(body.error.field_errors).not.toBeNull();
  });

  test('a bad enum names what is allowed', async () => {
    const { a, b, post } = setting();
    const { body } = await post(relationshipBody(a, b, { relationship_type: 'knows' }));
    expect(body.error.details).toEqual({
      field: 'relationship_type',
      allowed_values: [...RELATIONSHIP_TYPES],
    });
  });
});

describe('503', () => {
  test('the memory service is down and a memory is new here: SYS_SERVICE_UNAVAILABLE, nothing stored', async () => {
    const { AppError } = await import('@loci/core');
    const down = await createTestGraphService({
      memory: {
        filterExisting: () =>
          Promise.reject(new AppError('SYS_SERVICE_UNAVAILABLE', 'The service is unavailable.')),
      },
    });
    try {
      const caller = testCaller();
      const { status, body } = await down.as(caller).post(PATH).send(relationshipBody(newId(), newId()));
      expect([status, body.error.code]).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
      expect(await down.events(caller)).toEqual([]);
    } finally {
      await down.close();
    }
  });
});
