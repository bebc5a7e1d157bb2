import { randomUUID } from 'node:crypto';
import { unavailable } from '@loci/core';
import type { Kafka } from 'kafkajs';
import { isStoreDown, pause } from '../../deliver.ts';
import type { EventLog } from '../../deliver.ts';
import type { Consumer, DeadLetter } from '../event-transport.ts';
import type { AdminClient } from './admin-client.ts';
import { fromLetter, readEnvelope, toLetter } from './dead-letter.ts';
import { groupProgress, waiting } from './group-offsets.ts';
import type { PartitionProgress } from './group-offsets.ts';
import { joinGroup } from './group-member.ts';
import type { GroupMemberOptions } from './group-member.ts';
import type { Publisher } from './publisher.ts';

/** The dead-letter topics of one consumer group, and the group whose position in them says what was replayed. */
export interface LetterBox {
  consumer: Consumer;
  topics: readonly string[];
  replayGroupId: string;
}

export interface DeadLettersOptions {
  kafka: Kafka;
  admin: AdminClient;
  publisher: Publisher;
  sessionTimeoutMs: number;
  log: EventLog;
  stopping: AbortSignal;
}

const AT_MOST = 1_000;
const LOOK_MS = 50;
/** Joining takes three seconds where brokers wait for further members. */
const SILENT_AT_MOST_MS = 15_000;

/** The letters of these groups that were not replayed, in the order in which they failed; 1,000 at most. */
export async function readDeadLetters(
  boxes: readonly LetterBox[],
  options: DeadLettersOptions,
): Promise<DeadLetter[]> {
  const progress = await options.admin.ask((admin) =>
    groupProgress(
      admin,
      boxes.map(({ replayGroupId, topics }) => ({ groupId: replayGroupId, topics })),
    ),
  );
  const groupOf = new Map(boxes.flatMap(({ topics, consumer }) => topics.map((t) => [t, consumer.group])));
  const wanted = progress.flat().filter(({ next, end }) => next < end);
  const letters: { letter: DeadLetter; at: number }[] = [];
  if (wanted.length === 0) return [];

  const groupId = `${boxes[0]!.replayGroupId}.reader.${randomUUID()}`;
  await whileMember(
    { groupId, topics: [...new Set(wanted.map(({ topic }) => topic))], batchSize: AT_MOST },
    options,
    (end) => {
      const open = new Set(wanted);
      return async (messages, { topic, partition }) => {
        const range = wanted.find((entry) => entry.topic === topic && entry.partition === partition);
        for (const message of messages) {
          const offset = Number(message.offset);
          if (!range || offset < range.next || offset >= range.end || letters.length >= AT_MOST) continue;
          const letter = fromLetter(groupOf.get(topic) ?? '', message);
          if (letter) letters.push({ letter, at: Number(message.timestamp) });
        }
        if (range && Number(messages.at(-1)!.offset) + 1 >= range.end) open.delete(range);
        if (open.size === 0 || letters.length >= AT_MOST) end();
        return 'handled';
      };
    },
  );
  await options.admin
    .ask((admin) => admin.deleteGroups([groupId]))
    .catch((error: unknown) => options.log.warn({ err: error }, 'a reader of dead letters was left behind'));
  return letters.sort((a, b) => a.at - b.at).map(({ letter }) => letter);
}

/**
 * Handles the letters of one group that are there now, oldest first per topic. Each one's success, or its return to
 * the end of the topic with the new reason, is stored before the next: a replay that was cut short goes on where it
 * was, and of two at a time each letter is given to one.
 *
 * @returns how many were handled
 * @throws SYS_SERVICE_UNAVAILABLE when a store of the consumer or Kafka is down: replay again later
 */
export async function replayDeadLetters(box: LetterBox, options: DeadLettersOptions): Promise<number> {
  const { admin, publisher, log } = options;
  const { consumer, topics, replayGroupId } = box;
  const look = (): Promise<PartitionProgress[]> =>
    admin.ask(async (client) => (await groupProgress(client, [{ groupId: replayGroupId, topics }]))[0] ?? []);
  const start = await look();
  if (waiting(start) === 0) return 0;
  const ends = new Map(start.map(({ topic, partition, end }) => [`${topic}/${partition}`, end]));
  const isOver = (partitions: readonly PartitionProgress[]): boolean =>
    partitions.every(({ topic, partition, next }) => next >= (ends.get(`${topic}/${partition}`) ?? 0));

  let replayed = 0;
  await whileMember(
    { groupId: replayGroupId, topics, batchSize: 1 },
    options,
    (end) => async (messages, source) => {
      const message = messages[0]!;
      // What failed again during this replay waits for the next.
      if (Number(message.offset) >= (ends.get(`${source.topic}/${source.partition}`) ?? 0)) return 'stopped';
      const envelope = readEnvelope(message);
      try {
        if (envelope === null) throw new Error('The bytes are no event.');
        await consumer.handle([envelope]);
        replayed++;
      } catch (error) {
        if (isStoreDown(error)) {
          end(error);
          return 'stopped';
        }
        log.warn({ err: error, group: consumer.group }, 'a dead letter still cannot be handled');
        const reason = error instanceof Error ? error.message : String(error);
        const at = `${source.topic}/${source.partition}/${message.offset}`;
        await publisher.publish([
          toLetter(source.topic, {
            message,
            reason,
            group: consumer.group,
            source: at,
            failedAt: new Date(),
          }),
        ]);
      }
      return 'handled';
    },
    async () => isOver(await look()),
  );

  // The position alone would be forgotten after a week in which nobody replays.
  const handled = await look();
  await admin
    .ask(async (client) => {
      for (const { topic, partition, next } of handled) {
        await client.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(next) }] });
      }
    })
    .catch((error: unknown) => log.warn({ err: error }, 'replayed dead letters could not be removed'));
  return replayed;
}

/** Is a member of a group until `end` is called, or `isOver` says so. */
async function whileMember(
  member: Pick<GroupMemberOptions, 'groupId' | 'topics' | 'batchSize'>,
  { kafka, sessionTimeoutMs, log, stopping }: DeadLettersOptions,
  handler: (end: (error?: unknown) => void) => GroupMemberOptions['handle'],
  isOver: () => Promise<boolean> = async () => false,
): Promise<void> {
  const over = new AbortController();
  let failure: { error: unknown } | null = null;
  let heardAt = Date.now();
  const end = (error?: unknown): void => {
    if (error !== undefined) failure ??= { error };
    over.abort();
  };
  const handle = handler(end);
  const joined = joinGroup({
    ...member,
    kafka,
    sessionTimeoutMs,
    log,
    prepare: async () => undefined,
    handle: async (messages, source, interrupted) => {
      if (over.signal.aborted) return 'stopped';
      heardAt = Infinity;
      return handle(messages, source, interrupted).finally(() => (heardAt = Date.now()));
    },
    onFatal: end,
    stopping: AbortSignal.any([over.signal, stopping]),
  });
  while (!over.signal.aborted && !stopping.aborted) {
    await pause(LOOK_MS, over.signal);
    if (over.signal.aborted) break;
    if (Date.now() - heardAt > SILENT_AT_MOST_MS) end(unavailable('Kafka'));
    else if (await isOver().catch((error: unknown) => end(error))) end();
  }
  await joined.left();
  if (failure !== null) throw (failure as { error: unknown }).error;
}
