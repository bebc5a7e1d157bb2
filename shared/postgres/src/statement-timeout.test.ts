import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase } from '../test/test-database.fixture.ts';
import type { TestDatabase } from '../test/test-database.fixture.ts';
import { countTenantRows } from './count-tenant-rows.ts';
import type { Database } from './database.ts';

const TENANT = '00000000-0000-7000-8000-000000000001';
/** Limit of the pool under test. The driver closes a connection two seconds later. */
const POOL_TIMEOUT_MS = 300;
/** Exceeds the limit of the pool on the server and in the driver. */
const SLOW_SECONDS = 2.5;

const folder = mkdtempSync(join(tmpdir(), 'loci-statement-timeout-'));
let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  writeFileSync(
    join(folder, '0001-create-items.sql'),
    `CREATE TABLE items (tenant_id uuid NOT NULL); SELECT loci_isolate('items');`,
  );
  testDatabase = await createTestDatabase({ sample: pathToFileURL(`${folder}/`) });
  database = testDatabase.open('sample', { maxConnections: 3, statementTimeoutMs: POOL_TIMEOUT_MS });
});
afterAll(async () => {
  await testDatabase.close();
  rmSync(folder, { recursive: true });
});

const sleep = (seconds: number, options?: Parameters<Database['inSystemTransaction']>[1]) =>
  database.inSystemTransaction((tx) => tx.query('SELECT pg_sleep($1)', [seconds]), options);

describe('the limit of a statement', () => {
  test('is that of the pool by default', async () => {
    await expect(sleep(10)).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
  });

  test('is that of the transaction, also if it is higher than that of the pool', async () => {
    const { counting } = await database.inSystemTransaction(
      async (tx) => {
        await tx.query('LOCK TABLE items');
        const waiting = countTenantRows(database, TENANT);
        waiting.catch(() => undefined);
        await tx.query('SELECT pg_sleep($1)', [SLOW_SECONDS]);
        return { counting: waiting };
      },
      { statementTimeoutMs: 10_000 },
    );
    await expect(counting).resolves.toEqual({ items: 0 });
  });

  test('is that of the transaction, also if it is lower than that of the pool', async () => {
    const patient = testDatabase.open('sample');
    const slow = patient.inSystemTransaction((tx) => tx.query('SELECT pg_sleep(10)'), {
      statementTimeoutMs: 50,
    });
    // Code of a statement that the server has canceled.
    await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } });
  });

  test('is that of the pool again in the next transaction of the connection', async () => {
    const single = testDatabase.open('sample', { maxConnections: 1, statementTimeoutMs: POOL_TIMEOUT_MS });
    const limit = async (options?: { statementTimeoutMs: number }) =>
      (
        await single.inSystemTransaction(
          (tx) => tx.query<{ statement_timeout: string }>('SHOW statement_timeout'),
          options,
        )
      )[0]!.statement_timeout;
    expect([await limit({ statementTimeoutMs: 7_000 }), await limit()]).toEqual(['7s', '300ms']);
  });
});

describe('an aborted signal', () => {
  const isSleeping = async (): Promise<boolean> => {
    const rows = await database.inSystemTransaction((tx) =>
      tx.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep($1)%'
           AND pid <> pg_backend_pid()`,
      ),
    );
    return rows.length > 0;
  };

  test('cancels the running statement on the server, and leaves no connection that the cancellation could reach', async () => {
    const stopping = new AbortController();
    const running = sleep(60, { statementTimeoutMs: 60_000, signal: stopping.signal });
    running.catch(() => undefined);
    while (!(await isSleeping()));
    const { total } = database.poolState();
    stopping.abort();
    await expect(running).rejects.toMatchObject({ cause: { code: '57014' } });
    expect(await isSleeping()).toBe(false);
    expect(database.poolState().total).toBe(total - 1);
    await expect(sleep(0)).resolves.toHaveLength(1);
  });

  test('rejects the statements after it', async () => {
    const stopping = new AbortController();
    const reads: string[] = [];
    const running = database.inSystemTransaction(
      async (tx) => {
        await tx.query('SELECT 1');
        stopping.abort(new Error('stopped'));
        await tx.query('SELECT 2').finally(() => reads.push('second'));
      },
      { signal: stopping.signal },
    );
    await expect(running).rejects.toThrow('stopped');
    expect(reads).toEqual(['second']);
    await expect(sleep(0, { signal: stopping.signal })).rejects.toThrow('stopped');
  });
});
