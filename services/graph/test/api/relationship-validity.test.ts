import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { createTestGraphService, memoryDeactivated, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';
const DAY_MS = 24 * 60 * 60_000;
const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

interface Setup {
  caller: Caller;
  center: string;
  /** IDs of the relationships by validity. */
  ids: Record<'current' | 'expired' | 'future' | 'superseded', string>;
}

/** Creates a memory with one outgoing relationship of each validity. */
async function setUp(): Promise<Setup> {
  const caller = testCaller();
  const [center, ...others] = graph.memories.createMany(caller, 5) as [string, ...string[]];
  const periods = [
    { valid_from: daysFromNow(-2), valid_until: daysFromNow(3) },
    { valid_until: daysFromNow(-1) },
    { valid_from: daysFromNow(1) },
    {},
  ];
  const { body } = await graph
    .as(caller)
    .post(`${PATH}/bulk`)
    .send(periods.map((period, i) => relationshipBody(center, others[i]!, period)));
  const [current, expired, future, superseded] = body.data.created.map(({ id }: { id: string }) => id);
  await graph.deliver(memoryDeactivated(caller, others[3]!, null));
  return { caller, center, ids: { current, expired, future, superseded } };
}

async function post(caller: Caller, body: object) {
  const { status, body: response } = await graph.as(caller).post(PATH).send(body);
  return { status, data: response.data, error: response.error };
}

async function list(caller: Caller, query: string) {
  const { status, body } = await graph.as(caller).get(`${PATH}?${query}`);
  return { status, error: body.error, ids: idsOf(body.data?.items), total: body.data?.pagination.total };
}
const idsOf = (items: { id: string }[] | undefined): string[] => (items ?? []).map(({ id }) => id).sort();

describe('creating a relationship with a validity period', () => {
  test('returns the bounds in UTC and the validity, and publishes the bounds', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const period = { valid_from: '2020-01-31', valid_until: '2020-02-01T12:00:00+02:00' };
    const { status, data } = await post(caller, relationshipBody(a, b, period));
    const bounds = { valid_from: '2020-01-31T00:00:00.000Z', valid_until: '2020-02-01T10:00:00.000Z' };
    expect([status, data]).toMatchObject([201, { ...bounds, validity: 'expired' }]);
    expect((await graph.as(caller).get(`${PATH}/${data.id}`)).body.data).toEqual(data);
    expect((await graph.events(caller))[0]!.data).toMatchObject(bounds);
  });

  test('returns null for open bounds and publishes no bounds', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const { data } = await post(caller, relationshipBody(a, b, { valid_from: null }));
    expect(data).toMatchObject({ valid_from: null, valid_until: null, validity: 'current' });
    expect(Object.keys((await graph.events(caller))[0]!.data)).not.toContain('valid_from');
  });

  test('gives both relationships of an INVERSE_PAIRED pair the same period', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const paired = { direction_type: 'INVERSE_PAIRED', inverse_type: 'tests' };
    const { data } = await post(caller, relationshipBody(a, b, { ...paired, valid_until: '9999-12-31' }));
    const inverse = await graph.as(caller).get(`${PATH}/${data.inverse_relationship_id}`);
    expect(inverse.body.data.valid_until).toBe('9999-12-31T00:00:00.000Z');
  });

  test.each([
    [{ valid_from: '2026-01-02', valid_until: '2026-01-01' }, 'VAL_VALIDATION_FAILED', 'valid_until'],
    [{ valid_from: '2026-01-01', valid_until: '2026-01-01' }, 'VAL_VALIDATION_FAILED', 'valid_until'],
    [{ valid_from: '0999-12-31' }, 'VAL_FIELD_INVALID', 'valid_from'],
    [{ valid_until: 'tomorrow' }, 'VAL_FIELD_INVALID', 'valid_until'],
    [{ valid_until: 5 }, 'VAL_FIELD_INVALID', 'valid_until'],
  ])('rejects %j with 422 %s for %s', async (period, code, field) => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const { status, error } = await post(caller, relationshipBody(a, b, period));
    expect([status, error.code, Object.keys(error.field_errors)]).toEqual([422, code, [field]]);
    expect(await graph.events(caller)).toEqual([]);
  });
});

describe('updating the validity period of a relationship', () => {
  test('changes one bound, removes it with null, and publishes the remaining bound', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const { data } = await post(caller, relationshipBody(a, b, { valid_from: '2020-01-01' }));
    const patch = async (body: object) =>
      (await graph.as(caller).patch(`${PATH}/${data.id}`).send(body)).body;
    expect((await patch({ valid_until: '2021-01-01' })).data).toMatchObject({
      valid_from: '2020-01-01T00:00:00.000Z',
      valid_until: '2021-01-01T00:00:00.000Z',
      validity: 'expired',
    });
    const { data: removed } = await patch({ valid_from: null });
    expect(removed).toMatchObject({ valid_from: null, valid_until: '2021-01-01T00:00:00.000Z' });
    const last = (await graph.events(caller)).at(-1)!;
    expect(last).toMatchObject({ revision: 3, data: { valid_until: '2021-01-01T00:00:00.000Z' } });
    expect(Object.keys(last.data)).not.toContain('valid_from');
  });

  test('rejects a bound that contradicts the stored one with 422 and changes nothing', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const { data } = await post(caller, relationshipBody(a, b, { valid_from: '2020-01-01' }));
    const { status, body } = await graph
      .as(caller)
      .patch(`${PATH}/${data.id}`)
      .send({ strength: 1, valid_until: '2019-01-01' });
    expect([status, body.error.code, body.error.message]).toEqual([
      422,
      'VAL_VALIDATION_FAILED',
      'valid_until must be after valid_from.',
    ]);
    expect((await graph.as(caller).get(`${PATH}/${data.id}`)).body.data).toEqual(data);
  });

  test('publishes no event if the bounds do not differ', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    const { data } = await post(caller, relationshipBody(a, b, { valid_from: '2020-01-01' }));
    const change = { valid_from: '2020-01-01T00:00:00Z', valid_until: null };
    const { status } = await graph.as(caller).patch(`${PATH}/${data.id}`).send(change);
    expect(status).toBe(200);
    expect(await graph.events(caller)).toHaveLength(1);
  });
});

