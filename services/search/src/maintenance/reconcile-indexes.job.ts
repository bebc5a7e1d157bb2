import type { Job } from '@loci/service-hosting';
import { reconcileAllTenants } from './reconcile-all-tenants.ts';
import type { Drift, ReconcileDeps } from './reconcile-tenant.ts';

const INTERVAL_MS = 15 * 60_000;
/** Delay of the first run. Events that are still pending at the start would count as drift. */
const INITIAL_DELAY_MS = 5_000;

/**
 * Reconciles the indexes of all tenants with their owners.
 *
 * @param onDrift called after each completed run
 * @see docs/reference/events.md#rebuild-and-reconcile
 */
export const reconcileIndexesJob = (deps: ReconcileDeps, onDrift: (drift: Drift) => void): Job => ({
  name: 'reconcile-indexes',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async (signal) => {
    // The re-embed job reconciles as well until the configured model serves.
    if (await deps.previousSpace()) return;
    onDrift(await reconcileAllTenants(deps, signal));
  },
});
