import { afterAll, expect, test } from '@jest/globals';
import { databaseOptionsFromUrl, openDatabase, migrateDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { openTcpProxy } from '@loci/testing/tcp-proxy';
import { newIntegrationDatabase } from '@loci/testing/integration-database';
import { GATEWAY_MIGRATIONS } from '../migrations.ts';
import { describePostgresRateLimiter } from '../../test/rate-limit/postgres-rate-limiter.fixture.ts';
import { createPostgresRateLimiter } from './postgres-rate-limiter.ts';

const real = newIntegrationDatabase();
const gateway = real.service('gateway', GATEWAY_MIGRATIONS);
await migrateDatabase({ admin: real.admin, services: [gateway] });
const opened: Database[] = [];
const open = (port = real.admin.port): Database => {
  const options = { ...databaseOptionsFromUrl(gateway.url), port, applicationName: 'test-gateway' };
  const database = openDatabase({ ...options, statementTimeoutMs: 1_000 });
  opened.push(database);
  return database;
};
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await real.remove();
});

describePostgresRateLimiter({ open });

test('the rate limiter counts requests locally while the database connection is closed or hangs', async () => {
  const line = await openTcpProxy(`${real.admin.host}:${real.admin.port}`);
  try {
    let fallbacks = 0;
    const logged: string[] = [];
    const through = createPostgresRateLimiter({
      database: open(line.port),
      limitPerMinute: 100,
      retryIntervalMs: 0,
      statementTimeoutMs: 4_000,
      log: { warn: (_details, text) => logged.push(text), info: (_details, text) => logged.push(text) },
      onFallback: () => fallbacks++,
    });
    const consumeUntilShared = async () => {
      const before = logged.length;
      while (logged.length === before) expect((await through.consume('tenant:cut')).allowed).toBe(true);
    };
    expect((await through.consume('tenant:cut')).remaining).toBe(99);

    await line.cut();
    expect((await through.consume('tenant:cut')).allowed).toBe(true);
    expect(fallbacks).toBe(1);
    await line.heal();
    await consumeUntilShared();

    // The connection stays open and receives no response.
    await line.blackhole();
    const fallbacksBefore = fallbacks;
    expect((await through.consume('tenant:cut')).allowed).toBe(true);
    expect(fallbacks).toBe(fallbacksBefore + 1);
    await line.heal();
    await consumeUntilShared();
    expect(logged).toHaveLength(4);
  } finally {
    await line.close();
  }
});
