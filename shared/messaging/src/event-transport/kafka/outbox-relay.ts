import { withTimeout } from '@loci/async';
import type { Topic } from '@loci/events';
import type { Database, Transaction } from '@loci/postgres';
import type { TransportLogger } from '../../deliver.ts';
import { pollOutbox } from '../poll-outbox.ts';
import type { OutboxPoller, OutboxRemainder } from '../poll-outbox.ts';
import { OUTBOX_START, readOutbox } from '../read-outbox.ts';
import type { OutboxBatch, OutboxRow } from '../read-outbox.ts';
import { createKafkaAdminClient } from './kafka-admin-client.ts';
import { createKafkaClient } from './kafka-client.ts';
import type { KafkaConnection, TopicLayout } from './kafka-client.ts';
import { createKafkaPublisher } from './kafka-publisher.ts';
import type { StoredBatch } from './kafka-publisher.ts';
import { ensureTopics, eventTopic, topicName } from './kafka-topics.ts';
import { savePublished, saveTopicEnds } from './relay-offsets.ts';
import type { PublishedOffsets } from './relay-offsets.ts';
import { traceSends } from './trace-sends.ts';

export interface OutboxRelayOptions {
  kafka: KafkaConnection;
  topics: TopicLayout;
  /** The service whose outbox is published. Also the name of its schema. */
  owner: string;
  /** Topics that the service publishes. */
  published: readonly Topic[];
  /** Database with the role of the service. The relay holds one connection while it publishes. */
  database: Database;
  log: TransportLogger;
  /**
   * Minimum milliseconds between two batches. Larger values make larger batches. Defaults to 10.
   */
  lingerMs?: number | undefined;
  /** Milliseconds between two polls without a wake-up. Defaults to 100. */
  pollMs?: number | undefined;
  /** Maximum number of events per batch. Defaults to 500. */
  batchSize?: number | undefined;
  /**
   * Milliseconds for which a failed send is retried, at most 30,000, because the relay holds a database
   * connection during the retries. Afterwards, this or another relay reads the batch again, which can publish
   * events twice. Defaults to 20,000.
   */
  retryTimeoutMs?: number | undefined;
  /** Called with the number of events after each batch that was published and deleted from the outbox. */
  onPublished?: ((events: number) => void) | undefined;
}

/** Publishes the outbox of one service to Kafka. */
export interface OutboxRelay {
  owner: string;
  /** Starts publishing in the background. While Kafka or PostgreSQL is unavailable, the relay retries without limit. */
  start(): void;
  /** Publishes new events immediately instead of at the next poll. */
  wake(): void;
  /**
   * Returns the number of events in the outbox, including events that another relay is publishing.
   * @throws SYS_SERVICE_UNAVAILABLE if PostgreSQL is unavailable
   */
  lag(): Promise<number>;
  /**
   * Stops publishing. Waits at most one second for the running batch. The next relay publishes an interrupted
   * batch again.
   */
  close(): Promise<void>;
}

const DEFAULT_BATCH_SIZE = 500;
const MAX_BATCH_BYTES = 1024 * 1024;
/**
 * Time after which PostgreSQL ends an idle transaction and releases the lock of a relay that hangs or whose machine is
 * unreachable. Must exceed the maximum of `retryTimeoutMs` plus the last attempt.
 */
const LOCK_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Creates a relay, which publishes committed events in transaction order with the key `tenant:aggregate`. The
 * relay deletes events from the outbox when all in-sync replicas have stored them. After a crash between both
 * steps, the batch is published again, in order.
 *
 * Any number of relays may run for an outbox. Each batch is published under an advisory lock that its
 * transaction holds, so only one relay publishes at a time. Another relay takes over when PostgreSQL ends the
 * session of a failed relay.
 *
 * @see docs/reference/events.md#delivery-guarantees
 */
