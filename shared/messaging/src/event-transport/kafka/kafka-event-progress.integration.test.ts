import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { currentPositions, runInRequestScope, unavailable } from '@loci/core';
import type { OutboxPosition } from '@loci/core';
import type { EventEnvelope } from '@loci/events';
import type { Database } from '@loci/postgres';
import { openKafkaEnvironment, waitUntil } from '../../../test/kafka-environment.fixture.ts';
import type { KafkaEnvironment } from '../../../test/kafka-environment.fixture.ts';
import { createOutbox } from '../../outbox.ts';
import type { DomainEvent } from '../../outbox.ts';
import type { FoundCheckpoint } from '../event-progress.ts';
import type { EventTransport } from '../event-transport.ts';
import { createKafkaEventProgress } from './kafka-event-progress.ts';
import type { OutboxRelay, OutboxRelayOptions } from './outbox-relay.ts';

const { signal } = new AbortController();
/** Number of times that a new member of the group replaces another one. Each time, the group rebalances twice. */
const MEMBER_CHANGES = 4;

const outbox = createOutbox({ service: 'memory', onCommitted: () => undefined });

let environment: KafkaEnvironment;
let database: Database;
let tenantId: string;
/** IDs of the handled events. */
let handled: Set<string>;

beforeEach(async () => {
  tenantId = randomUUID();
  handled = new Set();
  environment = await openKafkaEnvironment({ owner: 'memory' });
  ({ database } = environment);
});
afterEach(() => environment.remove());

interface Write {
  position: OutboxPosition;
  ids: string[];
}

/** Stores events and returns the position of the write. */
async function write(count = 1, tenant = tenantId): Promise<Write> {
  const events = Array.from({ length: count }, (): DomainEvent => ({
    type: 'memory.updated',
    topic: 'memory',
    tenantId: tenant,
    aggregateId: randomUUID(),
    revision: 1,
    occurredAt: new Date(),
    data: {},
  }));
  const { result } = await runInRequestScope(null, async () => {
    await database.inTransaction(tenant, (tx) => outbox.append(tx, ...events));
    return currentPositions();
  });
  return { position: result.memory!, ids: events.map(({ aggregateId }) => aggregateId) };
}

const record = async (events: readonly EventEnvelope[]): Promise<void> => {
  for (const { aggregate_id: id } of events) handled.add(id);
};

async function startRelay(options: Partial<OutboxRelayOptions> = {}): Promise<OutboxRelay> {
  const relay = environment.openRelay(options);
  relay.start();
  await waitUntil(async () => (await rowsOf('relay_offsets')) > 0);
  return relay;
}

async function startGroup(handle = record, batchSize = 256): Promise<EventTransport> {
  const transport = environment.openTransport({ sessionTimeoutMs: 6_000 });
  transport.subscribe({ group: 'search', topics: ['memory'], handle, batchSize });
  await transport.start();
  return transport;
}

