import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { z } from 'zod';
import { setContext } from './context.ts';
import { PENDING_LIMITS, pendingResponses } from './pending-responses.ts';
import { route } from './route.ts';
import { createExpressApp } from './express-app.ts';
import { serviceRouter } from './service-router.ts';

/** Response body that exceeds the socket buffers of client and server together. */
const LARGE = 'x'.repeat(16 * 1024 * 1024);

let server: Server;
let beforeResponse: () => Promise<unknown>;
let logged: object[];
const sockets: Socket[] = [];
beforeEach(async () => {
  beforeResponse = () => Promise.resolve();
  logged = [];
  const large = route({
    method: 'get',
    path: '/large',
    scope: 'public',
    summary: 's',
    response: z.string(),
    handle: async () => {
      await beforeResponse();
      return LARGE;
    },
  });
  const app = createExpressApp();
  app.use((request, _response, next) => {
    const caller = { tenantId: request.headers['x-tenant'] } as unknown as Caller;
    setContext(request, { requestId: 'test', caller, internal: false });
    next();
  });
  const log = { warn: () => undefined, error: (fields: object) => logged.push(fields) };
  app.use(serviceRouter([large], { log, responseCheck: 'throw' }));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
  jest.restoreAllMocks();
});

const port = (): number => (server.address() as AddressInfo).port;

/** Sends a request and does not read the response. */
function requestWithoutReading(tenant: string): Socket {
  const socket = connect(port(), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined).pause();
  socket.write(`GET /large HTTP/1.1\r\nHost: localhost\r\nX-Tenant: ${tenant}\r\n\r\n`);
  return socket;
}

const read = (tenant: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port()}/large`, { headers: { 'x-tenant': tenant } });

describe('serviceRouter with slow clients', () => {
  test('limits the pending bytes of a tenant without affecting other tenants', async () => {
    // On a busy machine, the first responses could otherwise become stalled before the last one is sent.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    while (pendingResponses.bytes <= PENDING_LIMITS.ownerBytes - LARGE.length) {
      const before = pendingResponses.bytes;
      requestWithoutReading('a');
      while (pendingResponses.bytes <= before) await delay(5);
    }
    expect(pendingResponses.bytes).toBeLessThanOrEqual(PENDING_LIMITS.ownerBytes);
    const rejected = await read('a');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await rejected.json()).toMatchObject({ error: { code: 'SYS_SERVICE_UNAVAILABLE' } });
    const served = (await (await read('b')).json()) as { data: string };
    expect(served.data).toBe(LARGE);
  });

  test('releases the pending bytes of a client that disconnects', async () => {
    const socket = requestWithoutReading('a');
    while (pendingResponses.bytes === 0) await delay(5);
    socket.destroy();
    while (pendingResponses.bytes > 0) await delay(5);
    expect(pendingResponses.bytes).toBe(0);
  });

  test('does not count or log the response to a client that has already disconnected', async () => {
    const left = Promise.withResolvers<void>();
    const responded = Promise.withResolvers<void>();
    beforeResponse = async () => {
      socket.destroy();
      await left.promise;
      setTimeout(responded.resolve, 100);
    };
    server.on('connection', (accepted) => accepted.once('close', left.resolve));
    const socket = requestWithoutReading('a');
    await responded.promise;
    expect([pendingResponses.bytes, logged]).toEqual([0, []]);
  });
});
