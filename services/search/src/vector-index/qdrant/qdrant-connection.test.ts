import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
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

const aliases = (url: string, timeoutMs = 2_000) =>
  connectQdrant({ url, apiKey: 'the key', timeoutMs }).request((client) => client.getAliases());

const answer: RequestListener = (_, response) =>
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ result: { aliases: [] }, status: 'ok' }));

const unavailable = { code: 'SYS_SERVICE_UNAVAILABLE' };

test('the key goes with each request, and a path before the API is kept', async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    seen.push([request.url, request.headers['api-key']]);
    answer(request, response);
  });
  await aliases(url);
  await aliases(`${url}/behind/a/proxy/`);
  expect(seen).toEqual([
    ['/aliases', 'the key'],
    ['/behind/a/proxy/aliases', 'the key'],
  ]);
});

test('a port that is its protocol’s own is not taken for none', () => {
  expect(portOf('http://qdrant:80')).toBe(80);
  expect(portOf('https://qdrant.example.com:443/path')).toBe(443);
  expect(portOf('http://[::1]:7000/')).toBe(7000);
  for (const url of ['https://qdrant.example.com', 'http://qdrant/a:1', 'http://[::1]/'])
    expect(portOf(url)).toBe(6333);
});

test('a server that is down is an unavailable store', async () => {
  await expect(aliases('http://127.0.0.1:1')).rejects.toMatchObject(unavailable);
});

test('a server that never answers is given up, and uses up no connections', async () => {
  let silent = true;
  const url = await serve((request, response) => {
    if (!silent) answer(request, response);
  });
  const connection = connectQdrant({ url, timeoutMs: 1_000 });
  const ask = (): Promise<unknown> => connection.request((client) => client.getAliases());
  const results = await Promise.allSettled(Array.from({ length: 60 }, ask));
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: unavailable });
  silent = false;
  expect(await ask()).toEqual({ aliases: [] });
});

test.each([401, 403, 404, 408, 429, 500, 503])('status %d is an unavailable store', async (status) => {
  const url = await serve((_, response) => response.writeHead(status).end('{"status":{"error":"no"}}'));
  const error = await aliases(url).catch((caught: unknown) => caught);
  expect(error).toMatchObject(unavailable);
  expect(isNotFound(error)).toBe(status === 404);
});

test('a request that the server finds wrong is a mistake of ours, not an unavailable store', async () => {
  const url = await serve((_, response) => response.writeHead(400).end('{"status":{"error":"no"}}'));
  await expect(aliases(url)).rejects.not.toMatchObject(unavailable);
});

test('a request is sent once more when its connection breaks', async () => {
  let requests = 0;
  const url = await serve((request, response) => {
    requests++;
    if (requests === 1) request.socket.destroy();
    else answer(request, response);
  });
  expect(await aliases(url)).toEqual({ aliases: [] });
  const alwaysBroken = await serve((request) => request.socket.destroy());
  await expect(aliases(alwaysBroken)).rejects.toMatchObject(unavailable);
});
