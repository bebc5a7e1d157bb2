import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { callUserData } from '@loci/contracts';
import type { ServiceClient, UserErasure } from '@loci/contracts';
import { newId } from '@loci/core';
import { inProcessClient } from '@loci/http';
import { COUNT_TIMEOUT_MS } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { idempotencyKeyStore } from './common-stores.ts';
import { isErased } from './erasure-sql.ts';
import { tableStore } from './erasure-store.ts';
import type { ErasureStore, KeptTable } from './erasure-store.ts';
import { userDataRoutes } from './user-data-routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'loci-user-data-'));
let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  writeFileSync(
    join(folder, '0001-create-notes.sql'),
    `SELECT loci_create_idempotency_keys(); SELECT loci_index_stored_responses(); SELECT loci_create_erasure();
     CREATE TABLE notes (tenant_id uuid NOT NULL, id uuid PRIMARY KEY, user_id text NOT NULL, created_at timestamptz NOT NULL);
     SELECT loci_isolate('notes');
     CREATE TABLE copies (tenant_id uuid NOT NULL, note_id uuid PRIMARY KEY, author text);
     SELECT loci_isolate('copies');`,
  );
  testDatabase = await createTestDatabase({ sample: pathToFileURL(`${folder}/`) });
  database = testDatabase.open('sample');
});
afterAll(async () => {
  await testDatabase.close();
  rmSync(folder, { recursive: true });
});

const signal = new AbortController().signal;
let erasure: UserErasure;
let tenantId: string;
let userId: string;
beforeEach(() => {
  tenantId = newId();
  userId = newId();
  erasure = {
    tenant_id: tenantId,
    erasure_id: newId(),
    user_id: userId,
    pseudonym: 'erased:0123456789abcdef',
    until: '2026-01-02T00:00:00.000Z',
  };
});

const notes = (): ErasureStore =>
  tableStore(database, {
    table: 'notes',
    where: 'user_id = :user AND created_at <= :until',
    erase: 'delete',
  });
const copies = (erase: 'delete' | 'follows' | { set: string } = 'delete'): ErasureStore =>
  tableStore(database, { table: 'copies', where: isErased('note_id'), erase });

/** Creates the client of a service with the given stores. */
const serviceWith = (stores: (ErasureStore | KeptTable)[]): ServiceClient =>
  inProcessClient(
    userDataRoutes({
      database,
      collected: [
        {
          kind: 'note',
          select:
            'SELECT id FROM notes WHERE tenant_id = :tenant AND user_id = :user AND created_at <= :until',
        },
      ],
      stores: [...stores, idempotencyKeyStore(database)],
    }),
    'throw',
  );

const query = <Row>(sql: string, values: unknown[]): Promise<Row[]> =>
  database.inSystemTransaction((tx) => tx.query<Row>(sql, values));

async function addNote({ tenant = tenantId, user = userId, at = '2026-01-01T00:00:00Z' } = {}) {
  const id = newId();
  await query('INSERT INTO notes VALUES ($1, $2, $3, $4)', [tenant, id, user, at]);
  await query('INSERT INTO copies VALUES ($1, $2, $3)', [tenant, id, user]);
  return id;
}

const run = async (service: ServiceClient, operation: 'collect' | 'erase' | 'end') =>
  expect(await callUserData(service, operation, erasure, signal)).toEqual({ done: true });
const find = async (service: ServiceClient) => (await callUserData(service, 'find', erasure, signal)).found;

const remaining = async (table: string, column: string): Promise<string[]> =>
  (await query<{ id: string }>(`SELECT ${column} AS id FROM ${table} ORDER BY 1`, [])).map(({ id }) => id);

test('finds copies of erased objects by their IDs, before and after the deletion', async () => {
  const service = serviceWith([notes(), copies()]);
  await addNote();
  await addNote();
  await run(service, 'collect');
  expect(await find(service)).toMatchObject({ notes: 2, copies: 2 });
  await run(service, 'erase');
  expect(await find(service)).toMatchObject({ notes: 0, copies: 0 });
});

test('searches a table for longer than other statements may run', async () => {
  const limits: unknown[] = [];
  const patient: typeof database.inSystemTransaction = (work, options) => {
    limits.push(options?.statementTimeoutMs);
    return database.inSystemTransaction(work, options);
  };
  const store = tableStore(
    { inSystemTransaction: patient },
    { table: 'notes', where: 'user_id = :user', erase: 'delete' },
  );
  expect([await store.find(erasure), limits]).toEqual([0, [COUNT_TIMEOUT_MS]]);
});

