import { randomBytes } from 'node:crypto';
import { databaseOptionsFromUrl } from '@loci/postgres';
import type { AdminConnection, MigratedService } from '@loci/postgres';
import pg from 'pg';
import { realServers } from './integration-engines.ts';

/** Names of a database and of services on the real server that nobody else uses, since roles belong to all of it. */
export interface RealDatabase {
  admin: AdminConnection;
  /** A service that is called `name` here only, whose schema these migrations make. */
  service(name: string, migrationsDir: URL): MigratedService & { url: string };
  /** The URL of the role of a service. */
  urlOf(service: string, password?: string): string;
  /** As the admin, in this database. */
  asAdmin<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** As the admin, in the server's own database. */
  onServer(sql: string): Promise<void>;
  /** Removes the database and every role of this test. */
  remove(): Promise<void>;
}

/** The database itself is not created. */
export function nameRealDatabase(): RealDatabase {
  const { adminUrl } = realServers().postgres;
  const prefix = `t${randomBytes(6).toString('hex')}`;
  const server = databaseOptionsFromUrl(adminUrl, 'DATABASE_ADMIN_URL');
  const admin = { ...server, database: prefix };
  const urlOf = (service: string, password = 'test'): string =>
    `postgres://loci_${service}:${password}@${server.host}:${server.port}/${prefix}`;

  async function ask<Row extends pg.QueryResultRow>(
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
    asAdmin: (sql, values) => ask(admin, sql, values),
    onServer: async (sql) => {
      await ask(server, sql);
    },
    remove: async () => {
      await ask(server, `DROP DATABASE IF EXISTS ${prefix} WITH (FORCE)`);
      const roles = await ask<{ rolname: string }>(
        server,
        `SELECT rolname FROM pg_roles WHERE rolname LIKE '%' || $1 || '%' ORDER BY rolname`,
        [prefix],
      );
      for (const { rolname } of roles) await ask(server, `DROP ROLE ${rolname}`);
    },
  };
}
