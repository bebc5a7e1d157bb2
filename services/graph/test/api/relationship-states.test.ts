import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RELATIONSHIP_TYPES } from '@loci/contracts';
import { newId } from '@loci/core';
import type { Caller } from '@loci/core';
import { repairCounters } from '@loci/postgres';
import { followCursorsWhileInserting, recordReads, testCaller } from '@loci/testing';
import { revisionRepository } from '../../src/revisions/revision.repository.ts';
import { relationshipStateRepository } from '../../src/states/relationship-state.repository.ts';
import { relationshipCounterSource } from '../../src/relationships/relationship-counters.ts';
import {
  contradictionReported,
  createTestGraphService,
  memoryDeactivated,
  memoryDeleted,
  memoryUpdated,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';
const STATES = '/api/v2/relationship-states';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

interface State extends Record<string, unknown> {
  id: string;
  revision: number;
}

/** Returns all states of the caller's tenant, read in pages. */
async function exportStates(as: Caller, perPage = 100): Promise<State[]> {
  const states: State[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const suffix: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await graph.as(as).get(`${STATES}?per_page=${perPage}${suffix}`);
    states.push(...body.data.states);
    cursor = body.data.next_cursor;
  }
  return states;
}

const restore = (as: Caller, states: readonly object[]) =>
  graph.as(as).post(`${STATES}/restore`).send({ states });

const sorted = (states: readonly object[]): string[] => states.map((state) => JSON.stringify(state)).sort();

const create = async (as: Caller, from: string, to: string, fields: Record<string, unknown> = {}) =>
  (
    await graph
      .as(as)
      .post(PATH)
      .send(relationshipBody(from, to, fields))
  ).body.data;

/** Creates relationships of all types, of all directions, with changes, and of an inactive memory. */
async function createContent() {
  const caller = testCaller();
  const ids = graph.memories.createMany(caller, 4) as [string, string, string, string];
  const [a, b, c, old] = ids;
  const typed = [];
  for (const relationship_type of RELATIONSHIP_TYPES)
    typed.push(await create(caller, a, b, { relationship_type }));
  const changed = typed[0];
  const patch = (as: Caller, body: object) => graph.as(as).patch(`${PATH}/${changed.id}`).send(body);
  await patch(caller, { strength: 0.75, evidence: { page: 3, nested: { list: [1, null] } } });
  await patch({ ...caller, userId: newId() }, { confidence: 0.1, valid_from: '2020-01-01' });
  await create(caller, b, c, { relationship_type: 'sibling_of', direction_type: 'BIDIRECTIONAL' });
  await create(caller, a, c, {
    relationship_type: 'part_of',
    direction_type: 'INVERSE_PAIRED',
    inverse_type: 'composed_of',
    metadata: { note: 'x' },
  });
  await create(caller, old, c, { relationship_type: 'documents' });
  await graph.deliver(memoryDeactivated(caller, old, null));
  return { caller, ids, old, changed };
}

/** Returns the owner of another tenant with the same memories. `inactive` is not the active version. */
async function copyMemories(ids: readonly string[], inactive: readonly string[] = []): Promise<Caller> {
  const caller = testCaller();
  for (const id of ids) graph.memories.create(caller, id);
  for (const id of inactive) await graph.deliver(memoryDeactivated(caller, id, null));
  return caller;
}

const expectExactCounters = async (as: Caller) =>
  expect(
    await graph.database.inTransaction(as.tenantId, (tx) =>
      repairCounters(tx, as.tenantId, relationshipCounterSource),
    ),
  ).toEqual([]);

describe('GET /api/v2/relationship-states', () => {
  test('lists all states of all relationships by ID, newest first', async () => {
    const { caller, changed } = await createContent();
    const states = await exportStates(caller);
    expect(states).toHaveLength(RELATIONSHIP_TYPES.length + 2 + 1 + 2 + 2);
    expect(states.filter(({ id }) => id === changed.id).map(({ revision }) => revision)).toEqual([3, 2, 1]);
    expect(states).toEqual(
      states.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : b.revision - a.revision)),
    );
    expect(await exportStates(caller, 2)).toEqual(states);
  });

  test('omits deleted relationships, relationships of expired memories, and those of other tenants', async () => {
    const caller = testCaller();
    const [a, b, c] = graph.memories.createMany(caller, 3) as [string, string, string];
    const { id } = await create(caller, a, b);
    await graph.as(caller).patch(`${PATH}/${id}`).send({ strength: 0.1 });
    await create(caller, b, c);
    expect(await exportStates(caller)).toHaveLength(3);
    expect(await exportStates(testCaller())).toEqual([]);
    await graph.deliver(memoryUpdated(caller, c, 2, { expires_at: '2020-01-01T00:00:00.000Z' }));
    expect(await exportStates(caller)).toHaveLength(2);
    await graph.as(caller).delete(`${PATH}/${id}`);
    expect(await exportStates(caller)).toEqual([]);
  });
});

