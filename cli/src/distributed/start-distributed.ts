import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { freePort } from '@loci/postgres/embedded';
import { Secret, loadOrCreateSecret } from '@loci/runtime';
import { SCHEMA_NAMES } from '../database/platform-schemas.ts';
import type { SchemaName } from '../database/platform-schemas.ts';
import { migratePlatformDatabase } from '../database/migrate-platform-database.ts';
import { databaseUrl, processEnvironment } from './process-environment.ts';
import type { Addresses, LaunchSecrets } from './process-environment.ts';
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
  /** Of an admin of every schema. */
  databaseUrl: string;
  /** Null when the key was there before this start. */
  newApiKey: string | null;
  newAdminToken: string | null;
  processes: readonly SupervisedProcess[];
  /** The operators' port of each process, by its name. */
  adminPorts: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

/** A process that needs longer waits for something that does not come. */
const READY_TIMEOUT_MS = 90_000;

/**
 * Prepares the database, starts every service as a process and waits until all are ready.
 *
 * @param print gets what the processes print, line by line
 * @throws Error naming the process that is not ready in time; everything is stopped then
 */
export async function startDistributed(
  config: DistributedConfig,
  print: (line: string) => void,
): Promise<DistributedPlatform> {
  const made = makeSecrets(config);
  const { secrets } = made;
  await migratePlatformDatabase(
    config.DATABASE_ADMIN_URL,
    Object.fromEntries(
      SCHEMA_NAMES.map((part) => [part, databaseUrl(config.DATABASE_ADMIN_URL, part, secrets)]),
    ) as Record<SchemaName, string>,
  );
  const plan = planProcesses({ splitRoles: config.SPLIT_ROLES });
  const addresses = await chooseAddresses(config, plan);
  const processes = plan.map((planned) =>
    superviseProcess({
      name: planned.name,
      main: planned.main,
      environment: processEnvironment(config, secrets, addresses, planned),
      print: (line) => print(`${planned.name.padEnd(18)} ${line}`),
    }),
  );
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((child) => child.stop()));
  };
  try {
    await Promise.all(processes.map((child) => child.untilReady(READY_TIMEOUT_MS)));
  } catch (error) {
    await stop();
    throw error;
  }
  const urlOf = (part: string): string => `http://localhost:${addresses.ports[part]}`;
  return {
    baseUrl: urlOf('gateway'),
    authUrl: urlOf('auth'),
    portalUrl: urlOf('portal'),
    adminToken: secrets.adminToken.reveal(),
    bootstrapApiKey: secrets.bootstrapApiKey.reveal(),
    databaseUrl: config.DATABASE_ADMIN_URL,
    newApiKey: made.newApiKey,
    newAdminToken: made.newAdminToken,
    processes,
    adminPorts: addresses.adminPorts,
    stop,
  };
}

interface MadeSecrets {
  secrets: LaunchSecrets;
  newApiKey: string | null;
  newAdminToken: string | null;
}

function makeSecrets(config: DistributedConfig): MadeSecrets {
  const folder = config.SECRETS_DIR;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const adminToken = loadOrCreateSecret(folder, 'admin-token', config.ADMIN_TOKEN, 'loci_admin_');
  const key = loadOrCreateSecret(folder, 'bootstrap-api-key', config.BOOTSTRAP_API_KEY, 'loci_bootstrap_');
  return {
    secrets: {
      adminToken: adminToken.value,
      bootstrapApiKey: key.value,
      internalSecret: loadOrCreateSecret(folder, 'internal-secret', undefined).value,
      apiKeyPepper: loadOrCreateSecret(folder, 'api-key-pepper', undefined).value,
      signingKeySecret: loadOrCreateSecret(folder, 'signing-key-secret', undefined).value,
      cookieKeys: loadOrCreateSecret(folder, 'cookie-keys', undefined).value,
      // The roles get it anew at each start.
      rolePassword: new Secret(randomBytes(24).toString('base64url')),
    },
    newApiKey: key.isNew ? key.value.reveal() : null,
    newAdminToken: adminToken.isNew ? adminToken.value.reveal() : null,
  };
}

async function chooseAddresses(
  config: DistributedConfig,
  plan: readonly PlannedProcess[],
): Promise<Addresses> {
  const ports: Record<string, number> = {};
  const adminPorts: Record<string, number> = {};
  const taken = new Set<number>();
  const free = async (): Promise<number> => {
    const port = await freePort();
    if (taken.has(port)) return free();
    taken.add(port);
    return port;
  };
  const chosen: Record<string, number> = {
    gateway: config.PORT,
    auth: config.AUTH_PORT,
    portal: config.PORTAL_PORT,
  };
  for (const { name, part } of plan) {
    ports[part] ??= chosen[part] || (await free());
    adminPorts[name] = await free();
  }
  return { ports, adminPorts };
}
