import { TOPICS, TOPIC_OWNERS } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import { createKafkaEventTransport, createOutboxRelay } from '@loci/messaging/kafka';
import type { Database } from '@loci/postgres';
import type { Secret } from '@loci/runtime';
import { observeBatches } from './observe-stores.ts';
import type { Role } from './process-variables.ts';
import type { ProcessContext, ProcessDefinition } from './start-process.ts';
import { updateLagMetrics } from './update-lag-metrics.ts';

export interface EventsConfig {
  ROLES: ReadonlySet<Role>;
  KAFKA_BROKERS: string[];
  KAFKA_TOPIC_PREFIX: string;
  KAFKA_PARTITIONS: number;
  KAFKA_REPLICATION_FACTOR: number;
  KAFKA_SSL: boolean;
  KAFKA_USERNAME?: string | undefined;
  KAFKA_PASSWORD?: Secret | undefined;
}

/** Outbox relay and consumer groups of a process, if its roles include them. */
export interface ServiceEvents {
  /** Publishes new events immediately instead of at the next poll of the relay. */
  wake(): void;
  /** Starts publishing and consuming. */
  start(consumers: readonly Consumer[]): Promise<void>;
  commands: ProcessDefinition['commands'];
  /** Updates the metrics of pending events. */
  updateMetrics(): Promise<void>;
  close(): Promise<void>;
}

export interface ServiceEventsOptions extends ProcessContext {
  /** Name of the service. */
  name: string;
  /** Database with the role of the service. */
  database: Database;
  config: EventsConfig;
}

/** Opens the outbox relay and the consumer groups of a service on Kafka. */
export function openServiceEvents({
  name,
  database,
  config,
  log,
  metrics,
}: ServiceEventsOptions): ServiceEvents {
  const kafka = {
    brokers: config.KAFKA_BROKERS,
    topicPrefix: config.KAFKA_TOPIC_PREFIX,
    ssl: config.KAFKA_SSL,
    ...(config.KAFKA_USERNAME !== undefined && config.KAFKA_PASSWORD
      ? { credentials: { username: config.KAFKA_USERNAME, password: config.KAFKA_PASSWORD.reveal() } }
      : {}),
  };
  const topics = { partitions: config.KAFKA_PARTITIONS, replicationFactor: config.KAFKA_REPLICATION_FACTOR };
  const relay = config.ROLES.has('relay')
    ? createOutboxRelay({
        kafka,
        topics,
        owner: name,
        published: TOPICS.filter((topic) => TOPIC_OWNERS[topic] === name),
        database,
        log,
        onPublished: (events) => metrics.messagingSentMessages.inc({ messaging_system: 'kafka' }, events),
      })
    : null;
  const transport = config.ROLES.has('consumers')
    ? createKafkaEventTransport({
        kafka,
        topics,
        name,
        published: TOPICS,
        database,
        log,
        onDeadLetter: (group) => metrics.deadLetters.inc({ group }),
        onProcessed: observeBatches(metrics),
        // Crashes the process, so that its supervisor restarts it with a new consumer.
        onFatal: (error) =>
          queueMicrotask(() => {
            throw error;
          }),
      })
    : null;
  const groups: string[] = [];
  return {
    wake: () => relay?.wake(),
    start: async (consumers) => {
      for (const consumer of consumers) {
        transport?.subscribe(consumer);
        groups.push(consumer.group);
        // `increase` of Prometheus ignores the first value of a series, so the series must exist before the first dead letter.
        if (transport) metrics.deadLetters.inc({ group: consumer.group }, 0);
      }
      relay?.start();
      await transport?.start();
    },
    commands: transport
      ? {
          'replay-dead-letters': async () => {
            const replayed: Record<string, number> = {};
            for (const group of groups) replayed[group] = await transport.replayDeadLetters(group);
            return { replayed };
          },
        }
      : {},
    updateMetrics: async () => {
      await updateLagMetrics(metrics, { relay, transport });
    },
    close: async () => {
      await transport?.close();
      await relay?.close();
    },
  };
}
