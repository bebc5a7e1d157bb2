import type { Job } from '@loci/service-hosting';
import { reconcileAll } from '../reconciliation/reconcile-all.ts';
import type { Drift, ReconcileDeps } from '../reconciliation/reconcile-all.ts';

const EVERY_MS = 15 * 60_000;
/** Soon after the start, when what waited in the outboxes is mostly done. */
const FIRST_AFTER_MS = 5_000;

export const reconcileGraph = (deps: ReconcileDeps, report: (drift: Drift) => void): Job => ({
  name: 'reconcile-graph',
  initialDelayMs: FIRST_AFTER_MS,
  intervalMs: EVERY_MS,
  run: async (signal) => report(await reconcileAll(deps, signal)),
});
