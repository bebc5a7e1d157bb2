import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encodeCursor } from '@loci/http';
import { testCaller } from '@loci/testing';
import { contradictionRepository } from '../../src/contradictions/contradiction.repository.ts';
import { contradictionsOf, report, storeContradiction } from '../contradiction-requests.fixture.ts';
import { UNAUTHORIZED_CALLERS, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

/** Inserts contradictions between two memories that were all detected at the same time. */
const insertResolved = (sourceId: string, targetId: string, count: number) =>
  fixture.database.inTransaction(caller.tenantId, (tx) =>
    tx.query(
      `INSERT INTO contradictions (tenant_id, id, revision, source_memory_id, target_memory_id,
         contradiction_type, resolution_status, confidence, metadata, detected_at, detected_by, relationship_id,
         resolution, resolved_at, resolved_by)
       SELECT $1, gen_random_uuid(), 1, $2, $3, 'direct', 'resolved', 0.8, '{}', date_trunc('milliseconds', now()),
         'ada', gen_random_uuid(), 'choose_memory_1', now(), 'ada'
       FROM generate_series(1, $4::int)`,
      [caller.tenantId, sourceId, targetId, count],
    ),
  );

describe('GET /api/v2/memories/{memory_id}/contradictions', () => {
  test('returns the requested memory as source_memory_id, regardless of the direction of the contradiction', async () => {
    const { id, source, target } = await storeContradiction(fixture, caller);
    for (const [asked, other] of [
      [source, target],
      [target, source],
    ] as const) {
      const { status, body } = await contradictionsOf(fixture, caller, asked);
      expect([status, body.data.contradictions]).toEqual([
        200,
        [
          {
            id,
            source_memory_id: asked,
            target_memory_id: other,
            reported_source_id: source,
            contradiction_type: 'direct',
            resolution_status: 'unresolved',
            confidence: 0.8,
            detected_at: expect.any(String),
          },
        ],
      ]);
    }
  });

  test('returns an empty list for a memory without contradictions', async () => {
    const { id } = await storeMemory(fixture, caller);
    expect((await contradictionsOf(fixture, caller, id)).body.data.contradictions).toEqual([]);
  });

  describe('of a memory with three contradictions', () => {
    let hub: string;
    const others: string[] = [];
    beforeAll(async () => {
      hub = (await storeMemory(fixture, caller)).id;
      for (let i = 0; i < 3; i++) {
        others.push((await storeMemory(fixture, caller)).id);
        await report(fixture, caller, { source_memory_id: others[i], target_memory_id: hub });
      }
    });
    const listed = async (query = {}) =>
      (await contradictionsOf(fixture, caller, hub, query)).body.data.contradictions.map(
        (contradiction) => contradiction.target_memory_id,
      );

    test('returns the contradictions newest first', async () => {
      expect(await listed()).toEqual([...others].reverse());
    });

    test('returns the requested page', async () => {
      expect(await listed({ page: '2', per_page: '2' })).toEqual([others[0]]);
    });
  });

  test('returns every contradiction once if contradictions are reported while a client follows the cursors', async () => {
    const hub = (await storeMemory(fixture, caller)).id;
    const others: string[] = [];
    const addContradiction = async (hubIsSource: boolean) => {
      const other = (await storeMemory(fixture, caller)).id;
      const [source, target] = hubIsSource ? [hub, other] : [other, hub];
      await report(fixture, caller, { source_memory_id: source, target_memory_id: target });
      others.push(other);
    };
    for (const hubIsSource of [true, false, true, false, true]) await addContradiction(hubIsSource);
    const expected = [...others].reverse();
    const listed: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query: Record<string, string> = { per_page: '2', ...(cursor ? { cursor } : {}) };
      const { data } = (await contradictionsOf(fixture, caller, hub, query)).body;
      expect(data.truncated).toBe(false);
      listed.push(...data.contradictions.map((contradiction) => contradiction.target_memory_id));
      cursor = data.next_cursor;
      await addContradiction(listed.length % 4 === 0);
    }
    expect(listed).toEqual(expected);
  });

  test('continues after a cursor within contradictions that were detected at the same time', async () => {
    const hub = await storeMemory(fixture, caller);
    const other = await storeMemory(fixture, caller);
    await insertResolved(hub.id, other.id, 5);
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query: Record<string, string> = { per_page: '2', ...(cursor ? { cursor } : {}) };
      const { data } = (await contradictionsOf(fixture, caller, hub.id, query)).body;
      ids.push(...data.contradictions.map(({ id }) => id));
      cursor = data.next_cursor;
    }
    expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
  });

  test('reads a page from the indexes in the order of the list, without sorting', async () => {
    const hub = await storeMemory(fixture, caller);
    const other = await storeMemory(fixture, caller);
    await insertResolved(hub.id, other.id, 500);
    const plan: string[] = [];
    await fixture.database.inTransaction(caller.tenantId, async (tx) => {
      // The tables have no statistics yet. With this setting, the planner sorts only if no index has the
      // order.
      await tx.query('SET LOCAL enable_sort = off');
      const explain = async (sql: string, values?: readonly unknown[]) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
        plan.push(...rows.map((row) => row['QUERY PLAN']));
        return [];
      };
      const page = { limit: 11, offset: 0, after: undefined };
      return contradictionRepository.listByMemory({ ...tx, query: explain }, caller.tenantId, hub.id, page);
    });
    expect(plan.filter((line) => /Index Scan .* on contradictions/.test(line)).sort()).toEqual([
      expect.stringContaining('contradictions_of_source_in_order'),
      expect.stringContaining('contradictions_of_target_in_order'),
    ]);
    expect(plan.join('\n')).not.toMatch(/(^|-> )Sort /m);
  });

  test('returns at most 1,000 contradictions without page parameters', async () => {
    const hub = await storeMemory(fixture, caller);
    const other = await storeMemory(fixture, caller);
    await insertResolved(hub.id, other.id, 1_001);
    expect((await contradictionsOf(fixture, caller, hub.id)).body.data.contradictions).toHaveLength(1_000);
    const last = await contradictionsOf(fixture, caller, hub.id, { page: '11', per_page: '100' });
    expect(last.body.data.contradictions).toHaveLength(1);
  });

  test('does not return a contradiction whose other memory was deleted', async () => {
    const { source, target } = await storeContradiction(fixture, caller);
    await fixture.as(caller).delete(`/api/v2/memories/${target}`);
    expect((await contradictionsOf(fixture, caller, source)).body.data.contradictions).toEqual([]);
  });
});

