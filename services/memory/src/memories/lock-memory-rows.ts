import type { Transaction } from '@loci/postgres';

/**
 * Locks memory rows of any tenants until the transaction ends. All writers of several rows lock them in the
 * order of (tenant_id, id), so that they cannot deadlock. Requires a system transaction.
 *
 * @param tenantIds tenant of each row
 * @param ids memory id of each row, in the order of `tenantIds`
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
    'memory-lock-rows',
  );
}
