import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { resolve, storeContradiction } from '../contradiction-requests.fixture.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const times = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

/** Returns the revisions of a tenant's events by aggregate, in the order in which consumers receive them. */
async function revisionsByAggregate(caller: Caller): Promise<number[][]> {
  const byId = new Map<string, number[]>();
  for (const { aggregate_id, revision } of await fixture.events(caller)) {
    byId.set(aggregate_id, [...(byId.get(aggregate_id) ?? []), revision]);
  }
  return [...byId.values()];
}

const oneTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

describe('concurrent writers', () => {
  test('store a revision and an event for each of 20 updates of a memory', async () => {
    const caller = testCaller();
    const { id } = await storeMemory(fixture, caller);
    const path = `/api/v2/memories/${id}`;
    const responses = await times(20, (i) =>
      i < 10
        ? fixture
            .as(caller)
            .post(`${path}/tags`)
            .send({ tags: [`tag-${i}`] })
        : fixture
            .as(caller)
            .put(path)
            .send({ importance: i / 100 }),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
    const { body } = (await fixture.as(caller).get(path)) as ApiResponse;
    expect(body.data['tags']).toEqual(oneTo(10).map((i) => `tag-${i - 1}`));
    expect(await revisionsByAggregate(caller)).toEqual([oneTo(21)]);
  });

  test('store only one of 20 checkpoints with the same name', async () => {
    const caller = testCaller();
    const responses = (await times(20, () =>
      fixture
        .as(caller)
        .post('/api/v2/memories')
        .send({ content: 'c', memory_type: 'checkpoint', metadata: { name: 'same' } }),
    )) as ApiResponse[];
    expect(responses.map((response) => response.status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await fixture.events(caller)).toHaveLength(1);
  });

  test('store 20 memories with the same new tags in different orders without a deadlock', async () => {
    const caller = testCaller();
    const tags = ['c', 'a', 'b', 'e', 'd'];
    await times(20, (i) =>
      storeMemory(fixture, caller, { tags: [...tags.slice(i % 5), ...tags.slice(0, i % 5)] }),
    );
    const { body } = (await fixture.as(caller).get('/api/v2/tags')) as ApiResponse<{
      items: { usage_count: number }[];
    }>;
    expect(body.data.items.map((tag) => tag.usage_count)).toEqual(Array(5).fill(20));
  });

  test('do not change a memory after its memory.deleted event', async () => {
    const caller = testCaller();
    const ids = await times(10, async () => (await storeMemory(fixture, caller, { tags: ['t'] })).id);
    await Promise.all(
      ids.flatMap((id) => [
        fixture
          .as(caller)
          .put(`/api/v2/memories/${id}`)
          .send({ content: 'late', tags: ['u'] }),
        fixture.as(caller).delete(`/api/v2/memories/${id}`),
        fixture.as(caller).put(`/api/v2/memories/${id}`).send({ content: 'later' }),
      ]),
    );
    const events = await fixture.events(caller);
    for (const id of ids) {
      const own = events.filter((e) => e.aggregate_id === id);
      expect(own.map((e) => e.revision)).toEqual(oneTo(own.length));
      expect(own.at(-1)!.type).toBe('memory.deleted');
      expect((await fixture.as(caller).get(`/api/v2/memories/${id}`)).status).toBe(404);
    }
    const { body } = (await fixture.as(caller).get('/api/v2/tags')) as ApiResponse<{
      items: { usage_count: number }[];
    }>;
    expect(body.data.items.map((tag) => tag.usage_count)).toEqual([0, 0]);
  });

  test('leave at most one active version per chain if they evolve, update and resolve related memories', async () => {
    const caller = testCaller();
    const contradictions = await times(6, () => storeContradiction(fixture, caller));
    const responses = await Promise.all(
      contradictions.flatMap(({ id, source, target }, i) => {
        const next = contradictions[(i + 1) % contradictions.length]!;
        return [
          resolve(fixture, caller, id, { resolution: 'create_new', new_content: 'c' }),
          fixture
            .as(caller)
            .post(`/api/v2/memories/${source}/evolve`)
            .send({ new_content: 'e', evolution_type: 'update' }),
          fixture.as(caller).put(`/api/v2/memories/${target}`).send({ importance: 0.1 }),
          fixture.as(caller).post('/api/v2/memories/contradictions').send({
            source_memory_id: next.target,
            target_memory_id: source,
            contradiction_type: 'partial',
          }),
        ];
      }),
    );
    expect(responses.filter((response) => response.status >= 500)).toEqual([]);
    const chains = await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query<{ active: number; versions: number; newest: number }>(
        `SELECT count(*) FILTER (WHERE is_active)::int AS active, count(*)::int AS versions,
           max(version) AS newest FROM memories GROUP BY chain_id`,
      ),
    );
    for (const { active, versions, newest } of chains) {
      expect(active).toBeLessThanOrEqual(1);
      expect(newest).toBe(versions);
    }
    for (const revisions of await revisionsByAggregate(caller)) {
      expect(revisions).toEqual(oneTo(revisions.length));
    }
  });

  test('count accesses of memories without a deadlock while contradictions are being resolved', async () => {
    const caller = testCaller();
    const contradictions = await times(8, () => storeContradiction(fixture, caller));
    const ids = contradictions.flatMap(({ source, target }) => [source, target]);
    const results = await Promise.allSettled([
      times(4, async (i) => {
        const order = i % 2 ? ids : [...ids].reverse();
        for (const id of order) await fixture.as(caller).get(`/api/v2/memories/${id}`);
        await fixture.runJob('flush-accesses');
      }),
      ...contradictions.map(({ id }) =>
        resolve(fixture, caller, id, { resolution: 'create_new', new_content: 'c' }),
      ),
    ]);
    expect(results.filter((result) => result.status === 'rejected')).toEqual([]);
    await fixture.runJob('flush-accesses');
    const rows = await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query<{ access_count: number }>('SELECT access_count FROM memories WHERE id = ANY($1)', [ids]),
    );
    expect(rows.map((row) => row.access_count)).toEqual(Array(16).fill(4));
  });
});
