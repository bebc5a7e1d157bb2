import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { connectQdrant, isNotFound, portOf } from './qdrant-connection.ts';

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const getAliases = (url: string, timeoutMs = 2_000) =>
  connectQdrant({ url, apiKey: 'the key', timeoutMs }).request((client) => client.getAliases());

const respond: RequestListener = (_, response) =>
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ result: { aliases: [] }, status: 'ok' }));

const UNAVAILABLE = { code: 'SYS_SERVICE_UNAVAILABLE' };

describe('Qdrant connection', () => {
  test('sends the API key with each request', async () => {
    const keys: unknown[] = [];
    const url = await serve((request, response) => {
      keys.push(request.headers['api-key']);
      respond(request, response);
    });
    await getAliases(url);
    expect(keys).toEqual(['the key']);
  });

  test('appends API paths to the path of the URL', async () => {
    const paths: unknown[] = [];
    const url = await serve((request, response) => {
      paths.push(request.url);
      respond(request, response);
    });
    await getAliases(url);
    await getAliases(`${url}/behind/a/proxy/`);
    expect(paths).toEqual(['/aliases', '/behind/a/proxy/aliases']);
  });

  test.each([
    ['http://qdrant:80', 80],
    ['https://qdrant.example.com:443/path', 443],
    ['http://[::1]:7000/', 7000],
    ['https://qdrant.example.com', 6333],
    ['http://qdrant/a:1', 6333],
    ['http://[::1]/', 6333],
  ])('resolves the URL %s to port %i', (url, port) => {
    expect(portOf(url)).toBe(port);
  });

  test('reports a server that refuses connections as unavailable', async () => {
    await expect(getAliases('http://127.0.0.1:1')).rejects.toMatchObject(UNAVAILABLE);
  });

  test('reports a server that never responds as unavailable, without exhausting its connection pool', async () => {
    let isSilent = true;
    const url = await serve((request, response) => {
      if (!isSilent) respond(request, response);
    });
    const connection = connectQdrant({ url, timeoutMs: 1_000 });
    const send = (): Promise<unknown> => connection.request((client) => client.getAliases());
    const results = await Promise.allSettled(Array.from({ length: 60 }, send));
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: UNAVAILABLE });
    isSilent = false;
    expect(await send()).toEqual({ aliases: [] });
  });

  test.each([401, 403, 404, 408, 429, 500, 503])('reports status %i as unavailable', async (status) => {
    const url = await serve((_, response) => response.writeHead(status).end('{"status":{"error":"no"}}'));
    const error = await getAliases(url).catch((caught: unknown) => caught);
    expect(error).toMatchObject(UNAVAILABLE);
    expect(isNotFound(error)).toBe(status === 404);
  });

  test('reports status 400 as a permanent error', async () => {
    const url = await serve((_, response) => response.writeHead(400).end('{"status":{"error":"no"}}'));
    await expect(getAliases(url)).rejects.not.toMatchObject(UNAVAILABLE);
  });

  test('retries a request once if the connection is interrupted', async () => {
    let requests = 0;
    const url = await serve((request, response) => {
      requests++;
      if (requests === 1) request.socket.destroy();
      else respond(request, response);
    });
    expect(await getAliases(url)).toEqual({ aliases: [] });
  });

  test('reports a server that closes every connection without a response as unavailable', async () => {
    const url = await serve((request) => request.socket.destroy());
    await expect(getAliases(url)).rejects.toMatchObject(UNAVAILABLE);
  });
});

describe('post of the Qdrant connection', () => {
  const RESULT = { points: [{ id: 'a', score: 0.5 }] };

  const respondWithResult: RequestListener = (_, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ result: RESULT, status: 'ok' }));

  const post = (url: string, timeoutMs = 2_000): Promise<unknown> =>
    connectQdrant({ url, apiKey: 'the key', timeoutMs }).post('/collections/c/points/query', { limit: 1 });

  test('sends the body and the API key to the path below the path of the URL', async () => {
    const requests: unknown[] = [];
    const url = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        requests.push([request.method, request.url, request.headers['api-key'], body]);
        respondWithResult(request, response);
      });
    });
    expect(await post(`${url}/behind/a/proxy/`)).toEqual(RESULT);
    expect(requests).toEqual([
      ['POST', '/behind/a/proxy/collections/c/points/query', 'the key', '{"limit":1}'],
    ]);
  });

  test('retries a request once if the connection is interrupted', async () => {
    let requests = 0;
    const url = await serve((request, response) => {
      requests++;
      if (requests === 1) request.socket.destroy();
      else respondWithResult(request, response);
    });
    expect(await post(url)).toEqual(RESULT);
    expect(requests).toBe(2);
  });

  test('reports a server that refuses connections as unavailable', async () => {
    await expect(post('http://127.0.0.1:1')).rejects.toMatchObject(UNAVAILABLE);
  });

  test('reports a server that closes every connection without a response as unavailable', async () => {
    const url = await serve((request) => request.socket.destroy());
    await expect(post(url)).rejects.toMatchObject(UNAVAILABLE);
  });

  test('reports a response that is not JSON as unavailable', async () => {
    const url = await serve((_, response) => response.end('<html>'));
    await expect(post(url)).rejects.toMatchObject(UNAVAILABLE);
  });

  test.each([401, 403, 404, 408, 429, 500, 503])('reports status %i as unavailable', async (status) => {
    const url = await serve((_, response) => response.writeHead(status).end('{"status":{"error":"no"}}'));
    const error = await post(url).catch((caught: unknown) => caught);
    expect(error).toMatchObject(UNAVAILABLE);
    expect(isNotFound(error)).toBe(status === 404);
  });

  test('reports status 400 as a permanent error', async () => {
    const url = await serve((_, response) => response.writeHead(400).end('{"status":{"error":"no"}}'));
    await expect(post(url)).rejects.not.toMatchObject(UNAVAILABLE);
  });

  test('closes the connection of a request without a response after the timeout', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await serve((request) => void request.socket.once('close', () => closed.resolve()));
    await expect(post(url, 200)).rejects.toMatchObject(UNAVAILABLE);
    await closed.promise;
  });
});
