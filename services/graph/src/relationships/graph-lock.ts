import type { Transaction } from '@loci/postgres';

// Locks that the writers of a tenant's relationships acquire. Writers that create or change single
// relationships share a lock. Writers that remove all relationships of a memory, or between two memories,
// hold it exclusively. The relationships of a deleted memory therefore cannot be removed between a writer's
// check that the memory exists and its insert.
//
// The locks are advisory locks, because waiting for one does not assign a transaction id. A transaction that
// waits for a row lock already has its id, so the order of transaction ids, which is the order of events,
// could differ from the order of revisions (see `Outbox.append`). This happened with 20 concurrent updates of
// one row.
//
// A lock must be requested before the transaction's first other statement. It is held until the transaction
// ends.

/** Acquires the shared lock of a tenant, for creating relationships. */
export const lockForCreate = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query(
    `SELECT pg_advisory_xact_lock_shared(hashtextextended('graph:' || $1, 0))`,
    [tenantId],
    'graph-lock-for-create',
  );

/**
 * Acquires the shared lock of a tenant and the exclusive lock of one relationship, for changing or deleting
 * it.
 */
export const lockForChange = (tx: Transaction, tenantId: string, id: string): Promise<unknown> =>
  tx.query(
    `SELECT pg_advisory_xact_lock_shared(hashtextextended('graph:' || $1, 0)),
       pg_advisory_xact_lock(hashtextextended('relationship:' || $2, 0))`,
    [tenantId, id],
    'graph-lock-for-change',
  );

/**
 * Acquires the exclusive lock of a tenant, for removing the relationships of a memory or between two
 * memories.
 */
export const lockForBulkRemoval = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('graph:' || $1, 0))`,
    [tenantId],
    'graph-lock-for-bulk-removal',
  );
