import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { eventually } from './eventually.ts';
import { freePorts } from './free-ports.ts';
import { openApiConnection } from './api-connection.ts';
import type { ApiConnection, SendRequest } from './api-connection.ts';
import { createTenant } from './tenants.ts';
import type { Tenant } from './tenants.ts';

const MAIN = join(import.meta.dirname, '../../services/standalone/src/main.ts');
const ROOT = join(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;
const GONE_WITHIN_MS = 20_000;

/** How a process ended. */
export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/** What stays the same over the starts of one platform. */
export interface PlatformSettings {
  dataDir: string;
  port: number;
  authPort: number;
  portalPort: number;
  adminPort: number;
  adminToken: string;
  /** Further variables. */
  environment: Record<string, string>;
}

export async function createPlatformSettings(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<PlatformSettings> {
  const [port, authPort, portalPort, adminPort] = (await freePorts(4)) as [number, number, number, number];
  const adminToken = randomBytes(24).toString('hex');
  return { dataDir, port, authPort, portalPort, adminPort, adminToken, environment };
}

/** The platform as a person has it: a process of its own, known by its ports, its output and its signals. */
export interface PlatformProcess {
  settings: PlatformSettings;
  pid: number;
  /** To the gateway. */
  send: SendRequest;
  /** To the operations port. */
  sendToAdminPort: SendRequest;
  createTenant(tier?: string): Promise<Tenant>;
  output(): string;
  exited: Promise<ProcessExit>;
  signal(name: NodeJS.Signals): void;
  /** Kills the whole process group with -9, as an out-of-memory killer or a closed terminal would. */
  killProcessGroup(): Promise<ProcessExit>;
  /** SIGTERM. */
  stop(): Promise<ProcessExit>;
}

const RUN_MAIN: readonly string[] = [process.execPath, '--disable-warning=ExperimentalWarning', MAIN];

/** Starts it and returns at once. @param command default: `main.ts` without npm around it */
export function spawnPlatform(home: PlatformSettings, command = RUN_MAIN): PlatformProcess {
  const child = spawn(command[0]!, command.slice(1), {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(home.port),
      AUTH_PORT: String(home.authPort),
      PORTAL_PORT: String(home.portalPort),
      ADMIN_PORT: String(home.adminPort),
      DATA_DIR: home.dataDir,
      ADMIN_TOKEN: home.adminToken,
      RATE_LIMIT_PER_MINUTE: '0',
      ...home.environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const connections: ApiConnection[] = [home.port, home.authPort, home.adminPort].map((port) =>
    openApiConnection(`http://127.0.0.1:${port}`),
  );
  const [gateway, auth, operations] = connections as [ApiConnection, ApiConnection, ApiConnection];
  // 'close' comes after the last byte of output, 'exit' may come before it.
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('close', (code, signal) => {
      for (const connection of connections) connection.close();
      resolve({ code, signal, output });
    });
  });
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    settings: home,
    pid: child.pid!,
    send: gateway.send,
    sendToAdminPort: operations.send,
    createTenant: (tier) =>
      createTenant({ send: auth.send, adminToken: home.adminToken, gateway: gateway.send }, tier),
    output: () => output,
    exited,
    signal: (name) => void child.kill(name),
    killProcessGroup: async () => {
      if (!isGone()) process.kill(-child.pid!, 'SIGKILL');
      return exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), GONE_WITHIN_MS);
      return exited.finally(() => clearTimeout(timer));
    },
  };
}

/** Starts the platform and waits until `/health/ready` answers 200. @throws with its output when it ends instead */
export async function startPlatform(
  home: PlatformSettings,
  command?: readonly string[],
): Promise<PlatformProcess> {
  const platform = spawnPlatform(home, command);
  let exit: ProcessExit | undefined;
  void platform.exited.then((ended) => {
    exit = ended;
  });
  await eventually(async () => {
    const ready = exit === undefined && (await isReady(platform));
    if (!ready && exit === undefined) throw new Error(`The platform is not ready:\n${platform.output()}`);
  }, READY_WITHIN_MS);
  if (exit !== undefined) throw new Error(`The platform ended with ${exit.code}:\n${exit.output}`);
  return platform;
}

export async function isReady(platform: PlatformProcess): Promise<boolean> {
  return platform.send({ method: 'GET', path: '/health/ready' }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** The number of PostgreSQL's process, as its own file tells. */
export const readPostmasterPid = (dataDir: string): number => Number(postmasterLines(dataDir)[0]);

/** The platform's database as its superuser, whom row-level security does not bind. */
export function openSuperuserDatabase(dataDir: string): Database {
  return openDatabase({
    host: '127.0.0.1',
    port: Number(postmasterLines(dataDir)[3]),
    database: 'loci',
    user: 'postgres',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
    maxConnections: 1,
    applicationName: 'loci-test',
  });
}

const postmasterLines = (dataDir: string): string[] =>
  readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
