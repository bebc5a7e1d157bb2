import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { assertSchemaReady, databaseOptionsFromUrl, migrateDatabase, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { newIntegrationDatabase } from '@loci/testing/integration-database';
import { allMigrations } from './all-migrations.fixture.ts';

const startupError = (message: RegExp): Error =>
  expect.objectContaining({
    name: 'StartupError',
    message: expect.stringMatching(message),
  }) as unknown as Error;

const integration = newIntegrationDatabase();
const services = [...allMigrations()].map(([name, migrationsDir]) =>
  integration.service(name, migrationsDir),
);
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
  // Runs ten concurrent migrations on a server that has neither the database nor the roles.
  await Promise.all(
    Array.from({ length: 10 }, () => migrateDatabase({ admin: integration.admin, services })),
  );
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await integration.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('the integration tests of the database run on PostgreSQL 15, the oldest supported version', async () => {
  const [server] = await integration.queryAsAdmin<{ major: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  expect(server!.major).toBe(15);
});

describe('migrateDatabase, called ten times concurrently for all services', () => {
  test('applies every migration of every service once', async () => {
    expect(services.length).toBeGreaterThanOrEqual(9);
    for (const { service, migrationsDir, url } of services) {
      await assertSchemaReady(open(url), migrationsDir);
      const [applied] = await integration.queryAsAdmin<{ all: number; names: number }>(
        `SELECT count(*)::int AS all, count(DISTINCT name)::int AS names FROM ${service}.migrations`,
      );
      expect(applied!.all).toBe(applied!.names);
      expect(applied!.all).toBeGreaterThan(0);
    }
  });

  test('enables and forces row-level security for every table with the column tenant_id', async () => {
    const tables = await integration.queryAsAdmin<{ name: string; open: boolean }>(
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

  test('creates roles that cannot bypass row-level security, own nothing and have no memberships', async () => {
    const roles = await integration.queryAsAdmin<Record<string, unknown>>(
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
});

describe('the role of a service', () => {
  test('cannot read the schema of another service', async () => {
    for (const { url, service } of services) {
      const database = open(url);
      for (const other of services.filter((each) => each.service !== service)) {
        const reading = database.inSystemTransaction((tx) =>
          tx.query(`SELECT * FROM ${other.service}.migrations`),
        );
        await expect(reading).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  test('cannot create tables or change the list of applied migrations', async () => {
    for (const { url } of services) {
      const database = open(url);
      const creating = database.inSystemTransaction((tx) => tx.query('CREATE TABLE public.mine (id int)'));
      await expect(creating).rejects.toMatchObject({ code: '42501' });
      const deleting = database.inSystemTransaction((tx) => tx.query('DELETE FROM migrations'));
      await expect(deleting).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe.each(['memory', 'graph', 'search', 'document'])('row-level security of the %s outbox', (name) => {
  const [ada, bob] = [newId(), newId()];
  let database: Database;
  const append = (as: string, tenant: string) =>
    database.inTransaction(as, (tx) =>
      tx.query(
        `INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope) VALUES ($1, 'memory', $1, '{}')`,
        [tenant],
      ),
    );
  const tenantsOf = async (sql: string): Promise<string[]> =>
    (await database.inTransaction(ada, (tx) => tx.query<{ tenant_id: string }>(sql))).map(
      (row) => row.tenant_id,
    );
  beforeAll(async () => {
    database = open(services.find(({ service }) => service.endsWith(`_${name}`))!.url);
    await append(ada, ada);
    await append(bob, bob);
  });

  test('limits SELECT, UPDATE and DELETE without WHERE to the rows of the tenant', async () => {
    expect(await tenantsOf('SELECT tenant_id FROM outbox')).toEqual([ada]);
    expect(await tenantsOf(`UPDATE outbox SET envelope = '{"x":1}' RETURNING tenant_id`)).toEqual([ada]);
    expect(await tenantsOf('DELETE FROM outbox RETURNING tenant_id')).toEqual([ada]);
  });

  test('rejects an INSERT of a row of another tenant', async () => {
    await expect(append(ada, bob)).rejects.toMatchObject({ code: '42501' });
  });

  test('hides all rows from a transaction without a tenant', async () => {
    const rows = await database.inSystemTransaction(async (tx) => {
      await tx.query(`SET LOCAL loci.tenant_id = ''`);
      return tx.query('SELECT tenant_id FROM outbox');
    });
    expect(rows).toEqual([]);
  });
});

describe('migrateDatabase with roles', () => {
  const single = integration.service('single', memory.migrationsDir);

  test('changes the password of a role to the password in the URL', async () => {
    await migrateDatabase({ admin: integration.admin, services: [single] });
    const changed = { ...single, url: integration.urlOf(single.service, 'n%C3%AAw-p%40ss') };
    await migrateDatabase({ admin: integration.admin, services: [changed] });
    await assertSchemaReady(open(changed.url), single.migrationsDir);
    await expect(assertSchemaReady(open(single.url), single.migrationsDir)).rejects.toEqual(
      startupError(/denies access to this service: password authentication failed.*npm run/),
    );
  });

  test('rejects a URL without a password if the role does not exist', async () => {
    const managed = integration.service('unmanaged', memory.migrationsDir);
    const withoutPassword = {
      ...managed,
      url: integration.urlOf(managed.service, '').replace(':@', '@'),
    };
    for (const service of [withoutPassword, { ...managed, url: null }]) {
      await expect(migrateDatabase({ admin: integration.admin, services: [service] })).rejects.toEqual(
        startupError(new RegExp(`The role loci_${managed.service} is missing. Run: CREATE ROLE`)),
      );
    }
  });

  test('uses an existing role if the URL of the service is null', async () => {
    const managed = integration.service('existing', memory.migrationsDir);
    await integration.queryOnServer(`CREATE ROLE loci_${managed.service} LOGIN PASSWORD 'made-by-hand'`);
    await migrateDatabase({ admin: integration.admin, services: [{ ...managed, url: null }] });
    await assertSchemaReady(open(integration.urlOf(managed.service, 'made-by-hand')), managed.migrationsDir);
  });

  test('rejects a role that bypasses row-level security', async () => {
    const lax = integration.service('lax', memory.migrationsDir);
    await integration.queryOnServer(`CREATE ROLE loci_${lax.service} LOGIN BYPASSRLS`);
    await expect(migrateDatabase({ admin: integration.admin, services: [lax] })).rejects.toEqual(
      startupError(/bypasses row-level security. Run: ALTER ROLE/),
    );
  });

  test.each([
    ['role', integration.urlOf('guest'), /must have the user loci_/],
    ['database', `${memory.url}2`, /must name the database \w+, as the admin URL does/],
  ])('rejects a service URL that names another %s', async (_, url, message) => {
    await expect(
      migrateDatabase({ admin: integration.admin, services: [{ ...memory, url }] }),
    ).rejects.toEqual(startupError(message));
  });

  test('reports an unreachable server as SYS_SERVICE_UNAVAILABLE', async () => {
    await expect(
      migrateDatabase({ admin: { ...integration.admin, port: 1 }, services: [memory] }),
    ).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
  });
});

describe('migrateDatabase with an admin that is not a superuser', () => {
  const owner = `${integration.admin.database}_owner`;
  const database = `${integration.admin.database}_managed`;
  const admin = { ...integration.admin, user: owner, password: 'owner', database };
  const dir = join(folder, 'managed');
  const managed = integration.service('managed', pathToFileURL(`${dir}/`));
  const service = { ...managed, url: managed.url.replace(/[^/]+$/, database) };
  beforeAll(async () => {
    cpSync(memory.migrationsDir, dir, { recursive: true });
    await integration.queryOnServer(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'owner'`);
    await integration.queryOnServer(`CREATE DATABASE ${database} OWNER ${owner}`);
    await migrateDatabase({ admin, services: [service] });
  });
  afterAll(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await integration.queryOnServer(`DROP DATABASE ${database} WITH (FORCE)`);
  });

  test('applies a migration to the rows of all tenants', async () => {
    const role = open(service.url);
    await role.inTransaction(newId(), (tx) =>
      tx.query(
        `INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope)
         VALUES (current_setting('loci.tenant_id')::uuid, 'memory', gen_random_uuid(), '{}')`,
      ),
    );
    writeFileSync(join(dir, '9999-touch-every-row.sql'), `UPDATE outbox SET envelope = '{"touched":true}';`);
    await migrateDatabase({ admin, services: [service] });
    const rows = await role.inSystemTransaction((tx) => tx.query('SELECT envelope FROM outbox'));
    expect(rows).toEqual([{ envelope: '{"touched":true}' }]);
  });

  test('rejects an admin that lacks the required privileges', async () => {
    const weak = { ...admin, user: `loci_${service.service}`, password: 'test' };
    await expect(migrateDatabase({ admin: weak, services: [service] })).rejects.toEqual(
      startupError(/lacks privileges to migrate the database/),
    );
  });
});

describe('the migration 0025-add-pins-and-retention', () => {
  const dir = join(folder, 'pins');
  const service = integration.service('pins', pathToFileURL(`${dir}/`));
  const tenantId = newId();
  let role: Database;
  /** Inserts a memory with an expiry, with the columns of the previous release. */
  const insertMemory = (content: string): Promise<unknown> =>
    role.inTransaction(tenantId, (tx) =>
      tx.query(
        `INSERT INTO memories (tenant_id, id, revision, content, content_revision, memory_type, importance, confidence,
           source_type, user_id, metadata, tags, lifecycle_state, version, is_active, chain_id, created_at, updated_at,
           embedding_status, surprise_score, access_count, expires_at)
         VALUES ($1, $2, 1, $3, 1, 'fact', 0.5, 0.8, 'direct_input', 'u', '{}', '{}', 'active', 1, true, $2, now(), now(),
           'pending', 0.5, 0, '2999-01-01')`,
        [tenantId, newId(), content],
      ),
    );
  beforeAll(async () => {
    cpSync(memory.migrationsDir, dir, {
      recursive: true,
      filter: (file) => !/\/(?:002[5-9]|00[3-9]\d)-[^/]+$/.test(file),
    });
    await migrateDatabase({ admin: integration.admin, services: [service] });
    role = open(service.url);
    await expect(assertSchemaReady(role, memory.migrationsDir)).rejects.toEqual(
      startupError(/0025-add-pins-and-retention.sql/),
    );
    await insertMemory('stored before');
    cpSync(memory.migrationsDir, dir, { recursive: true });
    await migrateDatabase({ admin: integration.admin, services: [service] });
  });

  test('pins no memory and keeps each expiry, also of memories that the previous release stores later', async () => {
    await insertMemory('stored later');
    const rows = await role.inTransaction(tenantId, (tx) =>
      tx.query('SELECT content, pinned, expires_by_default, expires_at FROM memories ORDER BY id'),
    );
    const unpinned = { pinned: false, expires_by_default: false, expires_at: new Date('2999-01-01') };
    expect(rows).toEqual([
      { content: 'stored before', ...unpinned },
      { content: 'stored later', ...unpinned },
    ]);
  });

  test('lets the role change the retention defaults of its tenant only', async () => {
    const insert = (as: string): Promise<unknown> =>
      role.inTransaction(as, (tx) =>
        tx.query(`INSERT INTO retention_defaults VALUES ($1, '{"fact":60}') RETURNING tenant_id`, [tenantId]),
      );
    await expect(insert(newId())).rejects.toMatchObject({ code: '42501' });
    expect(await insert(tenantId)).toEqual([{ tenant_id: tenantId }]);
  });
});

describe('assertSchemaReady', () => {
  /** Creates a service with its own copy of the memory migrations. */
  const copyMigrations = (name: string) => {
    const dir = join(folder, name);
    cpSync(memory.migrationsDir, dir, { recursive: true });
    const service = integration.service(name, pathToFileURL(`${dir}/`));
    const check = () => assertSchemaReady(open(service.url), service.migrationsDir);
    return { dir, service, check };
  };

  test('rejects a missing role with an error that names the command to run', async () => {
    const { check } = copyMigrations('no_role');
    await expect(check()).rejects.toEqual(startupError(/denies access to this service.*npm run db:migrate$/));
  });

  test('rejects a missing schema with an error that names the first migration and the command to run', async () => {
    const { service, check } = copyMigrations('no_schema');
    await integration.queryOnServer(`CREATE ROLE loci_${service.service} LOGIN PASSWORD 'test'`);
    await expect(check()).rejects.toEqual(
      startupError(
        new RegExp(
          `${service.service}/0001-create-memories.sql \\(and \\d+ more\\) is not applied. Run: npm`,
        ),
      ),
    );
  });

  test('rejects a schema that lacks a migration of a new version with an error that names the migration', async () => {
    const { dir, service, check } = copyMigrations('updated');
    await migrateDatabase({ admin: integration.admin, services: [service] });
    await check();
    writeFileSync(join(dir, '9998-next.sql'), 'SELECT 1;');
    await expect(check()).rejects.toEqual(startupError(/9998-next.sql is not applied/));
  });

  test('accepts the schema of a newer version', async () => {
    const { dir, service, check } = copyMigrations('newer');
    writeFileSync(join(dir, '9998-next.sql'), 'SELECT 1;');
    await migrateDatabase({ admin: integration.admin, services: [service] });
    rmSync(join(dir, '9998-next.sql'));
    await check();
  });

  test('reports an unreachable server as SYS_SERVICE_UNAVAILABLE', async () => {
    const unreachable = open(memory.url.replace(/:\d+\//, ':1/'));
    await expect(assertSchemaReady(unreachable, memory.migrationsDir)).rejects.toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
    });
  });
});