export function createOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const { owner, database, log, lingerMs = 10, pollMs = 100, batchSize = DEFAULT_BATCH_SIZE } = options;
  const prefix = options.kafka.topicPrefix;
  const stopping = new AbortController();
  const { kafka, destroy } = createKafkaClient(options.kafka, `${owner}-relay`, log);
  const publisher = createKafkaPublisher({
    kafka,
    retryTimeoutMs: options.retryTimeoutMs,
    stopping: stopping.signal,
  });
  const admin = createKafkaAdminClient(kafka);
  const existingTopics = new Set<string>();
  let poller: OutboxPoller | null = null;
  /** Position up to which this relay has deleted rows. Later reads start here, so that they skip dead index entries. */
  let deletedUpTo = OUTBOX_START;

  /** True if the ends of the topics are stored, so that groups also wait for events of earlier relays. */
  let hasSavedEnds = false;
  const lostTopics = new Set<string>();

  async function createTopics(topics: Iterable<string>): Promise<void> {
    const newTopics = [...new Set(topics)].filter((topic) => !existingTopics.has(topic));
    if (newTopics.length === 0) return;
    const configs = newTopics.map((topic) => eventTopic(topicName(prefix, topic), options.topics));
    await admin.request((client) => ensureTopics(client, configs));
    for (const topic of newTopics) existingTopics.add(topic);
  }

  const fetchTopicEnds = (topic: string): Promise<PublishedOffsets[]> =>
    admin.request(async (client) => {
      const partitions = await client.fetchTopicOffsets(topicName(prefix, topic));
      return partitions.map(({ partition, high }) => ({ topic, partition, first: high, next: high }));
    });

  /** Stores the ends of all topics of the service. */
  async function saveEnds(tx: Transaction): Promise<void> {
    await createTopics(options.published);
    const ends = await Promise.all(options.published.map(fetchTopicEnds));
    reportLost(await saveTopicEnds(tx, owner, ends.flat()));
  }

  function reportLost(topics: readonly string[]): void {
    for (const topic of topics) {
      if (lostTopics.has(topic)) continue;
      lostTopics.add(topic);
      log.error(
        { owner, topic },
        'Topic was created again; reads with a position are not fresh until its offsets are reset',
      );
    }
  }

  async function toOffsets({
    topic: name,
    partition,
    baseOffset,
    count,
  }: StoredBatch): Promise<PublishedOffsets> {
    const topic = name.slice(prefix.length);
    if (baseOffset !== null) {
      return { topic, partition, first: baseOffset, next: String(BigInt(baseOffset) + BigInt(count)) };
    }
    const ends = await fetchTopicEnds(topic);
    return ends.find((end) => end.partition === partition)!;
  }

  async function publish(rows: readonly OutboxRow[]): Promise<PublishedOffsets[]> {
    await createTopics(rows.map((row) => row.topic));
    const messages = rows.flatMap(({ topic, key, envelope }) =>
      envelope === null ? [] : [{ topic: topicName(prefix, topic), key, value: envelope }],
    );
    const toTopic = (name: string): string => name.slice(prefix.length);
    const batches = await traceSends(messages, toTopic, publisher.publish).catch((error: unknown) => {
      existingTopics.clear();
      throw error;
    });
    return Promise.all(batches.map(toOffsets));
  }

  async function publishNextBatch(): Promise<OutboxRemainder> {
    // Connects before the transaction, so that no transaction is open while Kafka is unavailable.
    await publisher.connect();
    const { rows, remainder } = await database.inSystemTransaction(async (tx): Promise<OutboxBatch> => {
      const [lock] = await tx.query<{ acquired: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtext('loci-outbox-relay'), hashtext($1)) AS acquired,
           set_config('idle_in_transaction_session_timeout', $2, true)`,
        [owner, String(LOCK_TIMEOUT_MS)],
        'relay-lock',
      );
      if (lock?.acquired !== true) return { rows: [], remainder: 'none' };
      if (!hasSavedEnds) {
        await saveEnds(tx);
        tx.afterCommit(() => (hasSavedEnds = true));
      }
      // This must be a separate statement, so that its snapshot includes the deletions of the previous lock
      // holder.
      const batch = await readOutbox(tx, {
        owner,
        after: deletedUpTo,
        limit: batchSize,
        maxBytes: MAX_BATCH_BYTES,
      });
      const last = batch.rows.at(-1);
      if (!last) return batch;
      const offsets = await publish(batch.rows);
      reportLost(await savePublished(tx, owner, offsets, deletedUpTo, last));
      return batch;
    });
    const last = rows.at(-1);
    if (last) {
      deletedUpTo = { txid: last.txid, seq: last.seq };
      options.onPublished?.(rows.length);
    }
    return remainder;
  }

  return {
    owner,
    start: () => {
      poller = pollOutbox({
        step: publishNextBatch,
        onFailure: (error) =>
          log.warn({ err: error, owner }, 'Publishing the outbox failed; events are delayed'),
        lingerMs,
        pollMs,
        stopping: stopping.signal,
      });
    },
    wake: () => poller?.wake(),
    lag: async () => {
      const rows = await database.inSystemTransaction((tx) =>
        tx.query<{ pending: number }>(`SELECT count(*)::int AS pending FROM ${owner}.outbox`),
      );
      return rows[0]!.pending;
    },
    close: async () => {
      stopping.abort();
      const stopped = poller?.stopped() ?? Promise.resolve();
      await withTimeout(stopped, CLOSE_TIMEOUT_MS, () => undefined);
      await withTimeout(Promise.all([publisher.close(), admin.close()]), CLOSE_TIMEOUT_MS, () => undefined);
      destroy();
      await stopped;
    },
  };
}