const rowsOf = async (table: string): Promise<number> => {
  const [row] = await database.inSystemTransaction((tx) =>
    tx.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`),
  );
  return row!.rows;
};
const execute = (sql: string): Promise<unknown> => database.inSystemTransaction((tx) => tx.query(sql));

const find = (position: OutboxPosition | null, timeoutMs = 20_000): Promise<FoundCheckpoint> =>
  createKafkaEventProgress({ database, consumers: [] }).findCheckpoint(database, {
    tenantId,
    owner: 'memory',
    position,
    timeoutMs,
    signal,
  });

/** Returns whether the group has confirmed a position, as another process of the service sees it. */
async function isReached(position: OutboxPosition | null, timeoutMs = 20_000): Promise<boolean> {
  const consumers = [{ group: 'search', topics: ['memory'] as const }];
  const progress = createKafkaEventProgress({ database, consumers });
  const { isPublished, checkpoint } = await find(position, timeoutMs);
  const checkpoints = checkpoint ? [checkpoint] : [];
  const behind = await progress.findBehind({ tenantId, groups: ['search'], checkpoints, timeoutMs, signal });
  return isPublished && behind.length === 0;
}

describe('Kafka event progress', () => {
  test('a position is reached after the group has handled the event', async () => {
    await startRelay();
    await startGroup();
    const { position, ids } = await write();
    expect(await isReached(position)).toBe(true);
    expect(handled).toEqual(new Set(ids));
  });

  test('a position is not reached before a relay has published the event', async () => {
    await startRelay().then((relay) => relay.close());
    await startGroup();
    const { position } = await write();
    expect(await find(position, 100)).toMatchObject({ isPublished: false });
    expect(await isReached(position, 100)).toBe(false);
    await startRelay();
    expect(await isReached(position)).toBe(true);
  });

  test('a position is not reached while the consumer handles the event', async () => {
    const resumed = Promise.withResolvers<void>();
    await startRelay();
    await startGroup(() => resumed.promise);
    const { position } = await write();
    expect(await isReached(position, 300)).toBe(false);
    resumed.resolve();
    expect(await isReached(position)).toBe(true);
  });

  test('a transaction with 1,000 events is not reached while the relay has published only 300 of them', async () => {
    let batches = 0;
    const relay: OutboxRelay = await startRelay({
      batchSize: 100,
      onPublished: () => {
        if (++batches === 3) void relay.close();
      },
    });
    await startGroup();
    const { position, ids } = await write(1_000);
    await waitUntil(() => handled.size === 300);
    expect(await isReached(position, 500)).toBe(false);
    await startRelay();
    expect(await isReached(position)).toBe(true);
    expect(ids.every((id) => handled.has(id))).toBe(true);
  });

  test('a transaction with 1,000 events is not reached while the group has handled only some of its partitions', async () => {
    let stopAfter = 600;
    const resumed = Promise.withResolvers<void>();
    const relay = await startRelay({ batchSize: 100 });
    const { position, ids } = await write(1_000);
    // A consumer that starts afterwards receives all events of a partition before those of the next one.
    await waitUntil(async () => (await relay.lag()) === 0);
    await startGroup(async (events) => {
      stopAfter -= events.length;
      if (stopAfter < 0) await resumed.promise;
      await record(events);
    }, 50);
    await waitUntil(() => stopAfter < 0);
    expect(await isReached(position, 500)).toBe(false);
    resumed.resolve();
    expect(await isReached(position)).toBe(true);
    expect(ids.every((id) => handled.has(id))).toBe(true);
  });

  test('a position is not reached after a member has left the group before it could handle the event', async () => {
    await startRelay();
    let attempts = 0;
    const first = await startGroup(async () => {
      attempts++;
      throw unavailable('The index');
    });
    const { position, ids } = await write();
    await waitUntil(() => attempts > 0);
    await first.close();
    expect(await isReached(position, 500)).toBe(false);
    await startGroup();
    expect(await isReached(position)).toBe(true);
    expect(handled).toEqual(new Set(ids));
  });

  test('the latest position is that of the first read, although writes continue', async () => {
    await startRelay();
    await startGroup();
    let isEnded = false;
    const writing = (async () => {
      while (!isEnded) await write();
    })();
    try {
      await waitUntil(() => handled.size > 0);
      expect(await isReached(null)).toBe(true);
    } finally {
      isEnded = true;
      await writing;
    }
  });

  test('no position is reached too early while members of the group join and leave', async () => {
    await startRelay();
    const slow = async (events: readonly EventEnvelope[]): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      await record(events);
    };
    let member = await startGroup(slow, 5);
    const early: string[] = [];
    let reached = 0;
    let isEnded = false;
    const client = async (): Promise<void> => {
      while (!isEnded) {
        const { position, ids } = await write(3);
        if (!(await isReached(position, 200))) continue;
        reached++;
        early.push(...ids.filter((id) => !handled.has(id)));
      }
    };
    const clients = Promise.all([client(), client(), client()]);
    try {
      for (let change = 0; change < MEMBER_CHANGES; change++) {
        const next = await startGroup(slow, 5);
        await member.close();
        member = next;
      }
      await waitUntil(() => reached > 10);
    } finally {
      isEnded = true;
      await clients;
    }
    expect(early).toEqual([]);
    const { position } = await write();
    expect(await isReached(position, 20_000)).toBe(true);
  }, 120_000);

  test('the progress of a process that has lost a partition does not replace later progress', async () => {
    await startRelay();
    await startGroup();
    await write(30);
    const { position } = await write();
    expect(await isReached(position)).toBe(true);
    const store = environment.openProgressStore();
    for (const partition of [0, 1, 2])
      store.handled('search', { topic: 'memory', partition, next_offset: '1' });
    await store.flushed();
    expect(await isReached(position, 0)).toBe(true);
  });

  describe('with an event that the consumer rejects', () => {
    let isFailing: boolean;
    let transport: EventTransport;
    beforeEach(async () => {
      isFailing = true;
      await startRelay();
      transport = await startGroup(async (events) => {
        if (isFailing && events.some(({ tenant_id: tenant }) => tenant === tenantId)) {
          throw new Error('The event cannot be handled.');
        }
        await record(events);
      });
    });

    test('the tenant is behind until the dead letter is replayed', async () => {
      const { position } = await write();
      await waitUntil(async () => (await rowsOf('unapplied_events')) === 1);
      expect(await isReached(position, 500)).toBe(false);
      isFailing = false;
      const later = await write();
      await waitUntil(() => handled.has(later.ids[0]!));
      expect(await isReached(later.position, 500)).toBe(false);
      expect(await transport.replayDeadLetters('search')).toBe(1);
      expect(await rowsOf('unapplied_events')).toBe(0);
      expect([await isReached(position), await isReached(later.position)]).toEqual([true, true]);
    });

    test('other tenants are not behind', async () => {
      await write();
      await waitUntil(async () => (await rowsOf('unapplied_events')) === 1);
      tenantId = randomUUID();
      isFailing = false;
      const { position } = await write();
      expect(await isReached(position)).toBe(true);
    });
  });

  test('after an upgrade, events without stored offsets are waited for', async () => {
    const resumed = Promise.withResolvers<void>();
    const before = await startRelay();
    const { position } = await write();
    await waitUntil(async () => (await before.lag()) === 0);
    await before.close();
    await execute('DELETE FROM relay_offsets');
    expect(await isReached(position, 0)).toBe(false);
    await startGroup(() => resumed.promise);
    await startRelay();
    expect(await isReached(position, 300)).toBe(false);
    resumed.resolve();
    expect(await isReached(position)).toBe(true);
  });

  test('a member that joins stores the progress of a member that did not store it', async () => {
    await startRelay();
    const first = await startGroup();
    const { position } = await write(20);
    expect(await isReached(position)).toBe(true);
    await first.close();
    await execute('DELETE FROM consumer_progress');
    expect(await isReached(position, 0)).toBe(false);
    await startGroup();
    expect(await isReached(position)).toBe(true);
  });

  test('no position is reached after the topic was deleted and created again', async () => {
    await startRelay();
    const group = await startGroup();
    const { position } = await write(30);
    expect(await isReached(position)).toBe(true);
    await group.close();
    const topic = `${environment.prefix}memory`;
    await environment.admin.deleteTopics({ topics: [topic] });
    await waitUntil(async () => !(await environment.admin.listTopics()).includes(topic));
    await environment.admin.createTopics({ topics: [{ topic, numPartitions: 3 }] });
    const later = await write(30);
    await waitUntil(() =>
      environment.logged.some((message) => message.startsWith('Topic was created again')),
    );
    expect(await isReached(later.position, 500)).toBe(false);
  });
});
