import type { Database } from './database.ts';
import { listTenantTables } from './tenant-tables.ts';

/** Exceeds the duration of a count of ten million rows. */
const COUNT_TIMEOUT = '50s';

/**
 * Counts the rows of a tenant in every table of the schema that `deleteTenantRows` empties.
 *
 * @returns the number of rows by name of the table
 */
export async function countTenantRows(
  database: Pick<Database, 'inSystemTransaction'>,
  tenantId: string,
): Promise<Record<string, number>> {
  const tables = await database.inSystemTransaction(listTenantTables);
  const counts: Record<string, number> = {};
  for (const { name, identifier } of tables) {
    counts[name] = await database.inSystemTransaction(async (tx) => {
      await tx.query(`SET LOCAL statement_timeout = '${COUNT_TIMEOUT}'`);
      const [row] = await tx.query<{ count: string }>(
        `SELECT count(*) AS count FROM ${identifier} WHERE tenant_id = $1`,
        [tenantId],
      );
      return Number(row!.count);
    });
  }
  return counts;
}
