import type { Job } from '@loci/service-hosting';
import { reconcileAllTenants } from '../reconciliation/reconcile-all-tenants.ts';
import type { Drift, ReconcileDeps } from '../reconciliation/reconcile-all-tenants.ts';

const INTERVAL_MS = 15 * 60_000;
/** Delay of the first run. By then, most events that were pending at startup are processed. */
const INITIAL_DELAY_MS = 5_000;

/**
 * Job that repairs the read model and reports the number of differences after each run.
 *
 * @param createAwaitEvents creates the waits of one run, see `ReconcileMemoriesDeps`
 */
export const reconcileReadModel = (
  deps: ReconcileDeps,
  report: (drift: Drift) => void,
  createAwaitEvents: () => ReconcileDeps['awaitEvents'],
): Job => ({
  name: 'reconcile-read-model',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async (signal) =>
    report(await reconcileAllTenants({ ...deps, awaitEvents: createAwaitEvents() }, signal)),
});
