import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import type { EventEnvelope } from '@loci/events';
import { testCaller } from '@loci/testing';
import { startTestServices } from '../support/test-services.ts';
import type { TestServices } from '../support/test-services.ts';
import { findInconsistenciesIn } from '../faults/service-consistency.ts';

type StoredRecord = { id: string; [field: string]: unknown };

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
}, 60_000);
afterAll(() => services.close());

/** Creates a tenant and returns functions that act for one of its users. Events stay pending until `deliver` is called. */
function openTenant() {
  const caller = testCaller();
  const post = async (service: 'memory' | 'graph', path: string, body: object): Promise<StoredRecord> => {
    const response = await services.as(caller, service).post(path).send(body);
    if (response.status >= 300) throw new Error(`${path} returned ${response.status}: ${response.text}`);
    return (response.body as { data: StoredRecord }).data;
  };
  return {
    caller,
    store: async () => (await post('memory', '/api/v2/memories', { content: 'The office is in Bath.' })).id,
    evolve: (id: string) =>
      post('memory', `/api/v2/memories/${id}/evolve`, {
        new_content: 'The office is not in Bath.',
        evolution_type: 'contradiction',
      }),
    report: async (source_memory_id: string, target_memory_id: string) => {
      const body = { source_memory_id, target_memory_id, contradiction_type: 'direct' };
      return (await post('memory', '/api/v2/memories/contradictions', body)).id;
    },
    resolve: (id: string) =>
      post('memory', `/api/v2/memories/contradictions/${id}/resolve`, { resolution: 'keep_both' }),
    relate: async (from_id: string, to_id: string, fields: object = {}) => {
      const body = { from_id, to_id, relationship_type: 'contradicts', ...fields };
      return (await post('graph', '/api/v2/relationships', body)).id;
    },
  };
}

/** Delivers the pending events one by one in the given order, then all events that result from them. */
async function deliver(
  caller: Caller,
  inOrder: (events: EventEnvelope[]) => EventEnvelope[] = (events) => events,
): Promise<void> {
  for (const event of inOrder(await services.events(caller.tenantId))) {
    for (const consumer of services.consumers) {
      if (consumer.topics.includes(event.aggregate_type)) await consumer.handle([event]);
    }
  }
  // This also delivers the first events again.
  await services.deliverAll(caller.tenantId);
}

const reversed = (events: EventEnvelope[]): EventEnvelope[] => events.toReversed();

const relationshipOf = async (caller: Caller, contradictionId: string): Promise<string> => {
  const rows = await services.query<{ relationship_id: string }>(
    'memory',
    caller.tenantId,
    'SELECT relationship_id FROM contradictions WHERE tenant_id = $1 AND id = $2',
    [caller.tenantId, contradictionId],
  );
  return rows[0]!.relationship_id;
};

const contradictsRelationships = async (caller: Caller): Promise<string[]> => {
  const { body } = await services
    .as(caller, 'graph')
    .get('/api/v2/relationships?relationship_type=contradicts&include_inactive=true');
  return (body.data.items as StoredRecord[]).map(({ id }) => id);
};

describe('a contradiction between memories that a `contradicts` relationship already connects', () => {
  describe.each([
    ['in order', (events: EventEnvelope[]) => events],
    ['in reverse order', reversed],
  ])('with events delivered %s', (_, order) => {
    test('refers to the relationship that an evolution created between the two memories', async () => {
      const { caller, store, evolve, report } = openTenant();
      const old = await store();
      const evolved = await evolve(old);
      const contradiction = await report(String(evolved['new_memory_id']), old);
      await deliver(caller, order);
      expect(await contradictsRelationships(caller)).toEqual([await relationshipOf(caller, contradiction)]);
      expect(await findInconsistenciesIn(services.database, caller.tenantId)).toEqual([]);
    });

    test('refers to the relationship of the resolved contradiction of the two memories', async () => {
      const { caller, store, report, resolve } = openTenant();
      const [source, target] = [await store(), await store()];
      const first = await report(source, target);
      await resolve(first);
      const second = await report(source, target);
      await deliver(caller, order);
      const [relationship, ...more] = await contradictsRelationships(caller);
      expect(more).toEqual([]);
      expect(await relationshipOf(caller, first)).toBe(relationship);
      expect(await relationshipOf(caller, second)).toBe(relationship);
      expect(await findInconsistenciesIn(services.database, caller.tenantId)).toEqual([]);
    });

    test.each(['DIRECTED', 'BIDIRECTIONAL'])(
      'refers to the %s relationship that a user created before the report was delivered',
      async (direction_type) => {
        const { caller, store, report, relate } = openTenant();
        const [source, target] = [await store(), await store()];
        const contradiction = await report(source, target);
        const relationship = await relate(source, target, { direction_type });
        await deliver(caller, order);
        expect(await contradictsRelationships(caller)).toEqual([relationship]);
        expect(await relationshipOf(caller, contradiction)).toBe(relationship);
        expect(await findInconsistenciesIn(services.database, caller.tenantId)).toEqual([]);
      },
    );
  });
});
