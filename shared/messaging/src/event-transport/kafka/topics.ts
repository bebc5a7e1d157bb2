import type { Admin, ITopicConfig } from 'kafkajs';
import type { TopicLayout } from './kafka-client.ts';

/**
 * The largest event is a memory whose request body was as large as bodies may be, 2 MiB, all of it numbers in the
 * metadata that JSON writes out longer than they came (`1e20`): 9.3 MB. One batch may hold it and a full batch of
 * others in front of it.
 */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** A dead letter is the event and some headers. */
const MAX_DEAD_LETTER_BYTES = MAX_MESSAGE_BYTES + 64 * 1024;
const DEFAULT_RETENTION_MS = 7 * 24 * 3_600_000;
const FOR_EVER = -1;

export const topicName = (prefix: string, topic: string): string => `${prefix}${topic}`;
export const deadLetterTopicName = (prefix: string, topic: string, group: string): string =>
  `${prefix}${topic}.${group}.dlq`;
export const groupName = (prefix: string, group: string): string => `${prefix}${group}`;
/** Whose position in the dead letters tells which were replayed. */
export const replayGroupName = (prefix: string, group: string): string => `${prefix}${group}.replay`;

export const eventTopic = (name: string, layout: TopicLayout): ITopicConfig => ({
  topic: name,
  numPartitions: layout.partitions,
  replicationFactor: layout.replicationFactor,
  configEntries: settings(layout, MAX_MESSAGE_BYTES, layout.retentionMs ?? DEFAULT_RETENTION_MS),
});

/** One partition: dead letters are few, and keep the order in which they failed. */
export const deadLetterTopic = (name: string, layout: TopicLayout): ITopicConfig => ({
  topic: name,
  numPartitions: 1,
  replicationFactor: layout.replicationFactor,
  configEntries: settings(layout, MAX_DEAD_LETTER_BYTES, FOR_EVER),
});

const settings = ({ replicationFactor }: TopicLayout, maxMessageBytes: number, retentionMs: number) => [
  { name: 'max.message.bytes', value: String(maxMessageBytes) },
  { name: 'min.insync.replicas', value: replicationFactor >= 3 ? '2' : '1' },
  { name: 'retention.ms', value: String(retentionMs) },
  { name: 'cleanup.policy', value: 'delete' },
  { name: 'unclean.leader.election.enable', value: 'false' },
];

/** Creates those that are missing; what another process creates in the same moment is no error. */
export async function ensureTopics(admin: Admin, topics: readonly ITopicConfig[]): Promise<void> {
  const known = new Set(await admin.listTopics());
  const missing = topics.filter(({ topic }) => !known.has(topic));
  if (missing.length > 0) await admin.createTopics({ topics: missing, timeout: 10_000 });
}
