import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventEnvelope } from '@loci/events';
import { testCaller } from '@loci/testing';
import { assertProperty, propertyTimeout } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { startTestServices } from '../support/test-services.ts';
import type { TestServices } from '../support/test-services.ts';
import { findInconsistenciesIn } from '../faults/service-consistency.ts';

/** An action of a user. The numbers select among the records that exist at that time. */
const ACTION = fc.record({
  kind: fc.constantFrom(
    ...(['store', 'store', 'update', 'evolve', 'relate', 'relate', 'relate-paired', 'set-strength'] as const),
    ...(['unrelate', 'unrelate-between', 'report', 'resolve', 'delete'] as const),
  ),
  one: fc.nat(1_000),
  other: fc.nat(1_000),
});
type Action = typeof ACTION extends fc.Arbitrary<infer T> ? T : never;

/** Time limit in milliseconds: four times the duration of 150 runs on two CPUs. */
const TIME_LIMIT_MS = 120_000;

const RESOLUTIONS = ['keep_both', 'choose_memory_1', 'choose_memory_2', 'create_new'];
const TYPES = ['supports', 'causes', 'follows'];

/** Verifies the rules for event consumers. @see docs/reference/events.md#consumer-rules */
describe('events that are delivered repeatedly, out of order and in any batches', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await startTestServices();
  }, 60_000);
  afterAll(() => services.close());

  test(
    'leave all services consistent after any sequence of user actions',
    async () => {
      await assertProperty(
        fc.asyncProperty(
          fc.array(ACTION, { minLength: 10, maxLength: 30 }),
          fc.array(fc.nat(), { minLength: 200, maxLength: 200 }),
          async (actions, dice) => {
            const caller = testCaller();
            await performActions(services, caller, actions);
            // Loads the graph store before the events of its current relationships are delivered.
            await readStoredEdges(services, caller.tenantId);
            await deliverInAnyOrder(services, caller.tenantId, dice);
            expect(await findInconsistenciesIn(services.database, caller.tenantId)).toEqual([]);
            expect(await readLostRelationships(services, caller.tenantId)).toEqual([]);
            expect(await readStoredEdges(services, caller.tenantId)).toEqual(
              await readRelationships(services, caller.tenantId),
            );
          },
        ),
        { runs: 150, timeLimitMs: TIME_LIMIT_MS },
      );
    },
    propertyTimeout(TIME_LIMIT_MS),
  );
});

async function performActions(
  services: TestServices,
  caller: ReturnType<typeof testCaller>,
  actions: readonly Action[],
): Promise<void> {
  const memories: string[] = [];
  const relationships: string[] = [];
  const contradictions: string[] = [];
  const memory = services.as(caller, 'memory');
  const graph = services.as(caller, 'graph');
  for (const [turn, { kind, one, other }] of actions.entries()) {
    const a = memories[one % memories.length];
    const b = memories[other % memories.length];
    const content = `Memory of action ${turn}.`;
    const relate = async (body: object): Promise<void> => {
      const response = await graph
        .post('/api/v2/relationships')
        .send({ from_id: a, to_id: b, relationship_type: TYPES[one % 3], ...body });
      if (response.status === 201) relationships.push(response.body.data.id);
    };
    if (kind === 'store' || memories.length < 2) {
      memories.push((await memory.post('/api/v2/memories').send({ content, tags: ['x'] })).body.data.id);
    } else if (kind === 'update') {
      await memory.put(`/api/v2/memories/${a}`).send(other % 2 ? { content } : { importance: 1 });
    } else if (kind === 'evolve') {
      const types = ['correction', 'contradiction', 'deprecation'];
      const body = { new_content: content, evolution_type: types[other % 3] };
      const { data } = (await memory.post(`/api/v2/memories/${a}/evolve`).send(body)).body;
      if (data) memories.push(data.new_memory_id);
    } else if (kind === 'relate') {
      await relate(other % 2 ? {} : { direction_type: 'BIDIRECTIONAL' });
    } else if (kind === 'relate-paired') {
      await relate({ direction_type: 'INVERSE_PAIRED', inverse_type: 'depends_on' });
    } else if (kind === 'set-strength') {
      const id = relationships[one % relationships.length];
      await graph.patch(`/api/v2/relationships/${id}`).send({ strength: (other % 10) / 10 });
    } else if (kind === 'unrelate') {
      await graph.delete(`/api/v2/relationships/${relationships[one % relationships.length]}`);
    } else if (kind === 'unrelate-between') {
      await graph.delete(`/api/v2/relationships/between?from_id=${a}&to_id=${b}`);
    } else if (kind === 'report') {
      const body = { source_memory_id: a, target_memory_id: b, contradiction_type: 'direct' };
      const { data } = (await memory.post('/api/v2/memories/contradictions').send(body)).body;
      if (data) contradictions.push(data.id);
    } else if (kind === 'resolve') {
      const body = { resolution: RESOLUTIONS[other % 4], new_content: content };
      const id = contradictions[one % contradictions.length];
      const { data } = (await memory.post(`/api/v2/memories/contradictions/${id}/resolve`).send(body)).body;
      if (data?.new_memory_id) memories.push(data.new_memory_id);
    } else {
      await memory.delete(`/api/v2/memories/${a}`);
    }
  }
}

