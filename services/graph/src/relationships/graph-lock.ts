import type { Transaction } from '@loci/postgres';

/**
 * Two kinds of writers to a tenant's relationships: many at a time that make or change single ones, and one
 * at a time that removes all those of a memory or a pair. An advisory lock, because it gives the transaction
 * no number yet: the order of numbers then is the order of revisions also where one transaction touches many
 * relationships (see `Outbox.append`), and a memory cannot go between the look at it and the write.
 *
 * Send it before the transaction's first other statement; it is held until the transaction ends.
 */
export const lockToChangeOne = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query(
    `SELECT pg_advisory_xact_lock_shared(hashtextextended('graph:' || $1, 0))`,
    [tenantId],
    'graph-lock-shared',
  );

/** @see lockToChangeOne */
export const lockToRemoveMany = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('graph:' || $1, 0))`, [tenantId], 'graph-lock');
