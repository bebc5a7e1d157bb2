import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MemoryVersionAt } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';
const START = Date.UTC(2026, 0, 1);
const time = (hours: number): string => new Date(START + hours * 3_600_000).toISOString();

const clock = { now: new Date(START) };
let graph: TestGraphService;
/** Versions that the memory service returns at all times, in addition to active ones. */
const versions = new Map<string, Partial<MemoryVersionAt> | null>();

beforeAll(async () => {
  graph = await createTestGraphService({ now: () => clock.now });
  graph.memories.client.getVersionsAt = async (_, ids) =>
    ids.flatMap((id) => {
      const version = versions.get(id);
      const current = { id, version: 1, is_active: true, validity: 'current' as const, was_true: true };
      return version === null ? [] : [{ ...current, ...version }];
    });
});
afterAll(() => graph.close());

/** Creates the relationship from `a` to `b` at hour 0, changes it at hour 1, and deletes it at hour 2. */
async function createHistory() {
  const caller = testCaller();
  const app = graph.as(caller);
  const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
  clock.now = new Date(time(0));
  const { id } = (await app.post(PATH).send(relationshipBody(a, b))).body.data;
  clock.now = new Date(time(1));
  await app.patch(`${PATH}/${id}`).send({ strength: 1, valid_until: time(5) });
  clock.now = new Date(time(2));
  await app.delete(`${PATH}/${id}`);
  clock.now = new Date(time(9));
  return { caller, app, a, b, id };
}

const traverse = async (caller: Caller, body: object) =>
  (await graph.as(caller).post(`${PATH}/traverse`).send(body)).body.data;

