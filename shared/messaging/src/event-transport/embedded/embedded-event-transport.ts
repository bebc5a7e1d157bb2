import { pause } from '@loci/async';
import type { Topic } from '@loci/events';
import type { Database } from '@loci/postgres';
import { isUnavailableError } from '../../deliver.ts';
import { handleInSpan } from '../../handle-in-span.ts';
import type { OnProcessed } from '../../handle-in-span.ts';
import type { TransportLogger } from '../../deliver.ts';
import type { EventTransport } from '../event-transport.ts';
import { createEmbeddedEventProgress } from './embedded-event-progress.ts';
import type { EmbeddedEventProgress } from './embedded-event-progress.ts';
import { countPendingEvents } from './count-pending-events.ts';
import { NOT_AN_EVENT, parseEnvelope } from '../parse-envelope.ts';
import { upcastConsumer } from '../upcast-consumer.ts';
import type { UpcastEvent } from '../upcast-consumer.ts';
import { OutboxReader } from './outbox-reader.ts';
import { pruneOutbox } from './prune-outbox.ts';

export interface EmbeddedEventTransportOptions {
  /** Database with the role of the schema `events`, which may read and prune the outbox of every service. */
  database: Database;
  /** The service that publishes each topic, for example `{ memory: 'memory' }`. */
  owners: Partial<Record<Topic, string>>;
  log: TransportLogger;
  /**
   * Minimum milliseconds between two batches of a reader. Larger values make larger batches. Defaults to 25.
   */
  lingerMs?: number;
  /** Milliseconds between two polls of a reader without a wake-up. Defaults to 1,000. */
  pollMs?: number;
  /** Milliseconds between two deletions of events that all groups have handled. Defaults to 60,000. */
  pruneIntervalMs?: number;
  /** Called for each event that is moved to the dead-letter queue. */
  onDeadLetter?: (group: string) => void;
  /** Called after each batch that was passed to a consumer group. */
  onProcessed?: OnProcessed | undefined;
  /** Defaults to the upcasts of this version of Loci. */
  upcast?: UpcastEvent | undefined;
}

export interface EmbeddedEventTransport extends EventTransport {
  progress: Omit<EmbeddedEventProgress, 'advanced'>;
  /** Delivers the present events of a group without waiting for further ones. A request that waits for them calls it. */
  expedite(group: string): void;
}

const DRAIN_POLL_MS = 5;

/**
 * Event transport of a single process, without a broker. Each consumer group reads the outbox tables of the
 * services and stores its position in the table `positions`. Only one process may run this transport for a
 * database.
 */
export function createEmbeddedEventTransport(options: EmbeddedEventTransportOptions): EmbeddedEventTransport {
  const { database, owners, log, lingerMs = 25, pollMs = 1_000, pruneIntervalMs = 60_000 } = options;
  const readers: OutboxReader[] = [];
  const progress = createEmbeddedEventProgress({ database, readers });
  const stopping = new AbortController();
  const { signal } = stopping;
  let pruning: Promise<void> = Promise.resolve();

  const wake = (owner?: string): void => {
    for (const reader of readers) if (owner === undefined || reader.owner === owner) reader.wake();
  };

  async function prunePeriodically(): Promise<void> {
    for (;;) {
      await pause(pruneIntervalMs, signal);
      for (const owner of new Set(readers.map((reader) => reader.owner))) {
        if (signal.aborted) return;
        const groups = readers
          .filter((reader) => reader.owner === owner)
          .map((reader) => reader.consumer.group);
        await pruneOutbox(database, owner, groups, signal).catch((error: unknown) => {
          log.warn({ err: error, owner }, 'Pruning the outbox failed');
        });
      }
      if (signal.aborted) return;
    }
  }

  const lag = (): Promise<Record<string, number>> => countPendingEvents(database, readers);

  return {
    progress,
    subscribe: (subscribed) => {
      const consumer = upcastConsumer(subscribed, log, options.upcast);
      const topicsByOwner = new Map<string, Topic[]>();
      for (const topic of consumer.topics) {
        const owner = owners[topic];
        if (owner === undefined) throw new Error(`No service publishes the topic "${topic}".`);
        topicsByOwner.set(owner, [...(topicsByOwner.get(owner) ?? []), topic]);
      }
      if (readers.some((reader) => reader.consumer.group === consumer.group)) {
        throw new Error(`The consumer group "${consumer.group}" is already registered.`);
      }
      for (const [owner, topics] of topicsByOwner) {
        const onDeadLetter = options.onDeadLetter ?? (() => undefined);
        readers.push(
          new OutboxReader({
            consumer,
            owner,
            topics,
            database,
            log,
            lingerMs,
            pollMs,
            stopping: signal,
            onDeadLetter,
            onProcessed: options.onProcessed,
            onAdvance: progress.advanced,
          }),
        );
      }
    },
    start: async () => {
      for (const reader of readers) await reader.start();
      pruning = prunePeriodically();
    },
    wake,
    expedite: (group) => {
      for (const reader of readers) if (reader.consumer.group === group) reader.expedite();
    },
    drain: async () => {
      while (!signal.aborted) {
        const pending = Object.values(await lag()).reduce((sum, count) => sum + count, 0);
        if (pending === 0) return;
        wake();
        await pause(DRAIN_POLL_MS, signal);
      }
    },
    lag,
    deadLetters: async () => {
      const rows = await database.inSystemTransaction((tx) =>
        tx.query<{ consumer_group: string; reason: string; envelope: string }>(
          'SELECT consumer_group, reason, envelope FROM dead_letters ORDER BY id LIMIT 1000',
        ),
      );
      return rows.flatMap(({ consumer_group: group, reason, envelope: text }) => {
        const envelope = parseEnvelope(text);
        return envelope ? [{ group, reason, envelope }] : [];
      });
    },
    replayDeadLetters: async (group) => {
      const consumer = readers.find((reader) => reader.consumer.group === group)?.consumer;
      if (!consumer) throw new Error(`The consumer group "${group}" is not registered.`);
      const rows = await database.inSystemTransaction((tx) =>
        tx.query<{ id: string; envelope: string }>(
          'SELECT id, envelope FROM dead_letters WHERE consumer_group = $1 ORDER BY id LIMIT 1000',
          [group],
        ),
      );
      let replayed = 0;
      for (const row of rows) {
        try {
          const envelope = parseEnvelope(row.envelope);
          if (envelope === null) throw new Error(NOT_AN_EVENT);
          await handleInSpan(consumer, [envelope], {
            system: 'postgresql',
            onProcessed: options.onProcessed,
          });
        } catch (error) {
          if (isUnavailableError(error)) throw error;
          log.warn({ err: error, group }, 'Dead letter failed again, keeping it');
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
      await Promise.all([...readers.map((reader) => reader.stopped()), pruning]);
    },
  };
}
