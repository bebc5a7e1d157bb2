import type { Database } from '@loci/postgres';
import { eventually } from '../support/eventually.ts';
import { openSuperuserDatabase } from '../support/platform-process.ts';

/** A table lock that blocks writers. */
export interface TableLock {
  /** Resolves when another session waits for the lock. */
  waitUntilBlocked(): Promise<void>;
  /** Releases the lock. Has no effect if PostgreSQL has been killed. */
  release(): Promise<void>;
}

const BLOCKED_TIMEOUT_MS = 30_000;

/** Locks a table of a running platform, so that writes to it wait while reads continue. */
export async function lockTable(dataDir: string, table: string): Promise<TableLock> {
  const holder = openSuperuserDatabase(dataDir);
  const observer = openSuperuserDatabase(dataDir);
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const transaction = holder
    .inSystemTransaction(async (tx) => {
      await tx.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      locked.resolve();
      await released.promise;
    })
    // The test may kill PostgreSQL while the lock is held.
    .catch((error: unknown) => locked.reject(error));
  await locked.promise;
  return {
    waitUntilBlocked: () => eventually(() => expectWaiter(observer, table), BLOCKED_TIMEOUT_MS),
    release: async () => {
      released.resolve();
      await transaction;
      await Promise.all([holder, observer].map((database) => database.close().catch(() => undefined)));
    },
  };
}

async function expectWaiter(observer: Database, table: string): Promise<void> {
  const rows = await observer.inSystemTransaction((tx) =>
    tx.query('SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass', [table]),
  );
  if (rows.length === 0) throw new Error(`No session waits for ${table}.`);
}
