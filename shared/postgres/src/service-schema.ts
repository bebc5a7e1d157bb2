import { pause } from '@loci/async';
import pg from 'pg';
import { CREATE_AUDIT_LOG_FUNCTION } from './audit-log-schema.ts';
import type { DatabaseConnection } from './connection-url.ts';
import { CREATE_ERASURE_FUNCTION } from './erasure-schema.ts';
import { CREATE_EVENT_PROGRESS_FUNCTION } from './event-progress-schema.ts';
import { KEY_LIFETIME } from './idempotency-keys.ts';
import { applyMigrations } from './migrations.ts';
import { prepareRole, serviceRole } from './service-role.ts';
import { CREATE_UPLOADS_FUNCTION } from './upload-schema.ts';

/**
 * Connection as a role that may create schemas and roles. The role does not need to be a superuser. The
 * connection must not use a connection pooler, because a pooler can lose the advisory lock.
 */
export type AdminConnection = Omit<DatabaseConnection, 'ssl'> & Partial<Pick<DatabaseConnection, 'ssl'>>;

export interface ServiceSchema {
  /** Name of the schema. The role of the service is `loci_<service>`. */
  service: string;
  /** Folder with `NNNN-what.sql` files, which are applied in the order of their names. */
  migrationsDir: URL;
  /** Password of the role, or null if the role is managed elsewhere. */
  rolePassword: string | null;
}

/**
 * SQL that creates the function `loci_isolate`. Migrations call it for each table with rows of tenants. It
 * restricts reads and writes to the tenant of the transaction. PostgreSQL evaluates the subqueries of the
 * policy once per statement instead of per row, so a count of 100,000 rows takes 12 ms instead of 31 ms.
 */
const CREATE_ISOLATE_FUNCTION = `
CREATE OR REPLACE FUNCTION public.loci_isolate(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('DROP POLICY IF EXISTS tenant ON %s', target);
  EXECUTE format(
    'CREATE POLICY tenant ON %s USING ('
    || 'tenant_id = (SELECT nullif(nullif(current_setting(''loci.tenant_id'', true), ''*''), '''')::uuid) '
    || 'OR (SELECT current_setting(''loci.tenant_id'', true) = ''*''))', target);
END $$;`;

/**
 * SQL that creates the function `loci_create_counters`. Migrations call it once per schema that counts rows
 * per tenant. A transaction adds its changes to `counter_changes` and never waits for another one. A job
 * folds them into `counters`. @see docs/decisions/0009-count-with-change-rows.md
 */
const CREATE_COUNTERS_FUNCTION = `
CREATE OR REPLACE FUNCTION public.loci_create_counters() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE TABLE counters (
    tenant_id uuid NOT NULL,
    counter text NOT NULL,
    value bigint NOT NULL,
    PRIMARY KEY (tenant_id, counter)
  ) WITH (fillfactor = 70);
  PERFORM public.loci_isolate('counters');
  -- Rows live for about a second. Autovacuum therefore depends on the number of dead rows, not on the size of the table.
  CREATE TABLE counter_changes (
    tenant_id uuid NOT NULL,
    counter text NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    change bigint NOT NULL,
    PRIMARY KEY (tenant_id, counter, id)
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000000000);
  PERFORM public.loci_isolate('counter_changes');
END $$;`;

/** Maximum number of pending changes that `require_quota` adds up, so that its cost does not grow with the load. */
const MAX_SUMMED_CHANGES = 256;

/**
 * Migrations call `loci_create_quota(counter)` once per schema with a storage quota. The created function `require_quota`
 * raises an error if a tenant would store more bytes than its quota. It adds up the counter and at most 256 changes, so
 * it can miss changes of the last second if a tenant writes more often. A null quota is unlimited.
 * @see docs/decisions/0009-count-with-change-rows.md
 */
