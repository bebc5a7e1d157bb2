import { retry } from '@loci/async';
import { CompressionTypes, Partitioners } from 'kafkajs';
import type {
  ICustomPartitioner,
  IHeaders,
  Kafka,
  Message,
  Producer,
  RecordMetadata,
  TopicMessages,
} from 'kafkajs';

export interface OutgoingMessage {
  topic: string;
  /**
   * Message key. Required, because kafkajs chooses a new partition for a message without a key at each retry.
   * The broker cannot deduplicate across partitions, so the message could be stored twice.
   */
  key: string;
  value: string | Buffer;
  headers?: IHeaders;
}

/** Messages that a partition stores without gaps between them. */
export interface StoredBatch {
  topic: string;
  partition: number;
  /** Offset of the first message. Null if the broker did not return it. */
  baseOffset: string | null;
  count: number;
}

export interface KafkaPublisher {
  /** Connects a producer if none is connected. */
  connect(): Promise<void>;
  /**
   * Publishes messages in order, after the messages of earlier calls. Resolves when all in-sync replicas have stored
   * them. After a rejection, the caller must publish all messages again, although some may already be stored.
   *
   * @returns the offsets of the messages, by topic and partition
   */
  publish(messages: readonly OutgoingMessage[]): Promise<StoredBatch[]>;
  close(): Promise<void>;
}

const DEFAULT_RETRY_TIMEOUT_MS = 20_000;
const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 2_000;

export interface KafkaPublisherOptions {
  kafka: Kafka;
  /**
   * Milliseconds for which a failed send is retried with the same producer. These retries do not create
   * duplicates. Defaults to 20,000.
   */
  retryTimeoutMs?: number | undefined;
  stopping: AbortSignal;
}

/** Creates a publisher on an idempotent producer with `acks=all`. The producer is replaced after each failed send. */
export function createKafkaPublisher({
  kafka,
  retryTimeoutMs = DEFAULT_RETRY_TIMEOUT_MS,
  stopping,
}: KafkaPublisherOptions): KafkaPublisher {
  let current: Promise<Producer> | null = null;
  let lastSend: Promise<unknown> = Promise.resolve();
  const partitionOf = new WeakMap<Message, number>();
  const trackingPartitioner: ICustomPartitioner = () => {
    const choosePartition = Partitioners.DefaultPartitioner();
    return (args) => {
      const partition = choosePartition(args);
      partitionOf.set(args.message, partition);
      return partition;
    };
  };

  async function createProducer(): Promise<Producer> {
    const producer = kafka.producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      createPartitioner: trackingPartitioner,
    });
    await producer.connect();
    return producer;
  }

  async function connect(): Promise<Producer> {
    const connecting = (current ??= createProducer());
    return connecting.catch((error: unknown) => {
      if (current === connecting) current = null;
      throw error;
    });
  }

  /**
   * Drops the producer after a failed send. kafkajs rolls back the sequence numbers of the producer, although
   * the broker may have stored the messages. The broker would then treat the next messages as duplicates, and
   * acknowledge them without storing them.
   */
  function dropProducer(): void {
    const failed = current;
    current = null;
    failed?.then((producer) => producer.disconnect()).catch(() => undefined);
  }

  async function send(topicMessages: TopicMessages[]): Promise<StoredBatch[]> {
    const producer = await connect();
    const retryUntil = Date.now() + retryTimeoutMs;
    const sendOnce = async (): Promise<StoredBatch[]> => {
      const acknowledged = await producer.sendBatch({
        topicMessages,
        acks: -1,
        compression: CompressionTypes.None,
      });
      if (!isFullyAcknowledged(topicMessages, (message) => partitionOf.get(message), acknowledged)) {
        throw new Error('A partition moved to another broker during the send.');
      }
      return toStoredBatches(topicMessages, (message) => partitionOf.get(message), acknowledged);
    };
    try {
      return await retry(sendOnce, {
        firstDelayMs: FIRST_DELAY_MS,
        maxDelayMs: MAX_DELAY_MS,
        signal: stopping,
        shouldRetry: (error) => isRetriableBySameProducer(error) && Date.now() < retryUntil,
      });
    } catch (error) {
      dropProducer();
      throw error;
    }
  }

  return {
    connect: async () => void (await connect()),
    publish: (messages) => {
      const topicMessages = groupByTopic(messages);
      const sending = lastSend.then(() => send(topicMessages));
      lastSend = sending.catch(() => undefined);
      return sending;
    },
    close: async () => {
      const producer = current;
      current = null;
      await producer?.then((connected) => connected.disconnect()).catch(() => undefined);
    },
  };
}

/**
 * Returns whether every message is in an acknowledged partition. kafkajs sends to each broker once per batch.
 * If a partition moves to a broker that has already responded, kafkajs drops the messages of the partition
 * without an error.
 */
export function isFullyAcknowledged(
  sent: readonly TopicMessages[],
  partitionOf: (message: Message) => number | undefined,
  acknowledged: readonly Pick<RecordMetadata, 'topicName' | 'partition'>[],
): boolean {
  const partitions = new Set(acknowledged.map(({ topicName, partition }) => `${topicName}/${partition}`));
  return sent.every(({ topic, messages }) =>
    messages.every((message) => partitions.has(`${topic}/${partitionOf(message)}`)),
  );
}

/** Returns the offsets of acknowledged messages. */
function toStoredBatches(
  sent: readonly TopicMessages[],
  partitionOf: (message: Message) => number | undefined,
  acknowledged: readonly RecordMetadata[],
): StoredBatch[] {
  const batches = new Map<string, StoredBatch>();
  for (const { topicName: topic, partition, baseOffset = '-1' } of acknowledged) {
    const messages = sent.find((each) => each.topic === topic)?.messages ?? [];
    const count = messages.filter((message) => partitionOf(message) === partition).length;
    batches.set(`${topic}/${partition}`, {
      topic,
      partition,
      baseOffset: BigInt(baseOffset) < 0n ? null : baseOffset,
      count,
    });
  }
  return [...batches.values()];
}

const isRetriableBySameProducer = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  ((error as { retriable?: unknown }).retriable === true ||
    (error as { name?: unknown }).name === 'KafkaJSNumberOfRetriesExceeded');

function groupByTopic(messages: readonly OutgoingMessage[]): TopicMessages[] {
  const topics = new Map<string, Message[]>();
  for (const { topic, ...message } of messages) {
    const list = topics.get(topic);
    if (list) list.push(message);
    else topics.set(topic, [message]);
  }
  return [...topics].map(([topic, list]) => ({ topic, messages: list }));
}
