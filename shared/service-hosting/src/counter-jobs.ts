import { foldCounterChanges, listCountedTenants, repairCounters } from '@loci/postgres';
import type { CounterSource, Database } from '@loci/postgres';
import type { Job } from './job.ts';

const FOLD_INTERVAL_MS = 1_000;
const VERIFY_INTERVAL_MS = 3_600_000;
const INITIAL_VERIFY_DELAY_MS = 60_000;
/** Maximum milliseconds of the verification of a tenant. Exceeds its duration for ten million memories with three tags each. */
const VERIFY_TIMEOUT_MS = 300_000;

/**
 * Creates the jobs of a service with counters. `fold-counters` adds changes to the counters every second, so
 * that readers add up few changes. `verify-counters` compares the counters with the counted rows every hour
 * and corrects them.
 */
export const counterJobs = (
  database: Pick<Database, 'inSystemTransaction'>,
  source: CounterSource,
): Job[] => [
  {
    name: 'fold-counters',
    intervalMs: FOLD_INTERVAL_MS,
    run: (signal) => foldCounterChanges(database, signal),
  },
  {
    name: 'verify-counters',
    initialDelayMs: INITIAL_VERIFY_DELAY_MS,
    intervalMs: VERIFY_INTERVAL_MS,
    run: async (signal, log) => {
      const failures: unknown[] = [];
      for (const tenantId of await database.inSystemTransaction((tx) => listCountedTenants(tx, source))) {
        if (signal.aborted) return;
        // Policies can hide counted rows from transactions of the tenant.
        await database
          .inSystemTransaction((tx) => repairCounters(tx, tenantId, source), {
            statementTimeoutMs: VERIFY_TIMEOUT_MS,
            signal,
          })
          .then((repairs) => {
            if (repairs.length > 0) log?.warn({ tenant_id: tenantId, repairs }, 'Counters corrected');
          })
          // The timeout can end the verification of a large tenant. The other tenants are verified nevertheless.
          .catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0)
        throw new AggregateError(
          failures,
          `The counters of ${failures.length} tenants were not verified. The next run verifies them again.`,
        );
    },
  },
];
