import { Kafka, logLevel } from 'kafkajs';
import { quietRequestQueue } from '../src/event-transport/kafka/quiet-request-queue.ts';

/** Removes the topics and groups whose names begin with `prefix`. */
export async function removeFromKafka(brokers: string[], prefix: string): Promise<void> {
  quietRequestQueue();
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter((name) => name.startsWith(prefix));
    if (topics.length > 0) await admin.deleteTopics({ topics });
    const { groups } = await admin.listGroups();
    const ids = groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(prefix));
    // One that still has members is removed by the broker when they are gone for good.
    if (ids.length > 0) await admin.deleteGroups(ids).catch(() => undefined);
  } finally {
    await admin.disconnect();
  }
}