describe('the list of states', () => {
  /** Inserts relationships with two replaced states each. Returns their IDs. */
  const insertChanged = async (as: Caller, count: number): Promise<string[]> => {
    const columns = `tenant_id, id, revision, from_id, to_id, relationship_type, direction_type, strength, confidence,
      evidence, traversal_properties, metadata, origin, created_by, created_at, updated_at, is_active`;
    const rows = await graph.database.inTransaction(as.tenantId, (tx) =>
      tx.query<{ id: string }>(
        `WITH inserted AS (
           INSERT INTO relationships (${columns})
           SELECT $1, gen_random_uuid(), 3, gen_random_uuid(), gen_random_uuid(), 'supports', 'DIRECTED', 0.5, 1, '{}', '{}',
             '{}', 'user', 'ada', now(), now(), true
           FROM generate_series(1, $2::int) RETURNING ${columns}),
         replaced AS (
           INSERT INTO relationship_revisions (${columns}, recorded_by, recorded_until, ended_by_deletion)
           SELECT ${columns.replace('revision', 'number')}, 'ada', now(), false
           FROM inserted CROSS JOIN (VALUES (1), (2)) numbers(number))
         SELECT id FROM inserted`,
        [as.tenantId, count],
      ),
    );
    return rows.map(({ id }) => id);
  };

  test('contains each state once while relationships are created and changed', async () => {
    const as = testCaller();
    const created = await insertChanged(as, 5);
    const result = await followCursorsWhileInserting({
      existing: created.flatMap((id) => [1, 2, 3].map((revision) => `${id} ${revision}`)),
      read: async (cursor) => {
        const query = { per_page: 2, ...(cursor && { cursor }) };
        const { states, next_cursor: nextCursor } = (await graph.as(as).get(STATES).query(query)).body.data;
        return { ids: states.map(({ id, revision }: State) => `${id} ${revision}`), nextCursor };
      },
      insert: () => insertChanged(as, 3),
    });
    expect(result).toEqual({ repeated: [], missing: [] });
  });

  test('is read from the primary keys without other states, as is the list of the states of one relationship', async () => {
    const as = testCaller();
    const ids = (await insertChanged(as, 2_000)).toSorted();
    const [id, often] = [ids[1_000]!, ids[1_500]!];
    await graph.query(
      as,
      `INSERT INTO relationship_revisions
       SELECT (jsonb_populate_record(r, jsonb_build_object('revision', -number))).*
       FROM relationship_revisions r CROSS JOIN generate_series(1, 1000) number
       WHERE tenant_id = $1 AND id = $2 AND revision = 1`,
      [as.tenantId, often],
    );
    await graph.testDatabase.analyze('graph.relationships', 'graph.relationship_revisions');
    const { inTransaction, reads } = recordReads(graph.database);
    await inTransaction(as.tenantId, async (tx) => {
      const page = { limit: 11, offset: 0 };
      await relationshipStateRepository.list(tx, as.tenantId, { ...page, after: undefined });
      await relationshipStateRepository.list(tx, as.tenantId, { ...page, after: [id, 2] });
      await revisionRepository.list(tx, as.tenantId, often, { ...page, before: undefined });
      await revisionRepository.list(tx, as.tenantId, often, { ...page, before: -500 });
    });
    expect(reads).toHaveLength(4);
    for (const { indexes, rows } of reads) {
      expect(indexes).toEqual(expect.arrayContaining(['relationships_pkey', 'relationship_revisions_pkey']));
      // The states of the page and the next relationship, which PostgreSQL sorts by revision, and their current states.
      expect(rows).toBeLessThan(60);
    }
  });
});

