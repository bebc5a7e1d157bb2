import { randomBytes } from 'node:crypto';
import { databaseOptionsFromUrl } from '@loci/postgres';
import type { AdminConnection, MigratedService } from '@loci/postgres';
import pg from 'pg';
import { integrationEngines } from './integration-engines.ts';

/**
 * A database on the PostgreSQL server of the integration tests. The names of the database and its services are unique,
 * because roles are global to the server.
 */
export interface IntegrationDatabase {
  admin: AdminConnection;
  /** Returns a service with a unique schema and role, for the given migrations. */
  service(name: string, migrationsDir: URL): MigratedService & { url: string };
  /** Returns the URL of the role of a service. */
  urlOf(service: string, password?: string): string;
  /** Runs a statement as the admin in this database. */
  queryAsAdmin<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Runs a statement as the admin in the default database of the server. */
  queryOnServer(sql: string): Promise<void>;
  /** Drops the database and all roles with its prefix. */
  remove(): Promise<void>;
}

/** Generates the names of a database and its services. `migrateDatabase` creates the database. */
export function newIntegrationDatabase(): IntegrationDatabase {
  const { adminUrl } = integrationEngines().postgres;
  const prefix = `t${randomBytes(6).toString('hex')}`;
  const server = databaseOptionsFromUrl(adminUrl, 'DATABASE_ADMIN_URL');
  const admin = { ...server, database: prefix };
  const urlOf = (service: string, password = 'test'): string =>
    `postgres://loci_${service}:${password}@${server.host}:${server.port}/${prefix}`;

  async function query<Row extends pg.QueryResultRow>(
    connection: AdminConnection,
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const client = new pg.Client(connection);
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    admin,
    service: (name, migrationsDir) => ({
      service: `${prefix}_${name}`,
      migrationsDir,
      url: urlOf(`${prefix}_${name}`),
    }),
    urlOf,
    queryAsAdmin: (sql, values) => query(admin, sql, values),
    queryOnServer: async (sql) => {
      await query(server, sql);
    },
    remove: async () => {
      await query(server, `DROP DATABASE IF EXISTS ${prefix} WITH (FORCE)`);
      const roles = await query<{ rolname: string }>(
        server,
        `SELECT rolname FROM pg_roles WHERE rolname LIKE '%' || $1 || '%' ORDER BY rolname`,
        [prefix],
      );
      for (const { rolname } of roles) await query(server, `DROP ROLE ${rolname}`);
    },
  };
}
