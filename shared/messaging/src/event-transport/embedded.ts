import type { EventEnvelope, Topic } from '@loci/events';
import type { Database } from '@loci/postgres';
import { isStoreDown, pause } from '../deliver.ts';
import type { EventLog } from '../deliver.ts';
import type { EventTransport } from './event-transport.ts';
import { OutboxTail } from './outbox-tail.ts';
import { pruneOutbox } from './prune-outbox.ts';

export interface EmbeddedTransportOptions {
  /** A role that may read every service's outbox and owns the `events` schema. */
  database: Database;
  /** Which service's outbox carries a topic, e.g. `memory: 'memory'`. */
  owners: Partial<Record<Topic, string>>;
  log: EventLog;
  /** How long a reader gathers events after it was woken; more makes larger batches. Default 25. */
  gatherMs?: number;
  /** How often a reader looks when nobody wakes it. Default 1,000. */
  pollMs?: number;
  /** How often events that every group has handled are removed. Default 60,000. */
  pruneEveryMs?: number;
  onDeadLetter?: (group: string) => void;
}

const DRAIN_LOOK_MS = 5;

/** Consumer groups that tail the outbox tables; their positions are rows in `events.positions`. */
export function createEmbeddedTransport(options: EmbeddedTransportOptions): EventTransport {
  const { database, owners, log, gatherMs = 25, pollMs = 1_000, pruneEveryMs = 60_000 } = options;
  const tails: OutboxTail[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  let pruning: Promise<void> = Promise.resolve();

  const wake = (owner?: string): void => {
    for (const tail of tails) if (owner === undefined || tail.owner === owner) tail.wake();
  };

  async function pruneNowAndThen(): Promise<void> {
    for (;;) {
      await pause(pruneEveryMs, signal);
      for (const owner of new Set(tails.map((tail) => tail.owner))) {
        if (signal.aborted) return;
        const groups = tails.filter((tail) => tail.owner === owner).map((tail) => tail.consumer.group);
        await pruneOutbox(database, owner, groups).catch((error: unknown) => {
          log.warn({ err: error, owner }, 'handled events could not be removed');
        });
      }
      if (signal.aborted) return;
    }
  }

  /** All groups in one look, so that what one of them makes for another is seen with either. */
  async function lag(): Promise<Record<string, number>> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const counts = tails.map(
      ({ consumer, owner, topics, position: { txid, seq } }) =>
        `SELECT ${parameter(consumer.group)}::text AS consumer_group, count(*)::int AS waiting FROM ${owner}.outbox
         WHERE (txid, seq) > (${parameter(txid)}::xid8, ${parameter(seq)}::bigint)
           AND topic = ANY(${parameter(topics)}::text[])`,
    );
    if (counts.length === 0) return {};
    const rows = await database.inSystemTransaction((tx) =>
      tx.query<{ consumer_group: string; waiting: number }>(counts.join(' UNION ALL '), values),
    );
    const byGroup: Record<string, number> = {};
    for (const { consumer_group: group, waiting } of rows) byGroup[group] = (byGroup[group] ?? 0) + waiting;
    return byGroup;
  }

  return {
    subscribe: (consumer) => {
      const byOwner = new Map<string, Topic[]>();
      for (const topic of consumer.topics) {
        const owner = owners[topic];
        if (owner === undefined) throw new Error(`No service owns the topic ${topic}.`);
        byOwner.set(owner, [...(byOwner.get(owner) ?? []), topic]);
      }
      if (tails.some((tail) => tail.consumer.group === consumer.group)) {
        throw new Error(`Two consumer groups are called ${consumer.group}: they would share their position.`);
      }
      for (const [owner, topics] of byOwner) {
        const onDeadLetter = options.onDeadLetter ?? (() => undefined);
        tails.push(
          new OutboxTail({
            consumer,
            owner,
            topics,
            database,
            log,
            gatherMs,
            pollMs,
            stopping: signal,
            onDeadLetter,
          }),
        );
      }
    },
    start: async () => {
      for (const tail of tails) await tail.start();
      pruning = pruneNowAndThen();
    },
    wake,
    drain: async () => {
      while (!signal.aborted) {
        const waiting = Object.values(await lag()).reduce((sum, count) => sum + count, 0);
        if (waiting === 0) return;
        wake();
        await pause(DRAIN_LOOK_MS, signal);
      }
    },
    lag,
    deadLetters: async () => {
      const rows = await database.inSystemTransaction((tx) =>
        tx.query<{ consumer_group: string; reason: string; envelope: string }>(
          'SELECT consumer_group, reason, envelope FROM dead_letters ORDER BY id LIMIT 1000',
        ),
      );
      return rows.map((row) => ({
        group: row.consumer_group,
        reason: row.reason,
        envelope: JSON.parse(row.envelope) as EventEnvelope,
      }));
    },
    replayDeadLetters: async (group) => {
      const consumer = tails.find((tail) => tail.consumer.group === group)?.consumer;
      if (!consumer) throw new Error(`No consumer group is called ${group}.`);
      const rows = await database.inSystemTransaction((tx) =>
        tx.query<{ id: string; envelope: string }>(
          'SELECT id, envelope FROM dead_letters WHERE consumer_group = $1 ORDER BY id LIMIT 1000',
          [group],
        ),
      );
      let replayed = 0;
      for (const row of rows) {
        try {
          await consumer.handle([JSON.parse(row.envelope) as EventEnvelope]);
        } catch (error) {
          if (isStoreDown(error)) throw error;
          log.warn({ err: error, group }, 'a dead letter still cannot be handled');
          continue;
        }
        await database.inSystemTransaction((tx) =>
          tx.query('DELETE FROM dead_letters WHERE id = $1', [row.id]),
        );
        replayed++;
      }
      return replayed;
    },
    close: async () => {
      stopping.abort();
      await Promise.all([...tails.map((tail) => tail.stopped()), pruning]);
    },
  };
}