test('finds a copy that no store has erased', async () => {
  const service = serviceWith([notes(), copies('follows')]);
  await addNote();
  await run(service, 'collect');
  await run(service, 'erase');
  expect(await find(service)).toMatchObject({ notes: 0, copies: 1 });
});

test('keeps the objects of other users, of other tenants, and of later times', async () => {
  const service = serviceWith([notes(), copies()]);
  const kept = [
    await addNote({ user: newId() }),
    await addNote({ tenant: newId() }),
    await addNote({ at: '2026-01-03T00:00:00Z' }),
  ].sort();
  const erased = await addNote();
  await run(service, 'collect');
  await run(service, 'erase');
  for (const [table, column] of [
    ['notes', 'id'],
    ['copies', 'note_id'],
  ] as const) {
    const ids = await remaining(table, column);
    expect(ids).toEqual(expect.arrayContaining(kept));
    expect(ids).not.toContain(erased);
  }
});

test('replaces the name of the user with the pseudonym', async () => {
  const service = serviceWith([
    notes(),
    tableStore(database, {
      table: 'copies',
      where: 'author = :user',
      erase: { set: 'author = :pseudonym' },
    }),
  ]);
  const id = await addNote();
  await run(service, 'erase');
  expect(await query('SELECT author FROM copies WHERE note_id = $1', [id])).toEqual([
    { author: erasure.pseudonym },
  ]);
});

test('lists the objects of the service in pages, without those of other services', async () => {
  const service = serviceWith([notes(), copies()]);
  const ids = [await addNote(), await addNote()].sort();
  await run(service, 'collect');
  await callUserData(service, 'add', { ...erasure, objects: [{ id: newId(), kind: 'memory' }] }, signal);
  const list = (after: string | null) => callUserData(service, 'list', { ...erasure, after }, signal);
  expect((await list(null)).objects).toEqual(ids.map((id) => ({ id, kind: 'note' })));
  expect((await list(ids[0]!)).objects).toEqual([{ id: ids[1], kind: 'note' }]);
  expect((await list(ids[1]!)).objects).toEqual([]);
});

test('finds copies of objects of another service', async () => {
  const service = serviceWith([notes(), copies()]);
  const id = newId();
  await query('INSERT INTO copies VALUES ($1, $2, NULL)', [tenantId, id]);
  await callUserData(service, 'add', { ...erasure, objects: [{ id, kind: 'memory' }] }, signal);
  expect(await find(service)).toMatchObject({ copies: 1 });
});

test('blanks the responses to the user and those with the ID of an erased object', async () => {
  const service = serviceWith([notes(), copies()]);
  const id = await addNote();
  const other = newId();
  const store = (user: string, key: string, response: string) =>
    query('INSERT INTO idempotency_keys VALUES ($1, $2, $3, $4, $5, $6)', [
      tenantId,
      user,
      key,
      Buffer.alloc(32),
      response,
      '2026-01-01T00:00:00Z',
    ]);
  await store(userId, 'own', '{"data":1}');
  await store(other, 'with-id', `{"data":{"id":"${id}"}}`);
  await store(other, 'without-id', `{"data":{"id":"${other}"}}`);
  await run(service, 'collect');
  expect(await find(service)).toMatchObject({ idempotency_keys: 2 });
  await run(service, 'erase');
  expect(
    await query('SELECT key, response FROM idempotency_keys WHERE tenant_id = $1 ORDER BY key', [tenantId]),
  ).toEqual([
    { key: 'own', response: '' },
    { key: 'with-id', response: '' },
    { key: 'without-id', response: `{"data":{"id":"${other}"}}` },
  ]);
});

test('deletes the recorded IDs of one erasure at its end', async () => {
  const service = serviceWith([notes(), copies()]);
  await addNote();
  await run(service, 'collect');
  const first = erasure;
  erasure = { ...erasure, erasure_id: newId() };
  await run(service, 'collect');
  await run(service, 'end');
  expect(await remaining('erased_objects', 'erasure_id')).toContain(first.erasure_id);
  expect(await remaining('erased_objects', 'erasure_id')).not.toContain(erasure.erasure_id);
});

test('a search fails if a table is not in the list of stores', async () => {
  const service = serviceWith([notes()]);
  await expect(find(service)).rejects.toThrow('The erasure of users does not cover these tables: copies.');
  const withReason = serviceWith([notes(), { table: 'copies', kept: 'Contains only IDs.' }]);
  expect(await find(withReason)).toMatchObject({ notes: 0 });
});