describe('POST /api/v2/relationship-states/restore', () => {
  test('restores an export, so that the export of the other tenant has the same bytes', async () => {
    const { caller, ids, old } = await createContent();
    const exported = await exportStates(caller);
    const target = await copyMemories(ids, [old]);
    const { data } = (await restore(target, exported)).body;
    expect(data).toEqual({ restored: exported.length, existing: 0, failed: 0, errors: [] });
    expect(sorted(await exportStates(target))).toEqual(sorted(exported));
    await expectExactCounters(target);
  });

  test('restores nothing twice', async () => {
    const { caller, ids, old } = await createContent();
    const exported = await exportStates(caller);
    const target = await copyMemories(ids, [old]);
    await restore(target, exported);
    const events = await graph.events(target);
    expect((await restore(target, exported)).body.data).toEqual({
      restored: 0,
      existing: exported.length,
      failed: 0,
      errors: [],
    });
    expect(await graph.events(target)).toHaveLength(events.length);
  });

  test('publishes an event for each relationship in its current state, and updates the graph', async () => {
    const { caller, ids, changed } = await createContent();
    const target = await copyMemories(ids);
    const states = (await exportStates(caller)).filter(({ id }) => id === changed.id);
    await restore(target, states);
    expect(await graph.events(target)).toMatchObject([
      {
        type: 'relationship.created',
        aggregate_id: changed.id,
        revision: 3,
        data: { strength: 0.75, confidence: 0.1, created_by: target.userId },
      },
    ]);
    const { body } = await graph.as(target).post(`${PATH}/traverse`).send({ start_memory_id: ids[0] });
    expect(body.data.paths[0].relationships).toEqual([changed.id]);
  });

  test('keeps the exported users for the next export, except of a state that the tenant changes', async () => {
    const { caller, ids, changed } = await createContent();
    const exported = (await exportStates(caller)).filter(({ id }) => id === changed.id);
    const target = await copyMemories(ids);
    await restore(target, exported);
    await graph.as(target).patch(`${PATH}/${changed.id}`).send({ strength: 0.2 });
    expect(
      (await exportStates(target)).map(({ revision, created_by, recorded_by }) => [
        revision,
        created_by,
        recorded_by,
      ]),
    ).toEqual([
      [4, caller.userId, target.userId],
      ...exported.map(({ revision, created_by, recorded_by }) => [revision, created_by, recorded_by]),
    ]);
    await expectExactCounters(target);
  });

  test('carries over active relationships of memories that were replaced since', async () => {
    const source = testCaller();
    const [old, next, other] = graph.memories.createMany(source, 3) as [string, string, string];
    const { id } = await create(source, old, other);
    const states = await exportStates(source);
    const target = testCaller();
    for (const memory of [old, next, other]) graph.memories.create(target, memory);
    await graph.deliver(memoryDeactivated(target, old, next));
    await restore(target, states);
    const active = (await exportStates(target)).filter(({ is_active: isActive, recorded_until: until }) =>
      Boolean(isActive && until === null),
    );
    expect(active).toMatchObject([{ from_id: next, to_id: other, metadata: { carried_from: id } }]);
  });

  test('an event that names a restored ID does not create the relationship again after its deletion', async () => {
    const source = testCaller();
    const ids = graph.memories.createMany(source, 2) as [string, string];
    const { id } = await create(source, ...ids, { relationship_type: 'contradicts' });
    const states = await exportStates(source);
    const target = await copyMemories(ids);
    await restore(target, states);
    await graph.as(target).delete(`${PATH}/${id}`);
    await graph.deliver(contradictionReported(target, ...ids, id));
    expect(await exportStates(target)).toEqual([]);
  });

  test('does not change the history of a relationship that was not restored', async () => {
    const { caller, changed } = await createContent();
    const states = (await exportStates(caller)).filter(({ id }) => id === changed.id);
    // Without the guard, the state could take the place of a missing one.
    await graph.query(caller, 'DELETE FROM relationship_revisions WHERE id = $1 AND revision = 2', [
      changed.id,
    ]);
    const { data } = (await restore(caller, [states[1]!])).body;
    expect(data).toMatchObject({ restored: 0, errors: [{ index: 0, code: 'RES_NOT_FOUND' }] });
  });

  test('does not add states to a restored relationship that end after the current state began', async () => {
    const { caller, ids, changed } = await createContent();
    const states = (await exportStates(caller)).filter(({ id }) => id === changed.id);
    const target = await copyMemories(ids);
    await restore(target, states.slice(0, 1));
    const late = { ...states[1], recorded_until: new Date().toISOString() };
    expect((await restore(target, [late])).body.data).toMatchObject({
      restored: 0,
      errors: [{ index: 0, code: 'RES_NOT_FOUND' }],
    });
  });

  test('requires the role of an owner', async () => {
    const { caller, ids } = await createContent();
    const states = await exportStates(caller);
    const member = { ...(await copyMemories(ids)), role: 'member' as const };
    const response = await restore(member, states);
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(await exportStates(member)).toEqual([]);
  });

  test('returns the error of each state that cannot be restored, and restores the others', async () => {
    const source = testCaller();
    const [a, b, deleted] = graph.memories.createMany(source, 3) as [string, string, string];
    await create(source, a, b);
    const [state] = (await exportStates(source)) as [State];
    const target = await copyMemories([a, b, deleted]);
    await graph.deliver(memoryDeleted(target, deleted));
    const future = new Date(Date.now() + 3_600_000).toISOString();
    const refused = [
      { id: newId(), to_id: deleted },
      { id: newId(), to_id: newId() },
      { id: newId(), updated_at: future },
      { id: newId(), revision: 1, recorded_until: future },
      { id: newId() },
    ].map((fields) => ({ ...state, ...fields }));
    const { data } = (await restore(target, [state, ...refused, state])).body;
    expect(data).toMatchObject({ restored: 1, existing: 1, failed: refused.length });
    expect(data.errors.map(({ index, code }: State) => [index, code])).toEqual([
      [1, 'RES_NOT_FOUND'],
      [2, 'RES_NOT_FOUND'],
      [3, 'VAL_VALIDATION_FAILED'],
      [4, 'RES_NOT_FOUND'],
      [5, 'RES_ALREADY_EXISTS'],
    ]);
  });

  test.each([
    ['to_id', (state: State) => ({ to_id: state['from_id'] })],
    ['updated_at', () => ({ created_at: '2999-01-01T00:00:00Z' })],
    ['recorded_until', () => ({ recorded_until: '2000-01-01T00:00:00Z' })],
    ['inverse_type', () => ({ inverse_type: 'part_of' })],
    ['inverse_relationship_id', () => ({ inverse_relationship_id: newId() })],
    ['valid_until', () => ({ valid_from: '2021-01-01', valid_until: '2020-01-01' })],
  ])('rejects a request with a state whose %s is invalid, and restores nothing', async (field, fieldsOf) => {
    const source = testCaller();
    const ids = graph.memories.createMany(source, 2) as [string, string];
    await create(source, ...ids);
    const [state] = (await exportStates(source)) as [State];
    const target = await copyMemories(ids);
    const { status, body } = await restore(target, [state, { ...state, ...fieldsOf(state) }]);
    expect([status, Object.keys(body.error.field_errors ?? {})]).toEqual([422, [`states.1.${field}`]]);
    expect(await exportStates(target)).toEqual([]);
  });

  test.each([[0], [1_001]])('rejects %d states', async (count) => {
    const source = testCaller();
    const ids = graph.memories.createMany(source, 2) as [string, string];
    await create(source, ...ids);
    const [state] = (await exportStates(source)) as [State];
    const { status, body } = await restore(testCaller(), Array<object>(count).fill(state));
    expect([status, Object.keys(body.error.field_errors ?? {})]).toEqual([422, ['states']]);
  });
});
