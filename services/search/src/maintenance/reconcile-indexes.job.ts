import type { Job } from '@loci/service-hosting';
import { reconcileAllTenants } from './reconcile-all-tenants.ts';
import type { Drift, ReconcileDeps } from './reconcile-tenant.ts';

const EVERY_MS = 15 * 60_000;
/** Soon after the start, when what waited in the outboxes is mostly done. */
const FIRST_AFTER_MS = 5_000;

export const reconcileIndexes = (deps: ReconcileDeps, report: (drift: Drift) => void): Job => ({
  name: 'reconcile-indexes',
  initialDelayMs: FIRST_AFTER_MS,
  intervalMs: EVERY_MS,
  run: async (signal) => {
    // While a new model's index is filled, that job does all of this.
    if (await deps.previousSpace()) return;
    report(await reconcileAllTenants(deps, signal));
  },
});
