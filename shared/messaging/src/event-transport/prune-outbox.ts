import type { Database } from '@loci/postgres';

const AT_MOST = 20_000;

/** Removes the oldest events of a service that all of these groups have handled, up to 20,000 at a time. */
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
         ORDER BY o.txid, o.seq LIMIT ${AT_MOST})`,
      [owner, groups],
    ),
  );
}
