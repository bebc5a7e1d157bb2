import type { OutboxPosition } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import type { OutboxRemainder } from './poll-outbox.ts';

/** Position before the first row of an outbox. */
export const OUTBOX_START: OutboxPosition = { txid: '0', seq: '0' };

export interface OutboxRow extends OutboxPosition {
  topic: string;
  /** Equal to the `eventKey` of the envelope. */
  key: string;
  /** JSON of an `EventEnvelope`, or null if the topic was not requested. */
  envelope: string | null;
}

export interface ReadOutboxOptions {
  /** The service that owns the outbox. Also the name of its schema. */
  owner: string;
  after: OutboxPosition;
  /** Topics whose envelopes are returned. Defaults to all topics. */
  topics?: readonly string[];
  /** Maximum number of rows. */
  limit: number;
  /**
   * Soft limit for the total size of the envelopes in bytes. The row that exceeds the limit is the last row
   * returned.
   */
  maxBytes: number;
}

export interface OutboxBatch {
  rows: OutboxRow[];
  remainder: OutboxRemainder;
}

interface Row extends OutboxRow {
  /** True if no transaction with a lower or equal number is still running. */
  settled: boolean;
  within_budget: boolean;
}

/**
 * Query that reads rows in transaction order. A row is settled if its transaction number is below the number
 * of the oldest running transaction. A reader must not pass an unsettled row, because a transaction with a
 * lower number could still commit, and its events would be skipped.
 *
 * octet_length does not read a long text from its TOAST table, so envelopes over the byte budget are not
 * read. ORDER BY needs the qualified columns, because the unqualified names refer to the text columns of the
 * output, in which 10 sorts before 9.
 */
const readSql = (owner: string): string => `
  SELECT r.txid::text, r.seq::text, r.topic, r.tenant_id || ':' || r.aggregate_id AS key,
    r.txid < (SELECT pg_snapshot_xmin(pg_current_snapshot())) AS settled, r.bytes_before < $5 AS within_budget,
    CASE WHEN r.requested AND r.bytes_before < $5 THEN r.envelope END AS envelope
  FROM (
    SELECT n.*, coalesce(sum(n.bytes) OVER (
      ORDER BY n.txid, n.seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
    FROM (
      SELECT o.*, filter.requested, CASE WHEN filter.requested THEN octet_length(o.envelope) ELSE 0 END AS bytes
      FROM ${owner}.outbox AS o, LATERAL (SELECT $3::text[] IS NULL OR o.topic = ANY($3)) AS filter (requested)
      WHERE (o.txid, o.seq) > ($1::xid8, $2::bigint) ORDER BY o.txid, o.seq LIMIT $4
    ) AS n
  ) AS r ORDER BY r.txid, r.seq`;

/** Returns the next settled rows of an outbox, oldest first. Takes no locks and changes nothing. */
export async function readOutbox(tx: Transaction, options: ReadOutboxOptions): Promise<OutboxBatch> {
  const { owner, after, topics = null, limit, maxBytes } = options;
  const read = await tx.query<Row>(
    readSql(owner),
    [after.txid, after.seq, topics, limit, maxBytes],
    `read-outbox-${owner}`,
  );
  const withinBudget = read.filter((row) => row.within_budget);
  const rows = withinBudget.filter((row) => row.settled);
  if (rows.length < withinBudget.length) return { rows, remainder: 'unsettled' };
  const isTruncated = read.length === limit || withinBudget.length < read.length;
  return { rows, remainder: isTruncated ? 'more' : 'none' };
}
