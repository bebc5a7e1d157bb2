import { randomUUID } from 'node:crypto';
import { pause } from '@loci/async';
import { unavailable } from '@loci/core';
import type { Kafka } from 'kafkajs';
import { isUnavailableError } from '../../deliver.ts';
import { handleInSpan } from '../../handle-in-span.ts';
import type { OnProcessed } from '../../handle-in-span.ts';
import type { TransportLogger } from '../../deliver.ts';
import type { Consumer, DeadLetter } from '../event-transport.ts';
import { NOT_AN_EVENT } from '../parse-envelope.ts';
import type { ConsumerProgressStore } from './consumer-progress-store.ts';
import { fromDeadLetter, readEnvelope, toDeadLetter } from './dead-letter-message.ts';
import { joinGroup } from './group-member.ts';
import type { GroupMemberOptions } from './group-member.ts';
import { fetchGroupProgress, totalLag } from './group-progress.ts';
import type { PartitionProgress } from './group-progress.ts';
import type { KafkaAdminClient } from './kafka-admin-client.ts';
import type { KafkaPublisher } from './kafka-publisher.ts';

/** Dead-letter queue of one consumer group. */
export interface DeadLetterQueue {
  consumer: Consumer;
  /** Names of the dead-letter topics, one per topic of the consumer. */
  topics: readonly string[];
  /** Consumer group whose offsets separate replayed from pending dead letters. */
  replayGroupId: string;
}

export interface DeadLetterQueueOptions {
  kafka: Kafka;
  admin: KafkaAdminClient;
  publisher: KafkaPublisher;
  progress: Pick<ConsumerProgressStore, 'removeUnapplied'>;
  sessionTimeoutMs: number;
  onProcessed: OnProcessed | undefined;
  log: TransportLogger;
  stopping: AbortSignal;
}

const MAX_DEAD_LETTERS = 1_000;
const POLL_MS = 50;
/**
 * Maximum idle time of a member. Must exceed the three seconds by which brokers delay the first join of a
 * group.
 */
const IDLE_TIMEOUT_MS = 15_000;

/** Returns at most 1,000 pending dead letters of the given queues, in the order of failure. */
export async function readDeadLetters(
  queues: readonly DeadLetterQueue[],
  options: DeadLetterQueueOptions,
): Promise<DeadLetter[]> {
  const progress = await options.admin.request((admin) =>
    fetchGroupProgress(
      admin,
      queues.map(({ replayGroupId, topics }) => ({ groupId: replayGroupId, topics })),
    ),
  );
  const groupByTopic = new Map(
    queues.flatMap(({ topics, consumer }) => topics.map((topic) => [topic, consumer.group])),
  );
  const ranges = progress.flat().filter(({ next, end }) => next < end);
  const found: { deadLetter: DeadLetter; timestamp: number }[] = [];
  if (ranges.length === 0) return [];

  const groupId = `${queues[0]!.replayGroupId}.reader.${randomUUID()}`;
  await runAsMember(
    { groupId, topics: [...new Set(ranges.map(({ topic }) => topic))], batchSize: MAX_DEAD_LETTERS },
    options,
    (end) => {
      const unread = new Set(ranges);
      return async (messages, { topic, partition }) => {
        const range = ranges.find((entry) => entry.topic === topic && entry.partition === partition);
        for (const message of messages) {
          const offset = Number(message.offset);
          const isPending = range !== undefined && offset >= range.next && offset < range.end;
          if (!isPending || found.length >= MAX_DEAD_LETTERS) continue;
          const deadLetter = fromDeadLetter(groupByTopic.get(topic) ?? '', message);
          if (deadLetter) found.push({ deadLetter, timestamp: Number(message.timestamp) });
        }
        if (range && Number(messages.at(-1)!.offset) + 1 >= range.end) unread.delete(range);
        if (unread.size === 0 || found.length >= MAX_DEAD_LETTERS) end();
        return 'handled';
      };
    },
  );
  await options.admin
    .request((admin) => admin.deleteGroups([groupId]))
    .catch((error: unknown) =>
      options.log.warn(
        { err: error, group_id: groupId },
        'Deleting the consumer group of a dead-letter reader failed',
      ),
    );
  return found.sort((a, b) => a.timestamp - b.timestamp).map(({ deadLetter }) => deadLetter);
}

/**
 * Passes the pending dead letters of a queue to its consumer, oldest first per topic. A dead letter that fails again is
 * appended to its topic with the new reason. Each outcome is stored before the next dead letter is handled, so an
 * interrupted replay can be resumed, and concurrent replays share the work.
 *
 * @returns the number of handled dead letters
 * @throws SYS_SERVICE_UNAVAILABLE if Kafka or a store of the consumer is unavailable; replay again later
 */
