import type { Database, Transaction } from './database.ts';

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
  for (const table of tables) {
    for (let count = BATCH_SIZE; count === BATCH_SIZE;) {
      if (mustStop()) return { deleted, done: false };
      // Policies can hide rows from transactions of the tenant.
      count = await database.inSystemTransaction((tx) => deleteBatch(tx, table, tenantId));
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

/**
 * Lists the tables of the schema that have a column `tenant_id`, as quoted identifiers. A table comes before the tables
 * that its foreign keys reference.
 */
async function listTenantTables(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ name: string; references: string[] }>(
    `SELECT c.relnamespace::regnamespace || '.' || quote_ident(c.relname) AS name,
       ARRAY(SELECT p.relnamespace::regnamespace || '.' || quote_ident(p.relname)
         FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
         WHERE f.contype = 'f' AND f.conrelid = c.oid AND f.confrelid <> c.oid) AS references
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND NOT c.relispartition AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))
     ORDER BY c.relname`,
  );
  const ordered: string[] = [];
  const remaining = new Map(rows.map((row) => [row.name, row.references]));
  while (remaining.size > 0) {
    const referenced = new Set([...remaining.values()].flat());
    const next = [...remaining.keys()].filter((name) => !referenced.has(name));
    // Foreign keys in a cycle have no order. The deletion then depends on their ON DELETE clauses.
    for (const name of next.length > 0 ? next : [...remaining.keys()]) {
      ordered.push(name);
      remaining.delete(name);
    }
  }
  return ordered;
}
