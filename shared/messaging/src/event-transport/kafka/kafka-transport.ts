import type { EventEnvelope, Topic } from '@loci/events';
import type { KafkaMessage } from 'kafkajs';
import { deliver, pause } from '../../deliver.ts';
import type { EventLog } from '../../deliver.ts';
import type { Consumer, EventTransport } from '../event-transport.ts';
import { createAdminClient } from './admin-client.ts';
import { readEnvelope, toLetter } from './dead-letter.ts';
import { readDeadLetters, replayDeadLetters } from './dead-letter-queue.ts';
import type { LetterBox } from './dead-letter-queue.ts';
import { joinGroup } from './group-member.ts';
import type { GroupMember, Source } from './group-member.ts';
import { groupProgress, waiting } from './group-offsets.ts';
import type { PartitionProgress } from './group-offsets.ts';
import { openKafka } from './kafka-client.ts';
import type { KafkaConnection, TopicLayout } from './kafka-client.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import { createPublisher } from './publisher.ts';
import {
  deadLetterTopic,
  deadLetterTopicName,
  ensureTopics,
  eventTopic,
  groupName,
  replayGroupName,
  topicName,
} from './topics.ts';
import { within } from './within.ts';

export interface KafkaTransportOptions {
  kafka: KafkaConnection;
  topics: TopicLayout;
  /** What the brokers call this process in their logs, e.g. the service's name. */
  name: string;
  /** Every topic that some service publishes. A group of another would wait for ever, so it is refused. */
  published: readonly Topic[];
  log: EventLog;
  /**
   * A consumer has met an error after which kafkajs does not start again (no rights, a bug). Nothing is lost, but its
   * group stands still here: end the process, so that another takes over.
   */
  onFatal: (error: Error, group: string) => void;
  onDeadLetter?: ((group: string) => void) | undefined;
  /** The relays of this process: `wake` wakes them, and `drain` waits for what they have not published yet. */
  relays?: readonly Pick<OutboxRelay, 'owner' | 'wake' | 'lag'>[] | undefined;
  /**
   * After how long without a sign of life a process loses its partitions to the others. Longer than the longest time
   * for which a handler may keep the thread busy without a pause. Default 10,000.
   */
  sessionTimeoutMs?: number | undefined;
}

const DEFAULT_BATCH_SIZE = 256;
const DEFAULT_SESSION_TIMEOUT_MS = 10_000;
const JOIN_AT_MOST_MS = 5_000;
const CLOSE_WITHIN_MS = 500;
const DRAIN_LOOK_MS = 20;

/**
 * Consumer groups on Kafka; any number of processes share the work of a group. An event's position is stored after
 * its effects are durable. `start` waits for the groups to join, but never longer than five seconds: while Kafka is
 * down they keep trying. `deadLetters` and `replayDeadLetters` know the groups that were subscribed here.
 *
 * @see ARCHITECTURE.md section 5
 */
