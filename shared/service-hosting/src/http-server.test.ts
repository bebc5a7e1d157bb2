import { Agent, get } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { Readable, pipeline } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { listen } from './http-server.ts';
import type { RunningServer } from './http-server.ts';

/** Response body that exceeds the socket buffers of client and server together. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');
const SEND_TIMEOUT_MS = 300;

let server: RunningServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close(0);
});

async function start(handler: RequestListener, sendTimeoutMs = SEND_TIMEOUT_MS): Promise<void> {
  const options = { host: '127.0.0.1', port: 0, portVariable: 'PORT', sendTimeoutMs };
  server = await listen(handler, options);
}

/** Sends a request and does not read the response. */
async function requestWithoutReading(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  return socket;
}

describe('Host header of the HTTP server', () => {
  async function send(head: string): Promise<string> {
    const socket = connect(server.port, '127.0.0.1');
    sockets.push(socket);
    socket.end(`GET / HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    return Buffer.concat(await socket.toArray()).toString();
  }

  test.each(['Host: other.example\r\n', 'hOST: localhost\r\n'])(
    'rejects a request with a second Host header with 400: %j',
    async (second) => {
      let handled = 0;
      await start((_request, response) => {
        handled += 1;
        response.end();
      });
      const response = await send(`Host: localhost\r\n${second}`);
      expect(response).toMatch(/^HTTP\/1.1 400 [\s\S]+"VAL_FIELD_INVALID"/);
      expect(handled).toBe(0);
    },
  );

  test('accepts a request with one Host header', async () => {
    await start((_request, response) => response.end());
    expect(await send('Host: localhost\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('send timeout of the HTTP server', () => {
  test.each<[string, RequestListener]>([
    ['one large write', (_request, response) => response.end(LARGE)],
    ['a stream', (_request, response) => pipeline(Readable.from([LARGE, LARGE]), response, () => undefined)],
  ])('disconnects a client that never reads a response that was sent as %s', async (_name, send) => {
    const closed = Promise.withResolvers<number>();
    await start((request, response) => {
      const started = performance.now();
      response.once('close', () => closed.resolve(performance.now() - started));
      send(request, response);
    });
    await requestWithoutReading();
    const ms = await closed.promise;
    expect(ms).toBeGreaterThanOrEqual(SEND_TIMEOUT_MS);
    expect(ms).toBeLessThan(10 * SEND_TIMEOUT_MS);
  });

  test('destroys the source of a download if its client never reads', async () => {
    const chunk = Buffer.alloc(65_536);
    const source = new Readable({ read: () => void source.push(chunk) });
    const closed = new Promise((resolve) => source.once('close', resolve));
    await start((_request, response) => pipeline(source, response, () => undefined));
    await requestWithoutReading();
    await closed;
    expect(source.destroyed).toBe(true);
  });

  test('does not disconnect a slow client that continues to read', async () => {
    const sendTimeoutMs = 4_000;
    const pauses = 10;
    await start((_request, response) => response.end(LARGE), sendTimeoutMs);
    const socket = await requestWithoutReading();
    const closed = once(socket, 'close');
    let bytes = 0;
    let nextPause = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes < nextPause) return;
      nextPause += LARGE.length / pauses;
      socket.pause();
      setTimeout(() => socket.resume(), sendTimeoutMs / 8);
    });
    const started = performance.now();
    socket.resume();
    await closed;
    expect(bytes).toBeGreaterThan(LARGE.length);
    expect(performance.now() - started).toBeGreaterThan(sendTimeoutMs);
  });

  test('does not disconnect a client while the handler takes longer than the timeout', async () => {
    await start((_request, response) => void delay(3 * SEND_TIMEOUT_MS).then(() => response.end('done')));
    const [response] = (await once(get({ port: server.port, host: '127.0.0.1' }), 'response')) as [
      IncomingMessage,
    ];
    expect(await response.toArray()).toEqual([Buffer.from('done')]);
  });
});

describe('drain of the HTTP server', () => {
  test('closes a kept connection after its next response, and still accepts connections', async () => {
    await start((_request, response) => response.end());
    const agent = new Agent({ keepAlive: true });
    const send = async (): Promise<string | undefined> => {
      const request = get({ port: server.port, host: '127.0.0.1', agent });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await response.toArray();
      return response.headers.connection;
    };
    expect(await send()).toBe('keep-alive');
    server.drain();
    expect([await send(), await send()]).toEqual(['close', 'close']);
  });
});
