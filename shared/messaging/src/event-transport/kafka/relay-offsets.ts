import type { Transaction } from '@loci/postgres';

/** Offsets of a partition that a relay has read or published. */
export interface PublishedOffsets {
  topic: string;
  partition: number;
  /** Offset of the first message. */
  first: string;
  /** Offset after the last message. */
  next: string;
}

/** Offset that no consumer group reaches. Marks a partition whose topic was deleted and created again. */
const LOST = '9223372036854775807';

/**
 * Within a topic, offsets never decrease. If they do, the topic was created again, and the stored progress of the consumer
 * groups belongs to the old topic.
 */
const saveSql = (owner: string): string => `
  INSERT INTO ${owner}.relay_offsets AS stored (topic, partition, next_offset)
  SELECT topic, partition, next FROM published
  ON CONFLICT (topic, partition) DO UPDATE SET next_offset =
    CASE WHEN (SELECT first FROM published
               WHERE (topic, partition) = (stored.topic, stored.partition)) < stored.next_offset
      THEN ${LOST} ELSE excluded.next_offset END
  RETURNING topic, next_offset = ${LOST} AS is_lost`;

const PUBLISHED = `published AS (
  SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[]) AS p (topic, partition, first, next))`;

const deleteSql = (owner: string): string => `
  DELETE FROM ${owner}.outbox
  WHERE (txid, seq) > ($5::xid8, $6::bigint) AND (txid, seq) <= ($7::xid8, $8::bigint)`;

const valuesOf = (offsets: readonly PublishedOffsets[]): unknown[] => [
  offsets.map(({ topic }) => topic),
  offsets.map(({ partition }) => partition),
  offsets.map(({ first }) => first),
  offsets.map(({ next }) => next),
];

interface SavedRow {
  topic: string;
  is_lost: boolean;
}

/**
 * Stores the end offsets of the Kafka topics to which a service publishes.
 * @returns the topics that were created again since their offsets were stored
 */
export async function saveTopicEnds(
  tx: Transaction,
  owner: string,
  ends: readonly PublishedOffsets[],
): Promise<string[]> {
  const rows = await tx.query<SavedRow>(
    `WITH ${PUBLISHED} ${saveSql(owner)}`,
    valuesOf(ends),
    'relay-save-ends',
  );
  return lostTopics(rows);
}

/**
 * Stores the offsets of published events, and deletes these events from the outbox in the same statement.
 * @returns the topics that were created again since their offsets were stored
 */
export async function savePublished(
  tx: Transaction,
  owner: string,
  offsets: readonly PublishedOffsets[],
  after: { txid: string; seq: string },
  last: { txid: string; seq: string },
): Promise<string[]> {
  const rows = await tx.query<SavedRow>(
    `WITH ${PUBLISHED}, deleted AS (${deleteSql(owner)}) ${saveSql(owner)}`,
    [...valuesOf(offsets), after.txid, after.seq, last.txid, last.seq],
    'relay-remove',
  );
  return lostTopics(rows);
}

const lostTopics = (rows: readonly SavedRow[]): string[] => [
  ...new Set(rows.filter(({ is_lost: isLost }) => isLost).map(({ topic }) => topic)),
];
