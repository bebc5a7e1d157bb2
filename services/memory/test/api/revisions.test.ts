import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { pruneRevisionsJob } from '@loci/service-hosting';
import { testCaller } from '@loci/testing';
import { revisionRepository } from '../../src/time/revision.repository.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 0, 1, 12);

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterEach(() => {
  fixture.clock.now = null;
});
afterAll(() => fixture.close());

interface Revisions {
  revisions: Record<string, unknown>[];
  truncated: boolean;
  next_cursor: string | null;
}

const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();
const setMinutes = (minutes: number): void => {
  fixture.clock.now = new Date(NOON + minutes * 60_000);
};
const update = (id: string, body: object, as: Caller = caller) =>
  fixture.as(as).put(`/api/v2/memories/${id}`).send(body);
const get = async (path: string, as: Caller = caller): Promise<ApiResponse> =>
  (await fixture.as(as).get(`/api/v2/memories/${path}`)) as ApiResponse;
const list = async (id: string, query = '', as: Caller = caller): Promise<Revisions> =>
  (await get(`${id}/revisions${query}`, as)).body.data as never;
const remove = async (id: string, query = '', as: Caller = caller): Promise<ApiResponse> =>
  (await fixture.as(as).delete(`/api/v2/memories/${id}${query}`)) as ApiResponse;
/** Creates a memory at minute 0 and changes its content at minutes 1 and 2. */
const storeChanged = async (as: Caller = caller): Promise<string> => {
  setMinutes(0);
  const { id } = await storeMemory(fixture, as, { content: 'zero' });
  setMinutes(1);
  await update(id, { content: 'one' }, as);
  setMinutes(2);
  await update(id, { content: 'two' }, as);
  setMinutes(10);
  return id;
};

describe('GET /api/v2/memories/{memory_id}/revisions', () => {
  test('returns all states of a memory with their periods, newest first', async () => {
    const id = await storeChanged();
    const { revisions, truncated, next_cursor } = await list(id);
    expect({ truncated, next_cursor }).toEqual({ truncated: false, next_cursor: null });
    expect(revisions).toMatchObject([
      { content: 'two', revision: 3, change: 'updated', recorded_at: at(2), recorded_until: null },
      { content: 'one', revision: 2, change: 'updated', recorded_at: at(1), recorded_until: at(2) },
      { content: 'zero', revision: 1, change: 'created', recorded_at: at(0), recorded_until: at(1) },
    ]);
  });

  test('names the user who stored each state', async () => {
    const id = await storeChanged();
    const other: Caller = { ...caller, userId: randomUUID() };
    await update(id, { importance: 1 }, other);
    const { revisions } = await list(id);
    expect(revisions.map((revision) => revision['recorded_by'])).toEqual([
      other.userId,
      ...Array<string>(3).fill(caller.userId),
    ]);
  });

  test('marks the state of a replaced version as superseded', async () => {
    const { id } = await storeMemory(fixture, caller);
    await fixture
      .as(caller)
      .post(`/api/v2/memories/${id}/evolve`)
      .send({ new_content: 'new', evolution_type: 'update' });
    const { revisions } = await list(id);
    expect(revisions.map(({ change, is_active }) => [change, is_active])).toEqual([
      ['superseded', false],
      ['created', true],
    ]);
  });

  test('continues with a cursor after the last revision of a page', async () => {
    const id = await storeChanged();
    const first = await list(id, '?per_page=2');
    const rest = await list(id, `?per_page=2&cursor=${encodeURIComponent(first.next_cursor!)}`);
    expect([...first.revisions, ...rest.revisions].map(({ revision }) => revision)).toEqual([3, 2, 1]);
    expect(rest.next_cursor).toBeNull();
  });

  test('an update that changes nothing and an access create no revision', async () => {
    const { id } = await storeMemory(fixture, caller, { content: 'same' });
    await update(id, { content: 'same' });
    await get(id);
    await fixture.runJob('flush-accesses');
    expect((await list(id)).revisions).toHaveLength(1);
  });

  test.each([
    ['an unknown memory', () => Promise.resolve(randomUUID())],
    ['a memory of another tenant', async () => (await storeMemory(fixture, testCaller())).id],
    [
      'a deleted memory',
      async () => {
        const { id } = await storeMemory(fixture, caller);
        await remove(id);
        return id;
      },
    ],
  ])('returns 404 for %s', async (_memory, create) => {
    expect((await get(`${await create()}/revisions`)).status).toBe(404);
  });
});