describe('GET /api/v2/memories/{memory_id}/contradictions errors', () => {
  let source: string;
  beforeAll(async () => {
    source = (await storeContradiction(fixture, caller)).source;
  });

  test('returns 404 for an unknown memory', async () => {
    expect((await contradictionsOf(fixture, caller, randomUUID())).body.error.code).toBe('RES_NOT_FOUND');
  });

  test("returns 404 for another tenant's memory", async () => {
    expect((await contradictionsOf(fixture, testCaller(), source)).status).toBe(404);
  });

  test('rejects a malformed id with VAL_UUID_INVALID', async () => {
    expect((await contradictionsOf(fixture, caller, 'x')).body.error.code).toBe('VAL_UUID_INVALID');
  });

  test('rejects the cursor of another list with VAL_FIELD_INVALID', async () => {
    const cursor = encodeCursor({ list: 'versions', after: [1, source], position: 1 });
    const { body } = await contradictionsOf(fixture, caller, source, { cursor });
    expect(body.error.code).toBe('VAL_FIELD_INVALID');
  });

  test('rejects page 0 with VAL_FIELD_INVALID', async () => {
    const { body } = await contradictionsOf(fixture, caller, source, { page: '0' });
    expect(body.error.code).toBe('VAL_FIELD_INVALID');
  });

  test('rejects a request without a token with 401', async () => {
    expect((await contradictionsOf(fixture, null, source)).status).toBe(401);
  });

  test.each(UNAUTHORIZED_CALLERS.read)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await contradictionsOf(fixture, as, randomUUID());
    expect([status, body.error.code]).toEqual([403, code]);
  });
});
