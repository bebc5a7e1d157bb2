import type { Job } from '@loci/service-hosting';
import { reconcileAllTenants } from './reconcile-all-tenants.ts';
import type { ReconcileDeps } from './reconcile-tenant.ts';
import type { ServingVectorSpace } from '../vector-index/serving-vector-space.ts';
import type { VectorSpaces } from '../vector-index/vector-space.ts';

export interface EmbedAnewDeps extends ReconcileDeps {
  serving: ServingVectorSpace;
  vectorSpaces: VectorSpaces;
}

/** Processes that have not yet seen the change still ask the former model. */
const KEEP_FORMER_MS = 10 * 60_000;

/**
 * After a change of the model: fills the new one's index beside the old one's, which searches ask meanwhile, then
 * lets the new one serve, and forgets the old one a while later.
 */
export const embedAnew = (deps: EmbedAnewDeps): Job => {
  const { serving, vectorSpaces, now } = deps;
  let discarded = false;
  return {
    name: 'embed-anew',
    initialDelayMs: 0,
    intervalMs: 5_000,
    run: async (signal) => {
      if (discarded) return;
      const since = await serving.targetServingSince();
      if (since === null) {
        // The new index lacks everything, which is what reconciling repairs.
        await reconcileAllTenants(deps, signal);
        await serving.switchToTarget(now());
      } else if (now().getTime() - since.getTime() > KEEP_FORMER_MS) {
        await vectorSpaces.deleteOthers();
        discarded = true;
      }
    },
  };
};
