import { randomBytes, randomUUID } from 'node:crypto';
import { eventKey } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { integrationEngines } from '@loci/testing/integration-engines';
import { Kafka, logLevel } from 'kafkajs';
import type { Admin, KafkaMessage } from 'kafkajs';
import type { EventTransport } from '../src/event-transport/event-transport.ts';
import { createConsumerProgressStore } from '../src/event-transport/kafka/consumer-progress-store.ts';
import type { ConsumerProgressStore } from '../src/event-transport/kafka/consumer-progress-store.ts';
import { createKafkaEventTransport } from '../src/event-transport/kafka/kafka-event-transport.ts';
import type { KafkaEventTransportOptions } from '../src/event-transport/kafka/kafka-event-transport.ts';
import { createOutboxRelay } from '../src/event-transport/kafka/outbox-relay.ts';
import type { OutboxRelay, OutboxRelayOptions } from '../src/event-transport/kafka/outbox-relay.ts';
import { patchRequestQueueTimer } from '../src/event-transport/kafka/patch-request-queue-timer.ts';
import { createOutbox } from '../src/outbox.ts';
import type { DomainEvent } from '../src/outbox.ts';
import { removeFromKafka } from './remove-from-kafka.fixture.ts';

const PRODUCER_MIGRATIONS = new URL('./producer-migrations/', import.meta.url);
const POLL_MS = 20;

/** An outbox in a test database, and topics and groups with a unique prefix on the Kafka test server. */
export interface KafkaEnvironment {
  prefix: string;
  postgres: TestDatabase;
  database: Database;
  /** kafkajs client that connects directly to the broker, without the code under test and without a proxy. */
  admin: Admin;
  /** Messages of all warnings and errors that the opened relays and transports logged. */
  logged: string[];
  append(...events: DomainEvent[]): Promise<void>;
  openRelay(options?: Partial<OutboxRelayOptions>, brokers?: string[]): OutboxRelay;
  openTransport(options?: Partial<KafkaEventTransportOptions>, brokers?: string[]): EventTransport;
  /** Opens the store in which a process of the service stores the progress of its groups. */
  openProgressStore(): ConsumerProgressStore;
  /** Sends messages without the outbox. */
  produce(topic: string, messages: { key: string; value: string }[]): Promise<void>;
  /** Returns all messages of a topic, ordered by partition and offset. */
  messagesOf(topic: string): Promise<KafkaMessage[]>;
  /** Closes the relays and transports, and deletes the topics, the groups and the database. */
  remove(): Promise<void>;
}

