import { pause } from '@loci/async';
import type { OutboxPosition } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { EventProgress, PartitionOffset } from '../event-progress.ts';
import type { Consumer } from '../event-transport.ts';
import { findLastEvent } from '../find-last-event.ts';

const FIRST_POLL_MS = 5;
const MAX_POLL_MS = 40;

export interface KafkaEventProgressOptions {
  /** Database of the service, in which its relays and consumers store their progress. */
  database: Pick<Database, 'inTransaction' | 'statement'>;
  /** Consumer groups of the service. They can run in other processes. */
  consumers: readonly Pick<Consumer, 'group' | 'topics'>[];
}

/**
 * Creates the progress of the consumer groups of a service on Kafka. Reads the offsets that relays and consumers store in
 * PostgreSQL, because processes with the role `api` have no connection to Kafka.
 *
 * @see docs/decisions/0027-store-kafka-offsets-in-postgresql.md
 */
export function createKafkaEventProgress({ database, consumers }: KafkaEventProgressOptions): EventProgress {
  const readRelayOffsets = (): Promise<PartitionOffset[]> =>
    database.statement('SELECT topic, partition, next_offset::text FROM relay_offsets', [], 'relay-offsets');

  /** Returns the groups that have not reached all offsets. */
  const findPending = async (
    groups: readonly string[],
    offsets: readonly PartitionOffset[],
  ): Promise<string[]> => {
    const rows = await database.statement<PartitionOffset & { consumer_group: string }>(
      `SELECT consumer_group, topic, partition, next_offset::text FROM consumer_progress
       WHERE consumer_group = ANY($1)`,
      [groups],
      'consumer-progress',
    );
    const progress = new Map(
      rows.map((row) => [`${row.consumer_group} ${row.topic} ${row.partition}`, BigInt(row.next_offset)]),
    );
    const isBehind = (group: string): boolean => {
      const topics: readonly string[] | undefined = consumers.find((each) => each.group === group)?.topics;
      return (
        topics === undefined ||
        offsets.some(
          ({ topic, partition, next_offset: end }) =>
            topics.includes(topic) && (progress.get(`${group} ${topic} ${partition}`) ?? 0n) < BigInt(end),
        )
      );
    };
    return groups.filter(isBehind);
  };

  const findUnapplied = async (tenantId: string, groups: readonly string[]): Promise<string[]> => {
    const rows = await database.inTransaction(tenantId, (tx) =>
      tx.query<{ consumer_group: string }>(
        'SELECT DISTINCT consumer_group FROM unapplied_events WHERE tenant_id = $1 AND consumer_group = ANY($2)',
        [tenantId, groups],
        'unapplied-events',
      ),
    );
    return rows.map(({ consumer_group: group }) => group);
  };

  return {
    findCheckpoint: async (ownDatabase, { tenantId, owner, position, timeoutMs, signal }) => {
      let target: OutboxPosition | null = position;
      const { isFuture, last } = await poll(
        async () => {
          const found = await findLastEvent(ownDatabase, tenantId, owner, target);
          // Later events do not prolong the wait for the latest position.
          target ??= found.last;
          return found;
        },
        (found) => found.isFuture || found.last === null,
        timeoutMs,
        signal,
      );
      if (isFuture || last !== null) return { isFuture, isPublished: isFuture, checkpoint: null };
      // The relay stores the offsets in the transaction that deletes the published events. Offsets that are read after the
      // deletion therefore include the events.
      const offsets = await readRelayOffsets();
      // Without offsets, no relay has run since the upgrade, and earlier events can still be pending.
      if (offsets.length === 0) return { isFuture: false, isPublished: false, checkpoint: null };
      return { isFuture: false, isPublished: true, checkpoint: { kind: 'kafka', owner, offsets } };
    },
    findBehind: async ({ tenantId, groups, checkpoints, timeoutMs, signal }) => {
      const offsets = checkpoints.flatMap((each) => (each.kind === 'kafka' ? each.offsets : []));
      const behind = await poll(
        () => findPending(groups, offsets),
        (pending) => pending.length === 0,
        timeoutMs,
        signal,
      );
      const reached = groups.filter((group) => !behind.includes(group));
      // Read after the progress, because a consumer stores an unapplied event before it stores its progress.
      return reached.length === 0 ? behind : [...behind, ...(await findUnapplied(tenantId, reached))];
    },
  };
}

/** Reads a value until it is accepted or the timeout passes. Returns the last value. */
async function poll<T>(
  read: () => Promise<T>,
  isAccepted: (value: T) => boolean,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<T> {
  const deadlineMs = performance.now() + timeoutMs;
  for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(MAX_POLL_MS, 2 * delayMs)) {
    const value = await read();
    const remainingMs = deadlineMs - performance.now();
    if (isAccepted(value) || remainingMs <= 0 || signal.aborted) return value;
    await pause(Math.min(delayMs, remainingMs), signal);
  }
}