/**
 * Delivers every event one to three times to every consumer group, in a random order and in random batches, until no new
 * events result.
 *
 * @param dice random numbers, which are reused from the start when all have been used
 */
async function deliverInAnyOrder(
  services: TestServices,
  tenantId: string,
  dice: readonly number[],
): Promise<void> {
  let rolls = 0;
  const roll = (sides: number): number => dice[rolls++ % dice.length]! % sides;
  const delivered = new Set<string>();
  for (;;) {
    const pending = (await services.events(tenantId)).filter(({ event_id: id }) => !delivered.has(id));
    if (pending.length === 0) return;
    for (const { event_id: id } of pending) delivered.add(id);
    for (const consumer of services.consumers) {
      const stream: EventEnvelope[] = [];
      for (const event of pending) {
        if (!consumer.topics.includes(event.aggregate_type)) continue;
        for (let times = roll(3); times >= 0; times--) stream.splice(roll(stream.length + 1), 0, event);
      }
      while (stream.length > 0) await consumer.handle(stream.splice(0, 1 + roll(5)));
    }
  }
}

/** Reads ids and revisions of the relationships of a tenant from PostgreSQL. */
const readRelationships = async (services: TestServices, tenantId: string): Promise<object[]> =>
  services.query(
    'graph',
    tenantId,
    'SELECT id, revision::int FROM relationships WHERE tenant_id = $1 ORDER BY id',
    [tenantId],
  );

/**
 * Reads each relationship of an inactive version that has no counterpart, which is a relationship of the same
 * type between the current versions of its two memories. Skips links from a memory to the one that it replaces,
 * and relationships whose memories do not have two different current versions. The superuser connection sees
 * the tables of both services.
 */
const readLostRelationships = async ({ database }: TestServices, tenantId: string): Promise<object[]> =>
  database.inSystemTransaction((tx) =>
    tx.query<object>(
      `WITH RECURSIVE successors AS (
         SELECT id AS origin_id, id, is_active, superseded_by FROM memory.memories WHERE tenant_id = $1
         UNION ALL
         SELECT s.origin_id, m.id, m.is_active, m.superseded_by
         FROM successors s JOIN memory.memories m ON m.tenant_id = $1 AND m.id = s.superseded_by),
       current AS (SELECT origin_id, id FROM successors WHERE is_active)
       SELECT r.id, r.from_id, r.to_id, r.relationship_type FROM graph.relationships r
       JOIN current f ON f.origin_id = r.from_id JOIN current t ON t.origin_id = r.to_id
       WHERE r.tenant_id = $1 AND NOT r.is_active AND f.id <> t.id
         AND r.origin <> 'evolution' AND (r.origin <> 'contradiction' OR r.relationship_type <> 'supersedes')
         AND NOT EXISTS (
           SELECT FROM graph.relationships copy WHERE copy.tenant_id = $1 AND copy.is_active
             AND copy.relationship_type = r.relationship_type AND (
               (copy.from_id = f.id AND copy.to_id = t.id)
               OR (copy.from_id = t.id AND copy.to_id = f.id AND copy.direction_type = 'BIDIRECTIONAL')
               OR (copy.from_id = t.id AND copy.to_id = f.id AND r.direction_type = 'BIDIRECTIONAL')))`,
      [tenantId],
    ),
  );

/** Loads the tenant into the graph store if necessary, and returns ids and revisions of its edges. */
const readStoredEdges = async (services: TestServices, tenantId: string): Promise<object[]> => {
  await services.graphStore.edgesOf(tenantId, [tenantId], { limitPerNode: 0 });
  return (await services.graphStore.revisions(tenantId, { afterId: null, limit: 10_000 }))!;
};
