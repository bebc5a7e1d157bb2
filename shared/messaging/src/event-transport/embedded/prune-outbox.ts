import type { Database } from '@loci/postgres';

const MAX_ROWS = 20_000;

/**
 * Deletes the oldest events of an outbox that all given groups have handled, at most 20,000 per call. Deletes nothing
 * while one of the groups has no stored position.
 */
export async function pruneOutbox(
  database: Database,
  owner: string,
  groups: readonly string[],
): Promise<void> {
  await database.inSystemTransaction((tx) =>
    tx.query(
      `WITH reached AS (
         SELECT txid, seq FROM positions WHERE owner = $1 AND consumer_group = ANY($2)
       ), slowest AS (
         SELECT txid, seq FROM reached WHERE (SELECT count(*) FROM reached) = cardinality($2::text[])
         ORDER BY txid, seq LIMIT 1
       )
       DELETE FROM ${owner}.outbox WHERE (txid, seq) IN (
         SELECT o.txid, o.seq FROM ${owner}.outbox o, slowest WHERE (o.txid, o.seq) <= (slowest.txid, slowest.seq)
         ORDER BY o.txid, o.seq LIMIT ${MAX_ROWS})`,
      [owner, groups],
    ),
  );
}
