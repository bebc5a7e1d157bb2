import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { claimDataDir } from './data-dir.ts';
import type { ClaimedDataDir } from './data-dir.ts';
import { startOnlineBackup } from './online-backup.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import type { EmbeddedPostgres } from './start-embedded-postgres.ts';

let folder: string;
let claim: ClaimedDataDir;
let postgres: EmbeddedPostgres;
let writer: pg.Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loci-online-backup-'));
  claim = claimDataDir(join(folder, '.data'));
  postgres = await startEmbeddedPostgres({ dataDir: claim, log: () => undefined, onExit: () => undefined });
});
afterAll(async () => {
  await postgres.stop();
  claim.release();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  writer = new pg.Client(postgres.superuser);
  await writer.connect();
  await writer.query('CREATE SCHEMA files; CREATE TABLE files.a (n int); CREATE TABLE files.b (n int)');
});
afterEach(async () => {
  await writer.query('ROLLBACK; DROP SCHEMA files CASCADE');
  await writer.end();
});

test('ends although a write holds one table and then needs another one, and does not cancel the write', async () => {
  await writer.query('BEGIN; INSERT INTO files.b VALUES (1)');
  const backup = await startOnlineBackup(postgres.superuser);
  let isEnded = false;
  try {
    const end = backup.finish(['files'], async () => undefined).finally(() => (isEnded = true));
    // The backup locks the first table and waits for the second one.
    await waitForLockOf('loci-backup');
    await writer.query('INSERT INTO files.a VALUES (1)');
    await setTimeout(1_500);
    expect(isEnded).toBe(false);
    await writer.query('COMMIT');
    expect((await end).walFiles.length).toBeGreaterThan(0);
  } finally {
    await backup.close();
  }
});

test('blocks writes to the tables until the end', async () => {
  const backup = await startOnlineBackup(postgres.superuser);
  try {
    let write: Promise<unknown> | undefined;
    let isWritten = false;
    await backup.finish(['files'], async () => {
      write = writer.query('INSERT INTO files.a VALUES (1)').then(() => (isWritten = true));
      await setTimeout(300);
      expect(isWritten).toBe(false);
    });
    await write;
  } finally {
    await backup.close();
  }
});

test('gives up with an error if a write does not end', async () => {
  await writer.query('BEGIN; INSERT INTO files.b VALUES (1)');
  const backup = await startOnlineBackup(postgres.superuser, 1);
  try {
    await expect(backup.finish(['files'], async () => undefined)).rejects.toThrow(
      'A write did not end within 0.001 seconds, so the backup cannot end. Run the command again.',
    );
  } finally {
    await backup.close();
  }
});

async function waitForLockOf(application: string): Promise<void> {
  const observer = new pg.Client(postgres.superuser);
  await observer.connect();
  try {
    for (let isWaiting = false; !isWaiting; await setTimeout(10)) {
      const { rows } = await observer.query<{ waiting: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock') AS waiting`,
        [application],
      );
      isWaiting = rows[0]!.waiting;
    }
  } finally {
    await observer.end();
  }
}
