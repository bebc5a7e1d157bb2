import { createTenantDeletionClient, deleteTenantData } from '@loci/contracts';
import type { ServiceClient, TenantDeletionClient } from '@loci/contracts';
import type { Job } from '@loci/service-hosting';

/** Services with data of tenants in the order of deletion. The services that own records come first. */
export const TENANT_DATA_SERVICES: readonly string[] = [
  'memory',
  'document',
  'artifact',
  'graph',
  'search',
  'analysis',
  'webhook',
];

export interface DeleteTenantDataDeps {
  /** Returns the client of a service by its name. */
  connect(service: string): ServiceClient;
  /** Names of all services with data of tenants. */
  services: readonly string[];
}

const INTERVAL_MS = 5_000;
/** Maximum duration of a pass. A tenant with more data continues in its next pass, after the other tenants. */
const PASS_LIMIT_MS = 60_000;

/**
 * Deletes the data of deleted tenants in all services. Runs one pass per due tenant. The authorization server stores when
 * the next pass is due, so the job continues after a restart.
 *
 * @see docs/decisions/0010-delete-tenants-in-passes.md
 */
export const deleteTenantDataJob = ({ connect, services }: DeleteTenantDataDeps): Job => {
  const deletions: TenantDeletionClient = createTenantDeletionClient(connect('auth'));
  return {
    name: 'delete-tenant-data',
    intervalMs: INTERVAL_MS,
    run: async (signal) => {
      const failures: unknown[] = [];
      for (const tenantId of await deletions.due()) {
        if (signal.aborted) return;
        const startedAt = performance.now();
        await runPass({ connect, services }, tenantId, signal)
          .then((pass) =>
            deletions.recordPass(tenantId, { ...pass, durationMs: performance.now() - startedAt }),
          )
          // A service may be unavailable. The other tenants are deleted nevertheless.
          .catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0)
        throw new AggregateError(
          failures,
          `The data of ${failures.length} deleted tenants was not deleted. The next run tries again.`,
        );
    },
  };
};

/** Deletes the data of a tenant in one service after the other. */
async function runPass(
  { connect, services }: DeleteTenantDataDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<{ deleted: number; complete: boolean }> {
  const startedAt = performance.now();
  let deleted = 0;
  for (const service of services) {
    for (let done = false; !done;) {
      if (signal.aborted || performance.now() - startedAt > PASS_LIMIT_MS)
        return { deleted, complete: false };
      const progress = await deleteTenantData(connect(service), tenantId, signal);
      deleted += progress.deleted;
      done = progress.done;
    }
  }
  return { deleted, complete: true };
}
