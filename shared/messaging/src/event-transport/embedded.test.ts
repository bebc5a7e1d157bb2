import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { EVENTS_MIGRATIONS } from '../migrations.ts';
import { createOutbox } from '../outbox.ts';
import type { DomainEvent } from '../outbox.ts';
import { createEmbeddedTransport } from './embedded.ts';
import type { Consumer } from './event-transport.ts';
import { pruneOutbox } from './prune-outbox.ts';

const PRODUCER = new URL('./fixture-migrations/', import.meta.url);
const TENANT = randomUUID();
const quiet = { warn: () => undefined, error: () => undefined };
const outbox = createOutbox({ onCommitted: () => undefined });

let place: TestDatabase;
let producer: Database;
let events: Database;
beforeEach(async () => {
  place = await createTestDatabase({ producer: PRODUCER, events: EVENTS_MIGRATIONS });
  producer = place.open('producer');
  events = place.open('events');
});
afterEach(() => place.close());

const happened = (topic: DomainEvent['topic'], revision = 1): DomainEvent => ({
  type: `${topic}.updated`,
  topic,
  tenantId: TENANT,
  aggregateId: randomUUID(),
  revision,
  occurredAt: new Date(),
  data: {},
});
const append = (...appended: DomainEvent[]) =>
  producer.inSystemTransaction((tx) => outbox.append(tx, ...appended));
const start = async (consumers: Consumer[], options: { gatherMs?: number; pollMs?: number } = {}) => {
  const transport = createEmbeddedTransport({
    database: events,
    owners: { memory: 'producer', contradiction: 'producer' },
    log: quiet,
    gatherMs: 1,
    pollMs: 2,
    ...options,
  });
  consumers.forEach((consumer) => transport.subscribe(consumer));
  await transport.start();
  return transport;
};
const group = (name: string, topics: Consumer['topics'] = ['memory']): Consumer => ({
  group: name,
  topics,
  handle: () => Promise.resolve(),
});
const left = async (): Promise<number> => {
  const rows = await producer.inSystemTransaction((tx) =>
    tx.query<{ n: number }>('SELECT count(*)::int AS n FROM outbox'),
  );
  return rows[0]!.n;
};

describe('the embedded transport', () => {
  test('an event held back by another transaction follows soon after that ends, though nobody wakes the reader', async () => {
    let handled: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (handled = resolve));
    // A reader that slept until its next look would let this test run into its timeout.
    const transport = await start([{ ...group('g'), handle: async () => handled() }], { pollMs: 60_000 });
    await producer.inSystemTransaction(async (tx) => {
      await tx.query('SELECT pg_current_xact_id()');
      await append(happened('memory'));
      transport.wake();
      await new Promise((resolve) => setImmediate(resolve));
    });
    await arrived;
    await transport.close();
  });

  test('wake brings an event at once, not at the next look', async () => {
    let handled: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (handled = resolve));
    const transport = await start([{ ...group('g'), handle: async () => handled() }], { pollMs: 60_000 });
    await append(happened('memory'));
    transport.wake('another');
    transport.wake('producer');
    await arrived;
    await transport.close();
  });

  test('many events of other topics do not stand in the way', async () => {
    const seen: string[] = [];
    const transport = await start([
      {
        ...group('rare', ['contradiction']),
        batchSize: 10,
        handle: async (batch) => void seen.push(...batch.map((event) => event.type)),
      },
    ]);
    await append(...Array.from({ length: 1_200 }, () => happened('memory')), happened('contradiction'));
    await transport.drain();
    expect(seen).toEqual(['contradiction.updated']);
    await transport.close();
  });

  test('events are removed when every group has handled them, and not before', async () => {
    const transport = await start([group('one'), group('two')]);
    await append(happened('memory'), happened('memory'));
    await transport.drain();
    await transport.close();
    await append(happened('memory'));
    await pruneOutbox(events, 'producer', ['one', 'two', 'three']);
    expect(await left()).toBe(3);
    await pruneOutbox(events, 'producer', ['one', 'two']);
    expect(await left()).toBe(1);
  });

  test('a group that only passes over other topics does not keep them for ever', async () => {
    const transport = await start([group('all'), group('rare', ['contradiction'])]);
    await append(...Array.from({ length: 1_100 }, () => happened('memory')));
    await transport.drain();
    const passed = async (): Promise<boolean> => {
      await pruneOutbox(events, 'producer', ['all', 'rare']);
      return (await left()) < 1_100;
    };
    const deadline = Date.now() + 4_000;
    while (!(await passed()) && Date.now() < deadline) transport.wake();
    expect(await left()).toBeLessThan(1_100);
    await transport.close();
  });
});
