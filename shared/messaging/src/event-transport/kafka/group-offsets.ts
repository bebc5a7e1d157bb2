import type { Admin } from 'kafkajs';

export interface GroupTopics {
  groupId: string;
  /** Names of topics that exist. */
  topics: readonly string[];
}

export interface PartitionProgress {
  topic: string;
  partition: number;
  /** The first message that the group has not handled, among those that still exist. */
  next: number;
  /** One after the last message. */
  end: number;
}

/**
 * How far each of these groups has come. The groups' positions are older than the ends of the topics, so a group
 * without messages left had handled all that was there when this was asked.
 */
export async function groupProgress(
  admin: Admin,
  groups: readonly GroupTopics[],
): Promise<PartitionProgress[][]> {
  const stored = await Promise.all(
    groups.map(({ groupId, topics }) => admin.fetchOffsets({ groupId, topics: [...topics] })),
  );
  const names = [...new Set(groups.flatMap(({ topics }) => topics))];
  const ends = new Map(
    await Promise.all(names.map(async (topic) => [topic, await admin.fetchTopicOffsets(topic)] as const)),
  );
  return groups.map(({ topics }, index) =>
    topics.flatMap((topic) => {
      const positions = stored[index]?.find((entry) => entry.topic === topic)?.partitions ?? [];
      return (ends.get(topic) ?? []).map(({ partition, low, high }): PartitionProgress => {
        const position = Number(positions.find((entry) => entry.partition === partition)?.offset ?? -1);
        return { topic, partition, next: Math.max(position, Number(low)), end: Number(high) };
      });
    }),
  );
}

export const waiting = (partitions: readonly PartitionProgress[]): number =>
  partitions.reduce((sum, { next, end }) => sum + Math.max(0, end - next), 0);
