import type { Job } from '@loci/service-hosting';
import { reconcileAllTenants } from '../reconciliation/reconcile-all-tenants.ts';
import type { Drift, ReconcileDeps } from '../reconciliation/reconcile-all-tenants.ts';

const INTERVAL_MS = 15 * 60_000;
/**
 * Delay before the first run. During this delay, consumers process most of the events that were published
 * while the service was stopped.
 */
const INITIAL_DELAY_MS = 5_000;

/**
 * Creates the job that reconciles the known memories and the graph store of all tenants.
 *
 * @param onDrift called after each run with the number of differences that it found
 * @param createAwaitEvents creates the waits of one run, see `ReconcileKnownMemoriesDeps`
 */
export const reconcileGraphJob = (
  deps: ReconcileDeps,
  onDrift: (drift: Drift) => void,
  createAwaitEvents: () => ReconcileDeps['awaitEvents'],
): Job => ({
  name: 'reconcile-graph',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async (signal) =>
    onDrift(await reconcileAllTenants({ ...deps, awaitEvents: createAwaitEvents() }, signal)),
});
