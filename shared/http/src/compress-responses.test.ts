import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { compressResponses, isFromSameOrigin } from './compress-responses.ts';
import { createExpressApp } from './express-app.ts';

const TEXT = JSON.stringify({ text: 'tea '.repeat(5_000) });
const JSON_TYPE = 'application/json; charset=utf-8';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a response through the middleware, and returns the response without decompressing it. */
async function receive(
  response: { body?: string; status?: number; headers?: Record<string, string> } = {},
  {
    method = 'GET',
    encoding = 'gzip',
    headers = {},
  }: { method?: string; encoding?: string; headers?: Record<string, string> } = {},
  options: Parameters<typeof compressResponses>[0] = {},
): Promise<{ incoming: IncomingMessage; body: Buffer }> {
  const app = createExpressApp();
  app.use(compressResponses(options));
  app.use((_request, outgoing) => {
    const { body = TEXT, status = 200 } = response;
    const all = { 'content-type': JSON_TYPE, 'content-length': body.length, ...response.headers };
    outgoing.writeHead(status, all).end(body);
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = httpRequest({
    host: '127.0.0.1',
    port,
    method,
    headers: { 'accept-encoding': encoding, ...headers },
  });
  sent.end();
  const [incoming] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return { incoming, body: Buffer.concat(chunks) };
}

describe('compressResponses', () => {
  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('compresses JSON with %s', async (encoding, decompress) => {
    const { incoming, body } = await receive({}, { encoding });
    expect(incoming.headers['content-encoding']).toBe(encoding);
    expect(incoming.headers['vary']).toBe('Accept-Encoding');
    expect(body.length).toBeLessThan(TEXT.length / 10);
    expect(decompress(body).toString()).toBe(TEXT);
  });

  test('keeps other values of Vary', async () => {
    const { incoming } = await receive({ headers: { vary: 'Origin' } });
    expect(incoming.headers['vary']).toBe('Origin, Accept-Encoding');
  });

  test.each([
    ['HTML', 'text/html; charset=utf-8'],
    ['scripts', 'application/javascript; charset=UTF-8'],
  ])('compresses %s', async (_, type) => {
    const { incoming } = await receive({ headers: { 'content-type': type } });
    expect(incoming.headers['content-encoding']).toBe('gzip');
  });

  test.each([
    ['a client that does not accept compression', {}, { encoding: 'identity' }],
    ['a body of less than 1 kB', { body: 'x'.repeat(1_023) }, {}],
    ['an event stream', { headers: { 'content-type': 'text/event-stream' } }, {}],
    ['plain text', { headers: { 'content-type': 'text/plain' } }, {}],
    ['a download', { headers: { 'content-disposition': 'attachment; filename="a.json"' } }, {}],
    ['a part of a file', { status: 206 }, {}],
    ['a response with no-transform', { headers: { 'cache-control': 'no-store, no-transform' } }, {}],
    ['a response that is already compressed', { headers: { 'content-encoding': 'br' } }, {}],
    ['a response to HEAD', {}, { method: 'HEAD' }],
  ])('does not compress %s', async (_, response, request) => {
    const { incoming, body } = await receive(response, request);
    expect(incoming.headers['content-encoding']).toBe(
      (response as { headers?: Record<string, string> }).headers?.['content-encoding'],
    );
    if ((request as { method?: string }).method !== 'HEAD') {
      expect(body.toString()).toBe((response as { body?: string }).body ?? TEXT);
    }
  });

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, 'gzip'],
    [{ 'sec-fetch-site': 'none' }, 'gzip'],
    [{ 'sec-fetch-site': 'same-site' }, undefined],
    [{ 'sec-fetch-site': 'cross-site' }, undefined],
    [{}, undefined],
  ])(
    'with isFromSameOrigin, a request with the headers %j has the encoding %s',
    async (headers, encoding) => {
      const { incoming } = await receive({}, { headers }, { isSafe: isFromSameOrigin });
      expect(incoming.headers['content-encoding']).toBe(encoding);
    },
  );
});
