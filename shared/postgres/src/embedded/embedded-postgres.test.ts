import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
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
import pg from 'pg';
import { accountFor, runAs } from './account.ts';
import { claimDataDir, startEmbeddedPostgres } from './index.ts';
import type { ClaimedDataDir, EmbeddedPostgres, SuperuserConnection } from './index.ts';
import { startHolder } from '../../test/postgres-holder.fixture.ts';
import type { Holder } from '../../test/postgres-holder.fixture.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { isServerOf } from './process-state.ts';
import { closedFolder } from './reachable.ts';

const quiet = { log: () => {}, onExit: () => {} };

/** A DATA_DIR in a folder of mode 0700: as root, the server's account cannot walk to it. */
let parent: string;
let dataDir: string;
let cluster: string;
const holders: Holder[] = [];

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'loci-embedded-'));
  dataDir = join(parent, 'data');
  cluster = join(dataDir, 'postgres');
  await using_(async ({ superuser }) => {
    await query(superuser, 'CREATE TABLE kept (id int PRIMARY KEY)');
  });
}, 60_000);

afterEach(async () => {
  for (const holder of holders.splice(0)) await holder.killGroup();
  await serverIsGone();
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

async function using_(work: (postgres: EmbeddedPostgres) => Promise<void>): Promise<void> {
  const claim = claimDataDir(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: claim, ...quiet });
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

function hold(...parameters: Parameters<typeof startHolder>): Holder {
  const holder = startHolder(...parameters);
  holders.push(holder);
  return holder;
}

/** Until the server of `dataDir` has ended; the test's time limit is the deadline. */
async function serverIsGone(): Promise<void> {
  for (;;) {
    const file = readPostmasterFile(cluster);
    if (file === null || !isServerOf(cluster, file.pid)) return;
    await delay(10);
  }
}

async function keptIds(): Promise<unknown[]> {
  let ids: unknown[] = [];
  await using_(async ({ superuser }) => {
    ids = (await query(superuser, 'SELECT id FROM kept ORDER BY id')).map(({ id }) => id);
  });
  return ids;
}

describe('an ordinary start', () => {
  test('is durable, reached over TCP alone, in UTF-8, and stops whole', async () => {
    let pid = 0;
    await using_(async (postgres) => {
      pid = postgres.pid;
      const settings = await query(
        postgres.superuser,
        `SELECT name, setting FROM pg_settings WHERE name IN
         ('fsync', 'full_page_writes', 'synchronous_commit', 'server_encoding', 'listen_addresses', 'unix_socket_directories')`,
      );
      expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
        fsync: 'on',
        full_page_writes: 'on',
        synchronous_commit: 'on',
        server_encoding: 'UTF8',
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
      });
      expect(isServerOf(cluster, pid)).toBe(true);
      await Promise.all([postgres.stop(), postgres.stop()]);
    });
    expect(isServerOf(cluster, pid)).toBe(false);
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
  });

  test('asks for a password that only this user can read', async () => {
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    await using_(async ({ superuser }) => {
      await expect(query({ ...superuser, password: 'guessed' }, 'SELECT 1')).rejects.toMatchObject({
        code: '28P01',
      });
    });
  });

  test('keeps the content of failed statements out of its log', async () => {
    await using_(async ({ superuser }) => {
      await expect(query(superuser, "SELECT 'a private thought'::int")).rejects.toMatchObject({
        code: '22P02',
      });
    });
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('database system is ready');
    expect(log).not.toContain('private thought');
  });

  test('refuses a port that is taken', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    const claim = claimDataDir(dataDir);
    try {
      await expect(startEmbeddedPostgres({ dataDir: claim, port, ...quiet })).rejects.toMatchObject({
        name: 'StartupError',
        message: expect.stringContaining(`port ${port}`),
      });
    } finally {
      claim.release();
      blocker.close();
    }
  });

  test('runs for an ordinary user', async () => {
    const account = accountFor(cluster);
    // A clone that only root can enter has no Node for another user; this user's own account is tried then.
    const reachable = [import.meta.dirname, dirname(process.execPath)].every(
      (folder) => closedFolder(folder, account) === null,
    );
    const user = reachable ? runAs(account) : {};
    const folder = mkdtempSync(join(tmpdir(), 'loci-user-'));
    chmodSync(folder, 0o777);
    const holder = hold(join(folder, 'data'), user);
    const { superuser } = await holder.next();
    expect(await query(superuser!, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const exited = once(holder.process, 'exit');
    holder.process.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    rmSync(folder, { recursive: true });
  }, 30_000);
});

describe('an end that nobody planned', () => {
  test('kill -9 of the platform: the server ends by itself', async () => {
    const holder = hold(dataDir);
    const { pid } = await holder.next();
    expect(isServerOf(cluster, pid!)).toBe(true);
    await holder.killGroup();
    // The test's time limit is the deadline. The process outlives its postmaster.pid by a moment.
    while (isServerOf(cluster, pid!)) await delay(10);
    expect(readPostmasterFile(cluster)).toBeNull();
  });

  test('kill -9 of the platform, and a start at once: what was committed is there, and one server runs', async () => {
    const holder = hold(dataDir);
    const { superuser } = await holder.next();
    await query(superuser!, 'INSERT INTO kept VALUES (1)');
    await holder.killGroup();
    expect(await keptIds()).toContain(1);
  });

  test('kill -9 of platform, supervisor and server: the next start recovers', async () => {
    const holder = hold(dataDir);
    const { pid, superuser } = await holder.next();
    await query(superuser!, 'INSERT INTO kept VALUES (2)');
    process.kill(pid!, 'SIGKILL');
    await holder.killGroup();
    expect(await keptIds()).toContain(2);
  });

  test('a server that dies is reported once, with its reason', async () => {
    const holder = hold(dataDir);
    const { pid } = await holder.next();
    process.kill(pid!, 'SIGKILL');
    expect((await holder.next()).exit).toContain('PostgreSQL ended by itself');
  });

  test('a postmaster.pid that names an innocent process of the same user is not believed', async () => {
    const innocent = spawn('sleep', ['600'], { ...runAs(accountFor(cluster)), stdio: 'ignore' });
    await once(innocent, 'spawn');
    try {
      const now = Math.floor(Date.now() / 1000);
      writeFileSync(
        join(cluster, 'postmaster.pid'),
        `${innocent.pid}\n${cluster}\n${now - 60}\n5432\n\n127.0.0.1\n 0 0\nready   \n`,
      );
      chmodSync(join(cluster, 'postmaster.pid'), 0o644);
      expect(await keptIds()).toEqual(expect.any(Array));
      expect(innocent.exitCode).toBeNull();
    } finally {
      innocent.kill();
    }
  });

  test('an unfinished cluster of a first start that was killed is made anew', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loci-unfinished-'));
    const claim = claimDataDir(folder);
    try {
      mkdirSync(join(folder, 'postgres.new-1'));
      writeFileSync(join(folder, 'postgres.new-1', 'PG_VERSION'), '18\n');
      const postgres = await startEmbeddedPostgres({ dataDir: claim, throwAway: true, ...quiet });
      await postgres.stop();
      expect(existsSync(join(folder, 'postgres.new-1'))).toBe(false);
    } finally {
      claim.release();
      rmSync(folder, { recursive: true });
    }
  }, 30_000);
});

describe('a start that is refused', () => {
  test('a second one on the same DATA_DIR, of another process and of this one', async () => {
    const holder = hold(dataDir);
    await holder.next();
    expect(() => claimDataDir(dataDir)).toThrow(`in use by another Loci (process ${holder.process.pid})`);
    const second = await hold(dataDir).next();
    expect(second.refused).toContain(dataDir);
    await holder.killGroup();
    const claim = claimDataDir(dataDir);
    expect(() => claimDataDir(dataDir)).toThrow('in use by another Loci');
    claim.release();
    claim.release();
    claimDataDir(dataDir).release();
  });

  test('on a cluster of another major version', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loci-version-'));
    let claim: ClaimedDataDir | undefined;
    try {
      claim = claimDataDir(folder);
      mkdirSync(join(folder, 'postgres'));
      writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n');
      await expect(startEmbeddedPostgres({ dataDir: claim, ...quiet })).rejects.toMatchObject({
        name: 'StartupError',
        message: expect.stringMatching(/made by PostgreSQL 17.*runs 18/s),
      });
    } finally {
      claim?.release();
      rmSync(folder, { recursive: true });
    }
  });
});
