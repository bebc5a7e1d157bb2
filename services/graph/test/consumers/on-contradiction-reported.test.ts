import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import {
  contradictionReported,
  createTestGraphService,
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

/** Creates a caller with two memories. */
function setUp() {
  const caller = testCaller();
  const app = graph.as(caller);
  const [a, b] = graph.memories.createMany(caller, 2) as [string, string];
  return { caller, app, a, b, list: async () => (await app.get(PATH)).body.data.items };
}

describe('contradiction.reported', () => {
  test('creates a contradicts relationship with the id and confidence of the event', async () => {
    const { caller, a, b, list } = setUp();
    const event = contradictionReported(caller, a, b);
    await graph.deliver(event);
    expect(await list()).toEqual([
      expect.objectContaining({
        id: event.data['relationship_id'],
        from_id: a,
        to_id: b,
        relationship_type: 'contradicts',
        confidence: 0.7,
      }),
    ]);
  });

  test('stores one relationship.created event with origin contradiction if contradiction.reported is delivered twice', async () => {
    const { caller, a, b } = setUp();
    const event = contradictionReported(caller, a, b);
    await graph.deliver(event);
    await graph.deliver(event);
    const events = await graph.events(caller);
    expect(events).toHaveLength(1);
    expect(events[0]!.data).toMatchObject({ origin: 'contradiction', created_by: caller.userId });
  });

  test('creates no further relationship if a contradicts relationship caused the report', async () => {
    const { caller, app, a, b, list } = setUp();
    const created = await app.post(PATH).send(relationshipBody(a, b, { relationship_type: 'contradicts' }));
    const { id } = created.body.data;
    await graph.deliver(contradictionReported(caller, a, b, id));
    expect(await list()).toEqual([created.body.data]);
    expect(await graph.events(caller)).toHaveLength(1);
  });

  test('does not recreate a deleted relationship that caused the report', async () => {
    const { caller, app, a, b, list } = setUp();
    const created = await app.post(PATH).send(relationshipBody(a, b, { relationship_type: 'contradicts' }));
    const { id } = created.body.data;
    await app.delete(`${PATH}/${id}`);
    await graph.deliver(contradictionReported(caller, a, b, id));
    expect(await list()).toEqual([]);
  });

  test('publishes the id in the event once as the duplicate of an existing contradicts relationship', async () => {
    const { caller, app, a, b, list } = setUp();
    const bidirectional = { relationship_type: 'contradicts', direction_type: 'BIDIRECTIONAL' };
    const created = await app.post(PATH).send(relationshipBody(b, a, bidirectional));
    const event = contradictionReported(caller, a, b);
    await graph.deliver(event, event);
    await graph.deliver(event);
    expect(await list()).toEqual([created.body.data]);
    const id = event.data['relationship_id'];
    const [, tombstone, ...others] = await graph.events(caller);
    expect(tombstone).toMatchObject({ type: 'relationship.deleted', aggregate_id: id });
    expect(tombstone!.data).toEqual({ id, from_id: a, to_id: b, duplicate_of: created.body.data.id });
    expect(others).toEqual([]);
  });

  test('creates only one relationship for two reports in a batch', async () => {
    const { caller, a, b, list } = setUp();
    const [first, second] = [contradictionReported(caller, a, b), contradictionReported(caller, a, b)];
    await graph.deliver(first, second);
    const [relationship, ...others] = await list();
    expect(others).toEqual([]);
    const ids = [first, second].map((event) => event.data['relationship_id']);
    expect(ids).toContain(relationship.id);
    const tombstone = (await graph.events(caller)).find(({ type }) => type === 'relationship.deleted');
    expect(tombstone!.data).toMatchObject({
      id: ids.find((id) => id !== relationship.id),
      duplicate_of: relationship.id,
    });
  });

  test('creates the relationship if an earlier contradicts relationship was deleted', async () => {
    const { caller, app, a, b, list } = setUp();
    const created = await app.post(PATH).send(relationshipBody(a, b, { relationship_type: 'contradicts' }));
    await app.delete(`${PATH}/${created.body.data.id}`);
    const event = contradictionReported(caller, a, b);
    await graph.deliver(event);
    expect(await list()).toEqual([expect.objectContaining({ id: event.data['relationship_id'] })]);
  });

  test('creates no relationship to a deleted memory, without affecting other events of the batch', async () => {
    const { caller, a, b, list } = setUp();
    const deleted = newId();
    await graph.deliver(memoryDeleted(caller, deleted));
    const event = contradictionReported(caller, a, b);
    await graph.deliver(contradictionReported(caller, a, deleted), event);
    expect(await list()).toEqual([expect.objectContaining({ id: event.data['relationship_id'] })]);
  });
});