export async function replayDeadLetters(
  queue: DeadLetterQueue,
  options: DeadLetterQueueOptions,
): Promise<number> {
  const { admin, publisher, progress: progressStore, onProcessed, log } = options;
  const { consumer, topics, replayGroupId } = queue;
  const fetchProgress = (): Promise<PartitionProgress[]> =>
    admin.request(
      async (client) => (await fetchGroupProgress(client, [{ groupId: replayGroupId, topics }]))[0] ?? [],
    );
  const start = await fetchProgress();
  if (totalLag(start) === 0) return 0;
  const ends = new Map(start.map(({ topic, partition, end }) => [`${topic}/${partition}`, end]));
  const isComplete = (partitions: readonly PartitionProgress[]): boolean =>
    partitions.every(({ topic, partition, next }) => next >= (ends.get(`${topic}/${partition}`) ?? 0));

  let replayed = 0;
  await runAsMember(
    { groupId: replayGroupId, topics, batchSize: 1 },
    options,
    (end) => async (messages, source) => {
      const message = messages[0]!;
      // Dead letters that failed again during this replay are left for the next replay.
      if (Number(message.offset) >= (ends.get(`${source.topic}/${source.partition}`) ?? 0)) return 'stopped';
      const envelope = readEnvelope(message);
      try {
        if (envelope === null) throw new Error(NOT_AN_EVENT);
        await handleInSpan(consumer, [envelope], { system: 'kafka', onProcessed });
        await progressStore.removeUnapplied(consumer.group, envelope);
        replayed++;
      } catch (error) {
        if (isUnavailableError(error)) {
          end(error);
          return 'stopped';
        }
        log.warn({ err: error, group: consumer.group }, 'Dead letter failed again, keeping it');
        await publisher.publish([
          toDeadLetter(source.topic, {
            message,
            reason: error instanceof Error ? error.message : String(error),
            group: consumer.group,
            source: `${source.topic}/${source.partition}/${message.offset}`,
            failedAt: new Date(),
          }),
        ]);
      }
      return 'handled';
    },
    async () => isComplete(await fetchProgress()),
  );

  // Brokers delete the offsets of a group that was idle for a week. Without the deletion of the records,
  // replayed dead letters would then be pending again.
  const progress = await fetchProgress();
  await admin
    .request(async (client) => {
      for (const { topic, partition, next } of progress) {
        await client.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(next) }] });
      }
    })
    .catch((error: unknown) =>
      log.warn({ err: error, group: consumer.group }, 'Deleting replayed dead letters failed'),
    );
  return replayed;
}

/**
 * Runs a member of a consumer group until `end` is called, `isComplete` returns true, or no message arrives
 * for 15 seconds.
 *
 * @param createHandler receives `end`; an error passed to `end` is thrown after the member has left the group
 * @throws SYS_SERVICE_UNAVAILABLE after 15 seconds without a message
 */
async function runAsMember(
  member: Pick<GroupMemberOptions, 'groupId' | 'topics' | 'batchSize'>,
  { kafka, sessionTimeoutMs, log, stopping }: DeadLetterQueueOptions,
  createHandler: (end: (error?: unknown) => void) => GroupMemberOptions['handle'],
  isComplete: () => Promise<boolean> = async () => false,
): Promise<void> {
  const ended = new AbortController();
  let failure: { error: unknown } | null = null;
  let lastActiveAt = Date.now();
  const end = (error?: unknown): void => {
    if (error !== undefined) failure ??= { error };
    ended.abort();
  };
  const handle = createHandler(end);
  const groupMember = joinGroup({
    ...member,
    kafka,
    sessionTimeoutMs,
    log,
    prepare: async () => undefined,
    handle: async (messages, source, interrupted) => {
      if (ended.signal.aborted) return 'stopped';
      // The idle timeout does not apply while a message is handled.
      lastActiveAt = Infinity;
      return handle(messages, source, interrupted).finally(() => (lastActiveAt = Date.now()));
    },
    onFatal: end,
    stopping: AbortSignal.any([ended.signal, stopping]),
  });
  while (!ended.signal.aborted && !stopping.aborted) {
    await pause(POLL_MS, ended.signal);
    if (ended.signal.aborted) break;
    if (Date.now() - lastActiveAt > IDLE_TIMEOUT_MS) end(unavailable('Kafka'));
    else if (await isComplete().catch((error: unknown) => end(error))) end();
  }
  await groupMember.leave();
  if (failure !== null) throw (failure as { error: unknown }).error;
}
