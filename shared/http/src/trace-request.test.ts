import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '@loci/core';
import { startInMemoryTracing } from '@loci/telemetry/in-memory-tracing';
import type { InMemoryTracing, RecordedSpan } from '@loci/telemetry/in-memory-tracing';
import { SPAN_ATTRIBUTES, getTracing } from '@loci/telemetry';
import request from 'supertest';
import { z } from 'zod';
import { createExpressApp, requireSignedIdentity } from './express-app.ts';
import { httpClient } from './http-client.ts';
import { IDENTITY_HEADER, signIdentity } from './identity.ts';
import { inProcessClient } from './in-process-client.ts';
import { route } from './route.ts';
import type { Route } from './route.ts';
import { serviceRouter } from './service-router.ts';

const SECRET = 'secret';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-00`;

/** A route that reports the trace in which its handler runs. */
const things = (
  handle: () => Promise<unknown> = () =>
    Promise.resolve({ trace: getTracing()?.activeSpan()?.context.traceId }),
): Route =>
  route({
    method: 'post',
    path: '/things/:id',
    scope: 'internal',
    summary: 's',
    params: z.object({ id: z.string() }),
    body: z.object({ text: z.string() }),
    response: z.unknown(),
    handle: handle as () => Promise<never>,
  });

let tracing: InMemoryTracing;
beforeEach(() => {
  tracing = startInMemoryTracing();
});
afterEach(() => tracing.stop());

function serve(routes: Route[]) {
  const app = createExpressApp();
  const log = { warn: () => undefined, error: () => undefined };
  app.use(requireSignedIdentity([SECRET]));
  app.use(serviceRouter(routes, { log, responseCheck: 'throw' }));
  return app;
}

const identity = {
  [IDENTITY_HEADER]: signIdentity({ requestId: 'r', caller: null, internal: true }, SECRET),
};

/** Sends a request and returns the span of the server. The span ends after the response has arrived. */
async function post(headers: Record<string, string>, served = things()): Promise<RecordedSpan> {
  const response = await request(serve([served]))
    .post('/things/secret-id?token=secret-token')
    .set(headers)
    .send({ text: 'secret-content' });
  while (tracing.spans().length === 0) await new Promise((resolve) => setImmediate(resolve));
  const [span] = tracing.spans();
  const body = response.body as { data?: { trace?: string } };
  if (response.status === 200) expect(body.data?.trace).toBe(span!.traceId);
  return span!;
}

describe('the span of a request', () => {
  test('has the route as its name, and no path, query or content', async () => {
    const span = await post(identity);
    expect(span).toMatchObject({
      name: 'POST /things/:id',
      kind: 'server',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/things/:id',
        'http.response.status_code': 200,
      },
      hasFailed: false,
    });
    expect(JSON.stringify(span)).not.toContain('secret');
    expect(SPAN_ATTRIBUTES).toEqual(expect.arrayContaining(Object.keys(span.attributes)));
  });

  test('continues the sampling decision of a request with a signed identity', async () => {
    await request(serve([things()]))
      .post('/things/1')
      .set({ ...identity, traceparent: TRACEPARENT })
      .send({ text: '' });
    expect(tracing.spans()).toEqual([]);
  });

  test('continues the trace, but not the sampling decision, of a request without a signed identity', async () => {
    const span = await post({ traceparent: TRACEPARENT });
    expect(span.traceId).toBe(TRACE);
  });

  test('does not continue the trace of a client if OTEL_PROPAGATORS is none', async () => {
    await tracing.stop();
    tracing = startInMemoryTracing({ OTEL_PROPAGATORS: 'none' });
    const span = await post({ traceparent: TRACEPARENT });
    expect(span).toMatchObject({ parentId: undefined });
    expect(span.traceId).not.toBe(TRACE);
  });

  test('has failed for a response with a status from 500', async () => {
    const span = await post(
      identity,
      things(() => Promise.reject(new Error('secret'))),
    );
    expect(span).toMatchObject({ hasFailed: true, attributes: { 'error.type': '500' } });
    expect(JSON.stringify(span)).not.toContain('secret');
  });

  test('has not failed for a response with a status below 500', async () => {
    const error = new AppError('VAL_FIELD_INVALID', 'secret');
    const span = await post(
      identity,
      things(() => Promise.reject(error)),
    );
    expect(span).toMatchObject({ hasFailed: false, attributes: { 'http.response.status_code': 422 } });
  });

  test('does not exist for health checks', async () => {
    await request(serve([])).get('/health/ready');
    expect(tracing.spans()).toEqual([]);
  });
});

describe('a call between services', () => {
  const call = { method: 'post', path: '/things/secret-id', body: { text: 'secret-content' } } as const;

  test('over HTTP is one trace of a client and a server span', async () => {
    const server = createServer(serve([things()])).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = httpClient({ baseUrl: `http://127.0.0.1:${port}`, secret: SECRET });
    await tracing.tracing.inSpan({ name: 'root', kind: 'internal' }, () => client(null, call));
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    const named = Object.fromEntries(tracing.spans().map((span) => [span.kind, span]));
    expect(named['client']).toMatchObject({ name: 'POST', parentId: named['internal']!.spanId });
    expect(named['server']).toMatchObject({ name: 'POST /things/:id', parentId: named['client']!.spanId });
    expect(JSON.stringify(tracing.spans())).not.toContain('secret');
  });

  test('in a process is a span with the route as its name', async () => {
    const client = inProcessClient([things()], 'throw');
    await tracing.tracing.inSpan({ name: 'root', kind: 'internal' }, () => client(null, call));
    const [inner, root] = tracing.spans();
    expect(inner).toMatchObject({ name: 'POST /things/:id', parentId: root!.spanId });
  });
});
