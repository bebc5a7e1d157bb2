import { afterAll, expect, test } from '@jest/globals';
import { databaseOptionsFromUrl, openDatabase, prepareDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { nameRealDatabase } from '@loci/testing/real-database';
import { realServers } from '@loci/testing/real-servers';
import { GATEWAY_MIGRATIONS } from '../migrations.ts';
import { describePostgresRateLimiter } from './postgres-rate-limiter.testing.ts';
import { createPostgresRateLimiter } from './postgres.ts';

const real = nameRealDatabase();
const gateway = real.service('gateway', GATEWAY_MIGRATIONS);
await prepareDatabase({ admin: real.admin, services: [gateway] });
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
  const toxiproxy = `${realServers().toxiproxy.url}/proxies`;
  const ask = async (path: string, method: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${toxiproxy}${path}`, { method, body: body ? JSON.stringify(body) : null });
    expect(response.ok).toBe(true);
    return (method === 'DELETE' ? {} : await response.json()) as Record<string, unknown>;
  };
  const name = real.admin.database;
  const upstream = `${real.admin.host}:${real.admin.port}`;
  const { listen } = await ask('', 'POST', { name, listen: '127.0.0.1:0', upstream });
  try {
    let alone = 0;
    const logged: string[] = [];
    const through = createPostgresRateLimiter({
      database: open(Number(String(listen).split(':').at(-1))),
      limitPerMinute: 100,
      pauseMs: 0,
      log: { warn: (_details, text) => logged.push(text), info: (_details, text) => logged.push(text) },
      onCountedAlone: () => alone++,
    });
    const untilTogether = async () => {
      const before = logged.length;
      while (logged.length === before) expect((await through.consume('tenant:cut')).allowed).toBe(true);
    };
    expect((await through.consume('tenant:cut')).remaining).toBe(99);

    await ask(`/${name}`, 'POST', { enabled: false });
    expect((await through.consume('tenant:cut')).allowed).toBe(true);
    expect(alone).toBe(1);
    await ask(`/${name}`, 'POST', { enabled: true });
    await untilTogether();

    // Nothing is answered, nothing is closed.
    await ask(`/${name}/toxics`, 'POST', { name: 'hole', type: 'timeout', attributes: { timeout: 0 } });
    const aloneBefore = alone;
    expect((await through.consume('tenant:cut')).allowed).toBe(true);
    expect(alone).toBe(aloneBefore + 1);
    await ask(`/${name}/toxics/hole`, 'DELETE');
    await untilTogether();
    expect(logged).toHaveLength(4);
  } finally {
    await ask(`/${name}`, 'DELETE');
  }
});
