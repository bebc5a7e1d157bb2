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

describe('GET /api/v2/memories/{memory_id}/contradictions 200', () => {
  test('where it is source or target; target_memory_id is the other one, source_memory_id is added', async () => {
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

  test('newest first, optional page and per_page; empty when there is none', async () => {
    const hub = await storeMemory(fixture, caller);
    expect((await contradictionsOf(fixture, caller, hub.id)).body.data.contradictions).toEqual([]);
    const others: string[] = [];
    for (let i = 0; i < 3; i++) {
      others.push((await storeMemory(fixture, caller)).id);
      await report(fixture, caller, { source_memory_id: others[i], target_memory_id: hub.id });
    }
    const listed = async (query = {}) =>
      (await contradictionsOf(fixture, caller, hub.id, query)).body.data.contradictions.map(
        (contradiction) => contradiction.target_memory_id,
      );
    expect(await listed()).toEqual([...others].reverse());
    expect(await listed({ page: '2', per_page: '2' })).toEqual([others[0]]);
  });

  test('without pages at most 1,000', async () => {
    const hub = await storeMemory(fixture, caller);
    await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query(
        `INSERT INTO contradictions (tenant_id, id, revision, source_memory_id, target_memory_id,
           contradiction_type, resolution_status, confidence, metadata, detected_at, detected_by, relationship_id)
         SELECT $1, gen_random_uuid(), 1, $2, gen_random_uuid(), 'direct', 'resolved', 0.8, '{}', now(), 'ada',
           gen_random_uuid() FROM generate_series(1, 1001)`,
        [caller.tenantId, hub.id],
      ),
    );
    expect((await contradictionsOf(fixture, caller, hub.id)).body.data.contradictions).toHaveLength(1_000);
    const last = await contradictionsOf(fixture, caller, hub.id, { page: '11', per_page: '100' });
    expect(last.body.data.contradictions).toHaveLength(1);
  });

  test('the contradictions of a deleted memory go with it', async () => {
    const { source, target } = await storeContradiction(fixture, caller);
    await fixture.as(caller).delete(`/api/v2/memories/${target}`);
    expect((await contradictionsOf(fixture, caller, source)).body.data.contradictions).toEqual([]);
  });
});

describe('GET /api/v2/memories/{memory_id}/contradictions errors', () => {
  test("404 for an absent memory and another tenant's, 422, 401", async () => {
    const { source } = await storeContradiction(fixture, caller);
    expect((await contradictionsOf(fixture, caller, randomUUID())).body.error.code).toBe('RES_NOT_FOUND');
    expect((await contradictionsOf(fixture, testCaller(), source)).status).toBe(404);
    expect((await contradictionsOf(fixture, caller, 'x')).body.error.code).toBe('VAL_UUID_INVALID');
    expect((await contradictionsOf(fixture, caller, source, { page: '0' })).body.error.code).toBe(
      'VAL_FIELD_INVALID',
    );
    expect((await contradictionsOf(fixture, null, source)).status).toBe(401);
  });

  test.each(UNAUTHORIZED_CALLERS.read)('403: what the token lacks is named %#', async (as, code) => {
    const { status, body } = await contradictionsOf(fixture, as, randomUUID());
    expect([status, body.error.code]).toEqual([403, code]);
  });
});
