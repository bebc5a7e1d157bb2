import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { currentActor, operatorActor, runInRequestScope } from '@loci/core';
import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { EVENTS_MIGRATIONS } from '../../migrations.ts';
import { createOutbox } from '../../outbox.ts';
import type { DomainEvent } from '../../outbox.ts';
import type { Consumer, EventTransport } from '../event-transport.ts';
import { createEmbeddedEventTransport } from './embedded-event-transport.ts';
import type { EmbeddedEventTransportOptions } from './embedded-event-transport.ts';
import { pruneOutbox } from './prune-outbox.ts';

const PRODUCER_MIGRATIONS = new URL('../../../test/producer-migrations/', import.meta.url);
const TENANT = randomUUID();
const running = new AbortController().signal;
const silentLog = { warn: () => undefined, error: () => undefined };
const outbox = createOutbox({ onCommitted: () => undefined });

let testDatabase: TestDatabase;
let producer: Database;
let events: Database;
const transports: EventTransport[] = [];
beforeEach(async () => {
  testDatabase = await createTestDatabase({ producer: PRODUCER_MIGRATIONS, events: EVENTS_MIGRATIONS });
  producer = testDatabase.open('producer');
  events = testDatabase.open('events');
});
afterEach(async () => {
  await Promise.all(transports.splice(0).map((transport) => transport.close()));
  await testDatabase.close();
});

const updateOf = (topic: DomainEvent['topic']): DomainEvent => ({
  type: `${topic}.updated`,
  topic,
  tenantId: TENANT,
  aggregateId: randomUUID(),
  revision: 1,
  occurredAt: new Date(),
  data: {},
});
const append = (...appended: DomainEvent[]) =>
  producer.inSystemTransaction((tx) => outbox.append(tx, ...appended));
const start = async (consumers: Consumer[], options: Partial<EmbeddedEventTransportOptions> = {}) => {
  const transport = createEmbeddedEventTransport({
    database: events,
    owners: { memory: 'producer', contradiction: 'producer' },
    log: silentLog,
    lingerMs: 1,
    pollMs: 2,
    ...options,
  });
  transports.push(transport);
  consumers.forEach((consumer) => transport.subscribe(consumer));
  await transport.start();
  return transport;
};
const idleConsumer = (group: string, topics: Consumer['topics'] = ['memory']): Consumer => ({
  group,
  topics,
  handle: () => Promise.resolve(),
});
const countOutboxRows = async (): Promise<number> => {
  const rows = await producer.inSystemTransaction((tx) =>
    tx.query<{ n: number }>('SELECT count(*)::int AS n FROM outbox'),
  );
  return rows[0]!.n;
};

