import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RELATIONSHIP_TYPES } from '@loci/contracts';
import { AppError, newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  createTestGraphService,
  memoryDeleted,
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

/** Creates a caller with two memories. */
function setUp() {
  const caller = testCaller();
  const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
  const post = (body: object) => graph.as(caller).post(PATH).send(body);
  return { caller, a, b, post };
}

describe('POST /relationships', () => {
  test('responds with 201 and the default values for fields that are not given', async () => {
    const { a, b, post } = setUp();
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
      is_active: true,
      valid_from: null,
      valid_until: null,
      validity: 'current',
    });
  });

  test('ignores inverse_type for a DIRECTED relationship', async () => {
    const { caller, a, b, post } = setUp();
    const { status, body } = await post(relationshipBody(a, b, { inverse_type: 'tests' }));
    expect([status, body.data.inverse_type, body.data.inverse_relationship_id]).toEqual([201, null, null]);
    expect(await graph.events(caller)).toHaveLength(1);
  });

  test('stores every given field unchanged', async () => {
    const { a, b, post } = setUp();
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

  test.each(RELATIONSHIP_TYPES)('accepts the relationship type %s', async (relationship_type) => {
    const { a, b, post } = setUp();
    expect((await post(relationshipBody(a, b, { relationship_type }))).status).toBe(201);
  });

  test('queries the memory service only once for memories whose events have not been delivered yet', async () => {
    const { a, b, post } = setUp();
    const lookupsBefore = graph.memories.lookups.length;
    expect((await post(relationshipBody(a, b))).status).toBe(201);
    expect((await post(relationshipBody(b, a))).status).toBe(201);
    expect(graph.memories.lookups.slice(lookupsBefore)).toEqual([[a, b]]);
  });

  test('converts memory ids in uppercase to lowercase', async () => {
    const { a, b, post } = setUp();
    const { body } = await post(relationshipBody(a.toUpperCase(), b));
    expect(body.data.from_id).toBe(a);
  });

  test('ignores fields that only the service sets', async () => {
    const { a, b, post } = setUp();
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

  test('stores a relationship.created event with the state of the relationship', async () => {
    const { caller, a, b, post } = setUp();
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

describe('POST /relationships with INVERSE_PAIRED', () => {
  const paired = {
    relationship_type: 'parent_of',
    direction_type: 'INVERSE_PAIRED',
    inverse_type: 'child_of',
  };

  test('creates the forward and the inverse relationship, each with its event', async () => {
    const { caller, a, b, post } = setUp();
    const { status, body } = await post(relationshipBody(a, b, { ...paired, evidence: { n: 1 } }));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ from_id: a, to_id: b, ...paired });
    const inverse = await graph.as(caller).get(`${PATH}/${body.data.inverse_relationship_id}`);
    expect(inverse.body.data).toMatchObject({
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

  test('accepts the same type for the forward and the inverse relationship', async () => {
    const { a, b, post } = setUp();
    const siblings = { ...paired, relationship_type: 'sibling_of', inverse_type: 'sibling_of' };
    expect((await post(relationshipBody(a, b, siblings))).status).toBe(201);
  });

  test('responds with 409, without creating a relationship, if the inverse relationship conflicts', async () => {
    const { caller, a, b, post } = setUp();
    await post(relationshipBody(b, a, { relationship_type: 'child_of' }));
    const { status, body } = await post(relationshipBody(a, b, paired));
    expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
    const listed = await graph.as(caller).get(PATH);
    expect(listed.body.data.pagination.total).toBe(1);
    expect(await graph.events(caller)).toHaveLength(1);
  });
});

describe('POST /relationships: authorization', () => {
  test('responds with 401 AUTH_UNAUTHORIZED without a token', async () => {
    const { body, status } = await graph.as(null).post(PATH).send({});
    expect([status, body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each([
    ['oauth', 'AUTH_INSUFFICIENT_PERMISSIONS'],
    ['key', 'AUTH_FORBIDDEN'],
  ] as const)('responds to a read-only %s token with 403 %s', async (via, code) => {
    const { body, status } = await graph.as(readOnly(via)).post(PATH).send({});
    expect([status, body.error.code]).toEqual([403, code]);
  });
});

describe('POST /relationships: missing memories', () => {
  test.each(['from_id', 'to_id'] as const)(
    'responds with 404 RES_NOT_FOUND that names the missing memory in %s',
    async (field) => {
      const { a, b, post } = setUp();
      const missing = newId();
      const { status, body } = await post({ ...relationshipBody(a, b), [field]: missing });
      expect(status).toBe(404);
      expect(body.error).toMatchObject({
        code: 'RES_NOT_FOUND',
        details: { resource_type: 'memory', resource_id: missing },
      });
    },
  );

  test('responds with 404 RES_NOT_FOUND for a memory of another tenant', async () => {
    const { a, post } = setUp();
    const foreign = graph.memories.create(testCaller());
    const { status, body } = await post(relationshipBody(a, foreign));
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('responds with 404 for a memory whose deletion event arrived, even if the memory service still has the memory', async () => {
    const { caller, a, b, post } = setUp();
    await graph.deliver(memoryDeleted(caller, b));
    expect((await post(relationshipBody(a, b))).status).toBe(404);
  });
});

describe('POST /relationships: uniqueness', () => {
  test('responds with 409 RES_ALREADY_EXISTS that names the existing relationship', async () => {
    const { a, b, post } = setUp();
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

  test('accepts a relationship in the opposite direction', async () => {
    const { a, b, post } = setUp();
    await post(relationshipBody(a, b));
    expect((await post(relationshipBody(b, a))).status).toBe(201);
  });

  test('accepts a relationship of another type between the same memories', async () => {
    const { a, b, post } = setUp();
    await post(relationshipBody(a, b));
    expect((await post(relationshipBody(a, b, { relationship_type: 'causes' }))).status).toBe(201);
  });

  const bidirectional = { direction_type: 'BIDIRECTIONAL' };
  test.each([
    ['BIDIRECTIONAL', 'BIDIRECTIONAL', bidirectional, bidirectional],
    ['DIRECTED', 'BIDIRECTIONAL', {}, bidirectional],
    ['BIDIRECTIONAL', 'DIRECTED', bidirectional, {}],
  ])(
    'rejects a %s relationship in either direction with 409 if a %s relationship of the same type exists',
    async (_new, _existing, added, existing) => {
      for (const isReversed of [false, true]) {
        const { a, b, post } = setUp();
        const [from, to] = isReversed ? [b, a] : [a, b];
        expect((await post(relationshipBody(from, to, existing))).status).toBe(201);
        expect((await post(relationshipBody(to, from, added))).status).toBe(409);
        expect((await post(relationshipBody(from, to, added))).status).toBe(409);
      }
    },
  );

  test('accepts exactly one of 20 identical concurrent requests', async () => {
    const { caller, a, b } = setUp();
    const app = graph.as(caller);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => app.post(PATH).send(relationshipBody(a, b))),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
    expect(await graph.events(caller)).toHaveLength(1);
  });

  test('accepts exactly one of 20 concurrent BIDIRECTIONAL requests in both directions', async () => {
    const { caller, a, b } = setUp();
    const app = graph.as(caller);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        app
          .post(PATH)
          .send(i % 2 === 0 ? relationshipBody(a, b, bidirectional) : relationshipBody(b, a, bidirectional)),
      ),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
  });
});

describe('POST /relationships: validation', () => {
  test('rejects a self-loop with 422 VAL_VALIDATION_FAILED for to_id', async () => {
    const { a, post } = setUp();
    const { status, body } = await post(relationshipBody(a, a.toUpperCase()));
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 'VAL_VALIDATION_FAILED',
      field_errors: { to_id: [expect.any(String)] },
    });
  });

  test.each([
    ['without inverse_type', {}],
    ['with inverse_type null', { inverse_type: null }],
  ])('rejects INVERSE_PAIRED %s with 422 VAL_FIELD_REQUIRED', async (_, rest) => {
    const { a, b, post } = setUp();
    const { status, body } = await post(
      relationshipBody(a, b, { direction_type: 'INVERSE_PAIRED', ...rest }),
    );
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 'VAL_FIELD_REQUIRED',
      field_errors: { inverse_type: [expect.any(String)] },
    });
  });

  test.each(['from_id', 'to_id', 'relationship_type'])(
    'rejects a body without %s with 422 VAL_FIELD_REQUIRED',
    async (field) => {
      const { a, b, post } = setUp();
      const { status, body } = await post({ ...relationshipBody(a, b), [field]: undefined });
      expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_REQUIRED']);
      expect(body.error.field_errors).not.toBeNull();
    },
  );

  test.each([
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
  ])('rejects a body with %j with 422 %s', async (change, code) => {
    const { a, b, post } = setUp();
    const { status, body } = await post({ ...relationshipBody(a, b), ...change });
    expect([status, body.error.code]).toEqual([422, code]);
    expect(body.error.field_errors).not.toBeNull();
  });

  test('lists the allowed values for an unknown relationship type', async () => {
    const { a, b, post } = setUp();
    const { body } = await post(relationshipBody(a, b, { relationship_type: 'knows' }));
    expect(body.error.details).toEqual({
      field: 'relationship_type',
      allowed_values: [...RELATIONSHIP_TYPES],
    });
  });
});

describe('POST /relationships: availability', () => {
  test('responds with 503 if a memory is unknown while the memory service is unavailable', async () => {
    const withoutMemoryService = await createTestGraphService({
      memory: {
        getDeletedVersions: async () => [],
        getVersionsAt: async () => [],
        getVersions: () =>
          Promise.reject(new AppError('SYS_SERVICE_UNAVAILABLE', 'The service is unavailable.')),
      },
    });
    try {
      const caller = testCaller();
      const { status, body } = await withoutMemoryService
        .as(caller)
        .post(PATH)
        .send(relationshipBody(newId(), newId()));
      expect([status, body.error.code]).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
      expect(await withoutMemoryService.events(caller)).toEqual([]);
    } finally {
      await withoutMemoryService.close();
    }
  });
});
