import type { Database } from '@loci/postgres';
import { eventually } from '../support/eventually.ts';
import { openTruth } from '../support/platform-process.ts';

export interface HeldTable {
  /** Resolves once somebody wants to write to it and waits. */
  untilWanted(): Promise<void>;
  /** Ends with the database, too. */
  letGo(): Promise<void>;
}

/** Takes a table so that nobody writes to it, while everybody still reads: whoever has to write stands still. */
export async function holdTable(dataDir: string, table: string): Promise<HeldTable> {
  const holder = openTruth(dataDir);
  const observer = openTruth(dataDir);
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
    untilWanted: () => eventually(() => expectWanted(observer, table), 30_000),
    letGo: async () => {
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
