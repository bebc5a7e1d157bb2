import type { Transaction } from '@loci/postgres';

/**
 * Writers to a tenant's relationships: many at a time that make or change single ones, and one at a time that
 * removes all those of a memory or a pair. So a memory cannot go between the look at it and the write.
 *
 * Advisory locks, because they give the transaction no number yet. A row lock gives it one, and then may still
 * wait, so that the order of numbers, which is the order of events, would not be the order of revisions (see
 * `Outbox.append`; 20 changes of one row at once showed it).
 *
 * Send it before the transaction's first other statement; it is held until the transaction ends.
 */
export const lockToCreate = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query(
    `SELECT pg_advisory_xact_lock_shared(hashtextextended('graph:' || $1, 0))`,
    [tenantId],
    'graph-lock-to-create',
  );

/** One at a time for each relationship. @see lockToCreate */
export const lockToChange = (tx: Transaction, tenantId: string, id: string): Promise<unknown> =>
  tx.query(
    `SELECT pg_advisory_xact_lock_shared(hashtextextended('graph:' || $1, 0)),
       pg_advisory_xact_lock(hashtextextended('relationship:' || $2, 0))`,
    [tenantId, id],
    'graph-lock-to-change',
  );

/** Alone. @see lockToCreate */
export const lockToRemoveMany = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('graph:' || $1, 0))`,
    [tenantId],
    'graph-lock-to-remove',
  );
