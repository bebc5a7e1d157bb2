import type { Transaction } from '@loci/postgres';

/**
 * Locks these rows of many tenants in the order of their ids, like every other transaction does. Two that took
 * the same rows in different orders would stop each other.
 */
export async function lockMemoryRows(
  tx: Transaction,
  tenantIds: readonly string[],
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    `SELECT FROM memories m JOIN unnest($1::uuid[], $2::uuid[]) AS wanted(tenant_id, id) USING (tenant_id, id)
     ORDER BY tenant_id, id FOR NO KEY UPDATE OF m`,
    [tenantIds, ids],
    'memory-lock-in-order',
  );
}
