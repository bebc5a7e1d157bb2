import type { Job } from '@loci/service-hosting';
import type { ModelUsage } from '../vector-index/model-usage.ts';
import type { ServingVectorSpace } from '../vector-index/serving-vector-space.ts';
import type { VectorSpaces } from '../vector-index/vector-space.ts';
import { reconcileAllTenants } from './reconcile-all-tenants.ts';
import type { ReconcileDeps } from './reconcile-tenant.ts';

export interface ReEmbedDeps {
  /** The indexes of current items and the archive. */
  collections: readonly (ReconcileDeps & { vectorSpaces: VectorSpaces })[];
  serving: ServingVectorSpace;
  modelUsage: ModelUsage;
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
 * 2. Waits until no process is configured with another model, because such a process would neither search nor write the
 *    vectors of the configured model.
 * 3. Switches searches to the configured model.
 * 4. Deletes the vectors of other models after a grace period in which no process used them.
 *
 * After a failure, the next run skips the items that are already embedded.
 */
export const reEmbedJob = (deps: ReEmbedDeps): Job => {
  const { serving, modelUsage, collections, now } = deps;
  let isFilled = false;
  let isFinished = false;
  return {
    name: 're-embed',
    initialDelayMs: 0,
    intervalMs: 5_000,
    run: async (signal) => {
      if (isFinished) return;
      const servingSince = await serving.targetServingSince();
      if (servingSince === null) {
        const isOtherModelInUse = await modelUsage.isOtherModelInUse();
        if (isFilled && isOtherModelInUse) return;
        // Every item is missing in the configured model's index, so reconciliation embeds it. After the last process with
        // another model has ended, reconciliation embeds the items that this process indexed.
        await reconcileAllTenants(collections, signal);
        isFilled = true;
        if (isOtherModelInUse) return;
        await serving.switchToTarget(now());
      } else if (now().getTime() - servingSince.getTime() > KEEP_PREVIOUS_MS) {
        // A process with another model may be filling the index of its model.
        if (await modelUsage.wasOtherModelInUse(KEEP_PREVIOUS_MS)) return;
        for (const { vectorSpaces } of collections) await vectorSpaces.deleteOthers();
        isFinished = true;
      }
    },
  };
};
