import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { contradictionsOf, report, storeContradiction } from '../contradiction-requests.fixture.ts';
import { UNAUTHORIZED_CALLERS, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

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

  test('returns at most 1,000 contradictions without page parameters', async () => {
    const hub = await storeMemory(fixture, caller);
    const other = await storeMemory(fixture, caller);
    await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query(
        `INSERT INTO contradictions (tenant_id, id, revision, source_memory_id, target_memory_id,
           contradiction_type, resolution_status, confidence, metadata, detected_at, detected_by, relationship_id,
           resolution, resolved_at, resolved_by)
         SELECT $1, gen_random_uuid(), 1, $2, $3, 'direct', 'resolved', 0.8, '{}', now(), 'ada', gen_random_uuid(),
           'choose_memory_1', now(), 'ada'
         FROM generate_series(1, 1001)`,
        [caller.tenantId, hub.id, other.id],
      ),
    );
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
