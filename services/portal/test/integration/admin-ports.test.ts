import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { Secret, createMetrics } from '@loci/runtime';
import { createAdminApp } from '@loci/service-hosting';
import { createAdminPorts } from '../../src/operator/admin-ports.ts';

const TOKEN = 'operator-admin-token';
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Starts the admin port of a process, as every process of the distributed platform has one. */
async function startProcess(
  service: string,
  { run = {}, missing = [] }: { run?: Record<string, () => Promise<object>>; missing?: string[] } = {},
) {
  const metrics = createMetrics(service);
  const app = createAdminApp({
    metrics,
    health: { notReady: () => Promise.resolve(missing) },
    beforeScrape: () => Promise.resolve(),
    commands: { adminToken: new Secret(TOKEN), run },
    log: { warn: () => undefined },
  });
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, metrics };
}

const options = { everywhere: true, waitMs: 5_000 };

test('a command runs in every process that has it', async () => {
  const ran: string[] = [];
  const replay = (name: string) => async () => {
    ran.push(name);
    return { replayed: { [name]: 1 } };
  };
  const processes = [
    await startProcess('auth-server'),
    await startProcess('search', { run: { 'replay-dead-letters': replay('search') } }),
    await startProcess('graph', { run: { 'replay-dead-letters': replay('graph') } }),
  ];
  const ports = createAdminPorts(() => processes.map(({ url }) => url));
  expect(await ports.run(TOKEN, 'replay-dead-letters', options)).toEqual({
    kind: 'done',
    results: [{ replayed: { search: 1 } }, { replayed: { graph: 1 } }],
  });
  expect(ran).toEqual(['search', 'graph']);
});

test('a rebuild runs in one of several processes of the search service', async () => {
  let rebuilds = 0;
  const run = {
    'rebuild-indexes': async () => {
      rebuilds++;
      return { items: 7 };
    },
  };
  const processes = [
    await startProcess('memory'),
    await startProcess('search', { run }),
    await startProcess('search', { run }),
  ];
  const ports = createAdminPorts(() => processes.map(({ url }) => url));
  expect(await ports.run(TOKEN, 'rebuild-indexes', { ...options, everywhere: false })).toEqual({
    kind: 'done',
    results: [{ items: 7 }],
  });
  expect(rebuilds).toBe(1);
});

test('a command that takes longer than the portal waits is reported as running, and is not started again', async () => {
  let rebuilds = 0;
  const { promise, resolve } = Promise.withResolvers<object>();
  const run = {
    'rebuild-indexes': () => {
      rebuilds++;
      return promise;
    },
  };
  const processes = [await startProcess('search', { run }), await startProcess('search', { run })];
  const ports = createAdminPorts(() => processes.map(({ url }) => url));
  const result = await ports.run(TOKEN, 'rebuild-indexes', { everywhere: false, waitMs: 100 });
  expect(result).toEqual({ kind: 'running' });
  expect(rebuilds).toBe(1);
  resolve({ items: 1 });
});

test('the state of a process that does not respond is separate from that of the others', async () => {
  const search = await startProcess('search', { missing: ['Kafka'] });
  search.metrics.indexRebuildState.set({ state: 'running' }, 1);
  const stopped = await startProcess('graph');
  const gone = servers.pop()!;
  await new Promise((resolve) => gone.close(resolve));
  const [first, second] = await createAdminPorts(() => [search.url, stopped.url]).readProcesses();
  expect(first).toMatchObject({ name: 'search', waitingFor: ['Kafka'] });
  expect(first!.samples).toContainEqual({
    name: 'loci_index_rebuild_state',
    labels: { state: 'running', service: 'search' },
    value: 1,
  });
  expect(second).toEqual({ url: stopped.url, name: stopped.url, waitingFor: null, samples: [] });
});

test('a wrong token and a missing command are reported', async () => {
  const { url } = await startProcess('search', { run: { 'rebuild-indexes': async () => ({ items: 0 }) } });
  const ports = createAdminPorts(() => [url]);
  expect(await ports.run('wrong-token-of-operator', 'rebuild-indexes', options)).toEqual({
    kind: 'wrong-token',
  });
  expect(await ports.run(TOKEN, 'replay-dead-letters', options)).toEqual({ kind: 'missing' });
});
