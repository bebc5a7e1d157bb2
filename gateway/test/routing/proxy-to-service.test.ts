import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Positions, WrittenItem } from '@loci/core';
import { compressResponses, createExpressApp, setContext, traceRequest } from '@loci/http';
import type { RequestContext } from '@loci/http';
import { listen } from '@loci/service-hosting';
import type { RunningServer } from '@loci/service-hosting';
import { startInMemoryTracing } from '@loci/telemetry/in-memory-tracing';
import { proxyToService } from '../../src/routing/proxy-to-service.ts';

const SEND_TIMEOUT_MS = 300;
const CLIENT_TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';

let service: Server;
let gateway: RunningServer;
afterEach(async () => {
  service.closeAllConnections();
  service.close();
  await gateway.close(0);
});

/** Starts a service with this request handler and a gateway that proxies to it. */
async function start(
  handler: RequestListener,
  listeners: Pick<RequestContext, 'onWritten' | 'onPositions'> = {},
): Promise<void> {
  service = createServer(handler).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const app = createExpressApp();
  app.use((request, response, next) => {
    setContext(request, { requestId: 'r', caller: null, internal: false, ...listeners });
    traceRequest(request, response, { isTrusted: false }, next);
  });
  app.use(compressResponses());
  app.use(proxyToService(`http://127.0.0.1:${(service.address() as AddressInfo).port}`, 'secret'));
  const options = { host: '127.0.0.1', port: 0, portVariable: 'PORT', sendTimeoutMs: SEND_TIMEOUT_MS };
  gateway = await listen(app, options);
}

describe('proxyToService', () => {
  test('closes the connections to the client and to the service if the client does not read the response', async () => {
    const sent = { bytes: 0 };
    const closed = Promise.withResolvers<void>();
    await start((_request, response) => {
      response.once('close', closed.resolve);
      const chunk = Buffer.alloc(65_536);
      const send = (): void => {
        while (!response.destroyed && response.write(chunk)) sent.bytes += chunk.length;
      };
      response.on('drain', send);
      send();
    });
    const client = connect(gateway.port, '127.0.0.1');
    client.on('error', () => undefined);
    client.pause();
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await closed.promise;
    client.destroy();
    // Backpressure limits the sent bytes to the socket buffers of two connections.
    expect(sent.bytes).toBeLessThan(32 * 1024 * 1024);
  });

  test('compresses the response of a service', async () => {
    const text = JSON.stringify({ text: 'tea '.repeat(50_000) });
    await start((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
        .end(text);
    });
    const response = await fetch(`http://127.0.0.1:${gateway.port}/`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect([response.headers.get('content-encoding'), response.headers.get('content-length')]).toEqual([
      'gzip',
      null,
    ]);
    expect(await response.text()).toBe(text);
  });

  test('aborts a compressed response if the service aborts its response', async () => {
    let abort = (): unknown => undefined;
    await start((_request, response) => {
      abort = () => response.destroy();
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000_000 });
      // Random bytes are not compressible, so that the client receives the headers before the end of the body.
      response.write(randomBytes(500_000));
    });
    const response = await fetch(`http://127.0.0.1:${gateway.port}/`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    abort();
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  test('aborts the response to the client if the service aborts its response', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 });
      response.write(Buffer.alloc(1_000), () => response.destroy());
    });
    const response = await fetch(`http://127.0.0.1:${gateway.port}/`);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  test('reports the changed items that a response header lists, without passing the header on', async () => {
    const written: WrittenItem[] = [];
    const header = { 'x-internal-written-items': 'a:1,b:22', 'x-other': 'kept' };
    await start((_request, response) => response.writeHead(201, header).end('{}'), {
      onWritten: (items) => written.push(...items),
    });
    const response = await fetch(`http://127.0.0.1:${gateway.port}/`);
    expect(written).toEqual([
      { id: 'a', revision: 1 },
      { id: 'b', revision: 22 },
    ]);
    expect(response.headers.get('x-other')).toBe('kept');
    expect(response.headers.get('x-internal-written-items')).toBeNull();
  });

  test.each<[string, Positions]>([
    ['memory:7:1,graph:8:2', { memory: { txid: '7', seq: '1' }, graph: { txid: '8', seq: '2' } }],
    ['', {}],
  ])(
    'reports the positions "%s" of a response header, without passing the header on',
    async (header, expected) => {
      const reported: Positions[] = [];
      await start(
        (_request, response) => response.writeHead(201, { 'x-internal-positions': header }).end('{}'),
        {
          onPositions: (positions) => void reported.push(positions),
        },
      );
      const response = await fetch(`http://127.0.0.1:${gateway.port}/`);
      expect(reported).toEqual([expected]);
      expect(response.headers.get('x-internal-positions')).toBeNull();
    },
  );

  test('sends a delayed response unchanged after the listener of its positions has resolved', async () => {
    const resumed = Promise.withResolvers<void>();
    await start(
      (_request, response) =>
        response
          .writeHead(201, { 'x-internal-positions': 'memory:7:1', 'x-other': 'kept' })
          .end('{"status":"success"}'),
      { onPositions: () => resumed.promise },
    );
    let isSent = false;
    const sent = fetch(`http://127.0.0.1:${gateway.port}/`).finally(() => (isSent = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isSent).toBe(false);
    resumed.resolve();
    const response = await sent;
    expect([response.status, response.headers.get('x-other'), await response.text()]).toEqual([
      201,
      'kept',
      '{"status":"success"}',
    ]);
    expect(response.headers.get('x-internal-positions')).toBeNull();
  });

  /** Sends a request with a trace context to a service. Returns the headers that the service receives. */
  async function receivedHeaders(): Promise<IncomingHttpHeaders> {
    const received = Promise.withResolvers<IncomingHttpHeaders>();
    await start((request, response) => {
      received.resolve(request.headers);
      response.end('{}');
    });
    const headers = { traceparent: CLIENT_TRACEPARENT, tracestate: 'a=secret', baggage: 'b=secret' };
    await (await fetch(`http://127.0.0.1:${gateway.port}/`, { headers })).text();
    return received.promise;
  }

  test('does not forward the trace context of the client, which the service would trust', async () => {
    const headers = await receivedHeaders();
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['traceparent']));
    expect(JSON.stringify(headers)).not.toContain('secret');
  });

  test('sends the trace context of the span of the forwarded request', async () => {
    const { spans, stop } = startInMemoryTracing();
    const headers = await receivedHeaders();
    const proxy = spans().find(({ kind }) => kind === 'client')!;
    await stop();
    expect(headers['traceparent']).toBe(`00-${proxy.traceId}-${proxy.spanId}-01`);
    expect(CLIENT_TRACEPARENT).toContain(proxy.traceId);
    expect(headers['tracestate']).toBeUndefined();
  });
});
