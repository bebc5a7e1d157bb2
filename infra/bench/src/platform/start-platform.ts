import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readStartCommand } from './start-command.ts';
import type { PlatformAddress } from './tenants.ts';

export interface StartOptions {
  /** Root folder of the repository. */
  root: string;
  /** Folder in which a new DATA_DIR is created. `dispose` deletes the DATA_DIR. */
  workFolder: string;
  /** Ports of the gateway, the authorization server, the portal and the admin API. */
  ports: readonly number[];
  /** Additional environment variables of the platform, including `HOME` and `PATH`. */
  environment: Record<string, string | undefined>;
  /** Path of the Node.js 24 executable. */
  nodePath: string;
  /** Kills the process group whose leader is `pid`. */
  killGroup(pid: number): void;
  /** Aborted when the benchmark is interrupted. */
  signal: AbortSignal;
}

/** A standalone platform that the benchmark starts, without a rate limit. */
export interface OwnPlatform {
  address: PlatformAddress;
  metricsUrl: string;
  dataDir: string;
  pid(): number;
  /** Starts or restarts the platform. @returns milliseconds until `/health/ready` returns 200 */
  start(): Promise<number>;
  /** Stops the platform with SIGTERM. @returns milliseconds until its process ended */
  stop(): Promise<number>;
  /** Kills the platform's process with SIGKILL and waits until it ends. PostgreSQL may still be stopping. */
  kill(): Promise<void>;
  /** Stops the platform in any state, deletes its data, and starts it with an empty DATA_DIR. */
  startEmpty(): Promise<void>;
  /** Stops the platform in any state and deletes its data. */
  dispose(): Promise<void>;
}

/** Number of ports that a platform uses. */
export const PORTS = 4;
const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 30_000;
const KEPT_OUTPUT_CHARACTERS = 8_000;

/** Creates a DATA_DIR for a platform. Does not start the platform. */
export async function preparePlatform(options: StartOptions): Promise<OwnPlatform> {
  const dataDir = await mkdtemp(join(options.workFolder, 'loci-bench-'));
  const adminToken = randomBytes(24).toString('hex');
  const port = (index: number) => String(options.ports[index]);
  const gatewayUrl = `http://127.0.0.1:${port(0)}`;
  const command = readStartCommand(options.root);
  const environment = {
    ...options.environment,
    ...command.environment,
    HOST: '127.0.0.1',
    PORT: port(0),
    AUTH_PORT: port(1),
    PORTAL_PORT: port(2),
    ADMIN_PORT: port(3),
    DATA_DIR: dataDir,
    ADMIN_TOKEN: adminToken,
    RATE_LIMIT_PER_MINUTE: '0',
  };
  let child: ChildProcess | undefined;
  let output = '';

  const gone = () => child === undefined || child.exitCode !== null || child.signalCode !== null;

  async function start(): Promise<number> {
    output = '';
    const startedAt = performance.now();
    const spawned = spawn(
      options.nodePath,
      command.parameters,
      // The option `detached` creates a separate process group, so that dispose() can kill all processes.
      { cwd: options.root, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
    );
    child = spawned;
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT_CHARACTERS);
    };
    spawned.stdout.on('data', keep);
    spawned.stderr.on('data', keep);
    while (!(await answersReady(gatewayUrl))) {
      options.signal.throwIfAborted();
      if (gone()) throw new Error(`The platform exited before it was ready:\n${output}`);
      if (performance.now() - startedAt > READY_TIMEOUT_MS) {
        throw new Error(`The platform was not ready within ${READY_TIMEOUT_MS / 1000} s:\n${output}`);
      }
      await wait(20);
    }
    return performance.now() - startedAt;
  }

  async function stop(): Promise<number> {
    const startedAt = performance.now();
    child?.kill('SIGTERM');
    while (!gone()) {
      if (performance.now() - startedAt > STOP_TIMEOUT_MS) {
        throw new Error(
          `The platform did not exit within ${STOP_TIMEOUT_MS / 1000} s after SIGTERM:\n${output}`,
        );
      }
      await wait(10);
    }
    return performance.now() - startedAt;
  }

  async function kill(): Promise<void> {
    child?.kill('SIGKILL');
    while (!gone()) await wait(1);
  }

  async function dispose(): Promise<void> {
    await stop().catch(() => undefined);
    try {
      if (child?.pid !== undefined) options.killGroup(child.pid);
    } catch {
      // The process group is usually empty, because all processes have exited.
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  async function startEmpty(): Promise<void> {
    await dispose();
    await mkdir(dataDir);
    await start();
  }

  return {
    address: { gatewayUrl, authUrl: `http://127.0.0.1:${port(1)}`, adminToken },
    metricsUrl: `http://127.0.0.1:${port(3)}/metrics`,
    dataDir,
    pid: () => {
      if (child?.pid === undefined) throw new Error('The platform has no process. Call `start` first.');
      return child.pid;
    },
    start,
    stop,
    kill,
    startEmpty,
    dispose,
  };
}

async function answersReady(gatewayUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${gatewayUrl}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