describe('listing relationships by validity', () => {
  test('lists and counts only current relationships by default, and others if include names them', async () => {
    const { caller, center, ids } = await setUp();
    const cases: [string, (keyof Setup['ids'])[]][] = [
      ['', ['current']],
      ['include=expired', ['current', 'expired']],
      ['include=future', ['current', 'future']],
      ['include=superseded', ['current', 'superseded']],
      ['include_inactive=true', ['current', 'superseded']],
      ['include=superseded,expired,future', ['current', 'expired', 'future', 'superseded']],
    ];
    for (const [query, validities] of cases) {
      const expected = validities.map((validity) => ids[validity]).sort();
      for (const filter of ['', `&memory_id=${center}`, '&relationship_type=supports']) {
        const found = await list(caller, query + filter);
        expect([query + filter, found.ids, found.total]).toEqual([query + filter, expected, expected.length]);
      }
    }
  });

  test('marks each relationship with its validity', async () => {
    const { caller, ids } = await setUp();
    for (const [validity, id] of Object.entries(ids)) {
      expect((await graph.as(caller).get(`${PATH}/${id}`)).body.data.validity).toBe(validity);
    }
  });

  test('counts up to 1,000 matching relationships if more are not valid now', async () => {
    const caller = testCaller();
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    await post(caller, relationshipBody(a, b));
    await graph.query(
      caller,
      `INSERT INTO relationships (tenant_id, id, revision, from_id, to_id, relationship_type, direction_type, strength,
         confidence, evidence, traversal_properties, metadata, origin, created_by, created_at, updated_at, valid_until)
       SELECT $1, gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 'supports', 'DIRECTED', 1, 1, '{}', '{}',
         '{}', 'user', 'test', now(), now(), '2020-01-01' FROM generate_series(1, 1001)`,
      [caller.tenantId],
    );
    expect((await list(caller, '')).total).toBe(1);
  });

  test.each(['include=current', 'include=', 'include=expired,old'])(
    'rejects %s with 422 VAL_ENUM_INVALID',
    async (query) => {
      const { status, error } = await list(testCaller(), query);
      expect([status, error.code]).toEqual([422, 'VAL_ENUM_INVALID']);
    },
  );
});

describe('traversing relationships by validity', () => {
  async function traversed({ caller, center }: Setup, body: object): Promise<string[]> {
    const response = await graph
      .as(caller)
      .post(`${PATH}/traverse`)
      .send({ start_memory_id: center, ...body });
    return response.body.data.paths.map((path: { relationships: string[] }) => path.relationships[0]).sort();
  }

  test('follows only current relationships by default, and others if include names them', async () => {
    const setup = await setUp();
    const { current, expired, future, superseded } = setup.ids;
    expect(await traversed(setup, {})).toEqual([current]);
    expect(await traversed(setup, { include: null })).toEqual([current]);
    expect(await traversed(setup, { include: ['expired'] })).toEqual([current, expired].sort());
    expect(await traversed(setup, { include: ['future'] })).toEqual([current, future].sort());
    expect(await traversed(setup, { include_inactive: true })).toEqual([current, superseded].sort());
  });

  test('follows a relationship from the moment at which it becomes valid until it expires, without a write', async () => {
    const setup = await setUp();
    const { current, future } = setup.ids;
    expect(await traversed(setup, {})).toEqual([current]);
    graph.setDaysAhead(2);
    expect(await traversed(setup, {})).toEqual([current, future].sort());
    expect((await list(setup.caller, '')).ids).toEqual([current, future].sort());
    graph.setDaysAhead(4);
    expect(await traversed(setup, {})).toEqual([future]);
    graph.setDaysAhead(0);
  });

  test('reads the periods from the table when the graph is loaded', async () => {
    const setup = await setUp();
    await graph.graphStore.dropTenant(setup.caller.tenantId);
    const { current, expired, future } = setup.ids;
    expect(await traversed(setup, {})).toEqual([current]);
    expect(await traversed(setup, { include: ['expired', 'future'] })).toEqual(
      [current, expired, future].sort(),
    );
  });

  test('rejects an unknown validity in include with 422 VAL_ENUM_INVALID', async () => {
    const { caller, center } = await setUp();
    const { status, body } = await graph
      .as(caller)
      .post(`${PATH}/traverse`)
      .send({ start_memory_id: center, include: ['current'] });
    expect([status, body.error.code]).toEqual([422, 'VAL_ENUM_INVALID']);
  });
});
