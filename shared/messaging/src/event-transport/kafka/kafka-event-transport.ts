import { pause, retry, withTimeout } from '@loci/async';
import type { EventEnvelope, Topic } from '@loci/events';
import type { Database } from '@loci/postgres';
import type { KafkaMessage } from 'kafkajs';
import { deliver } from '../../deliver.ts';
import type { TransportLogger } from '../../deliver.ts';
import type { OnProcessed } from '../../handle-in-span.ts';
import type { Consumer, EventTransport } from '../event-transport.ts';
import { NOT_AN_EVENT } from '../parse-envelope.ts';
import { upcastConsumer } from '../upcast-consumer.ts';
import type { UpcastEvent } from '../upcast-consumer.ts';
import { createConsumerProgressStore } from './consumer-progress-store.ts';
import { readEnvelope, toDeadLetter } from './dead-letter-message.ts';
import { readDeadLetters, replayDeadLetters } from './dead-letter-queue.ts';
import type { DeadLetterQueue } from './dead-letter-queue.ts';
import { joinGroup } from './group-member.ts';
import type { GroupMember, TopicPartition } from './group-member.ts';
import { fetchGroupProgress, totalLag } from './group-progress.ts';
import type { PartitionProgress } from './group-progress.ts';
import { createKafkaAdminClient } from './kafka-admin-client.ts';
import { createKafkaClient } from './kafka-client.ts';
import type { KafkaConnection, TopicLayout } from './kafka-client.ts';
import { createKafkaPublisher } from './kafka-publisher.ts';
import {
  deadLetterTopic,
  deadLetterTopicName,
  ensureTopics,
  eventTopic,
  groupName,
  replayGroupName,
  topicName,
} from './kafka-topics.ts';
import type { OutboxRelay } from './outbox-relay.ts';

export interface KafkaEventTransportOptions {
  kafka: KafkaConnection;
  topics: TopicLayout;
  /** Suffix of the Kafka client ID `loci-<name>`, which appears in broker logs. */
  name: string;
  /**
   * The topics that services publish. `subscribe` rejects other topics, because they never receive an event.
   */
  published: readonly Topic[];
  /** Database of the service, in which the progress of its consumer groups is stored. */
  database: Pick<Database, 'inSystemTransaction' | 'inTransaction' | 'statement'>;
  log: TransportLogger;
  /**
   * Called when the consumer of a group stops because of an error that is not retriable, such as missing permissions or a
   * bug. No event is lost, but this process no longer handles events of the group. The process should exit, so that
   * another process takes over.
   */
  onFatal: (error: Error, group: string) => void;
  /** Called for each event that is moved to the dead-letter queue. */
  onDeadLetter?: ((group: string) => void) | undefined;
  /** Called after each batch that was passed to a consumer group. */
  onProcessed?: OnProcessed | undefined;
  /** The outbox relays of this process. `wake` wakes them, and `drain` waits until their outboxes are empty. */
  relays?: readonly Pick<OutboxRelay, 'owner' | 'wake' | 'lag'>[] | undefined;
  /** Defaults to the upcasts of this version of Loci. */
  upcast?: UpcastEvent | undefined;
  /**
   * Milliseconds without a heartbeat after which the partitions of a process are assigned to other processes. Must exceed
   * the longest time for which a handler blocks the event loop. Defaults to 10,000.
   */
  sessionTimeoutMs?: number | undefined;
}

const DEFAULT_BATCH_SIZE = 256;
const DEFAULT_SESSION_TIMEOUT_MS = 10_000;
const JOIN_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 500;
const DRAIN_POLL_MS = 20;
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 5_000;

/**
 * Event transport on Kafka. Any number of processes can share the work of a consumer group. Offsets are committed when
 * the effects of the events are durable.
 *
 * `start` waits at most five seconds for the groups to join. If Kafka is unavailable, joining is retried in the
 * background. `deadLetters` and `replayDeadLetters` cover the groups that this transport has registered.
 *
 * @see docs/reference/events.md#delivery-guarantees
 */
