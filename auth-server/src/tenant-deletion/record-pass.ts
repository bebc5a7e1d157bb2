import type { Database } from '@loci/postgres';
import { isSettled, stepAfterPass } from './tenant-deletion.ts';
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
 * Records a deletion pass that has just ended, and schedules the next one. Deletes late rows of the tenant in the
 * authorization server, and after the last pass the remaining rows.
 *
 * @returns false if the tenant does not exist or is not deleted
 */
export function recordPass(
  { database, now }: RecordPassDeps,
  tenantId: string,
  { deleted, complete, durationMs }: { deleted: number; complete: boolean; durationMs: number },
): Promise<boolean> {
  return database.inSystemTransaction(async (tx) => {
    const deletion = (await lockTenant(tx, tenantId))?.deletion ?? null;
    if (deletion === null) return false;
    const endedAt = now();
    const startedAt = new Date(endedAt.getTime() - durationMs);
    const lateRows = isSettled(deletion, startedAt) ? await deleteLateRows(tx, tenantId) : 0;
    const step = stepAfterPass(
      deletion,
      { startedAt, endedAt, deleted: deleted + lateRows, complete },
      await hasValidTokens(tx, tenantId, endedAt),
    );
    if (step.finished) await deleteTenantRecords(tx, tenantId);
    else await scheduleNextPass(tx, tenantId, step);
    return true;
  });
}
