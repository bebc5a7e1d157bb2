import type { Admin } from 'kafkajs';

export interface GroupTopics {
  groupId: string;
  /** Names of existing topics. */
  topics: readonly string[];
}

/** Position of a consumer group in one partition. */
export interface PartitionProgress {
  topic: string;
  partition: number;
  /** Offset of the oldest existing message that the group has not handled. */
  next: number;
  /** Offset after the last message. */
  end: number;
}

/**
 * Fetches the progress of each group, in the order of `groups`. The group offsets are fetched before the end offsets of
 * the topics. A group without remaining messages therefore handled all messages that existed before the call.
 */
export async function fetchGroupProgress(
  admin: Admin,
  groups: readonly GroupTopics[],
): Promise<PartitionProgress[][]> {
  const groupOffsets = await Promise.all(
    groups.map(({ groupId, topics }) => admin.fetchOffsets({ groupId, topics: [...topics] })),
  );
  const topicNames = [...new Set(groups.flatMap(({ topics }) => topics))];
  const topicOffsets = new Map(
    await Promise.all(
      topicNames.map(async (topic) => [topic, await admin.fetchTopicOffsets(topic)] as const),
    ),
  );
  return groups.map(({ topics }, index) =>
    topics.flatMap((topic) => {
      const committed = groupOffsets[index]?.find((entry) => entry.topic === topic)?.partitions ?? [];
      return (topicOffsets.get(topic) ?? []).map(({ partition, low, high }): PartitionProgress => {
        const offset = Number(committed.find((entry) => entry.partition === partition)?.offset ?? -1);
        return { topic, partition, next: Math.max(offset, Number(low)), end: Number(high) };
      });
    }),
  );
}

/** Returns the number of unhandled messages in the partitions. */
export const totalLag = (partitions: readonly PartitionProgress[]): number =>
  partitions.reduce((sum, { next, end }) => sum + Math.max(0, end - next), 0);
