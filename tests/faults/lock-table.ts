import type { Database } from '@loci/postgres';
import { eventually } from '../support/eventually.ts';
import { openSuperuserDatabase } from '../support/platform-process.ts';

export interface TableLock {
  /** Resolves once somebody wants to write to it and waits. */
  waitUntilBlocked(): Promise<void>;
  /** Ends with the database, too. */
  release(): Promise<void>;
}

/** Takes a table so that nobody writes to it, while everybody still reads: whoever has to write stands still. */
export async function lockTable(dataDir: string, table: string): Promise<TableLock> {
  const holder = openSuperuserDatabase(dataDir);
  const observer = openSuperuserDatabase(dataDir);
  const isHeld = Promise.withResolvers<void>();
  const mayGo = Promise.withResolvers<void>();
  const holding = holder
    .inSystemTransaction(async (tx) => {
      await tx.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      isHeld.resolve();
      await mayGo.promise;
    })
    // The database may have been killed meanwhile.
    .catch((error: unknown) => isHeld.reject(error));
  await isHeld.promise;
  return {
    waitUntilBlocked: () => eventually(() => expectWanted(observer, table), 30_000),
    release: async () => {
      mayGo.resolve();
      await holding;
      await Promise.all([holder, observer].map((database) => database.close().catch(() => undefined)));
    },
  };
}

async function expectWanted(observer: Database, table: string): Promise<void> {
  const rows = await observer.inSystemTransaction((tx) =>
    tx.query('SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass', [table]),
  );
  if (rows.length === 0) throw new Error(`Nobody waits to write to ${table}.`);
}
