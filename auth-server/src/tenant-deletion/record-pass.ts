import type { TenantDeletionPass } from '@loci/contracts';
import type { Database, Transaction } from '@loci/postgres';
import { createDeletionReceipt } from './deletion-record.ts';
import { findDeletionRecord, updateDeletionRecord, withOwnRows } from './deletion-record.repository.ts';
import { isSettled, stepAfterPass } from './tenant-deletion.ts';
import type { DeletionPass } from './tenant-deletion.ts';
import {
  deleteLateRows,
  deleteTenantRecords,
  hasValidTokens,
  lockTenant,
  scheduleNextPass,
} from './tenant-deletion.repository.ts';

export interface RecordPassDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/**
 * Records a deletion pass that has just ended, or the search before the deletion, and schedules the next pass. Deletes late
 * rows of the tenant in the authorization server. After the first pass that found no data, issues the receipt, and after
 * the last pass deletes the remaining rows of the tenant.
 *
 * @returns false if the tenant does not exist or is not deleted
 */
export function recordPass(
  { database, now }: RecordPassDeps,
  tenantId: string,
  pass: TenantDeletionPass,
): Promise<boolean> {
  return database.inSystemTransaction(async (tx) => {
    const deletion = (await lockTenant(tx, tenantId))?.deletion ?? null;
    if (deletion === null) return false;
    const endedAt = now();
    const startedAt = new Date(endedAt.getTime() - pass.duration_ms);
    const lateRows = isSettled(deletion, startedAt) ? await deleteLateRows(tx, tenantId) : 0;
    const ended: DeletionPass = {
      startedAt,
      endedAt,
      deleted: pass.deleted + lateRows,
      foundAfter: pass.found_after ? await withOwnRows(tx, tenantId, pass.found_after) : null,
    };
    const step = stepAfterPass(deletion, ended, await hasValidTokens(tx, tenantId, endedAt));
    const isEmpty = step.finished || step.dataDeletedAt !== null;
    await recordSearches(tx, tenantId, pass, ended, isEmpty);
    if (step.finished) await deleteTenantRecords(tx, tenantId);
    else await scheduleNextPass(tx, tenantId, step);
    return true;
  });
}

/** Records the results of the searches until the receipt is issued. @param isEmpty true if no service has data */
async function recordSearches(
  tx: Transaction,
  tenantId: string,
  pass: TenantDeletionPass,
  { endedAt, foundAfter }: DeletionPass,
  isEmpty: boolean,
): Promise<void> {
  const record = await findDeletionRecord(tx, tenantId);
  if (record === null || record.receipt !== null) return;
  const isFirstSearch = pass.found_before !== undefined && !record.isSearched;
  const searched = {
    ...record,
    foundBefore: isFirstSearch ? { ...pass.found_before, ...record.foundBefore } : record.foundBefore,
    isSearched: record.isSearched || isFirstSearch,
    foundAfter: foundAfter ?? record.foundAfter,
  };
  await updateDeletionRecord(tx, {
    ...searched,
    receipt: isEmpty ? createDeletionReceipt(searched, endedAt, pass.event_log_days) : null,
  });
}