const CREATE_QUOTA_FUNCTION = `
CREATE OR REPLACE FUNCTION public.loci_create_quota(bytes_counter text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Sequential scans are disabled, because a plan that is cached while the tables are small would use them.
  CREATE FUNCTION require_quota(tenant uuid, counter_name text, added bigint, quota bigint) RETURNS void
  LANGUAGE plpgsql SET enable_seqscan = off AS $function$
  DECLARE
    used bigint;
  BEGIN
    IF added <= 0 THEN
      RETURN;
    END IF;
    SELECT coalesce(sum(value), 0) INTO used FROM (
      SELECT value FROM counters WHERE tenant_id = tenant AND counter = counter_name
      UNION ALL
      (SELECT change FROM counter_changes WHERE tenant_id = tenant AND counter = counter_name
       LIMIT ${MAX_SUMMED_CHANGES})
    ) stored;
    IF used + added > quota THEN
      RAISE EXCEPTION 'storage quota exceeded' USING ERRCODE = 'LQ001', DETAIL = greatest(used, 0)::text;
    END IF;
  END $function$;
  EXECUTE format(
    'CREATE INDEX counters_of_bytes ON counters (tenant_id) INCLUDE (value) WHERE counter = %L', bytes_counter);
END $$;`;

/**
 * SQL that creates the function `loci_create_idempotency_keys`. Migrations call it once per schema of a service that
 * accepts idempotency keys. A transaction inserts the response of its request as its last statement.
 * @see docs/decisions/0013-store-responses-of-keyed-requests.md
 */
const CREATE_IDEMPOTENCY_KEYS_FUNCTION = `
CREATE OR REPLACE FUNCTION public.loci_create_idempotency_keys() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE TABLE idempotency_keys (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    key text COLLATE "C" NOT NULL CHECK (key ~ '^[!-~]{1,255}$'),
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    response text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, user_id, key)
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
  CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
  PERFORM public.loci_isolate('idempotency_keys');
END $$;`;

const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * SQL that creates the function `loci_index_stored_responses`. Migrations call it once per schema, after
 * `loci_create_idempotency_keys`. The index finds the stored responses that contain the ID of a deleted object.
 */
const INDEX_STORED_RESPONSES_FUNCTION = `
CREATE OR REPLACE FUNCTION public.loci_index_stored_responses() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  ALTER TABLE idempotency_keys ADD COLUMN object_ids uuid[] NOT NULL DEFAULT '{}';
  UPDATE idempotency_keys SET object_ids = ARRAY(
    SELECT DISTINCT (matches.ids)[1]::uuid FROM regexp_matches(response, '${UUID_PATTERN}', 'g') AS matches(ids));
  CREATE INDEX idempotency_keys_of_objects ON idempotency_keys USING gin (object_ids);
  -- PostgreSQL compiles the pattern of the constraint again for each insert, which takes 40 % of the CPU time of the
  -- insert. The HTTP server checks the characters of a key.
  ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_key_check,
    ADD CHECK (octet_length(key) BETWEEN 1 AND 255);
END $$;`;

/**
 * SQL that creates the function `loci_claim_idempotency_key`. All schemas share it, and the name of the table is resolved
 * in the schema of the caller. It locks a key until the transaction ends, and raises LI001 if another transaction has
 * locked it or if a response is stored. The second statement has a later snapshot than the first one, so it sees a response
 * that was stored before the lock was acquired.
 */
const CLAIM_IDEMPOTENCY_KEY_FUNCTION = `
CREATE OR REPLACE FUNCTION public.loci_claim_idempotency_key(
  of_tenant uuid, of_user uuid, of_key text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(
    'idempotency:' || current_schema() || ':' || of_tenant || ':' || of_user || ':' || of_key, 0))
  THEN
    RAISE EXCEPTION 'idempotency key is claimed' USING ERRCODE = 'LI001';
  END IF;
  IF EXISTS (
    SELECT FROM idempotency_keys k
    WHERE k.tenant_id = of_tenant AND k.user_id = of_user AND k.key = of_key
      AND k.created_at > now() - ${KEY_LIFETIME})
  THEN
    RAISE EXCEPTION 'the response for the idempotency key is stored' USING ERRCODE = 'LI001';
  END IF;
END $$;`;

