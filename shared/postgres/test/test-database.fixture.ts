import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { grantOutboxes, migrateServices, openDatabase, serviceRole } from '../src/index.ts';
import type { AdminConnection, Database, DatabaseOptions } from '../src/index.ts';
import { testCluster } from './test-cluster.fixture.ts';

type TestPoolOptions = Pick<DatabaseOptions, 'maxConnections' | 'statementTimeoutMs' | 'onStatement'>;

/** A migrated database on the test server. */
export interface TestDatabase {
  /** Connection as the superuser, which bypasses row-level security. */
  admin: AdminConnection;
  /** Opens a pool as the role of a service. `close` closes it. */
  open(service: string, options?: TestPoolOptions): Database;
  /**
   * Updates the statistics of tables, which the server of the tests does not do automatically.
   *
   * @param tables names with their schemas
   */
  analyze(...tables: string[]): Promise<void>;
  /** Closes all pools and drops the database. */
  close(): Promise<void>;
}

const ROLE_PASSWORD = 'test';

/**
 * Creates a migrated database. Call it once per test file. No template database is used, because a migration
 * takes 0.1 s, about as long as copying a template.
 *
 * @param migrations migration folder of each schema, for example `{ memory: MEMORY_MIGRATIONS }`. The role of a schema
 *   `events` may read and prune the outboxes of the other schemas.
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
  await withClusterLock(cluster, async (client) => {
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
        ...options,
        applicationName: `test-${service}`,
      });
      pools.push(pool);
      return pool;
    },
    analyze: async (...tables) => {
      const client = new pg.Client(admin);
      await client.connect();
      await client.query(`ANALYZE ${tables.join(', ')}`);
      await client.end();
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close().catch(() => undefined)));
      await withClusterLock(cluster, (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`));
    },
  };
}

/** Serializes migrations of all test files, because roles are global to the server. */
async function withClusterLock<T>(
  cluster: AdminConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(cluster);
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('loci-test-databases'))`);
    return await work(client);
  } finally {
    await client.end();
  }
}
