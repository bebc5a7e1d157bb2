import type { Database, Transaction } from '@loci/postgres';
import type { Job } from './job.ts';
import { REVISION_BYTES_COUNTER } from './revision-table.ts';

const INTERVAL_MS = 3_600_000;
const INITIAL_DELAY_MS = 5 * 60_000;
/** Time for which the revisions of a deleted object are kept. @see docs/reference/time.md#revisions */
const DELETED_RETENTION_MS = 30 * 86_400_000;
/** Maximum number of bytes of the revisions of a tenant. @see docs/reference/limits.md */
const MAX_BYTES = 10 * 1024 ** 3;
const BATCH_SIZE = 200;

/** The revisions of one type of object. */
export interface PrunedRevisions {
  /**
   * Deletes the revisions of up to `limit` objects of any tenants that were deleted before `deletedBefore`. Requires a
   * system transaction. Returns the number of deleted revisions.
   */
  eraseDeleted(tx: Transaction, query: { deletedBefore: Date; limit: number }): Promise<number>;
  /**
   * Deletes the oldest revisions of a tenant until they have at least `bytes` together, at most `limit` revisions. Returns
   * the deleted bytes.
   */
  prune(tx: Transaction, tenantId: string, options: { bytes: number; limit: number }): Promise<number>;
}

export interface PruneRevisionsDeps {
  database: Pick<Database, 'inSystemTransaction' | 'inTransaction'>;
  revisions: PrunedRevisions;
  now(): Date;
}

/**
 * Creates the job that deletes the revisions of objects that were deleted 30 days ago, and the oldest revisions of a
 * tenant whose revisions have more than `maxBytes`, every hour.
 */
export const pruneRevisionsJob = (
  { database, revisions, now }: PruneRevisionsDeps,
  maxBytes = MAX_BYTES,
): Job => ({
  name: 'prune-revisions',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async (signal) => {
    const deletedBefore = new Date(now().getTime() - DELETED_RETENTION_MS);
    const eraseBatch = (): Promise<number> =>
      database.inSystemTransaction((tx) => revisions.eraseDeleted(tx, { deletedBefore, limit: BATCH_SIZE }));
    while (!signal.aborted && (await eraseBatch()) > 0);
    for (const { tenantId, excessBytes } of await findTenantsAbove(database, maxBytes)) {
      let left = excessBytes;
      let pruned = Infinity;
      while (!signal.aborted && left > 0 && pruned > 0) {
        pruned = await database.inTransaction(tenantId, (tx) =>
          revisions.prune(tx, tenantId, { bytes: left, limit: BATCH_SIZE }),
        );
        left -= pruned;
      }
    }
  },
});

/** Returns the tenants whose revisions have more than `maxBytes`, and the bytes above it. */
async function findTenantsAbove(
  database: Pick<Database, 'inSystemTransaction'>,
  maxBytes: number,
): Promise<{ tenantId: string; excessBytes: number }[]> {
  const rows = await database.inSystemTransaction((tx) =>
    tx.query<{ tenant_id: string; excess: string }>(
      `SELECT tenant_id, value - $1 AS excess FROM counters
       WHERE counter = '${REVISION_BYTES_COUNTER}' AND value > $1 ORDER BY tenant_id`,
      [maxBytes],
    ),
  );
  return rows.map((row) => ({ tenantId: row.tenant_id, excessBytes: Number(row.excess) }));
}
