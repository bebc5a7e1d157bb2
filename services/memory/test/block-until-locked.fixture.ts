import type { Transaction } from '@loci/postgres';
import type { MemoryFixture } from './memory-service.fixture.ts';

const TIMEOUT_MS = 5_000;

/**
 * Runs `work` while another transaction holds locks, and releases them as soon as enough statements of `work`
 * wait for a lock. Makes the interleaving of concurrent operations deterministic.
 *
 * @param options.hold acquires the locks
 * @param options.waiters number of waiting statements after which the locks are released, at least 1
 * @returns the result of `work`
 */
export async function blockUntilLocked<T>(
  { database }: MemoryFixture,
  { hold, waiters = 1 }: { hold: (tx: Transaction) => Promise<unknown>; waiters?: number },
  work: () => Promise<T>,
): Promise<T> {
  let settled = false;
  const running = await database.inSystemTransaction(async (tx) => {
    await hold(tx);
    const started = work().finally(() => (settled = true));
    started.catch(() => undefined);
    const deadline = Date.now() + TIMEOUT_MS;
    while (!settled && Date.now() < deadline) {
      // Uses a new transaction, because PostgreSQL caches pg_stat_activity until the end of a transaction.
      const [row] = await database.inSystemTransaction((other) =>
        other.query<{ waiting: number }>(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      );
      if (row!.waiting >= waiters) break;
    }
    return { started };
  });
  return running.started;
}
