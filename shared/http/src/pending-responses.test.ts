import { once } from 'node:events';
import { IncomingMessage, ServerResponse, createServer } from 'node:http';
import type { Server } from 'node:http';
import { Socket, connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { PendingResponses } from './pending-responses.ts';

/** Response body that exceeds the socket buffers of client and server together. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x');
const MIB = 1024 * 1024;

let server: Server;
let handledRequests = 0;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

/**
 * Starts a server that responds with {@link LARGE} for the owner in the path, or with 503 if a limit is
 * exceeded.
 */
async function start(pending: PendingResponses): Promise<{ destroyed: string[] }> {
  const destroyed: string[] = [];
  server = createServer((request, response) => {
    const owner = request.url!;
    response.once('close', () => void (response.writableFinished || destroyed.push(owner)));
    try {
      pending.reserve(response, owner.split('?')[0]!, LARGE.length);
      response.end(LARGE);
    } catch {
      response.writeHead(503).end();
    }
    handledRequests++;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { destroyed };
}

const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

/** Sends pipelined requests and does not read the responses. Resolves when the server has handled the requests. */
async function requestWithoutReading(path: string, times = 1): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.pause();
  const before = handledRequests;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times));
  while (handledRequests < before + times) await delay(1);
  return socket;
}

const limits = (changes = {}) => ({
  totalBytes: 64 * MIB,
  ownerBytes: 32 * MIB,
  uncountedBytes: 1_024,
  stalledMs: 60_000,
  ...changes,
});

describe('PendingResponses', () => {
  test('rejects only responses of an owner whose limit is reached', async () => {
    const pending = new PendingResponses(limits());
    await start(pending);
    await requestWithoutReading('/a');
    await requestWithoutReading('/a');
    expect(pending.bytes).toBe(32 * MIB);
    expect((await fetch(url('/a'))).status).toBe(503);
    const other = await fetch(url('/b'));
    expect((await other.arrayBuffer()).byteLength).toBe(LARGE.length);
  });

  test('accepts and counts the response to a write when the limit is reached', async () => {
    const pending = new PendingResponses(limits());
    await start(pending);
    await requestWithoutReading('/a');
    await requestWithoutReading('/a');
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    pending.reserve(response, '/a', MIB, { hasWritten: true });
    expect(pending.bytes).toBe(33 * MIB);
  });

  test('destroys the oldest stalled response of the same owner when the limit is reached', async () => {
    const pending = new PendingResponses(limits({ stalledMs: 100 }));
    const { destroyed } = await start(pending);
    await requestWithoutReading('/b?0');
    for (const n of [1, 2]) await requestWithoutReading(`/a?${n}`);
    await delay(100);
    const next = await fetch(url('/a?3'));
    expect((await next.arrayBuffer()).byteLength).toBe(LARGE.length);
    expect(destroyed).toEqual(['/a?1']);
  });

  test('keeps the responses of 40 clients that never read within the total limit', async () => {
    const pending = new PendingResponses(limits({ stalledMs: 0 }));
    await start(pending);
    let most = 0;
    for (let n = 0; n < 40; n++) {
      await requestWithoutReading(`/tenant-${n}`);
      most = Math.max(most, pending.bytes);
    }
    expect(most).toBe(64 * MIB);
    expect((await fetch(url('/another'))).status).toBe(200);
  });

  test('counts pipelined responses until their connection closes', async () => {
    const pending = new PendingResponses(limits());
    await start(pending);
    const socket = await requestWithoutReading('/a', 2);
    expect(pending.bytes).toBe(32 * MIB);
    socket.destroy();
    while (pending.bytes > 0) await delay(5);
    expect(pending.bytes).toBe(0);
  });

  test('does not count responses of less than uncountedBytes', async () => {
    const small = new PendingResponses(limits({ uncountedBytes: LARGE.length + 1, ownerBytes: 0 }));
    await start(small);
    await requestWithoutReading('/a');
    expect(small.bytes).toBe(0);
  });

  test('accepts a single response that exceeds the limit', async () => {
    await start(new PendingResponses(limits({ ownerBytes: 1 })));
    expect((await (await fetch(url('/a'))).arrayBuffer()).byteLength).toBe(LARGE.length);
  });
});
