import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { AppError } from '@loci/core';
import { DEADLINE_HEADER } from './deadline.ts';
import { httpClient } from './http-client.ts';
import { IDENTITY_HEADER, signIdentity } from './identity.ts';
import { route } from './route.ts';
import { notFoundHandler, createExpressApp, requireSignedIdentity } from './service-app.ts';
import { serviceRouter } from './service-router.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return httpClient({ baseUrl: `http://127.0.0.1:${port}`, secret: 'secret' });
}

const UNAVAILABLE = { code: 'SYS_SERVICE_UNAVAILABLE' };
const answer = (response: ServerResponse, data: unknown): void =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));

describe('a connection that breaks before the answer', () => {
  async function breakingOnce() {
    const seen: string[] = [];
    const client = await serve((request: IncomingMessage, response) => {
      seen.push(request.method!);
      if (seen.length === 1) request.socket.destroy();
      else answer(response, 'here');
    });
    return { client, seen };
  }

  test('is tried again for what only reads', async () => {
    const { client, seen } = await breakingOnce();
    expect(await client(null, { method: 'get', path: '/' })).toBe('here');
    expect(seen).toEqual(['GET', 'GET']);
  });

  test.each(['post', 'put', 'patch', 'delete'] as const)(
    'is not for %s: it may have been done',
    async (method) => {
      const { client, seen } = await breakingOnce();
      await expect(client(null, { method, path: '/', body: {} })).rejects.toMatchObject(UNAVAILABLE);
      expect(seen).toHaveLength(1);
    },
  );
});

test('a connection that never came about is tried again for everything: a service that comes up is met', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const client = httpClient({ baseUrl: `http://127.0.0.1:${port}`, secret: 'secret' });
  const asking = client(null, { method: 'post', path: '/', body: {} });
  const late = createServer((_request, response) => answer(response, 'up')).listen(port, '127.0.0.1');
  servers.push(late);
  expect(await asking).toBe('up');
});

test('a service that is not there is SYS_SERVICE_UNAVAILABLE', async () => {
  const client = httpClient({ baseUrl: 'http://127.0.0.1:9', secret: 'secret' });
  await expect(client(null, { method: 'get', path: '/' })).rejects.toMatchObject(UNAVAILABLE);
});

test.each([
  ['no JSON', 'Bad gateway'],
  ['JSON of somebody else', '{"message":"no upstream"}'],
])('an answer that is not ours is SYS_SERVICE_UNAVAILABLE: %s', async (_what, body) => {
  const client = await serve((_request, response) => void response.writeHead(502).end(body));
  await expect(client(null, { method: 'get', path: '/' })).rejects.toMatchObject(UNAVAILABLE);
});

test('the time that the caller has left goes along and ends the work, though the connection stays', async () => {
  const reasons: unknown[] = [];
  const slow = route({
    method: 'get',
    path: '/internal/slow',
    scope: 'internal',
    summary: 'Works until nobody waits.',
    response: null,
    handle: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push((signal.reason as Error).name);
          reject(new AppError('SYS_SERVICE_UNAVAILABLE', 'Nobody waits any more.'));
        });
      }),
  });
  const app = createExpressApp();
  app.use(requireSignedIdentity('secret'));
  app.use(
    serviceRouter([slow], { log: { warn: () => undefined, error: () => undefined }, responseCheck: 'throw' }),
  );
  app.use(notFoundHandler);
  let sent: IncomingMessage['headers'] = {};
  const client = await serve((request, response) => {
    sent = request.headers;
    answer(response, null);
  });
  await client(null, { method: 'get', path: '/internal/slow' }, { timeoutMs: 300 });
  expect(Number(sent[DEADLINE_HEADER])).toBeLessThanOrEqual(300);

  await serve(app);
  const { port } = servers.at(-1)!.address() as AddressInfo;
  const identity = signIdentity({ caller: null, requestId: 'r', internal: true }, 'secret');
  const response = await fetch(`http://127.0.0.1:${port}/internal/slow`, {
    headers: { [IDENTITY_HEADER]: identity, [DEADLINE_HEADER]: '50' },
  });
  expect([response.status, reasons]).toEqual([503, ['TimeoutError']]);
});
