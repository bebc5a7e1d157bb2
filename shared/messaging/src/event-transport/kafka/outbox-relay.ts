import type { Database } from '@loci/postgres';
import type { EventLog } from '../../deliver.ts';
import { followOutbox } from '../follow-outbox.ts';
import type { OutboxFollower } from '../follow-outbox.ts';
import { BEGINNING, readOutbox } from '../read-outbox.ts';
import type { OutboxRead, OutboxRow } from '../read-outbox.ts';
import { createAdminClient } from './admin-client.ts';
import { openKafka } from './kafka-client.ts';
import type { KafkaConnection, TopicLayout } from './kafka-client.ts';
import { createPublisher } from './publisher.ts';
import { ensureTopics, eventTopic, topicName } from './topics.ts';
import { within } from './within.ts';

export interface OutboxRelayOptions {
  kafka: KafkaConnection;
  topics: TopicLayout;
  /** The service whose outbox it empties; also its schema. */
  owner: string;
  /** As the service's own role. The relay holds one connection of it while it publishes. */
  database: Database;
  log: EventLog;
  /** How long to gather events after being woken; more makes larger batches. Default 10. */
  gatherMs?: number | undefined;
  /** How often to look when nobody wakes it. Default 100. */
  pollMs?: number | undefined;
  /** Events per batch at most; default 500. */
  batchSize?: number | undefined;
  /**
   * How long a batch that Kafka does not take is tried again before it is begun anew, which may store it twice, and
   * other relays have their turn. A connection is held meanwhile, so 30,000 at most; default 20,000.
   */
  patienceMs?: number | undefined;
  /** Called after so many events were published and removed. */
  onPublished?: ((events: number) => void) | undefined;
}

/** Carries one service's events from its outbox to Kafka. */
export interface OutboxRelay {
  owner: string;
  /** Begins at once and returns. Kafka or PostgreSQL may be down: the relay waits for them, for ever. */
  start(): void;
  /** Says that the outbox has new events; without it they are found within `pollMs`. */
  wake(): void;
  /**
   * Events not yet published, whichever relay will publish them.
   * @throws SYS_SERVICE_UNAVAILABLE when PostgreSQL does not answer
   */
  lag(): Promise<number>;
  /** Ends the batch under way, for a second at most; what is cut short then is published again by the next relay. */
  close(): Promise<void>;
}

const DEFAULT_BATCH_SIZE = 500;
/** Memory for one batch, and one large event beside it. */
const BATCH_BYTES = 1024 * 1024;
/** Longer than a publisher tries, last try included. PostgreSQL frees the place of a relay that was stopped, or whose machine is gone. */
const HOLD_AT_MOST_MS = 60_000;
const CLOSE_WITHIN_MS = 1_000;

/**
 * Publishes a service's outbox: committed events in the order of their transactions, keyed by tenant and aggregate,
 * acknowledged by every copy that must have them, then removed. At least once: a crash in between publishes a batch
 * again, in order. A relay publishes while it holds the outbox's advisory lock, of which each transaction has to get
 * hold anew; so any number may run, one works, and another goes on as soon as PostgreSQL has seen it die.
 *
 * @see ARCHITECTURE.md section 5
 */
export function createOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const { owner, database, log, gatherMs = 10, pollMs = 100, batchSize = DEFAULT_BATCH_SIZE } = options;
  const prefix = options.kafka.topicPrefix;
  const stopping = new AbortController();
  const { kafka, cutOff } = openKafka(options.kafka, `${owner}-relay`, log);
  const publisher = createPublisher({
    kafka,
    patienceMs: options.patienceMs,
    stopping: stopping.signal,
  });
  const admin = createAdminClient(kafka);
  const knownTopics = new Set<string>();
  let follower: OutboxFollower | null = null;
  /** Up to where this relay has emptied the outbox; what is left of removed rows need not be looked through again. */
  let emptied = BEGINNING;

  async function publish(rows: readonly OutboxRow[]): Promise<void> {
    const unknown = [...new Set(rows.map((row) => row.topic))].filter((topic) => !knownTopics.has(topic));
    if (unknown.length > 0) {
      const topics = unknown.map((topic) => eventTopic(topicName(prefix, topic), options.topics));
      await admin.ask((client) => ensureTopics(client, topics));
      for (const topic of unknown) knownTopics.add(topic);
    }
    const messages = rows.flatMap(({ topic, key, envelope }) =>
      envelope === null ? [] : [{ topic: topicName(prefix, topic), key, value: envelope }],
    );
    await publisher.publish(messages).catch((error: unknown) => {
      knownTopics.clear();
      throw error;
    });
  }

  async function step(): Promise<OutboxRead['left']> {
    // Outside of the transaction: while Kafka is down none is held open.
    await publisher.connect();
    const { rows, left } = await database.inSystemTransaction(async (tx): Promise<OutboxRead> => {
      const [lock] = await tx.query<{ mine: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtext('loci-outbox-relay'), hashtext($1)) AS mine,
           set_config('idle_in_transaction_session_timeout', $2, true)`,
        [owner, String(HOLD_AT_MOST_MS)],
        'relay-lock',
      );
      if (lock?.mine !== true) return { rows: [], left: 'nothing' };
      // A statement of its own: it must see what the relay before this one has removed.
      const read = await readOutbox(tx, { owner, after: emptied, limit: batchSize, maxBytes: BATCH_BYTES });
      const last = read.rows.at(-1);
      if (!last) return read;
      await publish(read.rows);
      await tx.query(
        `DELETE FROM ${owner}.outbox
         WHERE (txid, seq) > ($1::xid8, $2::bigint) AND (txid, seq) <= ($3::xid8, $4::bigint)`,
        [emptied.txid, emptied.seq, last.txid, last.seq],
        'relay-remove',
      );
      return read;
    });
    const last = rows.at(-1);
    if (last) {
      emptied = { txid: last.txid, seq: last.seq };
      options.onPublished?.(rows.length);
    }
    return left;
  }

  return {
    owner,
    start: () => {
      follower = followOutbox({
        step,
        onFailure: (error) => log.warn({ err: error, owner }, 'events wait: they cannot be published now'),
        gatherMs,
        pollMs,
        stopping: stopping.signal,
      });
    },
    wake: () => follower?.wake(),
    lag: async () => {
      const rows = await database.inSystemTransaction((tx) =>
        tx.query<{ waiting: number }>(`SELECT count(*)::int AS waiting FROM ${owner}.outbox`),
      );
      return rows[0]!.waiting;
    },
    close: async () => {
      stopping.abort();
      await within(CLOSE_WITHIN_MS, follower?.stopped());
      await within(CLOSE_WITHIN_MS, Promise.all([publisher.close(), admin.close()]));
      cutOff();
      await follower?.stopped();
    },
  };
}
