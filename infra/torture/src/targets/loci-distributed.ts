import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePorts } from '@loci/runtime/free-ports';
import { createBucket, startEngines } from '@loci/test-engines';
import type { Target } from '../target.ts';
import { createLociApi } from './loci-api.ts';

const NAME = 'torture';
const MAIN = 'cli/src/distributed/start-distributed.main.ts';
/** Last line of the startup banner, which is printed when all services are ready. */
const READY = 'Stop with Ctrl+C.';
const READY_TIMEOUT_MS = 180_000;
const KEPT_OUTPUT_CHARACTERS = 8_000;

/**
 * Creates a platform with one process per service and role, with the command of `npm run start:distributed`, on real
 * engines that this function starts. A kill ends all processes of Loci at once. The engines keep running.
 */
export async function createLociDistributed(root: string): Promise<Target> {
  const engines = await startEngines({ log: (line) => void process.stderr.write(`${line}\n`) });
  const { variables } = engines;
  await createBucket(NAME, variables);
  const [port, authPort, portalPort] = (await freePorts(3)) as [number, number, number];
  const adminToken = randomBytes(24).toString('hex');
  const secretsDir = join(engines.folder, 'secrets');
  mkdirSync(secretsDir);
  const database = new URL(variables['DATABASE_ADMIN_URL']!);
  database.pathname = `/${NAME}`;
  const { PATH, HOME } = process.env;
  const environment = {
    ...variables,
    PATH,
    HOME,
    DATABASE_ADMIN_URL: database.href,
    S3_BUCKET: NAME,
    PORT: String(port),
    AUTH_PORT: String(authPort),
    PORTAL_PORT: String(portalPort),
    SECRETS_DIR: secretsDir,
    ADMIN_TOKEN: adminToken,
    SPLIT_ROLES: 'true',
    RATE_LIMIT_PER_MINUTE: '0',
  };
  const { connect, ...api } = createLociApi({
    gatewayUrl: `http://127.0.0.1:${port}`,
    authUrl: `http://127.0.0.1:${authPort}`,
    adminToken,
  });
  let child: ChildProcess | undefined;
  const hasExited = () => child === undefined || child.exitCode !== null || child.signalCode !== null;

  async function start(): Promise<void> {
    // The option `detached` creates a separate process group, so that a kill ends all processes.
    const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    child = started;
    let output = '';
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-KEPT_OUTPUT_CHARACTERS);
      });
    }
    const endsAt = performance.now() + READY_TIMEOUT_MS;
    while (!output.includes(READY)) {
      if (hasExited()) throw new Error(`The platform exited before it was ready:\n${output}`);
      if (performance.now() > endsAt) throw new Error(`The platform was not ready in time:\n${output}`);
      await wait(20);
    }
    await connect();
  }

  async function kill(): Promise<void> {
    if (child?.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All processes of the group have already exited.
    }
    while (!hasExited()) await wait(1);
  }

  return {
    ...api,
    name: 'loci-distributed',
    start,
    kill,
    close: async () => {
      await kill();
      await api.close();
      await engines.stop();
    },
  };
}
