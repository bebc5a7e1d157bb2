import { freePorts } from '@loci/runtime/free-ports';
import { SCHEMA_NAMES } from '../database/schema-names.ts';
import type { SchemaName } from '../database/schema-names.ts';
import { migratePlatformDatabase } from '../database/migrate-platform-database.ts';
import { loadDistributedSecrets } from './distributed-secrets.ts';
import { databaseUrl, processEnvironment } from './process-environment.ts';
import type { ProcessPorts } from './process-environment.ts';
import { planProcesses } from './process-plan.ts';
import type { PlannedProcess } from './process-plan.ts';
import type { DistributedConfig } from './start-distributed.config.ts';
import { superviseProcess } from './supervised-process.ts';
import type { SupervisedProcess } from './supervised-process.ts';

export interface DistributedPlatform {
  baseUrl: string;
  authUrl: string;
  portalUrl: string;
  adminToken: string;
  bootstrapApiKey: string;
  /** URL of the database with the admin role. */
  databaseUrl: string;
  /** Generated API key that has not been shown yet. */
  newApiKey: string | null;
  /** Generated admin token that has not been shown yet. */
  newAdminToken: string | null;
  processes: readonly SupervisedProcess[];
  /** `ADMIN_PORT` by process name. */
  adminPorts: Readonly<Record<string, number>>;
  /**
   * Starts another gateway process behind the same public URL, as a load balancer would have it. `stop` of the platform
   * also stops it.
   *
   * @throws Error if the process is not ready within 90 s
   */
  addGateway(): Promise<{ baseUrl: string }>;
  /** Records that the new credentials have been shown, so that later starts do not show them again. */
  markCredentialsShown(): void;
  stop(): Promise<void>;
}

/** Time limit for the startup, which takes about 30 s if all dependencies are available. */
const READY_TIMEOUT_MS = 90_000;

/**
 * Prepares the database, starts every service in its own process and waits until all are ready.
 *
 * @param print receives the output of the processes line by line
 * @throws Error with the name of a process that is not ready within 90 s, after stopping all processes
 */
export async function startDistributed(
  config: DistributedConfig,
  print: (line: string) => void,
): Promise<DistributedPlatform> {
  const { secrets, newApiKey, newAdminToken, markShown } = loadDistributedSecrets(config);
  await migratePlatformDatabase(
    config.DATABASE_ADMIN_URL,
    Object.fromEntries(
      SCHEMA_NAMES.map((schema) => [schema, databaseUrl(config.DATABASE_ADMIN_URL, schema, secrets)]),
    ) as Record<SchemaName, string>,
  );
  const plan = planProcesses({ splitRoles: config.SPLIT_ROLES });
  const assigned = await assignPorts(config, plan);
  const supervise = (planned: PlannedProcess, overrides: Record<string, string> = {}): SupervisedProcess =>
    superviseProcess({
      name: planned.name,
      main: planned.main,
      environment: { ...processEnvironment(config, secrets, assigned, planned), ...overrides },
      print: (line) => print(`${planned.name.padEnd(18)} ${line}`),
    });
  const processes = plan.map((planned) => supervise(planned));
  const addGateway = async (): Promise<{ baseUrl: string }> => {
    const [port, adminPort] = (await freePorts(2)) as [number, number];
    const gateway = plan.find(({ service }) => service === 'gateway')!;
    const added = supervise(gateway, { PORT: String(port), ADMIN_PORT: String(adminPort) });
    processes.push(added);
    await added.waitUntilReady(READY_TIMEOUT_MS);
    return { baseUrl: `http://localhost:${port}` };
  };
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((child) => child.stop()));
  };
  try {
    await Promise.all(processes.map((child) => child.waitUntilReady(READY_TIMEOUT_MS)));
  } catch (error) {
    await stop();
    throw error;
  }
  const urlOf = (service: string): string => `http://localhost:${assigned.ports[service]}`;
  return {
    baseUrl: urlOf('gateway'),
    authUrl: urlOf('auth'),
    portalUrl: urlOf('portal'),
    adminToken: secrets.adminToken.reveal(),
    bootstrapApiKey: secrets.bootstrapApiKey.reveal(),
    databaseUrl: config.DATABASE_ADMIN_URL,
    newApiKey,
    newAdminToken,
    processes,
    adminPorts: assigned.adminPorts,
    addGateway,
    markCredentialsShown: markShown,
    stop,
  };
}

/** Assigns the configured ports to the public services, and free ports to all other servers. */
async function assignPorts(
  config: DistributedConfig,
  plan: readonly PlannedProcess[],
): Promise<ProcessPorts> {
  const ports: Record<string, number> = {};
  const adminPorts: Record<string, number> = {};
  const free = await freePorts(2 * plan.length);
  const configured: Record<string, number> = {
    gateway: config.PORT,
    auth: config.AUTH_PORT,
    portal: config.PORTAL_PORT,
  };
  for (const { name, service } of plan) {
    ports[service] ??= configured[service] || free.pop()!;
    adminPorts[name] = free.pop()!;
  }
  return { ports, adminPorts };
}
