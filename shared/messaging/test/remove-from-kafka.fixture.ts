import { Kafka, logLevel } from 'kafkajs';
import { patchRequestQueueTimer } from '../src/event-transport/kafka/patch-request-queue-timer.ts';

/** Deletes all topics and consumer groups whose names start with `prefix`. */
export async function removeFromKafka(brokers: string[], prefix: string): Promise<void> {
  patchRequestQueueTimer();
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter((name) => name.startsWith(prefix));
    if (topics.length > 0) await admin.deleteTopics({ topics });
    const { groups } = await admin.listGroups();
    const ids = groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(prefix));
    // The broker does not delete a group that still has members. Such a group expires without members later.
    if (ids.length > 0) await admin.deleteGroups(ids).catch(() => undefined);
  } finally {
    await admin.disconnect();
  }
}
