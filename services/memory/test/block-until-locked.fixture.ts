import type { Transaction } from '@loci/postgres';
import type { MemoryFixture } from './memory-service.fixture.ts';

/**
 * Starts `work` while a transaction holds what `hold` locks, and lets go once `waiters` of the started statements
 * wait for a lock: what comes before their first wait has then run beside each other, every time.
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
    const deadline = Date.now() + 5_000;
    while (!settled && Date.now() < deadline) {
      // In a transaction of its own: one sees the activity as it was when it first looked.
      const [row] = await database.inSystemTransaction((look) =>
        look.query<{ waiting: number }>(
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
