import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { DEADLINE_HEADER } from './deadline.ts';
import { httpClient } from './http-client.ts';

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
const respond = (response: ServerResponse, data: unknown): void =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));

describe('httpClient', () => {
  /** Starts a server that closes the connection of the first request and responds to the second request. */
  async function serveAfterBrokenConnection() {
    const methods: string[] = [];
    const client = await serve((request: IncomingMessage, response) => {
      methods.push(request.method!);
      if (methods.length === 1) request.socket.destroy();
      else respond(response, 'here');
    });
    return { client, methods };
  }

  test('retries a GET if the connection is interrupted before the response', async () => {
    const { client, methods } = await serveAfterBrokenConnection();
    expect(await client(null, { method: 'get', path: '/' })).toBe('here');
    expect(methods).toEqual(['GET', 'GET']);
  });

  test.each(['post', 'put', 'patch', 'delete'] as const)(
    'does not retry a %s if the connection is interrupted before the response',
    async (method) => {
      const { client, methods } = await serveAfterBrokenConnection();
      await expect(client(null, { method, path: '/', body: {} })).rejects.toMatchObject(UNAVAILABLE);
      expect(methods).toHaveLength(1);
    },
  );

  test('retries a POST if the connection is refused', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const client = httpClient({ baseUrl: `http://127.0.0.1:${port}`, secret: 'secret' });
    const response = client(null, { method: 'post', path: '/', body: {} });
    const lateServer = createServer((_request, response) => respond(response, 'up')).listen(
      port,
      '127.0.0.1',
    );
    servers.push(lateServer);
    expect(await response).toBe('up');
  });

  test('throws SYS_SERVICE_UNAVAILABLE for an unreachable service', async () => {
    const client = httpClient({ baseUrl: 'http://127.0.0.1:9', secret: 'secret' });
    await expect(client(null, { method: 'get', path: '/' })).rejects.toMatchObject(UNAVAILABLE);
  });

  test.each([
    ['text', 'Bad gateway'],
    ['JSON without an error', '{"message":"no upstream"}'],
  ])('throws SYS_SERVICE_UNAVAILABLE for a 502 of a proxy with %s', async (_, body) => {
    const client = await serve((_request, response) => void response.writeHead(502).end(body));
    await expect(client(null, { method: 'get', path: '/' })).rejects.toMatchObject(UNAVAILABLE);
  });

  test('reuses connections for consecutive requests', async () => {
    const ports = new Set<number | undefined>();
    const client = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      respond(response, null);
    });
    for (let i = 0; i < 20; i++) await client(null, { method: 'post', path: '/', body: {} });
    // The second request can start before the connection of the first request is free.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  test('throws SYS_SERVICE_UNAVAILABLE if the timeout expires while the response is received', async () => {
    const client = await serve((_request, response) => void response.writeHead(200).write('{"data":'));
    const call = client(null, { method: 'post', path: '/', body: {} }, { timeoutMs: 100 });
    await expect(call).rejects.toMatchObject(UNAVAILABLE);
  });

  test('removes its listener from the signal of the caller when a call ends', async () => {
    const client = await serve((_request, response) => respond(response, null));
    const { signal } = new AbortController();
    await client(null, { method: 'get', path: '/' }, { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('sends the remaining timeout to the service', async () => {
    let headers: IncomingMessage['headers'] = {};
    const client = await serve((request, response) => {
      headers = request.headers;
      respond(response, null);
    });
    await client(null, { method: 'get', path: '/' }, { timeoutMs: 300 });
    expect(Number(headers[DEADLINE_HEADER])).toBeGreaterThan(0);
    expect(Number(headers[DEADLINE_HEADER])).toBeLessThanOrEqual(300);
  });
});
