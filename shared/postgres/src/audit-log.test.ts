import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId, runInRequestScope } from '@loci/core';
import type { Actor, AuditedChange } from '@loci/core';
import pg from 'pg';
import { createTestDatabase } from '../test/test-database.fixture.ts';
import type { TestDatabase } from '../test/test-database.fixture.ts';
import { dropAuditPartitions, listAudit, prepareAuditPartitions, recordAudit } from './audit-log.ts';
import type { AuditQuery } from './audit-log.ts';
import type { Database } from './database.ts';
import { deleteTenantRows } from './delete-tenant-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'loci-audit-log-'));
let testDatabase: TestDatabase;
let database: Database;
let admin: pg.Client;
beforeAll(async () => {
  writeFileSync(
    join(folder, '0001-create-audit-log.sql'),
    'SELECT loci_create_audit_log(); SELECT loci_create_erasure();',
  );
  testDatabase = await createTestDatabase({ sample: pathToFileURL(`${folder}/`) });
  database = testDatabase.open('sample');
  admin = new pg.Client(testDatabase.admin);
  await admin.connect();
  await admin.query('SET search_path = sample');
});
afterAll(async () => {
  await admin.end();
  await testDatabase.close();
  rmSync(folder, { recursive: true });
});

let tenantId: string;
beforeEach(() => {
  tenantId = randomUUID();
});

const actor: Actor = {
  tenantId: '',
  userId: 'user-1',
  clientId: 'client-1',
  keyId: newId(),
  via: 'key',
  requestId: 'request-1',
  operation: 'POST /api/v2/memories',
};

const record = (change: Partial<AuditedChange> = {}, by: Partial<Actor> = {}): Promise<unknown> =>
  runInRequestScope({ ...actor, ...by }, () =>
    database.inTransaction(change.tenantId ?? tenantId, (tx) =>
      recordAudit(tx, { tenantId, action: 'create', objectType: 'memory', objectIds: [newId()], ...change }),
    ),
  );

const list = (query: Partial<AuditQuery> = {}) =>
  database.inTransaction(tenantId, (tx) =>
    listAudit(tx, {
      tenantId,
      from: '2000-01-01T00:00:00Z',
      to: '2999-01-01T00:00:00Z',
      filter: {},
      limit: 100,
      ...query,
    }),
  );

/** Inserts an entry with a given time, as the copy of a standalone platform does. */
const insertAt = (at: string): Promise<unknown> =>
  database.inTransaction(tenantId, (tx) =>
    tx.query(
      `INSERT INTO audit_log (tenant_id, at, user_id, client_id, via, request_id, operation, action, object_type, object_ids)
       VALUES ($1, $2, 'u', 'c', 'key', 'r', 'o', 'create', 'memory', '{}')`,
      [tenantId, at],
    ),
  );

const partitions = async (): Promise<string[]> => {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_log'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

describe('recordAudit', () => {
  test('stores who changed which objects', async () => {
    const objectIds = [newId(), newId()];
    await record({ action: 'delete', objectIds });
    expect(await list()).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
        id: expect.any(String),
        user_id: actor.userId,
        client_id: actor.clientId,
        key_id: actor.keyId,
        via: 'key',
        request_id: actor.requestId,
        operation: actor.operation,
        action: 'delete',
        object_type: 'memory',
        object_ids: objectIds,
      },
    ]);
  });

  test('stores nothing if the operation has no actor', async () => {
    await database.inTransaction(tenantId, (tx) =>
      recordAudit(tx, { tenantId, action: 'create', objectType: 'memory', objectIds: [] }),
    );
    expect(await list()).toEqual([]);
  });

  test('stores nothing if the transaction is rolled back', async () => {
    const failing = runInRequestScope(actor, () =>
      database.inTransaction(tenantId, async (tx) => {
        await recordAudit(tx, { tenantId, action: 'create', objectType: 'memory', objectIds: [] });
        throw new Error('rolled back');
      }),
    );
    await expect(failing).rejects.toThrow('rolled back');
    expect(await list()).toEqual([]);
  });
});

