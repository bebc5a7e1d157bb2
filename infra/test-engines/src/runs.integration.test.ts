import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentedCommand } from '../../documentation/src/documented-commands.ts';
import { freePorts } from '@loci/runtime/free-ports';
import { isAlive, killTree } from './processes/process-table.ts';
import type { ProcessIdentity } from './processes/process-table.ts';
import { distributionServer, packagedServer, postgres } from './engines/postgres.ts';
import { Server } from './server.ts';
import { startEngines } from './start-engines.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TEST = 'infra/test-engines/src/runs.integration.test.ts';
let runDir: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  runDir = mkdtempSync(join(tmpdir(), 'loci-runs-'));
  chmodSync(runDir, 0o755);
});
afterEach(() => {
  for (const { pid, exitCode, signalCode } of started.splice(0))
    if (exitCode === null && signalCode === null) process.kill(-pid!, 'SIGKILL');
  rmSync(runDir, { recursive: true, force: true });
});

/** Runs main.ts with only Toxiproxy, which starts fastest. The addresses of all other engines are set. */
function runMain(command: string[], environment: Record<string, string> = {}) {
  const given = Object.fromEntries(
    [
      'KAFKA_BROKERS',
      'ELASTICSEARCH_URL',
      'QDRANT_URL',
      'NEO4J_URI',
      'S3_ENDPOINT',
      'DATABASE_ADMIN_URL',
    ].map((name) => [name, 'given']),
  );
  const variables = { ...given, ...environment };
  return runProgram([process.execPath, join(import.meta.dirname, 'main.ts'), ...command], variables);
}

/** Runs a program with Toxiproxy as the only engine whose address is not set. */
function runProgram([program, ...args]: [string, ...string[]], environment: Record<string, string> = {}) {
  const child = spawn(program, args, {
    cwd: ROOT,
    // The group contains the processes of a shell.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TOXIPROXY_URL: '', TEST_SERVERS_RUN_DIR: runDir, ...environment },
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return {
    child,
    output: () => output,
    ended: once(child, 'close').then(([code]) => code as number | null),
    interrupt: () => process.kill(-child.pid!, 'SIGINT'),
    says: async (text: string) => {
      while (!output.includes(text))
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
    },
  };
}

function recordedServer(): ProcessIdentity {
  const [run] = readdirSync(runDir);
  const record = JSON.parse(readFileSync(join(runDir, run!, 'processes.json'), 'utf8')) as {
    servers: { toxiproxy: ProcessIdentity };
  };
  return record.servers.toxiproxy;
}

describe('infra/test-engines/src/main.ts', () => {
  test('returns the exit code of a command that it runs with the server addresses', async () => {
    const answered = `fetch(process.env.TOXIPROXY_URL + '/version').then((r) => process.exit(r.ok ? 7 : 8))`;
    const run = runMain([process.execPath, '-e', answered]);
    await run.says('Stopping');
    const server = recordedServer();
    expect(await run.ended).toBe(7);
    expect(isAlive(server)).toBe(false);
  });

  test('leaves neither servers nor their data after SIGTERM', async () => {
    const run = runMain([]);
    await run.says('until you press Ctrl+C');
    const server = recordedServer();
    expect(isAlive(server)).toBe(true);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(isAlive(server)).toBe(false);
    expect(readdirSync(runDir)).toEqual([]);
  });

  test.each(['docs/distributed.md', 'infra/test-engines/README.md'])(
    'prints the variables with the command of %s, and runs until Ctrl+C',
    async (page) => {
      const commands = documentedCommand(page, TEST);
      const run = runProgram(['sh', '-euc', commands.split('\n')[0]!]);
      await run.says('until you press Ctrl+C');
      await run.says('export TOXIPROXY_URL=http:');
      run.interrupt();
      await run.ended;
      expect(run.output()).toMatch(/Stopping the engines\.\.\.\n$/);
    },
  );

  test('runs the command of the README with the addresses', async () => {
    const commands = documentedCommand('infra/test-engines/README.md', TEST);
    const [, command] = commands.trim().split('\n');
    const run = runProgram(['sh', '-euc', command!]);
    expect(await run.ended).toBe(0);
    expect(run.output()).toContain('"cluster_name"');
  });

  test('fails with an error that names a missing tool', async () => {
    const emptyFolder = join(runDir, 'empty');
    mkdirSync(emptyFolder);
    const run = runMain([], { PATH: emptyFolder, TEST_SERVERS_CACHE_DIR: join(runDir, 'cache') });
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/^go is not on the PATH\. Install Go/m);
  });
});

describe('startEngines', () => {
  test('kills only the servers of killed runs', async () => {
    const killed = runMain([]);
    await killed.says('until you press Ctrl+C');
    const abandoned = recordedServer();
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(isAlive(abandoned)).toBe(true);

    const lines: string[] = [];
    const first = await startEngines({ names: ['toxiproxy'], runDir, log: (line) => lines.push(line) });
    expect(lines).toContain(`Killing toxiproxy (process ${abandoned.pid}) of an aborted run`);
    expect(isAlive(abandoned)).toBe(false);

    const second = await startEngines({ names: ['toxiproxy'], runDir });
    expect(first.get('toxiproxy').isRunning).toBe(true);
    expect(second.get('toxiproxy').port).not.toBe(first.get('toxiproxy').port);
    await Promise.all([first.stop(), second.stop()]);
    expect(existsSync(first.folder)).toBe(false);
  });
});

describe('killTree', () => {
  test('kills child processes, including those in another session', async () => {
    const inner = `require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })`;
    const root = spawn(process.execPath, ['-e', `console.log(${inner}.pid)`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(root.stdout, 'data')) as [Buffer];
    const { identifyProcess } = await import('./processes/process-table.ts');
    const child = identifyProcess(Number(line.toString()))!;
    await killTree(identifyProcess(root.pid!)!);
    expect(isAlive(child)).toBe(false);
  });
});

describe('the test engine PostgreSQL', () => {
  test('restarts the embedded server after a kill if the operating system has no PostgreSQL', async () => {
    expect(distributionServer(runDir)).toBeUndefined();
    const folder = join(runDir, 'postgres');
    mkdirSync(folder);
    const [port] = await freePorts(1);
    const launch = await postgres.prepare({ software: packagedServer(), folder, ports: { sql: port! } });
    const server = new Server({ name: 'postgres', port: port!, folder, launch, onStart: () => undefined });
    await server.start();
    try {
      await server.waitUntilReady();
      await server.kill();
      await server.start();
      await server.waitUntilReady();
    } finally {
      await server.stop();
    }
    expect(server.isRunning).toBe(false);
  });
});
