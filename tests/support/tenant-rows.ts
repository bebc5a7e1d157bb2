/** Runs a statement with a role that reads the rows of all tenants. */
export type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** Tables whose rows of a deleted tenant stay until its access tokens have expired. */
export const KEPT_TABLES = ['auth.api_keys', 'auth.grants', 'auth.tenants'];

/**
 * Counts the rows of a tenant in every table with a column `tenant_id`. Omits tables without such rows, the audit log, whose
 * entries stay until the end of their retention, and the receipts of deletions.
 */
export async function countTenantRows(query: Query, tenantId: string): Promise<Record<string, number>> {
  const tables = await query<{ name: string }>(
    `SELECT c.table_schema || '.' || c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE 'audit_log%'
       AND c.table_name <> 'tenant_deletions'
     ORDER BY 1`,
  );
  const counts: [string, number][] = [];
  for (const { name } of tables) {
    const [row] = await query<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM ${name} WHERE tenant_id = $1`,
      [tenantId],
    );
    if (row!.rows > 0) counts.push([name, row!.rows]);
  }
  return Object.fromEntries(counts);
}

/**
 * Removes the tables whose number of rows changes without a request, because jobs fold counters, store
 * who read the memories, and delete handled events.
 */
export const withoutJobTables = (rows: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(rows).filter(
      ([table]) => !/\.(outbox|counters|counter_changes|memory_readers)$/.test(table),
    ),
  );
