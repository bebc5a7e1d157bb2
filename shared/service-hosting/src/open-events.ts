import { TOPICS } from '@loci/events';
import { createKafkaEventTransport, createOutboxRelay } from '@loci/messaging/kafka';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { Secret } from '@loci/runtime';
import type { Role } from './environment.ts';
import type { ProcessContext, ProcessDefinition } from './start-process.ts';

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

/** What a process has to do with events, by its roles. */
export interface ServiceEvents {
  /** Says that the outbox has new events; they are found soon without it. */
  wake(): void;
  /** Begins to publish and to consume. */
  start(consumers: readonly Consumer[]): Promise<void>;
  commands: ProcessDefinition['commands'];
  /** Writes into the metrics what waits. */
  report(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenEventsOptions extends ProcessContext {
  name: string;
  /** As the role of the service. */
  database: Database;
  config: EventsConfig;
}

/** The relay of the service's outbox and its consumer groups, over Kafka. */
export function openEvents({ name, database, config, log, metrics }: OpenEventsOptions): ServiceEvents {
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
    ? createOutboxRelay({ kafka, topics, owner: name, database, log })
    : null;
  const transport = config.ROLES.has('consumers')
    ? createKafkaEventTransport({
        kafka,
        topics,
        name,
        published: TOPICS,
        log,
        onDeadLetter: (group) => metrics.deadLetters.inc({ group }),
        // It ends the process, and a supervisor starts it again: what a consumer that stopped for good needs.
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
    report: async () => {
      if (relay) metrics.outboxPending.set(await relay.lag());
      for (const [group, waiting] of Object.entries((await transport?.lag()) ?? {})) {
        metrics.consumerLag.set({ group }, waiting);
      }
    },
    close: async () => {
      await transport?.close();
      await relay?.close();
    },
  };
}
