import { patchRequestQueueTimer } from '@loci/messaging/kafka';
import { Kafka, logLevel } from 'kafkajs';
import type { Admin } from 'kafkajs';

export interface KafkaMonitor {
  /** Reads the lag of all consumer groups and the number of dead letters. */
  readState(): Promise<KafkaState>;
  close(): Promise<void>;
}

export interface KafkaState {
  /** Unprocessed events by group. Groups without lag are omitted. */
  lag: Record<string, number>;
  /** Dead letters by topic. Empty topics are omitted. */
  deadLetters: Record<string, number>;
  /** Sum of the end offsets of all topics. It grows with every event. */
  endOffset: number;
}

/** Dead-letter topic of a consumer group for one of its topics: `<topic>.<group>.dlq`. */
const DEAD_LETTERS = /^(?<topic>[^.]+)\.(?<group>[^.]+)\.dlq$/;

/**
 * Monitors Kafka over a direct connection, which bypasses the proxy and its network faults.
 *
 * @param prefix prefix of topics and groups
 */
export function createKafkaMonitor({ brokers, prefix }: { brokers: string; prefix: string }): KafkaMonitor {
  patchRequestQueueTimer();
  const kafka = new Kafka({
    brokers: [brokers],
    connectionTimeout: 2_000,
    retry: { initialRetryTime: 100, retries: 10, maxRetryTime: 1_000 },
    logLevel: logLevel.NOTHING,
  });
  let admin: Admin | null = null;

  async function connected(): Promise<Admin> {
    if (admin) return admin;
    const fresh = kafka.admin();
    await fresh.connect();
    return (admin = fresh);
  }

  async function look(): Promise<KafkaState> {
    const client = await connected();
    const topics = (await client.listTopics()).filter((name) => name.startsWith(prefix));
    const ends = new Map(
      await Promise.all(topics.map(async (name) => [name, await client.fetchTopicOffsets(name)] as const)),
    );
    const state: KafkaState = { lag: {}, deadLetters: {}, endOffset: 0 };
    for (const name of topics) {
      const { topic, group } = DEAD_LETTERS.exec(name.slice(prefix.length))?.groups ?? {};
      const count = ends.get(name)!.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
      if (topic === undefined || group === undefined) {
        state.endOffset += ends.get(name)!.reduce((sum, { high }) => sum + Number(high), 0);
        continue;
      }
      if (count > 0) state.deadLetters[name] = count;
      const source = `${prefix}${topic}`;
      const [stored] = await client.fetchOffsets({ groupId: `${prefix}${group}`, topics: [source] });
      const behind = (ends.get(source) ?? []).reduce((sum, { partition, high, low }) => {
        const position = Number(
          stored?.partitions.find((each) => each.partition === partition)?.offset ?? -1,
        );
        return sum + Number(high) - Math.max(position, Number(low));
      }, 0);
      if (behind > 0) state.lag[group] = (state.lag[group] ?? 0) + behind;
    }
    return state;
  }

  return {
    readState: () =>
      look().catch(async (error: unknown) => {
        await admin?.disconnect().catch(() => undefined);
        admin = null;
        throw error;
      }),
    close: async () => admin?.disconnect(),
  };
}
