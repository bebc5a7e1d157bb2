import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@loci/postgres';
import type { Health } from '@loci/runtime';

export interface Readiness extends Health {
  /** From now on not ready, so that balancers send nothing more. */
  drain(): void;
}

/** A database that needs longer than this does not serve anybody. */
const DATABASE_TIMEOUT_MS = 1_000;

/**
 * Whether a running platform can serve: migrations are done and consumers run before it exists, so what can go is
 * its database. However many ask, one question is under way.
 */
export function watchReadiness(database: Pick<Database, 'inSystemTransaction'>): Readiness {
  let draining = false;
  let asking: Promise<boolean> | null = null;
  const databaseAnswers = (): Promise<boolean> => {
    asking ??= Promise.race([
      database
        .inSystemTransaction((tx) => tx.query('SELECT 1'))
        .then(
          () => true,
          () => false,
        ),
      pause(DATABASE_TIMEOUT_MS, false, { ref: false }),
    ]).finally(() => {
      asking = null;
    });
    return asking;
  };
  return {
    drain: () => {
      draining = true;
    },
    notReady: async () => [
      ...(draining ? ['shutdown'] : []),
      ...((await databaseAnswers()) ? [] : ['database']),
    ],
  };
}
