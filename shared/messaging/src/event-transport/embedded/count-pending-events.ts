import { isBefore } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { OutboxReader } from './outbox-reader.ts';

type Group = Pick<OutboxReader, 'consumer' | 'owner' | 'topics' | 'position'>;

/**
 * Counts the committed events that consumer groups have not handled, by group.
 *
 * One statement reads all outboxes. With several statements, the counts could miss an event that one group
 * appends for another group. The statement reads each pending event once for all groups, so its duration does
 * not depend on the number of groups.
 */
export async function countPendingEvents(
  database: Pick<Database, 'inSystemTransaction'>,
  groups: readonly Group[],
): Promise<Record<string, number>> {
  if (groups.length === 0) return {};
  const values: unknown[] = [];
  const parameter = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const afterPosition = ({ txid, seq }: Group['position']): string =>
    `(txid, seq) > (${parameter(txid, 'xid8')}, ${parameter(seq, 'bigint')})`;
  const countsOfOwner = (owner: string, readers: readonly Group[]): string => {
    const counts = readers.map(
      ({ position, topics }, i) =>
        `count(*) FILTER (WHERE ${afterPosition(position)} AND topic = ANY(${parameter(topics, 'text[]')})) AS count_${i}`,
    );
    const byGroup = readers.map(({ consumer }, i) => `(${parameter(consumer.group, 'text')}, count_${i})`);
    return `SELECT consumer_group, pending::int
      FROM (SELECT ${counts.join(', ')} FROM ${owner}.outbox WHERE ${afterPosition(oldestPosition(readers))}) counts
      CROSS JOIN LATERAL (VALUES ${byGroup.join(', ')}) by_group (consumer_group, pending)`;
  };
  const byOwner = Map.groupBy(groups, ({ owner }) => owner);
  const statement = Array.from(byOwner, ([owner, readers]) => countsOfOwner(owner, readers));
  const rows = await database.inSystemTransaction((tx) =>
    tx.query<{ consumer_group: string; pending: number }>(statement.join(' UNION ALL '), values),
  );
  const pendingByGroup: Record<string, number> = {};
  for (const { consumer_group: group, pending } of rows)
    pendingByGroup[group] = (pendingByGroup[group] ?? 0) + pending;
  return pendingByGroup;
}

/** Returns the position of the reader that is furthest behind. */
const oldestPosition = (readers: readonly Group[]): Group['position'] =>
  readers.map(({ position }) => position).reduce((oldest, next) => (isBefore(next, oldest) ? next : oldest));
