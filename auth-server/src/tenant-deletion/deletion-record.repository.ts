import type { FoundByService, FoundByStore } from '@loci/contracts';
import type { Transaction } from '@loci/postgres';
import type { DeletionReceipt, DeletionRecord } from './deletion-record.ts';
import { ENDED_TABLES } from './tenant-deletion.repository.ts';

interface DeletionRow {
  tenant_id: string;
  requested_at: Date;
  found_before: FoundByService;
  is_searched: boolean;
  found_after: FoundByService | null;
  receipt: DeletionReceipt | null;
}

/** Counts the rows of a tenant in the authorization server that the deletion deletes immediately. */
async function countOwnRows(tx: Transaction, tenantId: string): Promise<FoundByStore> {
  const [row] = await tx.query<Record<string, number>>(
    `SELECT ${ENDED_TABLES.map(
      (table) => `(SELECT count(*)::int FROM ${table} WHERE tenant_id = $1) AS ${table}`,
    ).join(', ')}`,
    [tenantId],
  );
  return row!;
}

/** Inserts the record of a deletion that starts, with the number of rows in the authorization server. */
export async function insertDeletionRecord(
  tx: Transaction,
  tenantId: string,
  requestedAt: Date,
): Promise<void> {
  await tx.query('INSERT INTO tenant_deletions (tenant_id, requested_at, found_before) VALUES ($1, $2, $3)', [
    tenantId,
    requestedAt,
    JSON.stringify({ auth: await countOwnRows(tx, tenantId) }),
  ]);
}

/** Returns null for a tenant that is not deleted, or whose deletion ended before Loci recorded deletions. */
export async function findDeletionRecord(tx: Transaction, tenantId: string): Promise<DeletionRecord | null> {
  const [row] = await tx.query<DeletionRow>(
    `SELECT tenant_id, requested_at, found_before, is_searched, found_after, receipt FROM tenant_deletions
     WHERE tenant_id = $1`,
    [tenantId],
  );
  return row
    ? {
        tenantId: row.tenant_id,
        requestedAt: row.requested_at,
        foundBefore: row.found_before,
        isSearched: row.is_searched,
        foundAfter: row.found_after,
        receipt: row.receipt,
      }
    : null;
}

/** Adds the rows of the authorization server to the result of a search of the other services. */
export const withOwnRows = async (
  tx: Transaction,
  tenantId: string,
  found: FoundByService,
): Promise<FoundByService> => ({ ...found, auth: await countOwnRows(tx, tenantId) });

export async function updateDeletionRecord(
  tx: Transaction,
  { tenantId, foundBefore, isSearched, foundAfter, receipt }: DeletionRecord,
): Promise<void> {
  await tx.query(
    `UPDATE tenant_deletions SET found_before = $2, is_searched = $3, found_after = $4, receipt = $5
     WHERE tenant_id = $1`,
    [
      tenantId,
      JSON.stringify(foundBefore),
      isSearched,
      foundAfter && JSON.stringify(foundAfter),
      receipt && JSON.stringify(receipt),
    ],
  );
}
