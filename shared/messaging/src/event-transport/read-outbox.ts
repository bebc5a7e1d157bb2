import type { Transaction } from '@loci/postgres';

/** A place in an outbox: everything up to it was passed on. */
export interface Position {
  txid: string;
  seq: string;
}

export const BEGINNING: Position = { txid: '0', seq: '0' };

export interface OutboxRow extends Position {
  topic: string;
  /** As `eventKey` would make it of the envelope. */
  key: string;
  /** JSON of an {@link EventEnvelope}; null for a topic that was not asked for. */
  envelope: string | null;
}

export interface ReadOutboxOptions {
  /** The service, and so the schema, whose outbox it is. */
  owner: string;
  after: Position;
  /** Of which topics to read the envelopes; all when it is left out. */
  topics?: readonly string[];
  /** Rows at most. */
  limit: number;
  /** Bytes of envelopes after which no further row is read; the row that crosses it is still there. */
  maxBytes: number;
}

export interface OutboxRead {
  rows: OutboxRow[];
  /** What is left behind the rows: more, some that is not settled yet, or nothing. */
  left: 'more' | 'held' | 'nothing';
}

interface Row extends OutboxRow {
  settled: boolean;
  within: boolean;
}

/**
 * In the order of transactions. A row of a transaction that is not below the oldest one still running is not
 * settled: one with a lower number may commit yet, and a reader that had gone past would never see its events.
 * The length of a long text is known without reading it, so what is over the budget stays in the store.
 * NOTE: an unqualified ORDER BY txid, seq would sort by the texts of the output, 10 before 9.
 */
const READ = (owner: string): string => `
  SELECT r.txid::text, r.seq::text, r.topic, r.tenant_id || ':' || r.aggregate_id AS key,
    r.txid < (SELECT pg_snapshot_xmin(pg_current_snapshot())) AS settled, r.bytes_before < $5 AS within,
    CASE WHEN r.wanted AND r.bytes_before < $5 THEN r.envelope END AS envelope
  FROM (
    SELECT n.*, coalesce(sum(n.bytes) OVER (
      ORDER BY n.txid, n.seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
    FROM (
      SELECT o.*, asked.wanted, CASE WHEN asked.wanted THEN octet_length(o.envelope) ELSE 0 END AS bytes
      FROM ${owner}.outbox AS o, LATERAL (SELECT $3::text[] IS NULL OR o.topic = ANY($3)) AS asked (wanted)
      WHERE (o.txid, o.seq) > ($1::xid8, $2::bigint) ORDER BY o.txid, o.seq LIMIT $4
    ) AS n
  ) AS r ORDER BY r.txid, r.seq`;

/** The next rows of a service's outbox that may be passed on, oldest first. Waits for nothing, changes nothing. */
export async function readOutbox(tx: Transaction, options: ReadOutboxOptions): Promise<OutboxRead> {
  const { owner, after, topics = null, limit, maxBytes } = options;
  const read = await tx.query<Row>(
    READ(owner),
    [after.txid, after.seq, topics, limit, maxBytes],
    `read-outbox-${owner}`,
  );
  const fitting = read.filter((row) => row.within);
  const rows = fitting.filter((row) => row.settled);
  if (rows.length < fitting.length) return { rows, left: 'held' };
  return { rows, left: read.length === limit || fitting.length < read.length ? 'more' : 'nothing' };
}