describe('reading relationships with known_at', () => {
  test('returns a relationship in the state of each time, and 404 before its creation and after its deletion', async () => {
    const { app, id } = await createHistory();
    const at = async (knownAt: string) => {
      const { status, body } = await app.get(`${PATH}/${id}`).query({ known_at: knownAt });
      return status === 200 ? [body.data.strength, body.data.valid_until, body.data.validity] : status;
    };
    expect(await at(time(-1))).toBe(404);
    expect(await at(time(0))).toEqual([0.5, null, 'current']);
    expect(await at(time(1))).toEqual([1, time(5), 'current']);
    expect(await at(time(2))).toBe(404);
  });

  test('lists the relationships that the list contained at each time', async () => {
    const { app, a, id } = await createHistory();
    const at = async (query: object) => {
      const { body } = await app.get(PATH).query({ memory_id: a, ...query });
      return [
        body.data.items.map((item: { id: string; strength: number }) => [item.id, item.strength]),
        body.data.pagination.total,
      ];
    };
    expect(await at({})).toEqual([[], 0]);
    expect(await at({ known_at: time(-1) })).toEqual([[], 0]);
    expect(await at({ known_at: time(0) })).toEqual([[[id, 0.5]], 1]);
    expect(await at({ known_at: time(1) })).toEqual([[[id, 1]], 1]);
    expect(await at({ known_at: time(1), as_of: time(5) })).toEqual([[], 0]);
    expect(await at({ known_at: time(1), as_of: time(5), include: 'expired' })).toEqual([[[id, 1]], 1]);
  });

  test('names the other relationship of a pair only until its deletion', async () => {
    const caller = testCaller();
    const app = graph.as(caller);
    const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
    clock.now = new Date(time(0));
    const body = relationshipBody(a, b, { direction_type: 'INVERSE_PAIRED', inverse_type: 'part_of' });
    const { id, inverse_relationship_id: inverseId } = (await app.post(PATH).send(body)).body.data;
    clock.now = new Date(time(1));
    await app.delete(`${PATH}/${inverseId}`);
    const inverseAt = async (knownAt: string) =>
      (await app.get(`${PATH}/${id}`).query({ known_at: knownAt })).body.data.inverse_relationship_id;
    expect(await inverseAt(time(0))).toBe(inverseId);
    expect(await inverseAt(time(1))).toBeNull();
  });

  test('traverses the relationships of the time to the memories of the time', async () => {
    const { caller, a, b } = await createHistory();
    const at = async (knownAt: string) => {
      const { paths } = await traverse(caller, { start_memory_id: a, known_at: knownAt });
      return paths.map(({ nodes, total_score: score }: { nodes: string[]; total_score: number }) => [
        nodes,
        score,
      ]);
    };
    expect(await at(time(-1))).toEqual([]);
    expect(await at(time(0))).toEqual([[[a, b], 0.4]]);
    expect(await at(time(1))).toEqual([[[a, b], 0.8]]);
    expect(await at(time(2))).toEqual([]);
    versions.set(b, null);
    expect(await at(time(1))).toEqual([]);
  });

  test('returns 404 for a traversal from a memory that did not exist at the time', async () => {
    const id = newId();
    versions.set(id, null);
    const response = await graph
      .as(testCaller())
      .post(`${PATH}/traverse`)
      .send({ start_memory_id: id, known_at: time(0) });
    expect([response.status, response.body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('continues a list with known_at after its cursor', async () => {
    const caller = testCaller();
    const app = graph.as(caller);
    const [a, ...others] = graph.memories.createMany(caller, 4) as [string, ...string[]];
    clock.now = new Date(time(0));
    await app.post(`${PATH}/bulk`).send(others.map((id) => relationshipBody(a, id)));
    const query = { known_at: time(0), per_page: 2 };
    const { body } = await app.get(PATH).query(query);
    const next = await app.get(PATH).query({ ...query, cursor: body.data.pagination.next_cursor });
    const targets = [...body.data.items, ...next.body.data.items].map(
      (item: { to_id: string }) => item.to_id,
    );
    expect(targets.sort()).toEqual(others.sort());
  });
});

describe('traversing with as_of', () => {
  test('follows relationships that were valid at the time, including those of versions that were replaced later', async () => {
    const caller = testCaller();
    const [a, replaced, other, ended] = graph.memories.createMany(caller, 4) as [
      string,
      string,
      string,
      string,
    ];
    clock.now = new Date(time(0));
    await graph
      .as(caller)
      .post(`${PATH}/bulk`)
      .send([
        relationshipBody(a, replaced),
        relationshipBody(a, other, { valid_from: time(4) }),
        relationshipBody(a, ended),
      ]);
    await graph.query(caller, 'UPDATE relationships SET is_active = false WHERE to_id = $1', [replaced]);
    versions.set(replaced, { is_active: false, validity: 'superseded' });
    versions.set(ended, { validity: 'expired', was_true: false });
    const visited = async (body: object): Promise<string[]> => {
      const data = await traverse(caller, { start_memory_id: a, ...body });
      return data.visited_chunks.toSorted();
    };
    expect(await visited({ as_of: time(1) })).toEqual([a, replaced].sort());
    expect(await visited({ as_of: time(4) })).toEqual([a, replaced, other].sort());
    expect(await visited({ as_of: time(1), include: ['expired'] })).toEqual([a, replaced, ended].sort());
    versions.set(replaced, { is_active: false, validity: 'superseded', was_true: false });
    expect(await visited({ as_of: time(1) })).toEqual([a]);
    expect(await visited({ as_of: time(1), include: ['superseded'] })).toEqual([a, replaced].sort());
  });

  test('finds the visible memories of a memory whose strongest 2,000 relationships lead to hidden memories', async () => {
    const caller = testCaller();
    const [a, visible, ...hidden] = graph.memories.createMany(caller, 2_002) as [string, string, ...string[]];
    clock.now = new Date(time(0));
    await graph.insertRows(
      caller,
      hidden.map((id) => [a, id]),
    );
    for (const id of hidden) versions.set(id, { validity: 'future', was_true: false });
    await graph
      .as(caller)
      .post(PATH)
      .send(relationshipBody(a, visible, { strength: 0.1 }));
    const data = await traverse(caller, { start_memory_id: a, as_of: time(0), max_depth: 2 });
    expect([data.visited_chunks, data.truncated]).toEqual([[a, visible], false]);
  });
});

describe('the validation of times', () => {
  const requests = (caller: Caller, at: Record<string, string>) => [
    graph.as(caller).get(PATH).query(at),
    graph.as(caller).get(`${PATH}/${newId()}`).query(at),
    graph
      .as(caller)
      .post(`${PATH}/traverse`)
      .send({ start_memory_id: newId(), ...at }),
  ];

  test.each([
    ['known_at', time(10), 'known_at must not be in the future.'],
    ['as_of', '0999-12-31', 'Must be between 1000-01-01 and 9999-12-31.'],
  ])('rejects %s %s with 422', async (field, value, message) => {
    clock.now = new Date(time(9));
    for (const response of await Promise.all(requests(testCaller(), { [field]: value }))) {
      expect(response.status).toBe(422);
      expect(JSON.stringify(response.body.error)).toContain(message);
    }
  });

  test('rejects known_at before the history of the tenant with 422 and its start', async () => {
    const caller = testCaller();
    clock.now = new Date(time(9));
    await graph.query(caller, 'INSERT INTO history_horizons VALUES ($1, $2)', [caller.tenantId, time(3)]);
    for (const response of await Promise.all(requests(caller, { known_at: time(2) }))) {
      expect([response.status, response.body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
      expect(response.body.error.details).toMatchObject({ earliest: time(3) });
      expect(JSON.stringify(response.body.error)).toContain(
        `known_at is before the retained history of the tenant, which starts at ${time(3)}.`,
      );
    }
    expect(
      (
        await graph
          .as(caller)
          .get(PATH)
          .query({ known_at: time(3) })
      ).status,
    ).toBe(200);
  });
});
