import { retry, withTimeout } from '@loci/async';
import type { Batch, EachBatchPayload, Kafka } from 'kafkajs';
import type { TransportLogger } from '../../deliver.ts';
import { isRetriableKafkaError } from './retriable-kafka-error.ts';

export interface GroupMemberOptions {
  kafka: Kafka;
  groupId: string;
  /** Names of the topics, which `prepare` creates if they are missing. */
  topics: readonly string[];
  /** Maximum number of messages per call of `handle`. */
  batchSize: number;
  /** Milliseconds without a heartbeat after which the broker assigns the partitions of this member to other members. */
  sessionTimeoutMs: number;
  log: TransportLogger;
  /** Runs before each attempt to join the group. */
  prepare(): Promise<void>;
  /**
   * Handles messages of one partition in order. Must resolve to `handled` only when the effects are durable,
   * because the offset is committed afterwards. The call should return early when `interrupted` is aborted.
   * This happens when `stopping` is aborted, when the group rebalances, or when this process is no longer a
   * member.
   */
  handle(
    messages: Batch['messages'],
    source: TopicPartition,
    interrupted: AbortSignal,
  ): Promise<'handled' | 'stopped'>;
  /** Called when this process has joined the group, also after each rebalance. */
  onJoined?: () => void;
  /** Called when kafkajs stops the consumer because of an error that is not retriable. */
  onFatal(error: Error): void;
  stopping: AbortSignal;
}

export interface TopicPartition {
  topic: string;
  partition: number;
}

export interface GroupMember {
  /** Resolves when the member has joined the group for the first time. */
  joined: Promise<void>;
  /** Leaves the group after the running call of `handle` has ended. Abort `stopping` first. */
  leave(): Promise<void>;
}

/** Retries of the fetch and group protocols. After the last retry, kafkajs restarts the consumer. */
const RETRY = {
  initialRetryTime: 100,
  multiplier: 2,
  factor: 0.2,
  maxRetryTime: 2_000,
  retries: 8,
};
const HEARTBEATS_PER_SESSION = 10;
/** Maximum time for which a broker holds a fetch request without messages. A member cannot leave during a fetch. */
const FETCH_WAIT_MS = 250;
const MAX_FETCH_BYTES = 10 * 1024 * 1024;
const MAX_PARTITION_BYTES = 1024 * 1024;
const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 5_000;
const LEAVE_TIMEOUT_MS = 1_500;

/**
 * Joins a consumer group and passes its messages to `handle`, in order within a partition. Offsets are
 * committed after `handle` resolves. If this process is no longer a member of the current generation, the
 * broker rejects the commit, and the next owner of the partition handles the messages again.
 */