export function createKafkaEventTransport(options: KafkaEventTransportOptions): EventTransport {
  const { log, published, relays = [], sessionTimeoutMs = DEFAULT_SESSION_TIMEOUT_MS } = options;
  const prefix = options.kafka.topicPrefix;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { kafka, destroy } = createKafkaClient(options.kafka, options.name, log);
  const admin = createKafkaAdminClient(kafka);
  const publisher = createKafkaPublisher({ kafka, stopping: signal });
  const consumers: Consumer[] = [];
  let members: GroupMember[] = [];
  /** Aborted after the groups have stopped, so that their last progress is still stored. */
  const closing = new AbortController();
  const progress = createConsumerProgressStore({
    database: options.database,
    log,
    stopping: closing.signal,
  });
  const deadLetterOptions = {
    kafka,
    admin,
    publisher,
    progress,
    sessionTimeoutMs,
    onProcessed: options.onProcessed,
    log,
    stopping: signal,
  };

  const createTopics = (consumer: Consumer): Promise<void> =>
    admin.request((client) =>
      ensureTopics(client, [
        ...consumer.topics.map((topic) => eventTopic(topicName(prefix, topic), options.topics)),
        ...deadLetterQueueOf(consumer).topics.map((topic) => deadLetterTopic(topic, options.topics)),
      ]),
    );

  const deadLetterQueueOf = (consumer: Consumer): DeadLetterQueue => ({
    consumer,
    topics: consumer.topics.map((topic) => deadLetterTopicName(prefix, topic, consumer.group)),
    replayGroupId: replayGroupName(prefix, consumer.group),
  });

  async function handle(
    consumer: Consumer,
    messages: readonly KafkaMessage[],
    source: TopicPartition,
    interrupted: AbortSignal,
  ): Promise<'handled' | 'stopped'> {
    const outcome = await deliverMessages(consumer, messages, source, interrupted);
    if (outcome === 'handled') {
      saveProgress(consumer, source, String(BigInt(messages.at(-1)!.offset) + 1n));
    }
    return outcome;
  }

  function saveProgress(
    consumer: Consumer,
    { topic: name, partition }: TopicPartition,
    offset: string,
  ): void {
    const topic = consumer.topics.find((each) => topicName(prefix, each) === name)!;
    progress.handled(consumer.group, { topic, partition, next_offset: offset });
  }

  /**
   * Stores the committed offsets of a group as its progress, in the background. The previous owner of a partition can have
   * stopped after it committed an offset and before it stored its progress, or run a version of Loci that does not store
   * it.
   */
  function saveCommittedOffsets(consumer: Consumer): void {
    const groupId = groupName(prefix, consumer.group);
    const topics = consumer.topics.map((topic) => topicName(prefix, topic));
    const save = async (): Promise<void> => {
      const committed = await admin.request((client) => client.fetchOffsets({ groupId, topics }));
      for (const { topic, partitions } of committed) {
        for (const { partition, offset } of partitions) {
          if (BigInt(offset) > 0n) saveProgress(consumer, { topic, partition }, offset);
        }
      }
    };
    retry(save, {
      firstDelayMs: FIRST_RETRY_MS,
      maxDelayMs: MAX_RETRY_MS,
      signal,
      onRetry: (error) =>
        log.warn({ err: error, group: consumer.group }, 'Reading committed offsets failed, retrying'),
    }).catch(() => undefined);
  }

  async function deliverMessages(
    consumer: Consumer,
    messages: readonly KafkaMessage[],
    source: TopicPartition,
    interrupted: AbortSignal,
  ): Promise<'handled' | 'stopped'> {
    const events = new Map<EventEnvelope, KafkaMessage>();
    const failed: { message: KafkaMessage; reason: string }[] = [];
    const unapplied: EventEnvelope[] = [];
    for (const message of messages) {
      const envelope = readEnvelope(message);
      if (envelope) {
        events.set(envelope, message);
        continue;
      }
      log.error(
        { group: consumer.group, ...source, offset: message.offset },
        'Message is not an event and is moved to the dead-letter queue',
      );
      failed.push({ message, reason: NOT_AN_EVENT });
    }
    if (events.size > 0) {
      const outcome = await deliver(consumer, [...events.keys()], {
        system: 'kafka',
        onProcessed: options.onProcessed,
        log,
        stopping: interrupted,
      });
      if (outcome === 'stopped') return 'stopped';
      for (const { envelope, reason } of outcome) {
        failed.push({ message: events.get(envelope)!, reason });
        unapplied.push(envelope);
      }
    }
    if (failed.length === 0) return 'handled';
    await publisher.publish(
      failed.map(({ message, reason }) =>
        toDeadLetter(`${source.topic}.${consumer.group}.dlq`, {
          message,
          reason,
          group: consumer.group,
          source: `${source.topic}/${source.partition}/${message.offset}`,
          failedAt: new Date(),
        }),
      ),
    );
    // Stored after the dead letters. If the process stops in between, the messages are handled again, and an event that
    // succeeds then must not remain stored as unapplied.
    await progress.addUnapplied(consumer.group, unapplied);
    for (const _ of failed) options.onDeadLetter?.(consumer.group);
    return 'handled';
  }

  const fetchProgress = (): Promise<PartitionProgress[][]> =>
    admin.request((client) =>
      fetchGroupProgress(
        client,
        consumers.map(({ group, topics }) => ({
          groupId: groupName(prefix, group),
          topics: topics.map((topic) => topicName(prefix, topic)),
        })),
      ),
    );

  /** True if no group and no outbox has pending events, and no event was published during the check. */
  async function isIdle(): Promise<boolean> {
    const before = (await fetchProgress()).flat();
    if (totalLag(before) > 0) return false;
    for (const relay of relays) if ((await relay.lag()) > 0) return false;
    const after = (await fetchProgress()).flat();
    return totalLag(after) === 0 && after.every(({ end }, index) => end === before[index]?.end);
  }

  return {
    subscribe: (consumer) => {
      const unpublished = consumer.topics.find((topic) => !published.includes(topic));
      if (unpublished !== undefined) throw new Error(`No service publishes the topic "${unpublished}".`);
      if (consumers.some(({ group }) => group === consumer.group)) {
        throw new Error(`The consumer group "${consumer.group}" is already registered.`);
      }
      consumers.push(upcastConsumer(consumer, log, options.upcast));
    },
    start: async () => {
      members = consumers.map((consumer) =>
        joinGroup({
          kafka,
          groupId: groupName(prefix, consumer.group),
          topics: consumer.topics.map((topic) => topicName(prefix, topic)),
          batchSize: consumer.batchSize ?? DEFAULT_BATCH_SIZE,
          sessionTimeoutMs,
          log,
          prepare: () => createTopics(consumer),
          handle: (messages, source, interrupted) => handle(consumer, messages, source, interrupted),
          onJoined: () => saveCommittedOffsets(consumer),
          onFatal: (error) => options.onFatal(error, consumer.group),
          stopping: signal,
        }),
      );
      const closed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      const joined = Promise.all(members.map((member) => member.joined));
      await withTimeout(Promise.race([joined, closed]), JOIN_TIMEOUT_MS, () => undefined);
    },
    wake: (owner) => {
      for (const relay of relays) if (owner === undefined || relay.owner === owner) relay.wake();
    },
    drain: async () => {
      while (!signal.aborted && !(await isIdle())) {
        for (const relay of relays) relay.wake();
        await pause(DRAIN_POLL_MS, signal);
      }
    },
    lag: async () => {
      const partitions = await fetchProgress();
      return Object.fromEntries(
        consumers.map(({ group }, index) => [group, totalLag(partitions[index] ?? [])]),
      );
    },
    deadLetters: () => readDeadLetters(consumers.map(deadLetterQueueOf), deadLetterOptions),
    replayDeadLetters: async (group) => {
      const consumer = consumers.find((candidate) => candidate.group === group);
      if (!consumer) throw new Error(`The consumer group "${group}" is not registered.`);
      return replayDeadLetters(deadLetterQueueOf(consumer), deadLetterOptions);
    },
    close: async () => {
      stopping.abort();
      await Promise.all(members.map((member) => member.leave()));
      await withTimeout(progress.flushed(), CLOSE_TIMEOUT_MS, () => undefined);
      closing.abort();
      await withTimeout(Promise.all([publisher.close(), admin.close()]), CLOSE_TIMEOUT_MS, () => undefined);
      destroy();
    },
  };
}
