import type { Batch, EachBatchPayload, Kafka } from 'kafkajs';
import { pause } from '../../deliver.ts';
import type { EventLog } from '../../deliver.ts';
import { isOutage } from './is-outage.ts';
import { within } from './within.ts';

export interface GroupMemberOptions {
  kafka: Kafka;
  groupId: string;
  /** Names of the topics; `prepare` has made sure of them. */
  topics: readonly string[];
  /** Messages per call of `handle` at most. */
  batchSize: number;
  /** A member that was not heard of for so long has left the group, and others get its partitions. */
  sessionTimeoutMs: number;
  log: EventLog;
  /** Runs before the group is joined, and again when that failed. */
  prepare(): Promise<void>;
  /**
   * Resolves to `handled` when the effects are durable: then the position is stored. `interrupted` says that this
   * member ought to stop: `stopping`, or the group is changing its members, or it no longer counts as one.
   */
  handle(messages: Batch['messages'], from: Source, interrupted: AbortSignal): Promise<'handled' | 'stopped'>;
  /** kafkajs has given up: nothing is consumed any more. */
  onFatal(error: Error): void;
  stopping: AbortSignal;
}

export interface Source {
  topic: string;
  partition: number;
}

export interface GroupMember {
  /** Resolves when it has joined the group for the first time. */
  joined: Promise<void>;
  /** Resolves when the call under way has ended and the group was left; the options' signal asks for it. */
  left(): Promise<void>;
}

/** Of the fetch and group protocol as a whole; beyond it kafkajs starts the consumer anew. */
const RETRY = {
  initialRetryTime: 100,
  multiplier: 2,
  factor: 0.2,
  maxRetryTime: 2_000,
  retries: 8,
};
const HEARTBEATS_PER_SESSION = 10;
/** How long the broker may keep a fetch open; leaving waits for it. */
const FETCH_WAIT_MS = 250;
const FETCH_BYTES = 10 * 1024 * 1024;
const PARTITION_BYTES = 1024 * 1024;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;
const LEAVE_WITHIN_MS = 1_500;

/**
 * Joins a consumer group and hands its messages on, partition by partition, in order. A position is stored only after
 * its messages were handled, and only while this process is the partition's member in the group's present
 * generation: the broker refuses any other, and what a refused member has read goes to its successor.
 */
export function joinGroup(options: GroupMemberOptions): GroupMember {
  const { kafka, log, stopping, groupId } = options;
  const heartbeatMs = Math.ceil(options.sessionTimeoutMs / HEARTBEATS_PER_SESSION);
  let leave: () => Promise<void> = async () => undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  /** This process may be no member any more; the group's coordinator has not said yet. */
  let inDoubt = false;
  let markJoined: () => void = () => undefined;
  const joined = new Promise<void>((resolve) => (markJoined = resolve));

  async function join(): Promise<void> {
    let waitMs = FIRST_WAIT_MS;
    while (!stopping.aborted) {
      const consumer = kafka.consumer({
        groupId,
        sessionTimeout: options.sessionTimeoutMs,
        heartbeatInterval: heartbeatMs,
        maxWaitTimeInMs: FETCH_WAIT_MS,
        maxBytes: FETCH_BYTES,
        // A larger message still comes, alone.
        maxBytesPerPartition: PARTITION_BYTES,
        allowAutoTopicCreation: false,
        // One that crashes in the moment of closing would otherwise start again, and again.
        retry: { ...RETRY, restartOnFailure: async () => !stopping.aborted },
      });
      consumer.on(consumer.events.GROUP_JOIN, () => {
        inDoubt = false;
        markJoined();
      });
      consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
        if (restart || stopping.aborted) return;
        if (isOutage(error)) {
          log.warn({ err: error, group_id: groupId }, 'events wait: a consumer is started anew');
          joining = join();
          return;
        }
        log.error({ err: error, group_id: groupId }, 'a consumer has stopped for good');
        options.onFatal(error);
      });
      leave = () => consumer.disconnect();
      try {
        await options.prepare();
        await consumer.connect();
        await consumer.subscribe({ topics: [...options.topics], fromBeginning: true });
        await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
        return;
      } catch (error) {
        if (stopping.aborted) return;
        log.warn({ err: error, group_id: groupId, wait_ms: waitMs }, 'events wait: Kafka does not answer');
        void consumer.disconnect().catch(() => undefined);
      }
      await pause(waitMs, stopping);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }

  async function eachBatch(payload: EachBatchPayload): Promise<void> {
    const working = handleBatch(payload);
    underWay = working.catch(() => (inDoubt = true));
    await working;
  }

  async function handleBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, resolveOffset, commitOffsetsIfNecessary, isRunning, isStale } = payload;
    const { topic, partition } = batch;
    // After a batch that failed, be it that its position was refused, kafkajs goes on with what was fetched for other
    // partitions, and fetches more without asking whether it still may.
    if (inDoubt) await heartbeat();
    inDoubt = false;
    await whileBeating(heartbeat, async (lost) => {
      const interrupted = AbortSignal.any([stopping, lost]);
      for (let start = 0; start < batch.messages.length; start += options.batchSize) {
        if (stopping.aborted || !isRunning() || isStale()) return;
        const messages = batch.messages.slice(start, start + options.batchSize);
        const outcome = await options.handle(messages, { topic, partition }, interrupted);
        if (lost.aborted && !isRebalance(lost.reason)) throw lost.reason;
        if (outcome === 'handled') {
          const last = messages.at(-1)!.offset;
          const offset = String(BigInt(last) + 1n);
          await commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] });
          resolveOffset(last);
        }
        // To be thrown, so that kafkajs joins again; the rest of the batch comes to whoever is given the partition.
        if (lost.aborted) throw lost.reason;
        if (outcome === 'stopped') return;
      }
    });
  }

  /** Keeps the membership alive while `work` runs, and tells it when that fails. */
  async function whileBeating(
    heartbeat: () => Promise<void>,
    work: (lost: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const lost = new AbortController();
    let heardAt = Date.now();
    let asking = false;
    const beat = async (): Promise<void> => {
      if (Date.now() - heardAt > options.sessionTimeoutMs) {
        lost.abort(new Error('The group was not heard of for longer than the session.'));
      }
      if (asking || lost.signal.aborted) return;
      asking = true;
      try {
        await heartbeat();
        heardAt = Date.now();
      } catch (error) {
        if (isMembershipError(error)) lost.abort(error);
      } finally {
        asking = false;
      }
    };
    const timer = setInterval(() => void beat(), heartbeatMs);
    try {
      await work(lost.signal);
    } finally {
      clearInterval(timer);
    }
  }

  let joining = join();
  return {
    joined,
    left: async () => {
      await underWay;
      await within(
        LEAVE_WITHIN_MS,
        joining.then(() => leave()),
      );
    },
  };
}

const typeOf = (error: unknown): unknown => (error as { type?: unknown } | null)?.type;

/** Members are joining or leaving: what was handled may still be committed, then one has to join again. */
const isRebalance = (error: unknown): boolean => typeOf(error) === 'REBALANCE_IN_PROGRESS';

/** What the group's coordinator says to one that is no member, or not of this generation. Anything else may pass. */
const isMembershipError = (error: unknown): boolean =>
  isRebalance(error) ||
  ['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION', 'FENCED_INSTANCE_ID'].includes(String(typeOf(error)));
