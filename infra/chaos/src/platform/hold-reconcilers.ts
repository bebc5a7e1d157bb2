import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@loci/postgres';

export interface HeldReconcilers {
  release(): Promise<void>;
}

/** The leaders' locks of the services with a reconciler, as `seekLeadership` of @loci/postgres takes them. */
const LOCKS = ['search-jobs', 'graph-jobs', 'analysis-jobs'].map((name) => `loci-leader-${name}`);
const LOOK_MS = 1_000;
const AGAIN_MS = 20;

/**
 * Keeps the reconcilers from running, which would mend what the services themselves have to bring about: each runs
 * only in the process that leads its service, so this leads in their stead. It is there again right after PostgreSQL
 * is; a process that was faster is put out, long before it would reconcile.
 *
 * @param database straight, so that only the death of PostgreSQL interrupts it
 */
export function holdReconcilers(database: Database): HeldReconcilers {
  const releasing = new AbortController();

  const hold = (): Promise<void> =>
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
        await delay(LOOK_MS, undefined, { signal: releasing.signal }).catch(() => undefined);
      }
    });

  const holding = (async () => {
    while (!releasing.signal.aborted) {
      await hold().catch(() => undefined);
      await delay(AGAIN_MS);
    }
  })();
  return {
    release: async () => {
      releasing.abort();
      await holding;
    },
  };
}
