import type { Job } from '@loci/service-hosting';
import { reconcileAllTenants } from './reconcile-all-tenants.ts';
import type { Drift, ReconcileDeps } from './reconcile-tenant.ts';

const INTERVAL_MS = 15 * 60_000;
/** Delay of the first run, so that events that are pending at the start do not count as drift. */
const INITIAL_DELAY_MS = 5_000;

/**
 * Reconciles the indexes and the archive of all tenants with the memory and document services.
 *
 * @param onDrift called after each completed run
 * @param createAwaitEvents creates the waits of one run, see `ReconcileDeps`
 * @see docs/reference/events.md#rebuild-and-reconcile
 */
export const reconcileIndexesJob = (
  {
    previousSpace,
    collections,
  }: Pick<ReconcileDeps, 'previousSpace'> & { collections: readonly ReconcileDeps[] },
  onDrift: (drift: Drift) => void,
  createAwaitEvents: () => ReconcileDeps['awaitEvents'],
): Job => ({
  name: 'reconcile-indexes',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async (signal) => {
    // Until the configured model serves searches, the re-embed job reconciles instead.
    if (await previousSpace()) return;
    const awaitEvents = createAwaitEvents();
    onDrift(
      await reconcileAllTenants(
        collections.map((deps) => ({ ...deps, awaitEvents })),
        signal,
      ),
    );
  },
});
