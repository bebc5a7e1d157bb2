import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase } from '../test/test-database.fixture.ts';
import type { TestDatabase } from '../test/test-database.fixture.ts';
import type { Transaction } from './database.ts';
import { joinableDatabase } from './join-transaction.ts';
import type { JoinableDatabase } from './join-transaction.ts';

const TENANT = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';

const MIGRATION = `
  CREATE TABLE notes (tenant_id uuid, id int, PRIMARY KEY (tenant_id, id));
  SELECT loci_isolate('notes');`;

const folder = mkdtempSync(join(tmpdir(), 'loci-join-transaction-'));
let testDatabase: TestDatabase;
let database: JoinableDatabase;
beforeAll(async () => {
  writeFileSync(join(folder, '0001-create-tables.sql'), MIGRATION);
  testDatabase = await createTestDatabase({ sample: pathToFileURL(`${folder}/`) });
  database = joinableDatabase(testDatabase.open('sample'));
});
afterAll(async () => {
  await testDatabase.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => database.inSystemTransaction((tx) => tx.query('DELETE FROM notes')));

const insert =
  (id: number, tenantId = TENANT) =>
  (tx: Transaction): Promise<unknown> =>
    tx.query('INSERT INTO notes VALUES ($1, $2)', [tenantId, id]);

/** Returns the ids of the committed notes of all tenants. */
const storedIds = async (): Promise<number[]> =>
  (
    await database.inSystemTransaction((tx) => tx.query<{ id: number }>('SELECT id FROM notes ORDER BY id'))
  ).map(({ id }) => id);

/** Runs `work` so that its transactions join a new transaction. */
const joined = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.inTransaction(TENANT, (tx) => database.join(tx, TENANT, () => work(tx)));

describe('JoinableDatabase.join', () => {
  test('commits all transactions of the tenant together and then runs their actions', async () => {
    const actions: string[] = [];
    await joined(async () => {
      await database.inTransaction(TENANT, async (tx) => {
        tx.afterCommit(() => actions.push('after the commit'));
        await insert(1)(tx);
      });
      await database.inOneRoundTrip(TENANT, insert(2));
      actions.push('after both transactions');
      expect(await storedIds()).toEqual([]);
    });
    expect(await storedIds()).toEqual([1, 2]);
    expect(actions).toEqual(['after both transactions', 'after the commit']);
  });

  test('rolls all transactions of the tenant back if the work rejects', async () => {
    const failing = joined(async () => {
      await database.inTransaction(TENANT, insert(1));
      throw new Error('Failed.');
    });
    await expect(failing).rejects.toThrow('Failed.');
    expect(await storedIds()).toEqual([]);
  });

  test('throws SYS_INTERNAL_ERROR if the work ignores the error of a transaction', async () => {
    const ignoring = joined(async () => {
      await database.inTransaction(TENANT, insert(1));
      await database.inTransaction(TENANT, () => Promise.reject(new Error('Failed.'))).catch(() => undefined);
    });
    await expect(ignoring).rejects.toMatchObject({ code: 'SYS_INTERNAL_ERROR' });
    expect(await storedIds()).toEqual([]);
  });

  test('does not join transactions of another tenant and of all tenants', async () => {
    const failing = joined(async () => {
      await database.inTransaction(OTHER, insert(1, OTHER));
      await database.inSystemTransaction(insert(2));
      throw new Error('Failed.');
    });
    await expect(failing).rejects.toThrow('Failed.');
    expect(await storedIds()).toEqual([1, 2]);
  });

  test('joins all transactions to a transaction of all tenants', async () => {
    const failing = database.inSystemTransaction((tx) =>
      database.join(tx, null, async () => {
        await database.inTransaction(TENANT, insert(1));
        await database.inOneRoundTrip(OTHER, insert(2, OTHER));
        await database.inSystemTransaction(insert(3));
        throw new Error('Failed.');
      }),
    );
    await expect(failing).rejects.toThrow('Failed.');
    expect(await storedIds()).toEqual([]);
  });

  test('does not join transactions that start after the work has ended', async () => {
    const later = await joined(() =>
      Promise.resolve({ stored: pause(50).then(() => database.inTransaction(TENANT, insert(1))) }),
    );
    await later.stored;
    expect(await storedIds()).toEqual([1]);
  });
});

describe('Transaction.beforeCommit', () => {
  test('runs its statements after the work and before the actions after the commit', async () => {
    const steps: string[] = [];
    await database.inTransaction(TENANT, async (tx) => {
      tx.beforeCommit(async () => {
        steps.push('before the commit');
        await insert(2)(tx);
      });
      tx.afterCommit(() => steps.push('after the commit'));
      await insert(1)(tx);
      steps.push('work');
    });
    expect(steps).toEqual(['work', 'before the commit', 'after the commit']);
    expect(await storedIds()).toEqual([1, 2]);
  });

  test('rolls the transaction back and rejects with the error of a statement that fails', async () => {
    const actions: string[] = [];
    const failing = database.inTransaction(TENANT, async (tx) => {
      tx.beforeCommit(() => insert(1)(tx));
      tx.afterCommit(() => actions.push('after the commit'));
      await insert(1)(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await storedIds()).toEqual([]);
    expect(actions).toEqual([]);
    // The connection can be used again.
    await database.inTransaction(TENANT, insert(1));
    expect(await storedIds()).toEqual([1]);
  });

  test('does not run its statements if the work rejects', async () => {
    const failing = database.inTransaction(TENANT, async (tx) => {
      tx.beforeCommit(() => insert(1)(tx));
      await insert(2)(tx);
      throw new Error('Failed.');
    });
    await expect(failing).rejects.toThrow('Failed.');
    expect(await storedIds()).toEqual([]);
  });
});
