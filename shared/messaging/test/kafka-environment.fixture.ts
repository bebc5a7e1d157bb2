import { randomBytes, randomUUID } from 'node:crypto';
import { eventKey } from '@loci/events';
import type { EventEnvelope } from '@loci/events';
import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { realServers } from '@loci/testing/integration-engines';
import { Kafka, logLevel } from 'kafkajs';
import type { Admin, KafkaMessage } from 'kafkajs';
import { createOutbox } from '../src/outbox.ts';
import type { DomainEvent } from '../src/outbox.ts';
import type { EventTransport } from '../src/event-transport/event-transport.ts';
import { createKafkaTransport } from '../src/event-transport/kafka/kafka-transport.ts';
import type { KafkaTransportOptions } from '../src/event-transport/kafka/kafka-transport.ts';
import { createOutboxRelay } from '../src/event-transport/kafka/outbox-relay.ts';
import type { OutboxRelay, OutboxRelayOptions } from '../src/event-transport/kafka/outbox-relay.ts';
import { quietRequestQueue } from '../src/event-transport/kafka/quiet-request-queue.ts';
import { removeFromKafka } from './remove-from-kafka.fixture.ts';

const PRODUCER = new URL('../src/event-transport/fixture-migrations/', import.meta.url);
const LOOK_MS = 20;

/** A producer's outbox and names in the real Kafka that nobody else uses. */
export interface KafkaPlace {
  prefix: string;
  postgres: TestDatabase;
  database: Database;
  /** Looks at Kafka past the adapter, and never through a proxy. */
  admin: Admin;
  /** Warnings and errors of everything that was opened here. */
  logged: string[];
  append(...events: DomainEvent[]): Promise<void>;
  openRelay(options?: Partial<OutboxRelayOptions>, brokers?: string[]): OutboxRelay;
  openTransport(options?: Partial<KafkaTransportOptions>, brokers?: string[]): EventTransport;
  /** Stores messages as they are. */
  produce(topic: string, messages: { key: string; value: string }[]): Promise<void>;
  /** All messages of a topic, in the order of their partitions. */
  messagesOf(topic: string): Promise<KafkaMessage[]>;
  /** Closes what was opened, and removes what was made. */
  remove(): Promise<void>;
}

export async function openKafkaPlace({ partitions = 3 } = {}): Promise<KafkaPlace> {
  quietRequestQueue();
  const { brokers } = realServers().kafka;
  const prefix = `test-${randomBytes(6).toString('hex')}.`;
  const topics = { partitions, replicationFactor: 1 };
  const postgres = await createTestDatabase({ producer: PRODUCER });
  const database = postgres.open('producer');
  const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const logged: string[] = [];
  const log = {
    warn: (_: object, message: string) => void logged.push(message),
    error: (_: object, message: string) => void logged.push(message),
  };
  const outbox = createOutbox({ onCommitted: () => undefined });
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(thing: T): T => {
    opened.push(thing);
    return thing;
  };

  async function messagesOf(topic: string): Promise<KafkaMessage[]> {
    const ends = await admin.fetchTopicOffsets(topic);
    const open = new Set(ends.filter(({ low, high }) => Number(low) < Number(high)));
    const messages: { partition: number; message: KafkaMessage }[] = [];
    if (open.size === 0) return [];
    const consumer = kafka.consumer({ groupId: `${prefix}${randomUUID()}`, maxWaitTimeInMs: 100 });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      const eachBatch = async ({ batch }: { batch: { partition: number; messages: KafkaMessage[] } }) => {
        for (const message of batch.messages) messages.push({ partition: batch.partition, message });
        for (const end of open) {
          const last = batch.messages.at(-1)?.offset;
          if (end.partition === batch.partition && Number(last) + 1 >= Number(end.high)) open.delete(end);
        }
        if (open.size === 0) resolve();
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
    openRelay: (options = {}, via = brokers) =>
      keep(
        createOutboxRelay({
          kafka: { brokers: via, topicPrefix: prefix },
          topics,
          owner: 'producer',
          database,
          log,
          gatherMs: 1,
          pollMs: 5,
          ...options,
        }),
      ),
    openTransport: (options = {}, via = brokers) =>
      keep(
        createKafkaTransport({
          kafka: { brokers: via, topicPrefix: prefix },
          topics,
          name: 'test',
          published: ['memory', 'contradiction'],
          log,
          onFatal: (error) => void logged.push(`fatal: ${error.message}`),
          ...options,
        }),
      ),
    produce: async (topic, messages) => {
      const producer = kafka.producer({ allowAutoTopicCreation: false });
      await producer.connect();
      await producer.send({ topic, messages });
      await producer.disconnect();
    },
    messagesOf,
    remove: async () => {
      await Promise.all(opened.map((thing) => thing.close()));
      await admin.disconnect();
      await removeFromKafka(brokers, prefix);
      await postgres.close();
    },
  };
}

const TENANT = randomUUID();
const ids = new Map<string, string>();

/** An event about the aggregate that this test run calls `name`. */
export function change(
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

/** The same as it lies in Kafka. */
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

export const labelOf = (event: EventEnvelope): string => `${String(event.data['name'])}:${event.revision}`;
export const labelOfMessage = (message: KafkaMessage): string =>
  labelOf(JSON.parse(message.value!.toString()) as EventEnvelope);

/** The labels of one aggregate, each the first time only. */
export const firstsOf = (labels: readonly string[], name: string): string[] => [
  ...new Set(labels.filter((label) => label.startsWith(`${name}:`))),
];

export const revisions = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}:${index + 1}`);

/** Resolves when `condition` holds; the test's own timeout ends a wait in vain. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
