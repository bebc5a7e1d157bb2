import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  envelope,
  memoryDeleted,
  createTestGraphService,
  relationshipBody,
} from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

function setting() {
  const caller = testCaller();
  const app = graph.as(caller);
  const [a, b] = graph.storeMemories(caller, 2) as [string, string];
  return { caller, app, a, b, all: async () => (await app.get(PATH)).body.data.items };
}

function reported(caller: Caller, source: string, target: string, relationshipId = newId()) {
  const id = newId();
  return envelope(caller, 'contradiction', 'contradiction.reported', id, 1, {
    id,
    source_memory_id: source,
    target_memory_id: target,
    contradiction_type: 'direct',
    resolution_status: 'unresolved',
    confidence: 0.7,
    metadata: {},
    detected_at: new Date().toISOString(),
    detected_by: caller.userId,
    relationship_id: relationshipId,
    resolution: null,
    reason: null,
    resolved_at: null,
    resolved_by: null,
    new_memory_id: null,
  });
}

test('reporting creates a `contradicts` relationship, once, of origin contradiction', async () => {
  const { caller, a, b, all } = setting();
  const event = reported(caller, a, b);
  await graph.deliver(event);
  await graph.deliver(event);
  expect(await all()).toEqual([
    expect.objectContaining({
      id: event.data['relationship_id'],
      from_id: a,
      to_id: b,
      relationship_type: 'contradicts',
      confidence: 0.7,
    }),
  ]);
  const events = await graph.events(caller);
  expect(events).toHaveLength(1);
  expect(events[0]!.data).toMatchObject({ origin: 'contradiction', created_by: caller.userId });
});

test('a contradiction that was made of a relationship makes none: no loop', async () => {
  const { caller, app, a, b, all } = setting();
  const created = await app.post(PATH).send(relationshipBody(a, b, { relationship_type: 'contradicts' }));
  const { id } = created.body.data;
  await graph.deliver(reported(caller, a, b, id));
  expect(await all()).toEqual([created.body.data]);
  expect(await graph.events(caller)).toHaveLength(1);
});

test('nor when the relationship is deleted before the contradiction comes back', async () => {
  const { caller, app, a, b, all } = setting();
  const created = await app.post(PATH).send(relationshipBody(a, b, { relationship_type: 'contradicts' }));
  const { id } = created.body.data;
  await app.delete(`${PATH}/${id}`);
  await graph.deliver(reported(caller, a, b, id));
  expect(await all()).toEqual([]);
});

test('keeps an existing `contradicts` relationship and publishes the new id as its duplicate, once', async () => {
  const { caller, app, a, b, all } = setting();
  const both = { relationship_type: 'contradicts', direction_type: 'BIDIRECTIONAL' };
  const created = await app.post(PATH).send(relationshipBody(b, a, both));
  const event = reported(caller, a, b);
  await graph.deliver(event, event);
  await graph.deliver(event);
  expect(await all()).toEqual([created.body.data]);
  const id = event.data['relationship_id'];
  const [, tombstone, ...more] = await graph.events(caller);
  expect(tombstone).toMatchObject({ type: 'relationship.deleted', aggregate_id: id });
  expect(tombstone!.data).toEqual({ id, from_id: a, to_id: b, duplicate_of: created.body.data.id });
  expect(more).toEqual([]);
});

test('publishes the second of two reports in one batch as a duplicate of the first', async () => {
  const { caller, a, b, all } = setting();
  const [first, second] = [reported(caller, a, b), reported(caller, a, b)];
  await graph.deliver(first, second);
  const [relationship, ...more] = await all();
  expect(more).toEqual([]);
  const ids = [first, second].map((event) => event.data['relationship_id']);
  expect(ids).toContain(relationship.id);
  const tombstone = (await graph.events(caller)).find(({ type }) => type === 'relationship.deleted');
  expect(tombstone!.data).toMatchObject({
    id: ids.find((id) => id !== relationship.id),
    duplicate_of: relationship.id,
  });
});

test('creates the relationship if the one before was deleted', async () => {
  const { caller, app, a, b, all } = setting();
  const created = await app.post(PATH).send(relationshipBody(a, b, { relationship_type: 'contradicts' }));
  await app.delete(`${PATH}/${created.body.data.id}`);
  const event = reported(caller, a, b);
  await graph.deliver(event);
  expect(await all()).toEqual([expect.objectContaining({ id: event.data['relationship_id'] })]);
});

test('two reports in one batch, and one about a deleted memory', async () => {
  const { caller, a, b, all } = setting();
  const gone = newId();
  await graph.deliver(memoryDeleted(caller, gone));
  await graph.deliver(reported(caller, a, b), reported(caller, a, b), reported(caller, a, gone));
  expect(await all()).toHaveLength(1);
});
