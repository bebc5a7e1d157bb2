import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@loci/core';
import type { Database, Transaction } from './database.ts';

/** A database whose transactions can join an open transaction. */
export interface JoinableDatabase extends Database {
  /**
   * Runs `work` so that all tenant transactions that it starts on this database join `tx`. They see each other's changes
   * and are committed together with `tx`. Transactions of all tenants (`inSystemTransaction`) do not join.
   *
   * @param tenantId tenant of `tx`
   * @throws SYS_INTERNAL_ERROR if a joined transaction failed and `work` ignored its error, because PostgreSQL has
   *   discarded all changes of `tx`
   */
  join<T>(tx: Transaction, tenantId: string, work: () => Promise<T>): Promise<T>;
}

interface OpenTransaction {
  tx: Transaction;
  tenantId: string;
  hasFailed: boolean;
  /** True after `work` has ended. A timer that `work` started can run later and must not use `tx`. */
  hasEnded: boolean;
}

/** Creates a database with `join`. Without a running `join`, it behaves exactly like `database`. */
export function joinableDatabase(database: Database): JoinableDatabase {
  const storage = new AsyncLocalStorage<OpenTransaction>();

  const joinOr =
    (start: Database['inTransaction']): Database['inTransaction'] =>
    async (tenantId, work) => {
      const open = storage.getStore();
      if (open === undefined || open.hasEnded || open.tenantId !== tenantId) return start(tenantId, work);
      try {
        return await work(open.tx);
      } catch (error) {
        open.hasFailed = true;
        throw error;
      }
    };

  return {
    inTransaction: joinOr((...call) => database.inTransaction(...call)),
    inOneRoundTrip: joinOr((...call) => database.inOneRoundTrip(...call)),
    inSystemTransaction: (work) => database.inSystemTransaction(work),
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