export function joinGroup(options: GroupMemberOptions): GroupMember {
  const { kafka, log, stopping, groupId } = options;
  const heartbeatMs = Math.ceil(options.sessionTimeoutMs / HEARTBEATS_PER_SESSION);
  let disconnect: () => Promise<void> = async () => undefined;
  let runningBatch: Promise<unknown> = Promise.resolve();
  /** True from a failed batch until the group coordinator has confirmed the membership. */
  let membershipUncertain = false;
  let markJoined: () => void = () => undefined;
  const joined = new Promise<void>((resolve) => (markJoined = resolve));

  const join = (): Promise<void> =>
    retry(startConsumer, {
      firstDelayMs: FIRST_DELAY_MS,
      maxDelayMs: MAX_DELAY_MS,
      signal: stopping,
      onRetry: (error, delayMs) =>
        log.warn(
          { err: error, group_id: groupId, wait_ms: delayMs },
          'Joining the consumer group failed, retrying',
        ),
    }).catch((error: unknown) => {
      if (!stopping.aborted) throw error;
    });

  async function startConsumer(): Promise<void> {
    const consumer = kafka.consumer({
      groupId,
      sessionTimeout: options.sessionTimeoutMs,
      heartbeatInterval: heartbeatMs,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      maxBytes: MAX_FETCH_BYTES,
      // Brokers also return a message that exceeds this limit, in a separate response.
      maxBytesPerPartition: MAX_PARTITION_BYTES,
      allowAutoTopicCreation: false,
      // Without this check, kafkajs would restart a consumer that crashes while it is being stopped.
      retry: { ...RETRY, restartOnFailure: async () => !stopping.aborted },
    });
    consumer.on(consumer.events.GROUP_JOIN, () => {
      membershipUncertain = false;
      markJoined();
      options.onJoined?.();
    });
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (restart || stopping.aborted) return;
      if (isRetriableKafkaError(error)) {
        log.warn({ err: error, group_id: groupId }, 'Kafka consumer crashed, restarting it');
        joining = join();
        return;
      }
      log.error({ err: error, group_id: groupId }, 'Kafka consumer stopped permanently');
      options.onFatal(error);
    });
    disconnect = () => consumer.disconnect();
    try {
      await options.prepare();
      await consumer.connect();
      await consumer.subscribe({ topics: [...options.topics], fromBeginning: true });
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
    } catch (error) {
      if (!stopping.aborted) void consumer.disconnect().catch(() => undefined);
      throw error;
    }
  }

  async function eachBatch(payload: EachBatchPayload): Promise<void> {
    const running = handleBatch(payload);
    runningBatch = running.catch(() => (membershipUncertain = true));
    await running;
  }

  async function handleBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, resolveOffset, commitOffsetsIfNecessary, isRunning, isStale } = payload;
    const { topic, partition } = batch;
    // After a failed batch or a rejected commit, kafkajs continues with messages of other partitions without
    // checking the membership. The heartbeat fails if this process is no longer a member.
    if (membershipUncertain) await heartbeat();
    membershipUncertain = false;
    await withHeartbeat(heartbeat, async (lost) => {
      const interrupted = AbortSignal.any([stopping, lost]);
      for (let start = 0; start < batch.messages.length; start += options.batchSize) {
        if (stopping.aborted || !isRunning() || isStale()) return;
        const messages = batch.messages.slice(start, start + options.batchSize);
        const outcome = await options.handle(messages, { topic, partition }, interrupted);
        if (lost.aborted && !isRebalanceError(lost.reason)) throw lost.reason;
        if (outcome === 'handled') {
          const last = messages.at(-1)!.offset;
          const offset = String(BigInt(last) + 1n);
          await commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] });
          resolveOffset(last);
        }
        // kafkajs rejoins the group only if the error is thrown. The next owner of the partition handles the
        // remaining messages.
        if (lost.aborted) throw lost.reason;
        if (outcome === 'stopped') return;
      }
    });
  }

  /**
   * Sends heartbeats while `work` runs. Aborts the signal of `work` if the group rebalances, if this process is no longer
   * a member, or if no heartbeat succeeds for the session timeout.
   */
  async function withHeartbeat(
    heartbeat: () => Promise<void>,
    work: (lost: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const lost = new AbortController();
    let lastHeartbeatAt = Date.now();
    let isSending = false;
    const sendHeartbeat = async (): Promise<void> => {
      if (Date.now() - lastHeartbeatAt > options.sessionTimeoutMs) {
        lost.abort(new Error(`No heartbeat succeeded within ${options.sessionTimeoutMs} ms.`));
      }
      if (isSending || lost.signal.aborted) return;
      isSending = true;
      try {
        await heartbeat();
        lastHeartbeatAt = Date.now();
      } catch (error) {
        if (isMembershipError(error)) lost.abort(error);
      } finally {
        isSending = false;
      }
    };
    const timer = setInterval(() => void sendHeartbeat(), heartbeatMs);
    try {
      await work(lost.signal);
    } finally {
      clearInterval(timer);
    }
  }

  let joining = join();
  return {
    joined,
    leave: async () => {
      await runningBatch;
      await withTimeout(
        joining.then(() => disconnect()),
        LEAVE_TIMEOUT_MS,
        () => undefined,
      );
    },
  };
}

const typeOf = (error: unknown): unknown => (error as { type?: unknown } | null)?.type;

/**
 * True if the group is rebalancing. This process can still commit offsets, but must then rejoin the group.
 */
const isRebalanceError = (error: unknown): boolean => typeOf(error) === 'REBALANCE_IN_PROGRESS';

/**
 * True if the coordinator reports that this process must rejoin the group, or is not a member of the current
 * generation.
 */
const isMembershipError = (error: unknown): boolean =>
  isRebalanceError(error) ||
  ['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION', 'FENCED_INSTANCE_ID'].includes(String(typeOf(error)));
