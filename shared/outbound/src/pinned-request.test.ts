import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pinnedRequest } from './pinned-request.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server that records requests. The handler responds to them. */
async function startServer(handle: Parameters<typeof createServer>[1]) {
  const requests: IncomingMessage[] = [];
  const bodies: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString());
      handle!(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests, bodies };
}

const post = (url: string, changes: Partial<Parameters<typeof pinnedRequest>[1]> = {}) =>
  pinnedRequest(new URL(url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"é":1}',
    addresses: ['127.0.0.1'],
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    ...changes,
  });

describe('pinnedRequest', () => {
  test('connects to the given address and sends the host of the URL', async () => {
    const { port, requests, bodies } = await startServer((_request, response) =>
      response.writeHead(204).end(),
    );
    expect(await post(`http://receiver.invalid:${port}/hook?a=b`)).toBe(204);
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/hook?a=b' });
    expect(requests[0]!.headers).toMatchObject({
      host: `receiver.invalid:${port}`,
      'content-type': 'application/json',
      'content-length': '8',
    });
    expect(bodies).toEqual(['{"é":1}']);
  });

  test('does not follow redirects', async () => {
    const target = await startServer((_request, response) => response.end());
    const { port } = await startServer((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
    );
    expect(await post(`http://receiver.invalid:${port}/`)).toBe(307);
    expect(target.requests).toEqual([]);
  });

  test('rejects with a TimeoutError if the server does not respond', async () => {
    const { port } = await startServer(() => undefined);
    await expect(post(`http://receiver.invalid:${port}/`, { timeoutMs: 50 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  test('rejects if the signal is aborted', async () => {
    const stopping = new AbortController();
    const { port } = await startServer(() => stopping.abort());
    const sending = post(`http://receiver.invalid:${port}/`, { signal: stopping.signal });
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('does not wait for the end of the response body', async () => {
    const { port } = await startServer((_request, response) => void response.writeHead(200).write('x'));
    expect(await post(`http://receiver.invalid:${port}/`)).toBe(200);
  });

  test('requests the TLS certificate of the host in the URL', async () => {
    const names: string[] = [];
    const server = createTlsServer({
      SNICallback: (name, callback) => {
        names.push(name);
        callback(new Error('No certificate.'));
      },
    });
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    await expect(post(`https://receiver.invalid:${port}/`)).rejects.toThrow();
    expect(names).toEqual(['receiver.invalid']);
  });
});
