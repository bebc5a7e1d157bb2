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
import { pause } from '../../deliver.ts';

export interface OutgoingMessage {
  topic: string;
  /**
   * Never left out: kafkajs chooses the partition of a keyless message anew at each try, and what one partition has
   * stored already the other cannot recognise.
   */
  key: string;
  value: string | Buffer;
  headers?: IHeaders;
}

export interface Publisher {
  /** Resolves when a producer is ready. */
  connect(): Promise<void>;
  /**
   * Stores the messages in their order, those of a call after those of the calls before. Resolves when every copy
   * that must have them has them. After a rejection some may be stored, so the caller sends all of them again.
   */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  close(): Promise<void>;
}

const DEFAULT_PATIENCE_MS = 20_000;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 2_000;

export interface PublisherOptions {
  kafka: Kafka;
  /** How long it tries again by itself, with the same producer, so that nothing is stored twice. Default 20,000. */
  patienceMs?: number | undefined;
  stopping: AbortSignal;
}

/** An idempotent producer, all copies acknowledging, replaced after any failure. */
export function createPublisher({
  kafka,
  patienceMs = DEFAULT_PATIENCE_MS,
  stopping,
}: PublisherOptions): Publisher {
  let current: Promise<Producer> | null = null;
  let last: Promise<void> = Promise.resolve();
  const partitionOf = new WeakMap<Message, number>();
  const remembering: ICustomPartitioner = () => {
    const choose = Partitioners.DefaultPartitioner();
    return (args) => {
      const partition = choose(args);
      partitionOf.set(args.message, partition);
      return partition;
    };
  };

  async function open(): Promise<Producer> {
    const producer = kafka.producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      createPartitioner: remembering,
    });
    await producer.connect();
    return producer;
  }

  async function connect(): Promise<Producer> {
    const opening = (current ??= open());
    return opening.catch((error: unknown) => {
      if (current === opening) current = null;
      throw error;
    });
  }

  /**
   * A producer whose send failed has taken its sequence numbers back, though the broker may have stored the messages:
   * it would take the next, other messages with the same numbers for these, and confirm them without storing them.
   */
  function discard(): void {
    const failed = current;
    current = null;
    failed?.then((producer) => producer.disconnect()).catch(() => undefined);
  }

  async function send(topicMessages: TopicMessages[]): Promise<void> {
    const producer = await connect();
    const giveUpAt = Date.now() + patienceMs;
    let waitMs = FIRST_WAIT_MS;
    for (;;) {
      try {
        const stored = await producer.sendBatch({
          topicMessages,
          acks: -1,
          compression: CompressionTypes.None,
        });
        if (!isAllStored(topicMessages, (message) => partitionOf.get(message), stored))
          throw new Error('A partition moved while messages were sent to it.');
        return;
      } catch (error) {
        if (stopping.aborted || !mayPass(error) || Date.now() >= giveUpAt) {
          discard();
          throw error;
        }
      }
      await pause(waitMs, stopping);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }

  return {
    connect: async () => void (await connect()),
    publish: (messages) => {
      const topicMessages = byTopic(messages);
      const sending = last.then(() => send(topicMessages));
      last = sending.catch(() => undefined);
      return sending;
    },
    close: async () => {
      const producer = current;
      current = null;
      await producer?.then((open) => open.disconnect()).catch(() => undefined);
    },
  };
}

/**
 * kafkajs asks each broker once in a send: a partition that moves meanwhile to a broker which has answered already is
 * left out, and the send ends well.
 */
export function isAllStored(
  sent: readonly TopicMessages[],
  partitionOf: (message: Message) => number | undefined,
  stored: readonly Pick<RecordMetadata, 'topicName' | 'partition'>[],
): boolean {
  const partitions = new Set(stored.map(({ topicName, partition }) => `${topicName}/${partition}`));
  return sent.every(({ topic, messages }) =>
    messages.every((message) => partitions.has(`${topic}/${partitionOf(message)}`)),
  );
}

/** True for what the same producer may try again with the same messages. */
const mayPass = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  ((error as { retriable?: unknown }).retriable === true ||
    (error as { name?: unknown }).name === 'KafkaJSNumberOfRetriesExceeded');

function byTopic(messages: readonly OutgoingMessage[]): TopicMessages[] {
  const topics = new Map<string, Message[]>();
  for (const { topic, ...message } of messages) {
    const list = topics.get(topic);
    if (list) list.push(message);
    else topics.set(topic, [message]);
  }
  return [...topics].map(([topic, list]) => ({ topic, messages: list }));
}