describe('known_at', () => {
  test('returns the state that was recorded at a time, without the fields that revisions do not record', async () => {
    const id = await storeChanged();
    const { body } = await get(`${id}?known_at=${at(1)}`);
    expect(body.data).toMatchObject({
      content: 'one',
      updated_at: at(1),
      relationships: null,
      access_count: null,
      last_accessed: null,
      embedding_status: null,
      surprise_score: null,
    });
  });

  test('returns a deleted memory for a time before its deletion, and 404 from its deletion', async () => {
    const id = await storeChanged();
    await remove(id);
    setMinutes(20);
    expect((await get(`${id}?known_at=${at(9)}`)).body.data).toMatchObject({ content: 'two' });
    expect((await get(`${id}?known_at=${at(10)}`)).status).toBe(404);
    expect((await get(id)).status).toBe(404);
  });

  test('a change by a process whose clock is behind does not reverse the periods', async () => {
    const id = await storeChanged();
    setMinutes(1);
    await update(id, { content: 'late' });
    const { revisions } = await list(id);
    expect(revisions[0]).toMatchObject({ content: 'late', recorded_at: at(2) });
  });

  test.each([
    ['in the future', '2200-01-01', 'known_at must not be in the future.'],
    ['that is not a time', 'yesterday', 'known_at: Must be an ISO 8601 date or date-time.'],
  ])('rejects a time %s', async (_problem, knownAt, message) => {
    for (const path of [randomUUID(), '']) {
      const { status, body } = await get(`${path}?known_at=${knownAt}`);
      expect([status, body.error.code, body.error.message]).toEqual([422, 'VAL_FIELD_INVALID', message]);
    }
  });

  test('rejects a time before the history of the tenant with its start', async () => {
    const as = testCaller();
    await fixture.database.inTransaction(as.tenantId, (tx) =>
      tx.query('INSERT INTO history_horizons VALUES ($1, $2)', [as.tenantId, at(0)]),
    );
    const { status, body } = await get(`?known_at=${at(-1)}`, as);
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 'VAL_FIELD_INVALID',
      message: `known_at is before the retained history of the tenant, which starts at ${at(0)}.`,
      details: { earliest: at(0) },
    });
    expect((await get(`?known_at=${at(0)}`, as)).status).toBe(200);
  });
});

