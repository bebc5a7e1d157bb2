import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@loci/postgres';
import { createTestDatabase, storedEvents } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { createOutbox } from './outbox.ts';
import type { DomainEvent } from './outbox.ts';

const PRODUCER = new URL('./event-transport/fixture-migrations/', import.meta.url);
let place: TestDatabase;
let database: Database;
beforeAll(async () => {
  place = await createTestDatabase({ producer: PRODUCER });
  database = place.open('producer');
});
afterAll(() => place.close());

const happened = (tenantId: string, revision: number): DomainEvent => ({
  type: 'memory.updated',
  topic: 'memory',
  tenantId,
  aggregateId: randomUUID(),
  revision,
  occurredAt: new Date('2026-01-01T00:00:00Z'),
  data: { text: 'Grüße 😀' },
});

test('an event is stored with its transaction, and whoever reads it is woken after the commit', async () => {
  const told: string[] = [];
  const outbox = createOutbox({
    onCommitted: () => told.push('woken'),
    traceparent: () => '00-trace-span-01',
  });
  const tenantId = randomUUID();
  const event = happened(tenantId, 3);
  await database.inTransaction(tenantId, async (tx) => {
    await outbox.append(tx, event);
    told.push('appended');
  });
  expect(told).toEqual(['appended', 'woken']);
  expect(await storedEvents(database, tenantId)).toEqual([
    {
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'memory.updated',
      schema_version: 1,
      tenant_id: tenantId,
      aggregate_type: 'memory',
      aggregate_id: event.aggregateId,
      revision: 3,
      occurred_at: '2026-01-01T00:00:00.000Z',
      traceparent: '00-trace-span-01',
      data: { text: 'Grüße 😀' },
    },
  ]);
});

test('nothing is stored and nobody woken when the transaction fails', async () => {
  let woken = 0;
  const outbox = createOutbox({ onCommitted: () => woken++ });
  const tenantId = randomUUID();
  const failing = database.inTransaction(tenantId, async (tx) => {
    await outbox.append(tx, happened(tenantId, 1), happened(tenantId, 2));
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect([woken, await storedEvents(database, tenantId)]).toEqual([0, []]);
});

test('several events keep their order; none is none', async () => {
  const outbox = createOutbox({ onCommitted: () => undefined });
  const tenantId = randomUUID();
  await database.inTransaction(tenantId, async (tx) => {
    await outbox.append(tx);
    await outbox.append(tx, ...[1, 2, 3].map((revision) => happened(tenantId, revision)));
    await outbox.append(tx, happened(tenantId, 4));
  });
  expect((await storedEvents(database, tenantId)).map((event) => event.revision)).toEqual([1, 2, 3, 4]);
});

test("another tenant's event does not pass row-level security", async () => {
  const outbox = createOutbox({ onCommitted: () => undefined });
  const [mine, other] = [randomUUID(), randomUUID()];
  const forged = database.inTransaction(mine, (tx) => outbox.append(tx, happened(other, 1)));
  await expect(forged).rejects.toMatchObject({ code: '42501' });
});
