import type { Database } from './database.ts';
import { listTenantTables } from './tenant-tables.ts';

/**
 * Maximum milliseconds of a statement that counts the rows of a tenant in one table. Exceeds the duration of a count of ten
 * million rows.
 */
export const COUNT_TIMEOUT_MS = 45_000;

/**
 * Counts the rows of a tenant in every table of the schema that `deleteTenantRows` empties.
 *
 * @param signal cancels the running statement when it is aborted
 * @returns the number of rows by name of the table
 */
export async function countTenantRows(
  database: Pick<Database, 'inSystemTransaction'>,
  tenantId: string,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const tables = await database.inSystemTransaction(listTenantTables);
  const counts: Record<string, number> = {};
  for (const { name, identifier } of tables) {
    counts[name] = await database.inSystemTransaction(
      async (tx) => {
        const [row] = await tx.query<{ count: string }>(
          `SELECT count(*) AS count FROM ${identifier} WHERE tenant_id = $1`,
          [tenantId],
        );
        return Number(row!.count);
      },
      { statementTimeoutMs: COUNT_TIMEOUT_MS, signal },
    );
  }
  return counts;
}
