import type { ErasurePass } from '@loci/contracts';
import type { Database } from '@loci/postgres';
import { lockRunning, updateErasure } from './erasure.repository.ts';
import { createReceipt, nextPassAt } from './erasure.ts';
import type { Erasure } from './erasure.ts';

export interface RecordErasurePassDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/**
 * Records a pass that has just ended, or the search before the deletion, and schedules the next pass. After a pass that
 * found nothing, completes the erasure with a receipt.
 *
 * @returns true if the erasure is completed
 */
export function recordErasurePass(
  { database, now }: RecordErasurePassDeps,
  id: string,
  pass: ErasurePass,
): Promise<boolean> {
  return database.inSystemTransaction(async (tx) => {
    const erasure = await lockRunning(tx, pass.tenant_id, id);
    // Another gateway has completed the erasure.
    if (erasure === null) return true;
    const endedAt = now();
    const recorded: Erasure = {
      ...erasure,
      foundBefore: erasure.foundBefore ?? pass.found_before ?? null,
      foundAfter: pass.found_after ?? erasure.foundAfter,
    };
    const nextAt = nextPassAt(erasure, {
      startedAt: new Date(endedAt.getTime() - pass.duration_ms),
      endedAt,
      foundAfter: recorded.foundBefore === null ? null : (pass.found_after ?? null),
    });
    if (nextAt !== null) {
      await updateErasure(tx, recorded, nextAt);
      return false;
    }
    const completed = { ...recorded, completedAt: endedAt };
    const receipt = createReceipt(completed, {
      unattributed: pass.unattributed ?? {},
      eventLogUntil: pass.event_log_until,
    });
    await updateErasure(tx, { ...completed, receipt }, null);
    return true;
  });
}