describe('as_of', () => {
  test('returns the version that was true at a time for the id of any version', async () => {
    setMinutes(0);
    const { id } = await storeMemory(fixture, caller, { content: 'London', valid_from: '2020-01-01' });
    const evolved = (await fixture.as(caller).post(`/api/v2/memories/${id}/evolve`).send({
      new_content: 'Paris',
      evolution_type: 'update',
      valid_from: '2024-01-01',
    })) as ApiResponse<{ new_memory_id: string }>;
    const next = evolved.body.data.new_memory_id;
    for (const version of [id, next]) {
      const contentAt = async (time: string) =>
        (await get(`${version}?as_of=${time}`)).body.data?.['content'] ?? null;
      expect(await contentAt('2019-12-31')).toBeNull();
      expect(await contentAt('2020-01-01')).toBe('London');
      expect(await contentAt('2023-12-31')).toBe('London');
      expect(await contentAt('2024-01-01')).toBe('Paris');
    }
  });

  test('omits a memory that lost a contradiction, unless its validity was closed', async () => {
    const statusOf = async (closeValidity: boolean) => {
      setMinutes(0);
      const [source, target] = [await storeMemory(fixture, caller), await storeMemory(fixture, caller)];
      const reported = (await fixture.as(caller).post('/api/v2/memories/contradictions').send({
        source_memory_id: source.id,
        target_memory_id: target.id,
        contradiction_type: 'direct',
      })) as ApiResponse<{ id: string }>;
      setMinutes(10);
      await fixture
        .as(caller)
        .post(`/api/v2/memories/contradictions/${reported.body.data.id}/resolve`)
        .send({ resolution: 'choose_memory_1', close_validity: closeValidity });
      return (await get(`${target.id}?as_of=${at(5)}`)).status;
    };
    expect(await statusOf(true)).toBe(200);
    expect(await statusOf(false)).toBe(404);
  });

  test.each(['0999-12-31', 'soon'])('rejects %s', async (asOf) => {
    const { status, body } = await get(`?as_of=${asOf}`);
    expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});

describe('a list with as_of', () => {
  test('contains the memories that were true at the time, and superseded versions with include_inactive', async () => {
    const as = testCaller();
    setMinutes(0);
    const { id } = await storeMemory(fixture, as, { content: 'superseded' });
    setMinutes(5);
    await fixture
      .as(as)
      .post(`/api/v2/memories/${id}/evolve`)
      .send({ new_content: 'current', evolution_type: 'update' });
    await storeMemory(fixture, as, { content: 'ended', valid_until: at(1), tags: ['t'] });
    await storeMemory(fixture, as, { content: 'future', valid_from: '2200-01-01', tags: ['t'] });
    const contents = async (query: string): Promise<string[]> => {
      const { items, pagination } = (await get(`?${query}`, as)).body.data as {
        items: { content: string }[];
        pagination: { total: number };
      };
      expect(pagination.total).toBe(items.length);
      return items.map(({ content }) => content).sort();
    };
    expect(await contents(`as_of=${at(0)}`)).toEqual(['ended', 'superseded']);
    expect(await contents(`as_of=${at(5)}`)).toEqual(['current']);
    expect(await contents(`as_of=${at(5)}&include_inactive=true`)).toEqual(['current', 'superseded']);
    expect(await contents('as_of=2200-01-01')).toEqual(['current', 'future']);
    expect(await contents(`as_of=${at(0)}&tags=t`)).toEqual(['ended']);
    expect(await contents('')).toEqual(['current']);
  });
});

describe('the retention of revisions', () => {
  const countRevisions = async (as: Caller): Promise<number> =>
    (
      await fixture.database.inTransaction(as.tenantId, (tx) =>
        tx.query('SELECT FROM memory_revisions WHERE tenant_id = $1', [as.tenantId]),
      )
    ).length;
  const countedBytes = async (as: Caller): Promise<number> => {
    await fixture.runJob('fold-counters');
    const [row] = await fixture.database.inTransaction(as.tenantId, (tx) =>
      tx.query<{ value: string }>(
        `SELECT value FROM counters WHERE tenant_id = $1 AND counter = 'revision-bytes'`,
        [as.tenantId],
      ),
    );
    return Number(row?.value ?? 0);
  };

  test('a deletion with erase=true deletes the revisions', async () => {
    const as = testCaller();
    const id = await storeChanged(as);
    expect((await remove(id, '?erase=true', as)).status).toBe(200);
    expect([await countRevisions(as), await countedBytes(as)]).toEqual([0, 0]);
    setMinutes(20);
    expect((await get(`${id}?known_at=${at(5)}`, as)).status).toBe(404);
  });

  test('erase=true deletes the revisions of a memory that was deleted earlier', async () => {
    const as = testCaller();
    const id = await storeChanged(as);
    await remove(id, '', as);
    expect((await remove(id, '?erase=true', as)).status).toBe(200);
    expect(await countRevisions(as)).toBe(0);
    expect((await remove(id, '?erase=true', as)).status).toBe(404);
  });

  test('the job prune-revisions deletes the revisions of a memory 30 days after its deletion', async () => {
    const as = testCaller();
    const id = await storeChanged(as);
    const kept = await storeChanged(as);
    await remove(id, '', as);
    fixture.clock.now = new Date(fixture.clock.now!.getTime() + 30 * DAY_MS);
    await fixture.runJob('prune-revisions');
    expect(await countRevisions(as)).toBe(5);
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 1);
    await fixture.runJob('prune-revisions');
    expect(await countRevisions(as)).toBe(2);
    expect((await list(kept, '', as)).revisions).toHaveLength(3);
  });

  test('the job prune-revisions deletes the oldest revisions above the limit and moves the start of the history', async () => {
    const as = testCaller();
    const id = await storeChanged(as);
    const bytes = await countedBytes(as);
    const job = pruneRevisionsJob(
      { database: fixture.database, revisions: revisionRepository, now: () => new Date() },
      bytes - 1,
    );
    await job.run(new AbortController().signal);
    expect((await list(id, '', as)).revisions.map(({ revision }) => revision)).toEqual([3, 2]);
    expect((await get(`${id}?known_at=${at(0)}`, as)).body.error.details).toEqual({ earliest: at(1) });
    expect((await get(`${id}?known_at=${at(1)}`, as)).body.data).toMatchObject({ content: 'one' });
  });

  test('the counter of revision bytes is exact after changes and deletions', async () => {
    const as = testCaller();
    await storeChanged(as);
    await remove(await storeChanged(as), '', as);
    const before = await countedBytes(as);
    await fixture.runJob('verify-counters');
    expect(before).toBeGreaterThan(0);
    expect(await countedBytes(as)).toBe(before);
  });
});

describe('POST /internal/memory/versions-at', () => {
  test('returns version and validity of each memory in the state of the time', async () => {
    const as = testCaller();
    const id = await storeChanged(as);
    const { id: later } = await storeMemory(fixture, as, { valid_until: '2020-01-01' });
    const versionsAt = async (times: { asOf?: string; knownAt?: string }) => {
      const found = await fixture.client.getVersionsAt(as.tenantId, [id, later, randomUUID()], times);
      return new Map(found.map((version) => [version.id, version]));
    };
    expect([...(await versionsAt({ knownAt: at(1) })).keys()]).toEqual([id]);
    expect((await versionsAt({})).get(later)).toEqual({
      id: later,
      version: 1,
      is_active: true,
      validity: 'expired',
      was_true: false,
    });
    expect((await versionsAt({ asOf: '2019-12-31' })).get(later)).toMatchObject({
      validity: 'current',
      was_true: true,
    });
  });

  test('does not return memories of another tenant', async () => {
    const { id } = await storeMemory(fixture, testCaller());
    expect(await fixture.client.getVersionsAt(caller.tenantId, [id], {})).toEqual([]);
  });
});

describe('POST /internal/memory/states-at', () => {
  test('returns the version of each chain that was true and known at the times', async () => {
    const as = testCaller();
    const id = await storeChanged(as);
    const { id: later } = await storeMemory(fixture, as);
    const statesAt = (times: { asOf?: string; knownAt?: string }) =>
      fixture.client.getStatesAt(as.tenantId, [id, later, randomUUID()], times);
    const states = await statesAt({ knownAt: at(1) });
    expect([...states.keys()]).toEqual([id]);
    expect(states.get(id)).toMatchObject({ content: 'one', validity: 'current' });
    expect([...(await statesAt({})).keys()].sort()).toEqual([id, later].sort());
  });

  test('does not return memories of another tenant', async () => {
    const { id } = await storeMemory(fixture, testCaller());
    expect(await fixture.client.getStatesAt(caller.tenantId, [id], {})).toEqual(new Map());
  });
});
