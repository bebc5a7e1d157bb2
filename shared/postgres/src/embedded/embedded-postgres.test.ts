import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startPostgresProcess } from '../../test/start-postgres-process.fixture.ts';
import type { PostgresProcess } from '../../test/start-postgres-process.fixture.ts';
import { findInaccessibleFolder } from './folder-access.ts';
import { claimDataDir, startEmbeddedPostgres } from './index.ts';
import type { ClaimedDataDir, EmbeddedPostgres, SuperuserConnection } from './index.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { chooseServerAccount, runAs } from './server-account.ts';
import { isServerProcess } from './server-process.ts';

const silent = { log: () => {}, onExit: () => {} };

/**
 * Parent folder of `dataDir` with mode 0700. If the tests run as root, the account of the server cannot enter
 * it.
 */
let parent: string;
let dataDir: string;
let cluster: string;
const processes: PostgresProcess[] = [];

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'loci-embedded-'));
  dataDir = join(parent, 'data');
  cluster = join(dataDir, 'postgres');
  await withPostgres(async ({ superuser }) => {
    await query(superuser, 'CREATE TABLE kept (id int PRIMARY KEY)');
  });
}, 60_000);

afterEach(async () => {
  for (const started of processes.splice(0)) await started.killGroup();
  await waitUntilServerExited();
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

async function withPostgres(work: (postgres: EmbeddedPostgres) => Promise<void>): Promise<void> {
  const claim = claimDataDir(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: claim, ...silent });
    try {
      await work(postgres);
    } finally {
      await postgres.stop();
    }
  } finally {
    claim.release();
  }
}

