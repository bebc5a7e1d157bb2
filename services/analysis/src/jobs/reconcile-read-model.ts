import type { Job } from '@loci/service-hosting';
import { reconcileAllTenants } from '../reconciliation/reconcile-all-tenants.ts';
import type { Drift, ReconcileDeps } from '../reconciliation/reconcile-all-tenants.ts';

const EVERY_MS = 15 * 60_000;
/** Soon after the start, when what waited in the outboxes is mostly done. */
const FIRST_AFTER_MS = 5_000;

export const reconcileReadModel = (deps: ReconcileDeps, report: (drift: Drift) => void): Job => ({
  name: 'reconcile-read-model',
  initialDelayMs: FIRST_AFTER_MS,
  intervalMs: EVERY_MS,
  run: async (signal) => report(await reconcileAllTenants(deps, signal)),
});
