import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { repairCounters } from '@loci/postgres';
import { testCaller } from '@loci/testing';
import { relationshipCounterSource } from '../../src/relationships/relationship-counters.ts';
import {
  createTestGraphService,
  envelope,
  memoryDeactivated,
  memoryDeleted,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

/** Creates a caller with a relationship between two of their three memories. */
async function setUp(rest: Record<string, unknown> = {}) {
  const caller = testCaller();
  const app = graph.as(caller);
  const [a, b, c] = graph.memories.createMany(caller, 3) as [string, string, string];
  const { data: created } = (await app.post(PATH).send(relationshipBody(a, b, rest))).body;
  const path = `${PATH}/${created.id}`;
  return {
    caller,
    app,
    a,
    b,
    c,
    created,
    path,
    patch: async (body: object) => (await app.patch(path).send(body)).body.data,
    revisions: async (query = '') => (await app.get(`${path}/revisions${query}`)).body.data,
    /** Rows of replaced states, oldest first. */
    archived: () =>
      graph.query(
        caller,
        `SELECT id, revision::int, ended_by_deletion, recorded_by FROM relationship_revisions
         WHERE tenant_id = $1 ORDER BY recorded_until, id, revision`,
        [caller.tenantId],
      ),
    expectExactCounters: async () =>
      expect(
        await graph.database.inTransaction(caller.tenantId, (tx) =>
          repairCounters(tx, caller.tenantId, relationshipCounterSource),
        ),
      ).toEqual([]),
  };
}

describe('GET /relationships/{relationship_id}/revisions', () => {
  test('returns the states newest first, each with its period, its user and its kind of change', async () => {
    const { caller, created, patch, revisions, expectExactCounters } = await setUp({ evidence: { page: 1 } });
    const second = await patch({ strength: 0.9, valid_until: '2030-01-01' });
    await patch({ strength: 0.9 });
    const third = await patch({ evidence: { page: 2 }, valid_until: null });
    const { updated_at, validity, ...state } = created;
    expect(validity).toBe('current');
    const recorded = { recorded_by: caller.userId };
    expect(await revisions()).toEqual({
      revisions: [
        {
          ...state,
          ...recorded,
          strength: 0.9,
          evidence: { page: 2 },
          revision: 3,
          change: 'updated',
          recorded_at: third.updated_at,
          recorded_until: null,
        },
        {
          ...state,
          ...recorded,
          strength: 0.9,
          valid_until: '2030-01-01T00:00:00.000Z',
          revision: 2,
          change: 'updated',
          recorded_at: second.updated_at,
          recorded_until: third.updated_at,
        },
        {
          ...state,
          ...recorded,
          revision: 1,
          change: 'created',
          recorded_at: updated_at,
          recorded_until: second.updated_at,
        },
      ],
      truncated: false,
      next_cursor: null,
    });
    await expectExactCounters();
  });

  test('returns the revision that made a relationship of an inactive version inactive, recorded by system', async () => {
    const { caller, b, revisions, expectExactCounters } = await setUp();
    await graph.deliver(memoryDeactivated(caller, b, null));
    expect((await revisions()).revisions).toMatchObject([
      { revision: 2, change: 'superseded', is_active: false, recorded_by: 'system', recorded_until: null },
      { revision: 1, change: 'created', is_active: true, recorded_by: caller.userId },
    ]);
    await expectExactCounters();
  });

  test('continues with the cursor of the previous page', async () => {
    const { patch, revisions } = await setUp();
    for (const strength of [0.1, 0.2, 0.3]) await patch({ strength });
    const numbers = ({ revisions: page }: { revisions: { revision: number }[] }) =>
      page.map(({ revision }) => revision);
    const first = await revisions('?per_page=3');
    expect(numbers(first)).toEqual([4, 3, 2]);
    const second = await revisions(`?per_page=3&cursor=${first.next_cursor}`);
    expect([numbers(second), second.next_cursor]).toEqual([[1], null]);
    expect(numbers(await revisions('?per_page=2&page=2'))).toEqual([2, 1]);
  });

  test('records no revision that ends before it starts if the clock of another process was ahead', async () => {
    const { patch, revisions } = await setUp();
    graph.setDaysAhead(1);
    const ahead = await patch({ strength: 0.1 });
    graph.setDaysAhead(0);
    expect((await patch({ strength: 0.2 })).updated_at).toBe(ahead.updated_at);
    const periods = (await revisions()).revisions.map(
      (revision: { recorded_at: string; recorded_until: string | null }) => [
        revision.recorded_at,
        revision.recorded_until,
      ],
    );
    expect(periods.slice(0, 2)).toEqual([
      [ahead.updated_at, null],
      [ahead.updated_at, ahead.updated_at],
    ]);
  });

  test.each([
    ['an unknown relationship', (path: string) => path.replace(/[^/]+$/, newId())],
    ['a relationship of another tenant', (path: string) => path],
  ])('responds with 404 RES_NOT_FOUND for %s', async (_, toPath) => {
    const { path, patch } = await setUp();
    await patch({ strength: 0.1 });
    const { status, body } = await graph.as(testCaller()).get(`${toPath(path)}/revisions`);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('responds with 404 for a deleted relationship', async () => {
    const { app, path, patch } = await setUp();
    await patch({ strength: 0.1 });
    await app.delete(path);
    expect((await app.get(`${path}/revisions`)).status).toBe(404);
  });

  test('rejects the cursor of another list with 422 VAL_FIELD_INVALID', async () => {
    const { app, path, created, c, a } = await setUp();
    await app.post(PATH).send(relationshipBody(a, c));
    const { next_cursor } = (await app.get(`${PATH}?per_page=1`)).body.data.pagination;
    expect(next_cursor).toEqual(expect.any(String));
    const { status, body } = await app.get(`${path}/revisions?cursor=${next_cursor}`);
    expect([status, body.error.code, created.id]).toEqual([422, 'VAL_FIELD_INVALID', created.id]);
  });
});

describe('the revisions of deleted relationships', () => {
  test('every kind of deletion archives the last state', async () => {
    const { caller, app, a, b, c, created, path, archived, expectExactCounters } = await setUp();
    await app.delete(path);
    const between = (await app.post(PATH).send(relationshipBody(a, c))).body.data.id;
    await app.delete(`${PATH}/between?from_id=${a}&to_id=${c}`);
    const ofMemory = (await app.post(PATH).send(relationshipBody(b, c))).body.data.id;
    await graph.deliver(memoryDeleted(caller, c));
    const state = { revision: 1, ended_by_deletion: true, recorded_by: caller.userId };
    const expected = [created.id, between, ofMemory].map((id) => ({ id, ...state }));
    const rows = await archived();
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(expect.arrayContaining(expected));
    await expectExactCounters();
  });

  test('an erased memory leaves no revisions of its relationships', async () => {
    const { caller, app, a, b, c, patch, archived, expectExactCounters } = await setUp();
    await patch({ strength: 0.1 });
    const kept = (await app.post(PATH).send(relationshipBody(a, c))).body.data.id;
    await app.patch(`${PATH}/${kept}`).send({ strength: 0.1 });
    await graph.deliver(envelope(caller, 'memory', 'memory.deleted', b, 2, { id: b, erased: true }));
    expect(await archived()).toMatchObject([{ id: kept, revision: 1 }]);
    await expectExactCounters();
  });
});

describe('the job prune-revisions', () => {
  test('deletes the revisions of relationships that were deleted 30 days ago', async () => {
    const { app, a, c, path, patch, archived, expectExactCounters } = await setUp();
    await patch({ strength: 0.1 });
    await app.delete(path);
    const kept = (await app.post(PATH).send(relationshipBody(a, c))).body.data.id;
    await app.patch(`${PATH}/${kept}`).send({ strength: 0.1 });
    graph.setDaysAhead(29);
    await graph.runJob('prune-revisions');
    expect(await archived()).toHaveLength(3);
    graph.setDaysAhead(31);
    await graph.runJob('prune-revisions');
    graph.setDaysAhead(0);
    expect(await archived()).toMatchObject([{ id: kept, revision: 1 }]);
    await expectExactCounters();
  });

  test('deletes the oldest revisions of a tenant above the maximum size', async () => {
    const small = await createTestGraphService({ maxRevisionBytes: 2_000 });
    const caller = testCaller();
    const app = small.as(caller);
    const [a, b] = small.memories.createMany(caller, 2) as [string, string];
    const { id } = (await app.post(PATH).send(relationshipBody(a, b))).body.data;
    for (let i = 1; i <= 10; i++) await app.patch(`${PATH}/${id}`).send({ strength: i / 10 });
    await small.runJob('fold-counters');
    await small.runJob('prune-revisions');
    const revisions = (await app.get(`${PATH}/${id}/revisions`)).body.data.revisions.map(
      ({ revision }: { revision: number }) => revision,
    );
    // A revision with empty objects has 306 bytes, so six of them have at most 2,000 bytes.
    expect(revisions).toEqual([11, 10, 9, 8, 7, 6, 5]);
    const [horizon] = await small.database.inTransaction(caller.tenantId, (tx) =>
      tx.query<{ since: Date }>('SELECT since FROM history_horizons WHERE tenant_id = $1', [caller.tenantId]),
    );
    const listed = await app.get(`${PATH}/${id}/revisions`);
    expect(horizon!.since.toISOString()).toBe(listed.body.data.revisions.at(-1).recorded_at);
    expect(
      await small.database.inTransaction(caller.tenantId, (tx) =>
        repairCounters(tx, caller.tenantId, relationshipCounterSource),
      ),
    ).toEqual([]);
    await small.close();
  });

  test('only ever raises the start of the history of the tenant', async () => {
    const small = await createTestGraphService({ maxRevisionBytes: 2_000 });
    const caller = testCaller();
    const app = small.as(caller);
    const [a, b] = small.memories.createMany(caller, 2) as [string, string];
    const { id } = (await app.post(PATH).send(relationshipBody(a, b))).body.data;
    const pruneNewRevisions = async (): Promise<string> => {
      for (let i = 1; i <= 10; i++) await app.patch(`${PATH}/${id}`).send({ strength: i / 20 });
      await small.runJob('fold-counters');
      await small.runJob('prune-revisions');
      const [horizon] = await small.query(caller, 'SELECT since FROM history_horizons');
      return (horizon as { since: Date }).since.toISOString();
    };
    const first = await pruneNewRevisions();
    expect((await pruneNewRevisions()) > first).toBe(true);
    await small.query(caller, "UPDATE history_horizons SET since = '2200-01-01'");
    expect(await pruneNewRevisions()).toBe('2200-01-01T00:00:00.000Z');
    await small.close();
  });
});