async function query(superuser: SuperuserConnection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function startProcess(...parameters: Parameters<typeof startPostgresProcess>): PostgresProcess {
  const started = startPostgresProcess(...parameters);
  processes.push(started);
  return started;
}

/** Waits until the server of `dataDir` has exited. Only the timeout of the test limits the wait. */
async function waitUntilServerExited(): Promise<void> {
  for (;;) {
    const file = readPostmasterFile(cluster);
    if (file === null || !isServerProcess(cluster, file.pid)) return;
    await delay(10);
  }
}

async function readKeptIds(): Promise<unknown[]> {
  let ids: unknown[] = [];
  await withPostgres(async ({ superuser }) => {
    ids = (await query(superuser, 'SELECT id FROM kept ORDER BY id')).map(({ id }) => id);
  });
  return ids;
}

describe('startEmbeddedPostgres', () => {
  test('runs PostgreSQL with durable settings and UTF-8, on loopback and a Unix socket', async () => {
    await withPostgres(async (postgres) => {
      const settings = await query(
        postgres.superuser,
        `SELECT name, setting FROM pg_settings WHERE name IN
         ('commit_delay', 'fsync', 'full_page_writes', 'synchronous_commit', 'server_encoding', 'listen_addresses', 'unix_socket_directories')`,
      );
      expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
        // A delay would let a lone caller wait for others.
        commit_delay: '0',
        fsync: 'on',
        full_page_writes: 'on',
        synchronous_commit: 'on',
        server_encoding: 'UTF8',
        listen_addresses: '127.0.0.1',
        unix_socket_directories: postgres.host,
      });
    });
  });

  test('uses a Unix socket in a folder that stop deletes', async () => {
    let folder = '';
    await withPostgres(async ({ superuser }) => {
      folder = superuser.host;
      expect(await query(superuser, 'SELECT inet_server_addr() AS address')).toEqual([{ address: null }]);
    });
    expect(existsSync(folder)).toBe(false);
  });

  test('stop ends the server process, even if stop is called twice', async () => {
    let pid = 0;
    await withPostgres(async (postgres) => {
      pid = postgres.pid;
      expect(isServerProcess(cluster, pid)).toBe(true);
      await Promise.all([postgres.stop(), postgres.stop()]);
    });
    expect(isServerProcess(cluster, pid)).toBe(false);
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
  });

  test('stores the password in a file that only its owner can read', () => {
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  });

  test('rejects connections with a wrong password', async () => {
    await withPostgres(async ({ superuser }) => {
      await expect(query({ ...superuser, password: 'guessed' }, 'SELECT 1')).rejects.toMatchObject({
        code: '28P01',
      });
    });
  });

  test('does not write the content of failed statements to the server log', async () => {
    await withPostgres(async ({ superuser }) => {
      await expect(query(superuser, "SELECT 'a private thought'::int")).rejects.toMatchObject({
        code: '22P02',
      });
    });
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('database system is ready');
    expect(log).not.toContain('private thought');
  });

  test('rejects a requested port that is in use', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    const claim = claimDataDir(dataDir);
    try {
      await expect(
        startEmbeddedPostgres({ dataDir: claim, address: { host: '127.0.0.1', port }, ...silent }),
      ).rejects.toMatchObject({
        name: 'StartupError',
        message: expect.stringContaining(`port ${port}`),
      });
    } finally {
      claim.release();
      blocker.close();
    }
  });

  test('starts as a user without root privileges', async () => {
    const account = chooseServerAccount(cluster);
    // If only root can enter the repository or the folder of Node, the account cannot run the child process.
    // The process then runs as the current user.
    const isAccessible = [import.meta.dirname, dirname(process.execPath)].every(
      (folder) => findInaccessibleFolder(folder, account) === null,
    );
    const user = isAccessible ? runAs(account) : {};
    const folder = mkdtempSync(join(tmpdir(), 'loci-user-'));
    chmodSync(folder, 0o777);
    const started = startProcess(join(folder, 'data'), user);
    const { superuser } = await started.next();
    expect(await query(superuser!, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const exited = once(started.process, 'exit');
    started.process.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    rmSync(folder, { recursive: true });
  }, 30_000);

  test('rejects a cluster of another major version', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loci-version-'));
    let claim: ClaimedDataDir | undefined;
    try {
      claim = claimDataDir(folder);
      mkdirSync(join(folder, 'postgres'));
      writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n');
      await expect(startEmbeddedPostgres({ dataDir: claim, ...silent })).rejects.toMatchObject({
        name: 'StartupError',
        message: expect.stringMatching(
          /created by PostgreSQL 17, but this version of Loci uses PostgreSQL 18/,
        ),
      });
    } finally {
      claim?.release();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('embedded PostgreSQL after an unexpected end', () => {
  test('the server stops after its platform was killed with SIGKILL', async () => {
    const started = startProcess(dataDir);
    const { pid, superuser } = await started.next();
    expect(isServerProcess(cluster, pid!)).toBe(true);
    await started.killGroup();
    // The process exits shortly after it has deleted its postmaster.pid.
    while (isServerProcess(cluster, pid!)) await delay(10);
    expect(readPostmasterFile(cluster)).toBeNull();
    // The supervisor deletes the folder of the socket after the server.
    while (existsSync(superuser!.host)) await delay(10);
  });

  test('a start directly after a SIGKILL of the platform keeps all committed data', async () => {
    const started = startProcess(dataDir);
    const { superuser } = await started.next();
    await query(superuser!, 'INSERT INTO kept VALUES (1)');
    await started.killGroup();
    expect(await readKeptIds()).toContain(1);
  });

  test('a start after a SIGKILL of platform, supervisor and server recovers all committed data', async () => {
    const started = startProcess(dataDir);
    const { pid, superuser } = await started.next();
    await query(superuser!, 'INSERT INTO kept VALUES (2)');
    process.kill(pid!, 'SIGKILL');
    await started.killGroup();
    expect(await readKeptIds()).toContain(2);
    expect(existsSync(superuser!.host)).toBe(false);
  });

  test('onExit receives the reason when the server is killed', async () => {
    const started = startProcess(dataDir);
    const { pid } = await started.next();
    process.kill(pid!, 'SIGKILL');
    expect((await started.next()).exit).toContain('PostgreSQL exited unexpectedly');
  });

  test('a start ignores a stale postmaster.pid that names an unrelated process of the same user', async () => {
    const unrelated = spawn('sleep', ['600'], { ...runAs(chooseServerAccount(cluster)), stdio: 'ignore' });
    await once(unrelated, 'spawn');
    try {
      const now = Math.floor(Date.now() / 1000);
      writeFileSync(
        join(cluster, 'postmaster.pid'),
        `${unrelated.pid}\n${cluster}\n${now - 60}\n5432\n\n127.0.0.1\n 0 0\nready   \n`,
      );
      chmodSync(join(cluster, 'postmaster.pid'), 0o644);
      expect(await readKeptIds()).toEqual(expect.any(Array));
      expect(unrelated.exitCode).toBeNull();
    } finally {
      unrelated.kill();
    }
  });

  test('a start replaces the partial cluster of an interrupted first start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loci-unfinished-'));
    const claim = claimDataDir(folder);
    try {
      mkdirSync(join(folder, 'postgres.new-1'));
      writeFileSync(join(folder, 'postgres.new-1', 'PG_VERSION'), '18\n');
      const postgres = await startEmbeddedPostgres({ dataDir: claim, ephemeral: true, ...silent });
      await postgres.stop();
      expect(existsSync(join(folder, 'postgres.new-1'))).toBe(false);
    } finally {
      claim.release();
      rmSync(folder, { recursive: true });
    }
  }, 30_000);
});

describe('claimDataDir for a folder that another process uses', () => {
  let started: PostgresProcess;
  beforeEach(async () => {
    started = startProcess(dataDir);
    await started.next();
  });

  test('throws an error with the pid of the other process', () => {
    expect(() => claimDataDir(dataDir)).toThrow(
      `in use by another Loci process (pid ${started.process.pid})`,
    );
  });

  test('throws an error with the path of the folder in a second process', async () => {
    const second = await startProcess(dataDir).next();
    expect(second.refused).toContain(dataDir);
  });

  test('claims the folder after the other process was killed', async () => {
    await started.killGroup();
    claimDataDir(dataDir).release();
  });
});
