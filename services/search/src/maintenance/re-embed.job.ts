import type { Job } from '@loci/service-hosting';
import type { ServingVectorSpace } from '../vector-index/serving-vector-space.ts';
import type { VectorSpaces } from '../vector-index/vector-space.ts';
import { reconcileAllTenants } from './reconcile-all-tenants.ts';
import type { ReconcileDeps } from './reconcile-tenant.ts';

export interface ReEmbedDeps {
  /** The indexes of current items and the archive. */
  collections: readonly (ReconcileDeps & { vectorSpaces: VectorSpaces })[];
  serving: ServingVectorSpace;
  now(): Date;
}

/**
 * Milliseconds to keep the previous model's vectors, because other processes search them until their cached
 * serving model expires.
 */
const KEEP_PREVIOUS_MS = 10 * 60_000;

/**
 * Migrates the vectors to the configured model after the configuration has changed:
 *
 * 1. Embeds all items with the configured model into its own index. Searches still use the previous model.
 * 2. Switches searches to the configured model.
 * 3. Deletes the vectors of other models after a grace period.
 *
 * After a failure, the next run skips the items that are already embedded.
 */
export const reEmbedJob = (deps: ReEmbedDeps): Job => {
  const { serving, collections, now } = deps;
  let isFinished = false;
  return {
    name: 're-embed',
    initialDelayMs: 0,
    intervalMs: 5_000,
    run: async (signal) => {
      if (isFinished) return;
      const servingSince = await serving.targetServingSince();
      if (servingSince === null) {
        // Every item is missing in the configured model's index, so reconciliation embeds it.
        await reconcileAllTenants(collections, signal);
        await serving.switchToTarget(now());
      } else if (now().getTime() - servingSince.getTime() > KEEP_PREVIOUS_MS) {
        for (const { vectorSpaces } of collections) await vectorSpaces.deleteOthers();
        isFinished = true;
      }
    },
  };
};
