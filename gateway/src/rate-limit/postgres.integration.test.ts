import { afterAll, expect, test } from '@jest/globals';
import { databaseOptionsFromUrl, openDatabase, migrateDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { openTcpProxy } from '@loci/testing/tcp-proxy';
import { nameRealDatabase } from '@loci/testing/integration-database';
import { GATEWAY_MIGRATIONS } from '../migrations.ts';
import { describePostgresRateLimiter } from './postgres-rate-limiter.testing.ts';
import { createPostgresRateLimiter } from './postgres.ts';

const real = nameRealDatabase();
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

test('a cut, a black hole, and the line back: requests go on, then the gateways count together again', async () => {
  const line = await openTcpProxy(`${real.admin.host}:${real.admin.port}`);
  try {
    let alone = 0;
    const logged: string[] = [];
    const through = createPostgresRateLimiter({
      database: open(line.port),
      limitPerMinute: 100,
      pauseMs: 0,
      answerTimeoutMs: 4_000,
      log: { warn: (_details, text) => logged.push(text), info: (_details, text) => logged.push(text) },
      onCountedAlone: () => alone++,
    });
    const untilTogether = async () => {
      const before = logged.length;
      while (logged.length === before) expect((await through.consume('tenant:cut')).allowed).toBe(true);
    };
    expect((await through.consume('tenant:cut')).remaining).toBe(99);

    await line.cut();
    expect((await through.consume('tenant:cut')).allowed).toBe(true);
    expect(alone).toBe(1);
    await line.heal();
    await untilTogether();

    // Nothing is answered, nothing is closed.
    await line.silence();
    const aloneBefore = alone;
    expect((await through.consume('tenant:cut')).allowed).toBe(true);
    expect(alone).toBe(aloneBefore + 1);
    await line.heal();
    await untilTogether();
    expect(logged).toHaveLength(4);
  } finally {
    await line.close();
  }
});
