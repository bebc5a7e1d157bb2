import { openDatabase } from '@loci/postgres';
import type { AdminConnection, Transaction } from '@loci/postgres';
import { SCHEMA_NAMES } from './schema-names.ts';

/** Tables with Kafka offsets, and with the events of dead-letter topics. */
const OFFSET_TABLES = ['relay_offsets', 'consumer_progress', 'unapplied_events'];

/** A committed row has a lower transaction number, unless another server has stored the row. */
const OF_ANOTHER_SERVER = 'txid >= pg_snapshot_xmax(pg_current_snapshot())';

/**
 * Replaces the transaction numbers of events that were restored from a dump onto a server with lower transaction numbers.
 * Relays would publish these events only when the server has reached their numbers, and after later events of the same
 * objects. The order of the events stays the same. Also deletes the positions of users with such numbers. Changes nothing
 * in a database that was not restored from a dump, so services can run at the same time.
 *
 * @param admin connection to the database as the role that owns the tables
 * @returns number of events with a new transaction number
 * @see docs/recovery.md#why-the-order-is-safe
 */
export const renumberRestoredEvents = (admin: AdminConnection): Promise<number> =>
  inAdminTransaction(admin, async (tx) => {
    let renumbered = 0;
    // The rows of a schema keep their order, because seq increases with each row.
    for (const outbox of await findTables(tx, ['outbox'])) {
      const rows = await tx.query(
        `UPDATE ${outbox} SET txid = pg_current_xact_id() WHERE ${OF_ANOTHER_SERVER} RETURNING 1`,
      );
      renumbered += rows.length;
    }
    for (const positions of await findTables(tx, ['own_positions']))
      await tx.query(`DELETE FROM ${positions} WHERE ${OF_ANOTHER_SERVER}`);
    return renumbered;
  });

/**
 * Deletes the stored Kafka offsets of all services. No relay and no consumer may run.
 *
 * @param admin connection to the database as the role that owns the tables
 * @see docs/decisions/0027-store-kafka-offsets-in-postgresql.md
 */
export const deleteKafkaOffsets = (admin: AdminConnection): Promise<void> =>
  inAdminTransaction(admin, async (tx) => {
    for (const table of await findTables(tx, OFFSET_TABLES)) await tx.query(`DELETE FROM ${table}`);
  });

async function inAdminTransaction<T>(
  admin: AdminConnection,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ ...admin, applicationName: 'loci-migrate', maxConnections: 1 });
  try {
    return await database.inSystemTransaction(work);
  } finally {
    await database.close();
  }
}

/** Returns the qualified names of all tables of the platform with one of these names. */
async function findTables(tx: Transaction, names: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname = ANY($1) AND tablename = ANY($2) ORDER BY 1`,
    [SCHEMA_NAMES, names],
  );
  return rows.map(({ name }) => name);
}
