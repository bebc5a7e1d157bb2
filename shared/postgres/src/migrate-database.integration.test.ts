import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { nameRealDatabase } from '@loci/testing/integration-database';
import { allMigrations } from '../test/all-migrations.fixture.ts';
import { databaseOptionsFromUrl } from './connection-url.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { migrateDatabase } from './migrate-database.ts';
import { assertSchemaReady } from './schema-ready.ts';

const refused = (message: RegExp): Error =>
  expect.objectContaining({
    name: 'StartupError',
    message: expect.stringMatching(message),
  }) as unknown as Error;

const real = nameRealDatabase();
const services = [...allMigrations()].map(([name, migrationsDir]) => real.service(name, migrationsDir));
const memory = services.find(({ service }) => service.endsWith('_memory'))!;
const opened: Database[] = [];
const open = (url: string): Database => {
  const database = openDatabase({
    ...databaseOptionsFromUrl(url),
    maxConnections: 2,
    applicationName: 'test',
  });
  opened.push(database);
  return database;
};
const folder = mkdtempSync(join(tmpdir(), 'loci-migrations-'));

beforeAll(async () => {
  // Ten processes start in the same moment on a server that has neither the database nor a role.
  await Promise.all(Array.from({ length: 10 }, () => migrateDatabase({ admin: real.admin, services })));
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await real.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('it is PostgreSQL 15, the oldest that is supported, and every part is there', async () => {
  const [server] = await real.asAdmin<{ major: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  expect(server!.major).toBe(15);
  expect(services.length).toBeGreaterThanOrEqual(9);
});

describe('prepareDatabase by ten at once', () => {
  test('every migration of every service was applied once', async () => {
    for (const { service, migrationsDir, url } of services) {
      await assertSchemaReady(open(url), migrationsDir);
      const [applied] = await real.asAdmin<{ all: number; names: number }>(
        `SELECT count(*)::int AS all, count(DISTINCT name)::int AS names FROM ${service}.migrations`,
      );
      expect(applied!.all).toBe(applied!.names);
      expect(applied!.all).toBeGreaterThan(0);
    }
  });

  test('row-level security is on and forced for every table with a tenant, in every schema', async () => {
    const tables = await real.asAdmin<{ name: string; open: boolean }>(
      `SELECT c.oid::regclass::text AS name,
         NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (
           SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'tenant' AND p.polcmd = '*'
             AND p.polroles = '{0}')) AS open
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace::regnamespace::text = ANY ($1)`,
      [services.map(({ service }) => service)],
    );
    expect(tables.length).toBeGreaterThan(20);
    expect(tables.filter((table) => table.open)).toEqual([]);
  });

  test('no role goes around it, owns anything or belongs to another role', async () => {
    const roles = await real.asAdmin<Record<string, unknown>>(
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin,
         (SELECT count(*)::int FROM pg_auth_members m WHERE m.member = r.oid) AS member_of,
         (SELECT count(*)::int FROM pg_class c WHERE c.relowner = r.oid) AS owns
       FROM pg_roles r WHERE rolname = ANY ($1)`,
      [services.map(({ service }) => `loci_${service}`)],
    );
    expect(roles).toHaveLength(services.length);
    for (const role of roles) {
      expect(role).toEqual({
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolcanlogin: true,
        member_of: 0,
        owns: 0,
      });
    }
  });

  test('no role reads another service’s schema, not even its list of tables’ rows', async () => {
    for (const { url, service } of services) {
      const database = open(url);
      for (const other of services.filter((each) => each.service !== service)) {
        const look = database.inSystemTransaction((tx) =>
          tx.query(`SELECT * FROM ${other.service}.migrations`),
        );
        await expect(look).rejects.toMatchObject({ code: '42501' });
      }
      const make = database.inSystemTransaction((tx) => tx.query('CREATE TABLE public.mine (id int)'));
      await expect(make).rejects.toMatchObject({ code: '42501' });
      const claim = database.inSystemTransaction((tx) => tx.query('DELETE FROM migrations'));
      await expect(claim).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('a statement without WHERE sees, changes and adds one tenant’s rows; without a tenant, none', async () => {
    const [ada, bob] = [newId(), newId()];
    const withOutbox = services.filter(({ service }) => /_(memory|graph|search|document)$/.test(service));
    expect(withOutbox).toHaveLength(4);
    for (const { url } of withOutbox) {
      const database = open(url);
      const append = (as: string, tenant: string) =>
        database.inTransaction(as, (tx) =>
          tx.query(
            `INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope) VALUES ($1, 'memory', $1, '{}')`,
            [tenant],
          ),
        );
      await append(ada, ada);
      await append(bob, bob);
      await expect(append(ada, bob)).rejects.toMatchObject({ code: '42501' });
      const seenBy = async (sql: string): Promise<string[]> =>
        (await database.inTransaction(ada, (tx) => tx.query<{ tenant_id: string }>(sql))).map(
          (row) => row.tenant_id,
        );
      expect(await seenBy('SELECT tenant_id FROM outbox')).toEqual([ada]);
      expect(await seenBy(`UPDATE outbox SET envelope = '{"x":1}' RETURNING tenant_id`)).toEqual([ada]);
      expect(await seenBy('DELETE FROM outbox RETURNING tenant_id')).toEqual([ada]);
      const nobody = await database.inSystemTransaction(async (tx) => {
        await tx.query(`SET LOCAL loci.tenant_id = ''`);
        return tx.query('SELECT tenant_id FROM outbox');
      });
      expect(nobody).toEqual([]);
    }
  });
});

describe('prepareDatabase and roles', () => {
  const single = real.service('single', memory.migrationsDir);

  test('a new password in the URL becomes the role’s', async () => {
    await migrateDatabase({ admin: real.admin, services: [single] });
    const next = { ...single, url: real.urlOf(single.service, 'n%C3%AAw-p%40ss') };
    await migrateDatabase({ admin: real.admin, services: [next] });
    await assertSchemaReady(open(next.url), single.migrationsDir);
    await expect(assertSchemaReady(open(single.url), single.migrationsDir)).rejects.toEqual(
      refused(/does not let this service in: password authentication failed.*npm run/),
    );
  });

  test('a role without a password in its URL is the platform team’s: missing, it is named', async () => {
    const theirs = real.service('theirs', memory.migrationsDir);
    const withoutPassword = { ...theirs, url: real.urlOf(theirs.service, '').replace(':@', '@') };
    for (const service of [withoutPassword, { ...theirs, url: null }]) {
      await expect(migrateDatabase({ admin: real.admin, services: [service] })).rejects.toEqual(
        refused(new RegExp(`The role loci_${theirs.service} is missing. Run: CREATE ROLE`)),
      );
    }
    await real.onServer(`CREATE ROLE loci_${theirs.service} LOGIN PASSWORD 'made-by-hand'`);
    await migrateDatabase({ admin: real.admin, services: [{ ...theirs, url: null }] });
    await assertSchemaReady(open(real.urlOf(theirs.service, 'made-by-hand')), theirs.migrationsDir);
  });

  test('a role that goes around row-level security is refused', async () => {
    const lax = real.service('lax', memory.migrationsDir);
    await real.onServer(`CREATE ROLE loci_${lax.service} LOGIN BYPASSRLS`);
    await expect(migrateDatabase({ admin: real.admin, services: [lax] })).rejects.toEqual(
      refused(/goes around row-level security. Run: ALTER ROLE/),
    );
  });

  test('URLs of another role or database are refused before anything is done', async () => {
    const prepare = (url: string) => migrateDatabase({ admin: real.admin, services: [{ ...memory, url }] });
    await expect(prepare(real.urlOf('somebody'))).rejects.toEqual(refused(/its user must be loci_/));
    await expect(prepare(`${memory.url}2`)).rejects.toEqual(refused(/names another database/));
  });

  test('an admin who is no superuser will do, as on a managed server; its migrations see every tenant', async () => {
    const owner = `${real.admin.database}_owner`;
    const [database] = [`${real.admin.database}_managed`];
    await real.onServer(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'owner'`);
    await real.onServer(`CREATE DATABASE ${database} OWNER ${owner}`);
    try {
      const admin = { ...real.admin, user: owner, password: 'owner', database };
      const dir = join(folder, 'managed');
      cpSync(memory.migrationsDir, dir, { recursive: true });
      const managed = real.service('managed', pathToFileURL(`${dir}/`));
      const service = { ...managed, url: managed.url.replace(/[^/]+$/, database) };
      await migrateDatabase({ admin, services: [service] });
      const role = open(service.url);
      await role.inTransaction(newId(), (tx) =>
        tx.query(
          `INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope)
           VALUES (current_setting('loci.tenant_id')::uuid, 'memory', gen_random_uuid(), '{}')`,
        ),
      );
      writeFileSync(
        join(dir, '9999-touch-every-row.sql'),
        `UPDATE outbox SET envelope = '{"touched":true}';`,
      );
      await migrateDatabase({ admin, services: [service] });
      const rows = await role.inSystemTransaction((tx) => tx.query('SELECT envelope FROM outbox'));
      expect(rows).toEqual([{ envelope: '{"touched":true}' }]);
      const weak = { ...admin, user: `loci_${service.service}`, password: 'test' };
      await expect(migrateDatabase({ admin: weak, services: [service] })).rejects.toEqual(
        refused(/does not allow .* what preparing needs/),
      );
    } finally {
      await Promise.all(opened.splice(0).map((each) => each.close()));
      await real.onServer(`DROP DATABASE ${database} WITH (FORCE)`);
    }
  });

  test('a server that does not answer is SYS_SERVICE_UNAVAILABLE', async () => {
    await expect(
      migrateDatabase({ admin: { ...real.admin, port: 1 }, services: [memory] }),
    ).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    const nowhere = open(memory.url.replace(/:\d+\//, ':1/'));
    await expect(assertSchemaReady(nowhere, memory.migrationsDir)).rejects.toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
    });
  });
});

describe('assertSchemaReady', () => {
  const dir = join(folder, 'ready');
  cpSync(memory.migrationsDir, dir, { recursive: true });
  const waiting = real.service('waiting', pathToFileURL(`${dir}/`));
  const ready = () => assertSchemaReady(open(waiting.url), waiting.migrationsDir);

  test('names what is missing and the command, before the role, before the schema and after an update', async () => {
    await expect(ready()).rejects.toEqual(refused(/does not let this service in.*npm run db:migrate$/));
    await real.onServer(`CREATE ROLE loci_${waiting.service} LOGIN PASSWORD 'test'`);
    await expect(ready()).rejects.toEqual(
      refused(
        new RegExp(
          `${waiting.service}/0001-create-memories.sql \\(and \\d+ more\\) was not applied. Run: npm run`,
        ),
      ),
    );
    await migrateDatabase({ admin: real.admin, services: [waiting] });
    await ready();
    writeFileSync(join(dir, '9998-next.sql'), 'SELECT 1;');
    await expect(ready()).rejects.toEqual(refused(/9998-next.sql was not applied/));
  });

  test('a newer schema is fine, another one is not', async () => {
    await migrateDatabase({ admin: real.admin, services: [waiting] });
    rmSync(join(dir, '9998-next.sql'));
    await ready();
    writeFileSync(join(dir, '9998-next.sql'), 'SELECT 2;');
    await expect(ready()).rejects.toEqual(refused(/9998-next.sql differs from the one that was applied/));
  });
});