describe('embedded event transport', () => {
  test('delivers an event without a wake-up after the end of the transaction that delayed the event', async () => {
    const handled = Promise.withResolvers<void>();
    // With this poll interval, a reader that waits for its next poll exceeds the timeout of the test.
    const transport = await start([{ ...idleConsumer('g'), handle: async () => handled.resolve() }], {
      pollMs: 60_000,
    });
    await producer.inSystemTransaction(async (tx) => {
      await tx.query('SELECT pg_current_xact_id()');
      await append(updateOf('memory'));
      transport.wake();
      await new Promise((resolve) => setImmediate(resolve));
    });
    await handled.promise;
    await transport.close();
  });

  test('delivers an event before the next poll if wake is called', async () => {
    const handled = Promise.withResolvers<void>();
    const transport = await start([{ ...idleConsumer('g'), handle: async () => handled.resolve() }], {
      pollMs: 60_000,
    });
    await append(updateOf('memory'));
    transport.wake('another');
    transport.wake('producer');
    await handled.promise;
    await transport.close();
  });

  test('delivers an event without a delay if its group is expedited', async () => {
    const handled = { expedited: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
    const transport = await start(
      [
        { ...idleConsumer('expedited'), handle: async () => handled.expedited.resolve() },
        { ...idleConsumer('other'), handle: async () => handled.other.resolve() },
      ],
      { lingerMs: 60_000, pollMs: 60_000 },
    );
    await append(updateOf('memory'));
    transport.expedite('expedited');
    await handled.expedited.promise;
    const isDelayed = handled.other.promise.then(() => false);
    expect(await Promise.race([isDelayed, Promise.resolve(true)])).toBe(true);
    await transport.close();
  });

  test('a consumer that a request wakes does not run with the actor of the request', async () => {
    const handled = Promise.withResolvers<unknown>();
    const consumer = { ...idleConsumer('g'), handle: async () => handled.resolve(currentActor()) };
    await append(updateOf('memory'));
    await runInRequestScope(operatorActor('request-1', 'POST /admin/tenants'), async () => {
      const transport = await start([consumer]);
      transport.wake('producer');
    });
    expect(await handled.promise).toBeNull();
  });

  test('delivers an event that follows 1,200 events of a topic to which the group is not subscribed', async () => {
    const seen: string[] = [];
    const transport = await start([
      {
        ...idleConsumer('rare', ['contradiction']),
        batchSize: 10,
        handle: async (batch) => void seen.push(...batch.map((event) => event.type)),
      },
    ]);
    await append(...Array.from({ length: 1_200 }, () => updateOf('memory')), updateOf('contradiction'));
    await transport.drain();
    expect(seen).toEqual(['contradiction.updated']);
    await transport.close();
  });

  test('advances the position of a group past events of topics to which the group is not subscribed', async () => {
    const transport = await start([idleConsumer('all'), idleConsumer('rare', ['contradiction'])]);
    await append(...Array.from({ length: 1_100 }, () => updateOf('memory')));
    await transport.drain();
    const isPruned = async (): Promise<boolean> => {
      await pruneOutbox(events, 'producer', ['all', 'rare'], running);
      return (await countOutboxRows()) < 1_100;
    };
    const deadline = Date.now() + 4_000;
    while (!(await isPruned()) && Date.now() < deadline) transport.wake();
    expect(await countOutboxRows()).toBeLessThan(1_100);
    await transport.close();
  });
});

describe('lag of the embedded event transport', () => {
  const NUMBER_OF_EVENTS = 100_000;
  const appendMany = (count: number, topic: DomainEvent['topic']) =>
    producer.inSystemTransaction((tx) =>
      tx.query(
        `INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope)
         SELECT $1, $2, gen_random_uuid(), '{}' FROM generate_series(1, $3::int)`,
        [TENANT, topic, count],
      ),
    );

  test('is exact for each group, and is counted by reading each of 100,000 pending events once', async () => {
    let rowsRead = 0;
    const database: Database = {
      ...events,
      inSystemTransaction: (work) =>
        events.inSystemTransaction(async (tx) => {
          const result = await work(tx);
          const [read] = await tx.query<{ rows: number }>(
            `SELECT coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int AS rows
             FROM pg_stat_xact_user_tables WHERE relname = 'outbox'`,
          );
          rowsRead = read!.rows;
          return result;
        }),
    };
    // The transport is not started, so no group handles an event.
    const transport = createEmbeddedEventTransport({
      database,
      owners: { memory: 'producer', contradiction: 'producer' },
      log: silentLog,
    });
    for (const group of ['one', 'two', 'three']) transport.subscribe(idleConsumer(group));
    transport.subscribe(idleConsumer('both', ['memory', 'contradiction']));
    transport.subscribe(idleConsumer('rare', ['contradiction']));
    await appendMany(NUMBER_OF_EVENTS - 100, 'memory');
    await appendMany(100, 'contradiction');
    const startedAt = performance.now();
    const lag = await transport.lag();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(lag).toEqual({ one: 99_900, two: 99_900, three: 99_900, both: 100_000, rare: 100 });
    expect(rowsRead).toBe(NUMBER_OF_EVENTS);
    await transport.close();
  });

  test('counts the events after the position of each group', async () => {
    const paused = Promise.withResolvers<void>();
    const transport = await start([
      idleConsumer('fast'),
      { ...idleConsumer('slow'), batchSize: 1, handle: () => paused.promise },
    ]);
    await append(updateOf('memory'), updateOf('memory'));
    const deadline = Date.now() + 4_000;
    while ((await transport.lag())['fast'] !== 0 && Date.now() < deadline) transport.wake();
    expect(await transport.lag()).toEqual({ fast: 0, slow: 2 });
    paused.resolve();
    await transport.drain();
    expect(await transport.lag()).toEqual({ fast: 0, slow: 0 });
    await transport.close();
  });
});

describe('an outbox row that is not an event', () => {
  const appendText = (envelope: string) =>
    producer.inSystemTransaction((tx) =>
      tx.query('INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope) VALUES ($1, $2, $3, $4)', [
        TENANT,
        'memory',
        randomUUID(),
        envelope,
      ]),
    );

  test.each(['{"event_id": ', 'null', '[]', '{}'])(
    'is moved to the dead-letter queue without stopping its consumer group: %s',
    async (text) => {
      const seen: string[] = [];
      const errors: object[] = [];
      const moved: string[] = [];
      const handle: Consumer['handle'] = async (batch) => void seen.push(...batch.map(({ type }) => type));
      const transport = await start([{ ...idleConsumer('g', ['memory', 'contradiction']), handle }], {
        log: { ...silentLog, error: (fields, message) => errors.push({ message, ...fields }) },
        onDeadLetter: (group) => moved.push(group),
      });
      await append(updateOf('memory'));
      await appendText(text);
      await append(updateOf('contradiction'));
      await transport.drain();
      expect(seen).toEqual(['memory.updated', 'contradiction.updated']);
      expect(moved).toEqual(['g']);
      expect(errors).toMatchObject([
        { message: 'Outbox row is not an event and is moved to the dead-letter queue', group: 'g' },
      ]);
      expect(await transport.replayDeadLetters('g')).toBe(0);
      expect(await transport.deadLetters()).toEqual([]);
      await transport.close();
      const rows = await events.inSystemTransaction((tx) =>
        tx.query('SELECT consumer_group, tenant_id, reason, envelope FROM dead_letters'),
      );
      expect(rows).toEqual([
        {
          consumer_group: 'g',
          tenant_id: TENANT,
          reason: 'The message is not an event.',
          envelope: text,
        },
      ]);
    },
    10_000,
  );
});

describe('pruneOutbox', () => {
  beforeEach(async () => {
    const transport = await start([idleConsumer('one'), idleConsumer('two')]);
    await append(updateOf('memory'), updateOf('memory'));
    await transport.drain();
    await transport.close();
    await append(updateOf('memory'));
  });

  test('deletes the events that all groups have handled', async () => {
    await pruneOutbox(events, 'producer', ['one', 'two'], running);
    expect(await countOutboxRows()).toBe(1);
  });

  test('deletes any number of handled events in one call', async () => {
    const transport = await start([idleConsumer('one'), idleConsumer('two')]);
    await append(...Array.from({ length: 20_001 }, () => updateOf('memory')));
    await transport.drain();
    await transport.close();
    await pruneOutbox(events, 'producer', ['one', 'two'], running);
    expect(await countOutboxRows()).toBe(0);
  });

  test('deletes no event while one of the groups has not handled any event', async () => {
    await pruneOutbox(events, 'producer', ['one', 'two', 'three'], running);
    expect(await countOutboxRows()).toBe(3);
  });
});
