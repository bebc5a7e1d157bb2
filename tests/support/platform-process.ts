import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { eventually } from './eventually.ts';
import { freePorts } from '@loci/runtime/free-ports';
import { openApiConnection } from './api-connection.ts';
import type { ApiConnection, SendRequest } from './api-connection.ts';
import { createTenant } from './tenants.ts';
import type { Tenant } from './tenants.ts';

const MAIN = join(import.meta.dirname, '../../services/standalone/src/main.ts');
const ROOT = join(import.meta.dirname, '../..');
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Standard output and standard error of the whole run. */
  output: string;
}

/** Settings of a platform that stay the same across restarts. */
export interface PlatformSettings {
  dataDir: string;
  port: number;
  authPort: number;
  portalPort: number;
  adminPort: number;
  adminToken: string;
  /** Additional environment variables. They override the settings above. */
  environment: Record<string, string>;
}

/** Chooses free ports and a random admin token. */
export async function createPlatformSettings(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<PlatformSettings> {
  const [port, authPort, portalPort, adminPort] = (await freePorts(4)) as [number, number, number, number];
  const adminToken = randomBytes(24).toString('hex');
  return { dataDir, port, authPort, portalPort, adminPort, adminToken, environment };
}

/** A standalone platform in a child process, controlled by its ports, output and signals. */
export interface PlatformProcess {
  settings: PlatformSettings;
  pid: number;
  /** Sends a request to the gateway. */
  send: SendRequest;
  /** Sends a request to `ADMIN_PORT`, which serves metrics, health and commands. */
  sendToAdminPort: SendRequest;
  createTenant(tier?: string): Promise<Tenant>;
  /** Returns the output so far. */
  output(): string;
  /** Resolves when the process has exited. */
  exited: Promise<ProcessExit>;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGKILL to the process group, as the out-of-memory killer does. */
  killProcessGroup(): Promise<ProcessExit>;
  /** Sends SIGTERM, and SIGKILL after 20 s. */
  stop(): Promise<ProcessExit>;
}

export const RUN_MAIN: readonly string[] = [process.execPath, '--disable-warning=ExperimentalWarning', MAIN];

/**
 * Starts the platform without waiting until it is ready.
 *
 * @param command defaults to running `main.ts` without npm
 */
export function spawnPlatform(settings: PlatformSettings, command = RUN_MAIN): PlatformProcess {
  const child = spawn(command[0]!, command.slice(1), {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(settings.port),
      AUTH_PORT: String(settings.authPort),
      PORTAL_PORT: String(settings.portalPort),
      ADMIN_PORT: String(settings.adminPort),
      DATA_DIR: settings.dataDir,
      ADMIN_TOKEN: settings.adminToken,
      RATE_LIMIT_PER_MINUTE: '0',
      ...settings.environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const connections: ApiConnection[] = [settings.port, settings.authPort, settings.adminPort].map((port) =>
    openApiConnection(`http://127.0.0.1:${port}`),
  );
  const [gateway, auth, admin] = connections as [ApiConnection, ApiConnection, ApiConnection];
  // Unlike 'exit', 'close' is emitted after all output has been read.
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('close', (code, signal) => {
      for (const connection of connections) connection.close();
      resolve({ code, signal, output });
    });
  });
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    settings,
    pid: child.pid!,
    send: gateway.send,
    sendToAdminPort: admin.send,
    createTenant: (tier) => {
      const { adminToken, port } = settings;
      const baseUrl = `http://127.0.0.1:${port}`;
      return createTenant({ send: auth.send, adminToken, gateway: gateway.send, baseUrl }, tier);
    },
    output: () => output,
    exited,
    signal: (name) => void child.kill(name),
    killProcessGroup: async () => {
      if (!hasExited()) process.kill(-child.pid!, 'SIGKILL');
      return exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      return exited.finally(() => clearTimeout(timer));
    },
  };
}

/**
 * Starts the platform and waits until it is ready.
 *
 * @throws Error with the output if the process exits or is not ready within 60 s
 */
export async function startPlatform(
  settings: PlatformSettings,
  command?: readonly string[],
): Promise<PlatformProcess> {
  const platform = spawnPlatform(settings, command);
  let exit: ProcessExit | undefined;
  void platform.exited.then((ended) => {
    exit = ended;
  });
  await eventually(async () => {
    if (exit !== undefined) return;
    const answer = await readReadiness(platform);
    if (answer !== READY) throw new Error(`The platform is not ready (${answer}):\n${platform.output()}`);
  }, READY_TIMEOUT_MS);
  if (exit !== undefined) throw new Error(`The platform exited with code ${exit.code}:\n${exit.output}`);
  return platform;
}

/** Returns whether the gateway is reachable and reports ready. */
export const isReady = async (platform: PlatformProcess): Promise<boolean> =>
  (await readReadiness(platform)) === READY;

const READY = 'status 200';

/** Returns the status and body of the readiness check, only the status if it is 200, or the error of the request. */
const readReadiness = (platform: PlatformProcess): Promise<string> =>
  platform.send({ method: 'GET', path: '/health/ready' }).then(
    ({ status, text }) => (status === 200 ? READY : `status ${status}: ${text}`),
    (error: unknown) => String(error),
  );

/** Reads the process id of PostgreSQL from its PID file. */
export const readPostmasterPid = (dataDir: string): number => Number(readPidFile(dataDir)[0]);

/** Opens the database of a running platform as the superuser, which bypasses row-level security. */
export function openSuperuserDatabase(dataDir: string): Database {
  return openDatabase({
    host: '127.0.0.1',
    port: Number(readPidFile(dataDir)[3]),
    database: 'loci',
    user: 'postgres',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
    maxConnections: 1,
    applicationName: 'loci-test',
  });
}

const readPidFile = (dataDir: string): string[] =>
  readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
