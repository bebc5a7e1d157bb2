import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@loci/postgres';

export interface BlockedReconcilers {
  release(): Promise<void>;
}

/**
 * Names of the leader election locks that `electLeader` of @loci/postgres uses for services with a
 * reconciler.
 */
const LOCKS = ['search-jobs', 'graph-jobs', 'analysis-jobs'].map((name) => `loci-leader-${name}`);
const POLL_INTERVAL_MS = 1_000;
const RETRY_DELAY_MS = 20;

/**
 * Prevents the reconcilers from running, because they would repair inconsistencies that the test must find. A reconciler
 * runs only on the leader of its service, so this function holds the leader locks. After a restart of
 * PostgreSQL, it acquires the locks again and terminates the session of any service that acquired one first.
 *
 * @param database direct connection, so that only a restart of PostgreSQL interrupts it
 */
export function blockReconcilers(database: Database): BlockedReconcilers {
  const releasing = new AbortController();

  const holdLocks = (): Promise<void> =>
    database.inSystemTransaction(async (tx) => {
      await tx.query(
        `SELECT set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true)`,
      );
      for (const lock of LOCKS) {
        await tx.query(
          `SELECT pg_terminate_backend(pid) FROM pg_locks
           WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid() AND objsubid = 1
             AND (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)`,
          [lock],
        );
        await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
      }
      while (!releasing.signal.aborted) {
        await tx.query('SELECT 1');
        await delay(POLL_INTERVAL_MS, undefined, { signal: releasing.signal }).catch(() => undefined);
      }
    });

  const holding = (async () => {
    while (!releasing.signal.aborted) {
      await holdLocks().catch(() => undefined);
      await delay(RETRY_DELAY_MS);
    }
  })();
  return {
    release: async () => {
      releasing.abort();
      await holding;
    },
  };
}
