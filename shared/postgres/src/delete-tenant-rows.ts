import type { Database, Transaction } from './database.ts';
import { listTenantTables } from './tenant-tables.ts';

export interface DeleteProgress {
  /** Number of deleted rows. */
  deleted: number;
  /** False if `mustStop` returned true before all tables were read. */
  done: boolean;
}

const BATCH_SIZE = 1_000;

/**
 * Deletes the rows of a tenant from every table of the schema that has a column `tenant_id`: records, read models,
 * outbox, counters, tombstones and dead letters. Keeps the audit log, whose entries are deleted after their retention. Each batch is one transaction, so an interrupted call keeps its progress.
 *
 * @param mustStop called after each batch; true ends the call
 */
export async function deleteTenantRows(
  database: Pick<Database, 'inSystemTransaction'>,
  tenantId: string,
  mustStop: () => boolean,
): Promise<DeleteProgress> {
  const tables = await database.inSystemTransaction(listTenantTables);
  let deleted = 0;
  for (const { identifier } of tables) {
    for (let count = BATCH_SIZE; count === BATCH_SIZE;) {
      if (mustStop()) return { deleted, done: false };
      // Policies can hide rows from transactions of the tenant.
      count = await database.inSystemTransaction((tx) => deleteBatch(tx, identifier, tenantId));
      deleted += count;
    }
  }
  return { deleted, done: true };
}

/** Deletes up to {@link BATCH_SIZE} rows. @returns the number of deleted rows */
async function deleteBatch(tx: Transaction, table: string, tenantId: string): Promise<number> {
  const [row] = await tx.query<{ deleted: number }>(
    `WITH deleted AS (
       DELETE FROM ${table} WHERE tenant_id = $1 AND ctid = ANY(ARRAY(
         SELECT ctid FROM ${table} WHERE tenant_id = $1 LIMIT ${BATCH_SIZE}))
       RETURNING 1)
     SELECT count(*)::int AS deleted FROM deleted`,
    [tenantId],
  );
  return row!.deleted;
}
