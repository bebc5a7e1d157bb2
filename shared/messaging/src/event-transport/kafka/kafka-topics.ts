import type { Admin, ITopicConfig } from 'kafkajs';
import type { TopicLayout } from './kafka-client.ts';

/**
 * Maximum message size of event topics. It must exceed one batch of the relay, which has at most 1 MiB plus
 * one event. Events have less than 2 MB.
 */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** Maximum message size of dead-letter topics. A dead letter consists of the event and headers. */
const MAX_DEAD_LETTER_BYTES = MAX_MESSAGE_BYTES + 64 * 1024;
const DEFAULT_RETENTION_MS = 7 * 24 * 3_600_000;
const UNLIMITED_RETENTION = -1;
const CREATE_TIMEOUT_MS = 10_000;

export const topicName = (prefix: string, topic: string): string => `${prefix}${topic}`;
export const deadLetterTopicName = (prefix: string, topic: string, group: string): string =>
  `${prefix}${topic}.${group}.dlq`;
export const groupName = (prefix: string, group: string): string => `${prefix}${group}`;
/**
 * Returns the consumer group whose position in the dead-letter topics separates replayed from pending dead
 * letters.
 */
export const replayGroupName = (prefix: string, group: string): string => `${prefix}${group}.replay`;

export const eventTopic = (name: string, layout: TopicLayout): ITopicConfig => ({
  topic: name,
  numPartitions: layout.partitions,
  replicationFactor: layout.replicationFactor,
  configEntries: configEntries(layout, MAX_MESSAGE_BYTES, layout.retentionMs ?? DEFAULT_RETENTION_MS),
});

/**
 * Returns the configuration of a dead-letter topic. Its single partition keeps dead letters in the order of
 * failure.
 */
export const deadLetterTopic = (name: string, layout: TopicLayout): ITopicConfig => ({
  topic: name,
  numPartitions: 1,
  replicationFactor: layout.replicationFactor,
  configEntries: configEntries(layout, MAX_DEAD_LETTER_BYTES, UNLIMITED_RETENTION),
});

const configEntries = ({ replicationFactor }: TopicLayout, maxMessageBytes: number, retentionMs: number) => [
  { name: 'max.message.bytes', value: String(maxMessageBytes) },
  { name: 'min.insync.replicas', value: replicationFactor >= 3 ? '2' : '1' },
  { name: 'retention.ms', value: String(retentionMs) },
  { name: 'cleanup.policy', value: 'delete' },
  { name: 'unclean.leader.election.enable', value: 'false' },
];

/** Creates the missing topics. Succeeds if another process creates the same topics concurrently. */
export async function ensureTopics(admin: Admin, topics: readonly ITopicConfig[]): Promise<void> {
  const existing = new Set(await admin.listTopics());
  const missing = topics.filter(({ topic }) => !existing.has(topic));
  if (missing.length > 0) await admin.createTopics({ topics: missing, timeout: CREATE_TIMEOUT_MS });
}