describe('listAudit', () => {
  test('returns the entries of a tenant, newest first, page by page', async () => {
    for (const operation of ['first', 'second', 'third']) await record({}, { operation });
    await record({ tenantId: randomUUID() });
    const [newest] = await list({ limit: 1 });
    expect(newest!.operation).toBe('third');
    const rest = await list({ after: newest });
    expect(rest.map(({ operation }) => operation)).toEqual(['second', 'first']);
  });

  const keyId = newId();
  const objectId = newId();
  test.each([
    ['user_id', 'user-2', {}, { userId: 'user-2' }],
    ['key_id', keyId, {}, { keyId }],
    ['operation', 'tool store', {}, { operation: 'tool store' }],
    ['request_id', 'request-2', {}, { requestId: 'request-2' }],
    ['action', 'update', { action: 'update' }, {}],
    ['object_type', 'relationship', { objectType: 'relationship' }, {}],
    ['object_id', objectId, { objectIds: [newId(), objectId] }, {}],
  ] as [string, string, Partial<AuditedChange>, Partial<Actor>][])(
    'filters by %s',
    async (field, value, change, by) => {
      await record();
      await record(change, { ...by, clientId: 'wanted' });
      const found = await list({ filter: { [field]: value } });
      expect(found.map((entry) => entry.client_id)).toEqual(['wanted']);
    },
  );

  test('returns entries from the start of the time range, but not from its end', async () => {
    const times = [
      '2026-01-31T23:59:59.999999Z',
      '2026-02-01T00:00:00.000000Z',
      '2026-03-01T00:00:00.000000Z',
    ];
    for (const at of times) await insertAt(at);
    const found = await list({ from: times[1]!, to: times[2]! });
    expect(found.map(({ at }) => at)).toEqual([times[1]]);
  });

  test('row-level security hides entries of other tenants from a query without a tenant filter', async () => {
    await record();
    const other = randomUUID();
    await record({ tenantId: other });
    const rows = await database.inTransaction(tenantId, (tx) =>
      tx.query<{ tenant_id: string }>('SELECT DISTINCT tenant_id FROM audit_log'),
    );
    expect(rows).toEqual([{ tenant_id: tenantId }]);
  });
});