const LOCK_POLL_MS = 50;

/**
 * Creates or updates the roles, schemas and tables of services. Idempotent. Concurrent calls are serialized by an
 * advisory lock.
 *
 * @throws StartupError if a role is unusable or the database was created by another version of Loci
 */
export async function migrateServices(
  admin: AdminConnection,
  services: readonly ServiceSchema[],
): Promise<void> {
  const client = new pg.Client({ ...admin, application_name: 'loci-migrate' });
  await client.connect();
  try {
    await lockMigrations(client);
    await client.query(CREATE_ISOLATE_FUNCTION);
    await client.query(CREATE_COUNTERS_FUNCTION);
    await client.query(CREATE_QUOTA_FUNCTION);
    await client.query(CREATE_IDEMPOTENCY_KEYS_FUNCTION);
    await client.query(INDEX_STORED_RESPONSES_FUNCTION);
    await client.query(CLAIM_IDEMPOTENCY_KEY_FUNCTION);
    await client.query(CREATE_AUDIT_LOG_FUNCTION);
    await client.query(CREATE_ERASURE_FUNCTION);
    await client.query(CREATE_EVENT_PROGRESS_FUNCTION);
    await client.query(CREATE_UPLOADS_FUNCTION);
    for (const service of services) {
      await prepareSchema(client, service);
      await applyMigrations(client, service.service, service.migrationsDir);
    }
  } finally {
    await client.end();
  }
}

/**
 * Waits until no other process migrates. A statement that waits for the lock would have a snapshot, for whose end a
 * concurrent migration of the other process waits.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  const lock = `SELECT pg_try_advisory_lock(hashtext('loci-migrations')) AS acquired`;
  while (!(await client.query<{ acquired: boolean }>(lock)).rows[0]!.acquired) await pause(LOCK_POLL_MS);
}

async function prepareSchema(client: pg.Client, { service, rolePassword }: ServiceSchema): Promise<void> {
  await prepareRole(client, service, rolePassword);
  const schema = client.escapeIdentifier(service);
  const role = client.escapeIdentifier(serviceRole(service));
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS ${schema};
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT EXECUTE ON FUNCTIONS TO ${role};`);
}

/** SQLSTATEs of a concurrent CREATE DATABASE: `duplicate_database`, or a unique violation in the catalog. */
const ALREADY_EXISTS = new Set(['42P04', '23505']);

/**
 * Creates a database if it does not exist.
 * @param admin connection to another database of the server
 * @returns the connection to the database
 */
export async function ensureDatabase(admin: AdminConnection, name: string): Promise<AdminConnection> {
  const client = new pg.Client({ ...admin, application_name: 'loci-migrate' });
  await client.connect();
  try {
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (existing.rowCount === 0) {
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`).catch((error: unknown) => {
        if (!ALREADY_EXISTS.has((error as { code?: string }).code ?? '')) throw error;
      });
    }
  } finally {
    await client.end();
  }
  return { ...admin, database: name };
}

/** Allows the role of the service `reader` to read and prune the outboxes of `owners`, for the embedded event transport. */
export async function grantOutboxes(
  admin: AdminConnection,
  reader: string,
  owners: readonly string[],
): Promise<void> {
  const client = new pg.Client({ ...admin, application_name: 'loci-migrate' });
  await client.connect();
  try {
    const role = client.escapeIdentifier(serviceRole(reader));
    for (const owner of owners) {
      const schema = client.escapeIdentifier(owner);
      await client.query(
        `GRANT USAGE ON SCHEMA ${schema} TO ${role}; GRANT SELECT, DELETE ON ${schema}.outbox TO ${role}`,
      );
    }
  } finally {
    await client.end();
  }
}
