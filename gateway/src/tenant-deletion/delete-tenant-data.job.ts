import { createTenantDeletionClient, deleteTenantData, findTenantData } from '@loci/contracts';
import type {
  DueTenantDeletion,
  FoundByService,
  ServiceClient,
  TenantDeletionClient,
  TenantDeletionPass,
} from '@loci/contracts';
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
  /** Days for which an event log outside the services keeps events. Null if there is none. */
  eventLogDays: number | null;
}

const INTERVAL_MS = 5_000;
/** Maximum duration of the deletion in a pass. A tenant with more data continues in its next pass, after the others. */
const PASS_LIMIT_MS = 60_000;

/**
 * Deletes the data of deleted tenants in all services. Runs one pass per due tenant. The authorization server stores when
 * the next pass is due, so the job continues after a restart.
 *
 * @see docs/decisions/0010-delete-tenants-in-passes.md
 */
export const deleteTenantDataJob = (deps: DeleteTenantDataDeps): Job => {
  const deletions = createTenantDeletionClient(deps.connect('auth'));
  return {
    name: 'delete-tenant-data',
    intervalMs: INTERVAL_MS,
    run: async (signal) => {
      const failures: unknown[] = [];
      for (const deletion of await deletions.due()) {
        if (signal.aborted) return;
        // A service may be unavailable. The other tenants are deleted nevertheless.
        await runPass(deps, deletions, deletion, signal).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0)
        throw new AggregateError(
          failures,
          `The data of ${failures.length} deleted tenants was not deleted. The next run tries again.`,
        );
    },
  };
};

/** Runs one pass: searches all services for data of a tenant, deletes it, and searches again. */
async function runPass(
  { connect, services, eventLogDays }: DeleteTenantDataDeps,
  deletions: TenantDeletionClient,
  { tenant_id: tenantId, is_searched: isSearched }: DueTenantDeletion,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  let deleted = 0;
  const record = (found: Pick<TenantDeletionPass, 'found_before' | 'found_after'>): Promise<void> =>
    deletions.recordPass(tenantId, {
      ...found,
      deleted,
      event_log_days: eventLogDays,
      duration_ms: Math.ceil(performance.now() - startedAt),
    });
  const search = async (): Promise<FoundByService> => {
    const found: FoundByService = {};
    for (const service of services) found[service] = await findTenantData(connect(service), tenantId, signal);
    return found;
  };

  // Recorded before the deletion, so that a crash during the deletion does not lose the numbers.
  if (!isSearched) await record({ found_before: await search() });
  for (const service of services) {
    for (let done = false; !done;) {
      if (signal.aborted || performance.now() - startedAt > PASS_LIMIT_MS) return record({});
      const progress = await deleteTenantData(connect(service), tenantId, signal);
      deleted += progress.deleted;
      done = progress.done;
    }
  }
  await record({ found_after: await search() });
}
