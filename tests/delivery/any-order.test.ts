import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventEnvelope } from '@loci/events';
import { testCaller } from '@loci/testing';
import { assertProperty, propertyTimeout } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { startTestServices } from '../support/test-services.ts';
import type { TestServices } from '../support/test-services.ts';
import { findInconsistenciesIn } from '../faults/service-consistency.ts';

/** What a person does; numbers choose among what is there by then. */
const ACT = fc.record({
  what: fc.constantFrom(
    ...(['store', 'store', 'change', 'evolve', 'relate', 'relate', 'pair', 'weigh'] as const),
    ...(['unrelate', 'separate', 'report', 'resolve', 'delete'] as const),
  ),
  one: fc.nat(1_000),
  other: fc.nat(1_000),
});
type Act = typeof ACT extends fc.Arbitrary<infer T> ? T : never;

/** Four times what 400 runs take on two CPUs. */
const TIME_LIMIT_MS = 240_000;

const RESOLUTIONS = ['keep_both', 'choose_memory_1', 'choose_memory_2', 'create_new'];
const TYPES = ['supports', 'causes', 'follows'];

/**
 * However often, in whatever order and in whatever batches events come, all services end with the same.
 * @see ARCHITECTURE.md section 5, "Consumers"
 */
describe('a stream of events, duplicated and out of order', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await startTestServices();
  }, 60_000);
  afterAll(() => services.close());

  test(
    'leaves every service with what its owner has, for any acts',
    async () => {
      await assertProperty(
        fc.asyncProperty(
          fc.array(ACT, { minLength: 10, maxLength: 30 }),
          fc.array(fc.nat(), { minLength: 200, maxLength: 200 }),
          async (acts, dice) => {
            const caller = testCaller();
            await perform(services, caller, acts);
            // The graph is read now: events of all that came before are still to come.
            await edgesInStore(services, caller.tenantId);
            await deliverInAnyOrder(services, caller.tenantId, dice);
            expect(await findInconsistenciesIn(services.database, caller.tenantId)).toEqual([]);
            expect(await edgesInStore(services, caller.tenantId)).toEqual(
              await edgesInTable(services, caller.tenantId),
            );
          },
        ),
        { runs: 400, timeLimitMs: TIME_LIMIT_MS },
      );
    },
    propertyTimeout(TIME_LIMIT_MS),
  );
});

async function perform(
  services: TestServices,
  caller: ReturnType<typeof testCaller>,
  acts: readonly Act[],
): Promise<void> {
  const memories: string[] = [];
  const relationships: string[] = [];
  const contradictions: string[] = [];
  const memory = services.as(caller, 'memory');
  const graph = services.as(caller, 'graph');
  for (const [turn, { what, one, other }] of acts.entries()) {
    const a = memories[one % memories.length];
    const b = memories[other % memories.length];
    const content = `Turn ${turn} of the dialogue.`;
    const relate = async (body: object): Promise<void> => {
      const answer = await graph
        .post('/api/v2/relationships')
        .send({ from_id: a, to_id: b, relationship_type: TYPES[one % 3], ...body });
      if (answer.status === 201) relationships.push(answer.body.data.id);
    };
    if (what === 'store' || memories.length < 2) {
      memories.push((await memory.post('/api/v2/memories').send({ content, tags: ['x'] })).body.data.id);
    } else if (what === 'change') {
      await memory.put(`/api/v2/memories/${a}`).send(other % 2 ? { content } : { importance: 1 });
    } else if (what === 'evolve') {
      const types = ['correction', 'contradiction', 'deprecation'];
      const body = { new_content: content, evolution_type: types[other % 3] };
      const { data } = (await memory.post(`/api/v2/memories/${a}/evolve`).send(body)).body;
      if (data) memories.push(data.new_memory_id);
    } else if (what === 'relate') {
      await relate(other % 2 ? {} : { direction_type: 'BIDIRECTIONAL' });
    } else if (what === 'pair') {
      await relate({ direction_type: 'INVERSE_PAIRED', inverse_type: 'depends_on' });
    } else if (what === 'weigh') {
      const id = relationships[one % relationships.length];
      await graph.patch(`/api/v2/relationships/${id}`).send({ strength: (other % 10) / 10 });
    } else if (what === 'unrelate') {
      await graph.delete(`/api/v2/relationships/${relationships[one % relationships.length]}`);
    } else if (what === 'separate') {
      await graph.delete(`/api/v2/relationships/between?from_id=${a}&to_id=${b}`);
    } else if (what === 'report') {
      const body = { source_memory_id: a, target_memory_id: b, contradiction_type: 'direct' };
      const { data } = (await memory.post('/api/v2/memories/contradictions').send(body)).body;
      if (data) contradictions.push(data.id);
    } else if (what === 'resolve') {
      const body = { resolution: RESOLUTIONS[other % 4], new_content: content };
      const id = contradictions[one % contradictions.length];
      const { data } = (await memory.post(`/api/v2/memories/contradictions/${id}/resolve`).send(body)).body;
      if (data?.new_memory_id) memories.push(data.new_memory_id);
    } else {
      await memory.delete(`/api/v2/memories/${a}`);
    }
  }
}

/** Every group gets every event one to three times, in an order and in batches of its own; and what follows likewise. */
async function deliverInAnyOrder(
  services: TestServices,
  tenantId: string,
  dice: readonly number[],
): Promise<void> {
  let thrown = 0;
  const roll = (sides: number): number => dice[thrown++ % dice.length]! % sides;
  const delivered = new Set<string>();
  for (;;) {
    const news = (await services.events(tenantId)).filter(({ event_id: id }) => !delivered.has(id));
    if (news.length === 0) return;
    for (const { event_id: id } of news) delivered.add(id);
    for (const consumer of services.consumers) {
      const stream: EventEnvelope[] = [];
      for (const event of news) {
        if (!consumer.topics.includes(event.aggregate_type)) continue;
        for (let times = roll(3); times >= 0; times--) stream.splice(roll(stream.length + 1), 0, event);
      }
      while (stream.length > 0) await consumer.handle(stream.splice(0, 1 + roll(5)));
    }
  }
}

const edgesInTable = async (services: TestServices, tenantId: string): Promise<object[]> =>
  services.query(
    'graph',
    tenantId,
    'SELECT id, revision::int FROM relationships WHERE tenant_id = $1 ORDER BY id',
    [tenantId],
  );

const edgesInStore = async (services: TestServices, tenantId: string): Promise<object[]> => {
  await services.graphStore.edgesOf(tenantId, [tenantId], { limitPerNode: 0 });
  return (await services.graphStore.revisions(tenantId, { afterId: null, limit: 10_000 }))!;
};
