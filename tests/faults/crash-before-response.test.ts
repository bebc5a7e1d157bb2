import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openApiConnection } from '../support/api-connection.ts';
import type { ApiRequest } from '../support/api-connection.ts';
import { createPlatformSettings, readPostmasterPid, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess, PlatformSettings } from '../support/platform-process.ts';
import { eventually } from '../support/eventually.ts';
import { TUS, appendToUpload, sendFirstPart, startUpload } from '../support/resumable-upload.ts';
import type { Tenant } from '../support/tenants.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const folder = createTemporaryFolder();
let settings: PlatformSettings;
let platform: PlatformProcess;
let tenant: Tenant;
let upload: string;

beforeAll(async () => {
  settings = await createPlatformSettings(folder.path);
  platform = await startPlatform(settings);
  tenant = await platform.createTenant();
  upload = await sendPartOfUpload(tenant);
}, 60_000);
afterAll(async () => {
  await platform.killProcessGroup();
  folder.remove();
});

const MIB = 1_048_576;

/** Sends a part of a resumable upload of 1.5 MiB, and waits until the first MiB is stored. Keeps the connection open. */
async function sendPartOfUpload(tenant: Tenant): Promise<string> {
  const path = await startUpload(tenant, 'documents', 'log.txt', 1.5 * MIB);
  const part = Buffer.alloc(1.25 * MIB, 'The log. ');
  sendFirstPart(`http://127.0.0.1:${settings.port}${path}`, tenant, part, 1.5 * MIB);
  await eventually(async () => {
    const { headers } = await tenant.send({ method: 'HEAD', path, headers: TUS });
    expect(headers['upload-offset']).toBe(String(MIB));
  });
  return path;
}

/** Opens a proxy that calls `onResponse` instead of forwarding the first bytes of a response. */
async function openResponseTrap(upstreamPort: number, onResponse: () => void) {
  const server = createServer((client) => {
    const upstream = connect(upstreamPort, '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.pipe(upstream);
    upstream.once('data', () => {
      onResponse();
      client.destroy();
      upstream.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

test('a retry after kill -9 between commit and response returns the stored response and creates nothing', async () => {
  const request = {
    method: 'POST',
    path: '/api/v2/memories',
    token: tenant.token,
    body: { content: 'Ada prefers tea.' },
    headers: { 'idempotency-key': 'after-a-crash', host: `127.0.0.1:${settings.port}` },
  };
  const killed = Promise.withResolvers<unknown>();
  const trap = await openResponseTrap(settings.port, () => {
    process.kill(readPostmasterPid(settings.dataDir), 'SIGKILL');
    killed.resolve(platform.killProcessGroup());
  });
  const connection = openApiConnection(`http://127.0.0.1:${trap.port}`);
  await expect(connection.send(request)).rejects.toThrow();
  await killed.promise;
  connection.close();
  trap.close();

  platform = await startPlatform(settings);
  const retry = await platform.send(request);
  expect([retry.status, retry.headers['idempotency-replayed']]).toEqual([201, 'true']);
  const list = await platform.send({ method: 'GET', path: '/api/v2/memories', token: tenant.token });
  expect(list.body.data.items.map(({ id }: { id: string }) => id)).toEqual([retry.body.data.id]);
}, 120_000);

// Runs after the restart of the test above.
test('a resumable upload continues after its last full part after kill -9', async () => {
  const call = (method: string, path: string, more: Partial<ApiRequest> = {}) =>
    platform.send({ method, path, token: tenant.token, ...more });
  const { headers } = await call('HEAD', upload, { headers: TUS });
  expect(headers['upload-offset']).toBe(String(MIB));
  const send = (request: ApiRequest) => platform.send({ token: tenant.token, ...request });
  await appendToUpload({ send }, upload, MIB, Buffer.alloc(0.5 * MIB, 'The end. '));
  const { status, body } = await call('POST', `${upload}/complete`);
  expect([status, body.data.size]).toEqual([201, 1.5 * MIB]);
}, 60_000);
