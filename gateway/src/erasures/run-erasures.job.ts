import { callUserData, createErasureClient } from '@loci/contracts';
import type {
  DueErasure,
  ErasedObject,
  ErasureClient,
  FoundByService,
  ServiceClient,
  UserErasure,
} from '@loci/contracts';
import type { Job } from '@loci/service-hosting';
import { TENANT_DATA_SERVICES } from '../tenant-deletion/delete-tenant-data.job.ts';

/** Services with data of users in the order of erasure. The services that own records come first. */
export const USER_DATA_SERVICES: readonly string[] = [...TENANT_DATA_SERVICES, 'auth'];

export interface RunErasuresDeps {
  /** Returns the client of a service by its name. */
  connect(service: string): ServiceClient;
  /** Names of all services with data of users. */
  services: readonly string[];
  /** Days for which an event log outside the services keeps events. Null if there is none. */
  eventLogDays: number | null;
}

const INTERVAL_MS = 5_000;
/** Maximum duration of the deletion in a pass. An erasure with more data continues in its next pass, after the others. */
const PASS_LIMIT_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Erases what users stored, in all services. Runs one pass per due erasure. The authorization server stores when the next
 * pass is due, and the services store which objects remain, so the job continues after a restart of any process.
 *
 * @see docs/decisions/0019-erase-users-in-verified-passes.md
 */
export const runErasuresJob = (deps: RunErasuresDeps): Job => {
  const erasures = createErasureClient(deps.connect('auth'));
  return {
    name: 'run-erasures',
    intervalMs: INTERVAL_MS,
    run: async (signal) => {
      const failures: unknown[] = [];
      for (const erasure of await erasures.due()) {
        if (signal.aborted) return;
        // A service may be unavailable. The other erasures continue nevertheless.
        await runPass(deps, erasures, erasure, signal).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0)
        throw new AggregateError(
          failures,
          `${failures.length} erasures did not complete their pass. The next run tries again.`,
        );
    },
  };
};

/**
 * Runs one pass: records the objects that the user stored in all services, searches for them, deletes them, and searches
 * again.
 */
async function runPass(
  { connect, services, eventLogDays }: RunErasuresDeps,
  erasures: ErasureClient,
  { is_searched: isSearched, ...erasure }: DueErasure,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const mustStop = (): boolean => signal.aborted || performance.now() - startedAt > PASS_LIMIT_MS;
  const record = (pass: Partial<Parameters<ErasureClient['recordPass']>[1]>): Promise<boolean> =>
    erasures.recordPass(erasure, {
      ...pass,
      event_log_until:
        eventLogDays === null
          ? null
          : new Date(Date.parse(erasure.until) + eventLogDays * DAY_MS).toISOString(),
      duration_ms: Math.ceil(performance.now() - startedAt),
    });
  const repeat = async (operation: 'collect' | 'erase' | 'end'): Promise<boolean> => {
    for (const service of services) {
      for (let done = false; !done;) {
        if (mustStop()) return false;
        ({ done } = await callUserData(connect(service), operation, erasure, signal));
      }
    }
    return true;
  };
  const search = async () => {
    const found: FoundByService = {};
    const unattributed: FoundByService = {};
    for (const service of services) {
      const response = await callUserData(connect(service), 'find', erasure, signal);
      found[service] = response.found;
      unattributed[service] = response.unattributed;
    }
    return { found, unattributed };
  };

  if (!(await repeat('collect'))) return void (await record({}));
  await shareObjects({ connect, services }, erasure, signal);
  if (!isSearched) await record({ found_before: (await search()).found });
  if (!(await repeat('erase'))) return void (await record({}));
  const { found, unattributed } = await search();
  const isCompleted = await record({ found_after: found, unattributed });
  // If a crash prevents the end, the recorded IDs remain in tables that no request reads.
  if (isCompleted) await repeat('end');
}

/** Sends the recorded objects of each service to all other services. */
async function shareObjects(
  { connect, services }: Pick<RunErasuresDeps, 'connect' | 'services'>,
  erasure: UserErasure,
  signal: AbortSignal,
): Promise<void> {
  for (const owner of OWNERS) {
    for (let after: string | null = null; ;) {
      const { objects }: { objects: ErasedObject[] } = await callUserData(
        connect(owner),
        'list',
        { ...erasure, after },
        signal,
      );
      if (objects.length === 0) break;
      for (const service of services) {
        if (service !== owner) await callUserData(connect(service), 'add', { ...erasure, objects }, signal);
      }
      after = objects.at(-1)!.id;
    }
  }
}

/** Services whose objects have copies in other services. */
const OWNERS = ['memory', 'document', 'artifact', 'graph'];
