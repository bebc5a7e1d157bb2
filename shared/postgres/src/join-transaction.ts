import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@loci/core';
import type { Database, Transaction } from './database.ts';

/** A database whose transactions can join an open transaction. */
export interface JoinableDatabase extends Database {
  /**
   * Runs `work` so that the transactions that it starts on this database join `tx`. They see each other's changes and are
   * committed together with `tx`. Only transactions of the same tenant join a transaction of a tenant. All transactions
   * join a transaction of all tenants.
   *
   * @param tenantId tenant of `tx`, or null for a transaction of all tenants (`inSystemTransaction`)
   * @throws SYS_INTERNAL_ERROR if a joined transaction failed and `work` ignored its error, because PostgreSQL has
   *   discarded all changes of `tx`
   */
  join<T>(tx: Transaction, tenantId: string | null, work: () => Promise<T>): Promise<T>;
}

interface OpenTransaction {
  tx: Transaction;
  /** Null for a transaction of all tenants. */
  tenantId: string | null;
  hasFailed: boolean;
  /** True after `work` has ended. A timer that `work` started can run later and must not use `tx`. */
  hasEnded: boolean;
}

/** Creates a database with `join`. Without a running `join`, it behaves exactly like `database`. */
export function joinableDatabase(database: Database): JoinableDatabase {
  const storage = new AsyncLocalStorage<OpenTransaction>();

  /** Runs `work` in the open transaction. Calls `start` if there is none that a transaction of `tenantId` can join. */
  async function joinOr<T>(
    tenantId: string | null,
    work: (tx: Transaction) => Promise<T>,
    start: () => Promise<T>,
  ): Promise<T> {
    const open = storage.getStore();
    if (open === undefined || open.hasEnded) return start();
    if (open.tenantId !== null && open.tenantId !== tenantId) return start();
    try {
      return await work(open.tx);
    } catch (error) {
      open.hasFailed = true;
      throw error;
    }
  }

  return {
    inTransaction: (tenantId, work) => joinOr(tenantId, work, () => database.inTransaction(tenantId, work)),
    inOneRoundTrip: (tenantId, work) => joinOr(tenantId, work, () => database.inOneRoundTrip(tenantId, work)),
    inSystemTransaction: (work, options) =>
      joinOr(null, work, () => database.inSystemTransaction(work, options)),
    statement: (...call) => database.statement(...call),
    poolState: () => database.poolState(),
    close: () => database.close(),
    join: async (tx, tenantId, work) => {
      const open: OpenTransaction = { tx, tenantId, hasFailed: false, hasEnded: false };
      try {
        const result = await storage.run(open, work);
        if (open.hasFailed)
          throw new AppError('SYS_INTERNAL_ERROR', 'The error of a joined transaction was ignored.');
        return result;
      } finally {
        open.hasEnded = true;
      }
    },
  };
}