describe('the role of a service', () => {
  test.each([
    'UPDATE audit_log SET user_id = $$x$$',
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
    'UPDATE audit_log_default SET user_id = $$x$$',
    'DELETE FROM audit_log_default',
    'TRUNCATE audit_log_default',
    'SELECT * FROM audit_log_default',
    'DROP TABLE audit_log',
    'ALTER TABLE audit_log DETACH PARTITION audit_log_default',
    'ALTER TABLE audit_log DISABLE ROW LEVEL SECURITY',
  ])('cannot execute %s', async (statement) => {
    const execute = database.inSystemTransaction((tx) => tx.query(statement));
    await expect(execute).rejects.toMatchObject({ code: '42501' });
  });

  test('cannot change, delete or read the entries of a partition directly', async () => {
    const monthly = (await partitions()).filter((name) => /\d{4}_\d{2}$/.test(name));
    expect(monthly).not.toEqual([]);
    for (const name of monthly) {
      for (const statement of [`DELETE FROM ${name}`, `UPDATE ${name} SET via = $$x$$`, `TABLE ${name}`]) {
        const execute = database.inSystemTransaction((tx) => tx.query(statement));
        await expect(execute).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  test('cannot drop entries of the last 30 days', async () => {
    const before = new Date(Date.now() - 30 * 86_400_000 + 60_000);
    await expect(dropAuditPartitions(database, before)).rejects.toMatchObject({ code: '42501' });
  });

  test('cannot insert an entry of another tenant', async () => {
    const insert = runInRequestScope(actor, () =>
      database.inTransaction(tenantId, (tx) =>
        recordAudit(tx, { tenantId: randomUUID(), action: 'create', objectType: 'memory', objectIds: [] }),
      ),
    );
    await expect(insert).rejects.toMatchObject({ code: '42501' });
  });
});

describe('partitions', () => {
  test('a new schema has partitions for this month and the next three months', async () => {
    const monthly = (await partitions()).filter((name) => /\d{4}_\d{2}$/.test(name));
    const now = new Date();
    const expected = [0, 1, 2, 3].map((ahead) => {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
      return `audit_log_${month.toISOString().slice(0, 7).replace('-', '_')}`;
    });
    expect(monthly).toEqual(expect.arrayContaining(expected));
  });

  test('an entry of a month without a partition is stored, and moved when the partition is created', async () => {
    await insertAt('2020-02-29T23:59:59.999999Z');
    await insertAt('2020-03-01T00:00:00Z');
    expect(await list({ to: '2021-01-01T00:00:00Z' })).toHaveLength(2);
    expect(await prepareAuditPartitions(database)).toBeGreaterThanOrEqual(2);
    expect(await list({ to: '2021-01-01T00:00:00Z' })).toHaveLength(2);
    const { rows } = await admin.query('SELECT tenant_id FROM audit_log_2020_02');
    expect(rows).toEqual([{ tenant_id: tenantId }]);
    expect((await admin.query('TABLE audit_log_default')).rows).toEqual([]);
    expect(await prepareAuditPartitions(database)).toBe(0);
  });

  test('only months whose entries are all older than the given time are dropped', async () => {
    await insertAt('2010-05-31T23:00:00Z');
    await insertAt('2010-06-01T00:00:00Z');
    await prepareAuditPartitions(database);
    expect(await dropAuditPartitions(database, new Date('2010-06-30T23:59:59Z'))).toEqual([
      'audit_log_2010_05',
    ]);
    expect((await list({ to: '2011-01-01T00:00:00Z' })).map(({ at }) => at)).toEqual([
      '2010-06-01T00:00:00.000000Z',
    ]);
  });

  test('the deletion of a tenant keeps the audit log', async () => {
    await record();
    expect(await deleteTenantRows(database, tenantId, () => false)).toEqual({ deleted: 0, done: true });
    expect(await list()).toHaveLength(1);
  });
});

describe('the pseudonym of an erased user', () => {
  const PSEUDONYM = 'erased:0123456789abcdef';
  const pseudonymize = (pseudonym: string, of = tenantId): Promise<unknown> =>
    database.inTransaction(of, (tx) =>
      tx.query('SELECT pseudonymize_audit($1, $2, now(), $3)', [of, 'user-1', pseudonym]),
    );

  test('replaces the user and the ID of the API key, and keeps the operation', async () => {
    const objectIds = [newId()];
    await record({ objectIds });
    await record({}, { userId: 'user-2' });
    await pseudonymize(PSEUDONYM);
    expect(await list()).toMatchObject([
      { user_id: 'user-2', key_id: actor.keyId },
      { user_id: PSEUDONYM, key_id: null, operation: actor.operation, object_ids: objectIds },
    ]);
  });

  test('replaces the user in the IDs of changed members', async () => {
    await record({ objectType: 'member', objectIds: ['user-1', 'user-2'] }, { userId: 'user-2' });
    await pseudonymize(PSEUDONYM);
    expect(await list()).toMatchObject([
      { user_id: 'user-2', key_id: actor.keyId, object_ids: [PSEUDONYM, 'user-2'] },
    ]);
  });

  test('does not change the entries of another tenant', async () => {
    await record();
    await pseudonymize(PSEUDONYM, randomUUID());
    expect(await list()).toMatchObject([{ user_id: 'user-1' }]);
  });

  test('must have the form of a pseudonym (threat 37)', async () => {
    await record();
    for (const pseudonym of ['user-2', 'erased:', 'erased:0123456789abcdef0', 'x erased:0123456789abcdef']) {
      await expect(pseudonymize(pseudonym)).rejects.toThrow('A pseudonym has the form');
    }
    expect(await list()).toMatchObject([{ user_id: 'user-1' }]);
  });
});