/** @param owner service that publishes the events */
export async function openKafkaEnvironment({
  partitions = 3,
  owner = 'producer',
} = {}): Promise<KafkaEnvironment> {
  patchRequestQueueTimer();
  const { brokers } = integrationEngines().kafka;
  const prefix = `test-${randomBytes(6).toString('hex')}.`;
  const topics = { partitions, replicationFactor: 1 };
  const postgres = await createTestDatabase({ [owner]: PRODUCER_MIGRATIONS });
  const database = postgres.open(owner);
  const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const stopping = new AbortController();
  const logged: string[] = [];
  const log = {
    warn: (_: object, message: string) => void logged.push(message),
    error: (_: object, message: string) => void logged.push(message),
  };
  const outbox = createOutbox({ onCommitted: () => undefined });
  const opened: { close(): Promise<void> }[] = [];
  const closeLater = <T extends { close(): Promise<void> }>(resource: T): T => {
    opened.push(resource);
    return resource;
  };

  async function messagesOf(topic: string): Promise<KafkaMessage[]> {
    const ends = await admin.fetchTopicOffsets(topic);
    const unread = new Set(ends.filter(({ low, high }) => Number(low) < Number(high)));
    const messages: { partition: number; message: KafkaMessage }[] = [];
    if (unread.size === 0) return [];
    const consumer = kafka.consumer({ groupId: `${prefix}${randomUUID()}`, maxWaitTimeInMs: 100 });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      const eachBatch = async ({ batch }: { batch: { partition: number; messages: KafkaMessage[] } }) => {
        for (const message of batch.messages) messages.push({ partition: batch.partition, message });
        for (const end of unread) {
          const last = batch.messages.at(-1)?.offset;
          if (end.partition === batch.partition && Number(last) + 1 >= Number(end.high)) unread.delete(end);
        }
        if (unread.size === 0) resolve();
      };
      consumer.run({ autoCommit: false, eachBatch }).catch(reject);
    });
    await consumer.disconnect();
    return messages.sort((a, b) => a.partition - b.partition).map(({ message }) => message);
  }

  return {
    prefix,
    postgres,
    database,
    admin,
    logged,
    append: (...events) => database.inSystemTransaction((tx) => outbox.append(tx, ...events)),
    openRelay: (options = {}, relayBrokers = brokers) =>
      closeLater(
        createOutboxRelay({
          kafka: { brokers: relayBrokers, topicPrefix: prefix },
          topics,
          owner,
          published: ['memory', 'contradiction'],
          database,
          log,
          lingerMs: 1,
          pollMs: 5,
          ...options,
        }),
      ),
    openTransport: (options = {}, transportBrokers = brokers) =>
      closeLater(
        createKafkaEventTransport({
          kafka: { brokers: transportBrokers, topicPrefix: prefix },
          topics,
          name: 'test',
          published: ['memory', 'contradiction'],
          database,
          log,
          onFatal: (error) => void logged.push(`fatal: ${error.message}`),
          ...options,
        }),
      ),
    openProgressStore: () => createConsumerProgressStore({ database, log, stopping: stopping.signal }),
    produce: async (topic, messages) => {
      const producer = kafka.producer({ allowAutoTopicCreation: false });
      await producer.connect();
      await producer.send({ topic, messages });
      await producer.disconnect();
    },
    messagesOf,
    remove: async () => {
      stopping.abort();
      await Promise.all(opened.map((resource) => resource.close()));
      await admin.disconnect();
      await removeFromKafka(brokers, prefix);
      await postgres.close();
    },
  };
}

const TENANT = randomUUID();
const ids = new Map<string, string>();

/**
 * Creates an event of an aggregate. The same name identifies the same aggregate during the whole test run.
 */
export function updateOf(
  name: string,
  revision: number,
  topic: DomainEvent['topic'] = 'memory',
  data: Record<string, unknown> = {},
): DomainEvent {
  const aggregateId = ids.get(name) ?? randomUUID();
  ids.set(name, aggregateId);
  return {
    type: `${topic}.updated`,
    topic,
    tenantId: TENANT,
    aggregateId,
    revision,
    occurredAt: new Date(),
    data: { name, ...data },
  };
}

/** Returns the Kafka message that a relay publishes for an event. */
export function messageOf(event: DomainEvent): { key: string; value: string } {
  const envelope: EventEnvelope = {
    event_id: randomUUID(),
    type: event.type,
    schema_version: 1,
    tenant_id: event.tenantId,
    aggregate_type: event.topic,
    aggregate_id: event.aggregateId,
    revision: event.revision,
    occurred_at: event.occurredAt.toISOString(),
    traceparent: null,
    data: event.data,
  };
  return { key: eventKey(envelope), value: JSON.stringify(envelope) };
}

/** Returns the label `<name>:<revision>` of an event. */
export const labelOf = (event: EventEnvelope): string => `${String(event.data['name'])}:${event.revision}`;
export const labelOfMessage = (message: KafkaMessage): string =>
  labelOf(JSON.parse(message.value!.toString()) as EventEnvelope);

/** Returns the labels of one aggregate in order of first occurrence, without duplicates. */
export const uniqueLabels = (labels: readonly string[], name: string): string[] => [
  ...new Set(labels.filter((label) => label.startsWith(`${name}:`))),
];

/** Returns the labels of the revisions 1 to `count` of an aggregate. */
export const labelRange = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}:${index + 1}`);

/** Polls until `condition` returns true. Only the timeout of the test limits the wait. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
