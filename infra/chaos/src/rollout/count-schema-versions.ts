import { Kafka, logLevel } from 'kafkajs';

/** Returns the number of events in a topic of Kafka, by schema version. */
export async function countSchemaVersions(brokers: string, topic: string): Promise<Record<string, number>> {
  const kafka = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  let left = offsets.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
  const counts: Record<string, number> = {};
  if (left === 0) return counts;
  const consumer = kafka.consumer({ groupId: `${topic}.schema-versions` });
  await consumer.connect();
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    await consumer.run({
      eachMessage: async ({ message }) => {
        const { schema_version: version } = JSON.parse(message.value!.toString()) as {
          schema_version: number;
        };
        counts[version] = (counts[version] ?? 0) + 1;
        if (--left === 0) resolve();
      },
    });
    await finished;
  } finally {
    await consumer.disconnect();
  }
  return counts;
}
