import { randomBytes } from 'node:crypto';
import { grantOutboxes, migrateServices, openDatabase, serviceRole } from '@loci/postgres';
import type { AdminConnection, Database } from '@loci/postgres';
import { testCluster } from '@loci/postgres/embedded';
import pg from 'pg';

/** A throw-away database on the run's server. */
export interface TestDatabase {
  /** The superuser's connection, for migrations and for looking behind row-level security. */
  admin: AdminConnection;
  /** A pool as the role of a service, as the service itself would have it; closed with this database. */
  open(service: string, options?: { maxConnections?: number }): Database;
  /** Closes every pool and removes the database. */
  close(): Promise<void>;
}

const ROLE_PASSWORD = 'test';

/**
 * A fresh, migrated database: one per test file. Migrating takes as long as cloning a migrated template would, about
 * 0.1 s, so there is no template.
 *
 * @param migrations folder of each schema, e.g. `{ memory: MEMORY_MIGRATIONS }`; the role of a schema `events` may
 *   read and prune every outbox
 */
export async function createTestDatabase(migrations: Record<string, URL>): Promise<TestDatabase> {
  const cluster = await testCluster();
  const database = `test_${randomBytes(8).toString('hex')}`;
  const admin = { ...cluster, database };
  const services = Object.entries(migrations).map(([service, migrationsDir]) => ({
    service,
    migrationsDir,
    rolePassword: ROLE_PASSWORD,
  }));
  await alone(cluster, async (client) => {
    await client.query(`CREATE DATABASE ${database}`);
    await migrateServices(admin, services);
  });
  if ('events' in migrations) {
    const owners = Object.keys(migrations).filter((service) => service !== 'events');
    await grantOutboxes(admin, 'events', owners);
  }
  const pools: Database[] = [];
  return {
    admin,
    open: (service, options = {}) => {
      const pool = openDatabase({
        ...admin,
        user: serviceRole(service),
        password: ROLE_PASSWORD,
        maxConnections: options.maxConnections,
        applicationName: `test-${service}`,
      });
      pools.push(pool);
      return pool;
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close().catch(() => undefined)));
      await alone(cluster, (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`));
    },
  };
}

/** Roles belong to the whole server, so only one test file at a time may migrate. */
async function alone<T>(cluster: AdminConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(cluster);
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('loci-test-databases'))`);
    return await work(client);
  } finally {
    await client.end();
  }
}
