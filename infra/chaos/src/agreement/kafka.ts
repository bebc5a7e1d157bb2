import { Kafka, logLevel } from 'kafkajs';
import type { Admin } from 'kafkajs';

export interface KafkaLooks {
  /** How far every consumer group is behind, and how many dead letters there are. */
  look(): Promise<KafkaState>;
  close(): Promise<void>;
}

export interface KafkaState {
  /** Events that wait, by group; 0 ones left out. */
  waiting: Record<string, number>;
  /** Dead letters, by topic; empty ones left out. */
  deadLetters: Record<string, number>;
  /** Of all topics together: grows with every event. */
  end: number;
}

/** A consumer group makes a dead-letter topic for each topic it follows, called after both. */
const DEAD_LETTERS = /^(?<topic>[^.]+)\.(?<group>[^.]+)\.dlq$/;

/** @param brokers straight; prefix of topics and groups */
export function lookAtKafka({ brokers, prefix }: { brokers: string; prefix: string }): KafkaLooks {
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
    const state: KafkaState = { waiting: {}, deadLetters: {}, end: 0 };
    for (const name of topics) {
      const { topic, group } = DEAD_LETTERS.exec(name.slice(prefix.length))?.groups ?? {};
      const letters = ends.get(name)!.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
      if (topic === undefined || group === undefined) {
        state.end += ends.get(name)!.reduce((sum, { high }) => sum + Number(high), 0);
        continue;
      }
      if (letters > 0) state.deadLetters[name] = letters;
      const followed = `${prefix}${topic}`;
      const [stored] = await client.fetchOffsets({ groupId: `${prefix}${group}`, topics: [followed] });
      const behind = (ends.get(followed) ?? []).reduce((sum, { partition, high, low }) => {
        const position = Number(
          stored?.partitions.find((each) => each.partition === partition)?.offset ?? -1,
        );
        return sum + Number(high) - Math.max(position, Number(low));
      }, 0);
      if (behind > 0) state.waiting[group] = (state.waiting[group] ?? 0) + behind;
    }
    return state;
  }

  return {
    look: () =>
      look().catch(async (error: unknown) => {
        await admin?.disconnect().catch(() => undefined);
        admin = null;
        throw error;
      }),
    close: async () => admin?.disconnect(),
  };
}
