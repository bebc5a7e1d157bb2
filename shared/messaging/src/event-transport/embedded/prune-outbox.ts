import type { Database } from '@loci/postgres';

/**
 * Maximum number of rows per transaction. A transaction must be short, because readers wait for its end
 * before they read later events.
 */
const ROWS_PER_TRANSACTION = 20_000;

/**
 * Deletes the events of an outbox that all given groups have handled, oldest first. Deletes nothing while one
 * of the groups has no stored position. Stops early if `stopping` is aborted.
 */
export async function pruneOutbox(
  database: Database,
  owner: string,
  groups: readonly string[],
  stopping: AbortSignal,
): Promise<void> {
  let deleted: number;
  do {
    const rows = await database.inSystemTransaction((tx) =>
      tx.query<{ deleted: number }>(
        `WITH reached AS (
           SELECT txid, seq FROM positions WHERE owner = $1 AND consumer_group = ANY($2)
         ), slowest AS (
           SELECT txid, seq FROM reached WHERE (SELECT count(*) FROM reached) = cardinality($2::text[])
           ORDER BY txid, seq LIMIT 1
         ), removed AS (
           DELETE FROM ${owner}.outbox WHERE (txid, seq) IN (
             SELECT o.txid, o.seq FROM ${owner}.outbox o, slowest
             WHERE (o.txid, o.seq) <= (slowest.txid, slowest.seq)
             ORDER BY o.txid, o.seq LIMIT ${ROWS_PER_TRANSACTION})
           RETURNING 1
         )
         SELECT count(*)::int AS deleted FROM removed`,
        [owner, groups],
      ),
    );
    deleted = rows[0]!.deleted;
  } while (deleted === ROWS_PER_TRANSACTION && !stopping.aborted);
}
