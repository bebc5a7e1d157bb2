import type { Database, Transaction } from '@loci/postgres';

const TIMEOUT_MS = 5_000;

interface Fixture {
  database: Pick<Database, 'inSystemTransaction'>;
}

type Hold = (tx: Transaction) => Promise<unknown>;

/**
 * Runs `work` while another transaction holds locks, and releases them as soon as enough statements of `work`
 * wait for a lock. Makes the interleaving of concurrent operations deterministic.
 *
 * @param options.hold acquires the locks
 * @param options.waiters number of waiting statements after which the locks are released, at least 1
 * @returns the result of `work`
 */
export const blockUntilLocked = <T>(
  fixture: Fixture,
  { hold, waiters = 1 }: { hold: Hold; waiters?: number },
  work: () => Promise<T>,
): Promise<T> => holdUntil(fixture, hold, (waiting) => waiting >= waiters, work);

/**
 * Sends requests while another transaction holds locks, and releases them when each request either waits for a lock or
 * has ended. A request therefore never starts after another one has finished its work.
 *
 * @param options.hold acquires the locks
 * @returns the responses in the order of the requests
 */
export function overlapRequests<T>(
  fixture: Fixture,
  { count, hold }: { count: number; hold: Hold },
  send: (index: number) => PromiseLike<T>,
): Promise<T[]> {
  let ended = 0;
  const sendOne = async (index: number): Promise<T> => {
    try {
      return await send(index);
    } finally {
      ended += 1;
    }
  };
  return holdUntil(
    fixture,
    hold,
    (waiting) => waiting + ended >= count,
    () => Promise.all(Array.from({ length: count }, (_, index) => sendOne(index))),
  );
}

/** Runs `work` while a transaction holds locks. Releases them when `isReady` returns true or `work` has ended. */
async function holdUntil<T>(
  { database }: Fixture,
  hold: Hold,
  isReady: (waiting: number) => boolean,
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
      if (isReady(row!.waiting)) break;
    }
    return { started };
  });
  return running.started;
}