export function createKafkaTransport(options: KafkaTransportOptions): EventTransport {
  const { log, published, relays = [], sessionTimeoutMs = DEFAULT_SESSION_TIMEOUT_MS } = options;
  const prefix = options.kafka.topicPrefix;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { kafka, cutOff } = openKafka(options.kafka, options.name, log);
  const admin = createAdminClient(kafka);
  const publisher = createPublisher({ kafka, stopping: signal });
  const consumers: Consumer[] = [];
  let members: GroupMember[] = [];
  const letters = { kafka, admin, publisher, sessionTimeoutMs, log, stopping: signal };

  const prepare = (consumer: Consumer): Promise<void> =>
    admin.ask((client) =>
      ensureTopics(client, [
        ...consumer.topics.map((topic) => eventTopic(topicName(prefix, topic), options.topics)),
        ...letterBox(consumer).topics.map((topic) => deadLetterTopic(topic, options.topics)),
      ]),
    );

  const letterBox = (consumer: Consumer): LetterBox => ({
    consumer,
    topics: consumer.topics.map((topic) => deadLetterTopicName(prefix, topic, consumer.group)),
    replayGroupId: replayGroupName(prefix, consumer.group),
  });

  async function handle(
    consumer: Consumer,
    messages: readonly KafkaMessage[],
    source: Source,
    interrupted: AbortSignal,
  ): Promise<'handled' | 'stopped'> {
    const events = new Map<EventEnvelope, KafkaMessage>();
    const failed: { message: KafkaMessage; reason: string }[] = [];
    for (const message of messages) {
      const envelope = readEnvelope(message);
      if (envelope) events.set(envelope, message);
      else failed.push({ message, reason: 'The bytes are no event.' });
    }
    if (events.size > 0) {
      const outcome = await deliver(consumer, [...events.keys()], { log, stopping: interrupted });
      if (outcome === 'stopped') return 'stopped';
      for (const { envelope, reason } of outcome) failed.push({ message: events.get(envelope)!, reason });
    }
    if (failed.length === 0) return 'handled';
    await publisher.publish(
      failed.map(({ message, reason }) =>
        toLetter(`${source.topic}.${consumer.group}.dlq`, {
          message,
          reason,
          group: consumer.group,
          source: `${source.topic}/${source.partition}/${message.offset}`,
          failedAt: new Date(),
        }),
      ),
    );
    for (const _ of failed) options.onDeadLetter?.(consumer.group);
    return 'handled';
  }

  const progress = (): Promise<PartitionProgress[][]> =>
    admin.ask((client) =>
      groupProgress(
        client,
        consumers.map(({ group, topics }) => ({
          groupId: groupName(prefix, group),
          topics: topics.map((topic) => topicName(prefix, topic)),
        })),
      ),
    );

  /** True when nothing waits anywhere, and nothing was published while this was found out. */
  async function isIdle(): Promise<boolean> {
    const before = (await progress()).flat();
    if (waiting(before) > 0) return false;
    for (const relay of relays) if ((await relay.lag()) > 0) return false;
    const after = (await progress()).flat();
    return waiting(after) === 0 && after.every(({ end }, index) => end === before[index]?.end);
  }

  return {
    subscribe: (consumer) => {
      const unknown = consumer.topics.find((topic) => !published.includes(topic));
      if (unknown !== undefined) throw new Error(`No service publishes the topic ${unknown}.`);
      if (consumers.some(({ group }) => group === consumer.group)) {
        throw new Error(`Two consumer groups are called ${consumer.group}: they would share their position.`);
      }
      consumers.push(consumer);
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
          prepare: () => prepare(consumer),
          handle: (messages, source, interrupted) => handle(consumer, messages, source, interrupted),
          onFatal: (error) => options.onFatal(error, consumer.group),
          stopping: signal,
        }),
      );
      const closed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      const joined = Promise.all(members.map((member) => member.joined));
      await within(JOIN_AT_MOST_MS, Promise.race([joined, closed]));
    },
    wake: (owner) => {
      for (const relay of relays) if (owner === undefined || relay.owner === owner) relay.wake();
    },
    drain: async () => {
      while (!signal.aborted && !(await isIdle())) {
        for (const relay of relays) relay.wake();
        await pause(DRAIN_LOOK_MS, signal);
      }
    },
    lag: async () => {
      const partitions = await progress();
      return Object.fromEntries(
        consumers.map(({ group }, index) => [group, waiting(partitions[index] ?? [])]),
      );
    },
    deadLetters: () => readDeadLetters(consumers.map(letterBox), letters),
    replayDeadLetters: async (group) => {
      const consumer = consumers.find((candidate) => candidate.group === group);
      if (!consumer) throw new Error(`No consumer group is called ${group}.`);
      return replayDeadLetters(letterBox(consumer), letters);
    },
    close: async () => {
      stopping.abort();
      await Promise.all(members.map((member) => member.left()));
      await within(CLOSE_WITHIN_MS, Promise.all([publisher.close(), admin.close()]));
      cutOff();
    },
  };
}
