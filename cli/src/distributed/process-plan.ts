/** A process of the distributed platform. */
export interface PlannedProcess {
  /** Unique name, such as `memory` or `memory-consumers`. */
  name: string;
  /** Name of the service, which is also the name of its schema. */
  service: string;
  /** Path of the entry point, relative to the repository root. */
  main: string;
  /** Value of `ROLES`. Null for a service without roles. */
  roles: string | null;
}

interface PlatformService {
  name: string;
  folder: string;
  /** Roles other than `api`. Empty for a service that does not use events. */
  workerRoles: readonly string[];
}

/** Services in startup order. A service comes after the services that it calls. */
const SERVICES: readonly PlatformService[] = [
  { name: 'auth', folder: 'auth-server', workerRoles: [] },
  { name: 'memory', folder: 'services/memory', workerRoles: ['consumers', 'relay'] },
  { name: 'document', folder: 'services/document', workerRoles: ['consumers', 'relay'] },
  { name: 'graph', folder: 'services/graph', workerRoles: ['consumers', 'relay'] },
  { name: 'search', folder: 'services/search', workerRoles: ['consumers', 'relay'] },
  { name: 'analysis', folder: 'services/analysis', workerRoles: ['consumers'] },
  { name: 'artifact', folder: 'services/artifact', workerRoles: [] },
  { name: 'webhook', folder: 'services/webhook', workerRoles: ['consumers'] },
  { name: 'personality', folder: 'services/personality', workerRoles: [] },
  { name: 'portal', folder: 'services/portal', workerRoles: [] },
  { name: 'gateway', folder: 'gateway', workerRoles: [] },
];

/**
 * Lists the processes of the platform in startup order.
 *
 * @param splitRoles true to run each role in its own process, false to run one process per service
 */
export function planProcesses({ splitRoles }: { splitRoles: boolean }): PlannedProcess[] {
  return SERVICES.flatMap(({ name, folder, workerRoles }): PlannedProcess[] => {
    const plan = (suffix: string, roles: string | null): PlannedProcess => ({
      name: `${name}${suffix}`,
      service: name,
      main: `${folder}/src/main.ts`,
      roles,
    });
    if (workerRoles.length === 0) return [plan('', null)];
    if (!splitRoles) return [plan('', ['api', ...workerRoles].join(','))];
    return [plan('', 'api'), ...workerRoles.map((role) => plan(`-${role}`, role))];
  });
}
