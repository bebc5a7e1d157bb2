import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { AppError, unavailable } from '@loci/core';
import request from 'supertest';
import { z } from 'zod';
import { DEADLINE_HEADER } from './deadline.ts';
import { route } from './route.ts';
import { notFoundHandler, createExpressApp, requireSignedIdentity } from './express-app.ts';
import { IDENTITY_HEADER, signIdentity } from './identity.ts';
import { serviceRouter } from './service-router.ts';

interface ParsedResponse {
  status: number;
  headers: Record<string, string>;
  body: { status: string; data: unknown; error: Record<string, unknown>; meta: Record<string, unknown> };
}

function serve(handle: () => Promise<unknown>) {
  const logged: object[] = [];
  const log = {
    warn: (fields: object) => logged.push(fields),
    error: (fields: object) => logged.push(fields),
  };
  const served = route({
    method: 'post',
    path: '/things/:id',
    scope: 'public',
    summary: 's',
    body: z.object({}),
    response: z.unknown(),
    handle: handle as () => Promise<never>,
  });
  const app = createExpressApp();
  app.use(requireSignedIdentity(['secret']));
  app.use(serviceRouter([served], { log, responseCheck: 'throw' }));
  app.use(notFoundHandler);
  const post = async (path = '/things/1', headers: Record<string, string> = {}, body: unknown = {}) =>
    (await request(app)
      .post(path)
      .set(headers)
      .send(body as object)) as unknown as ParsedResponse;
  return { post, logged };
}

describe('serviceRouter', () => {
  test('sends a result in the response envelope with the request id of the client', async () => {
    const { post } = serve(() => Promise.resolve({ a: 1 }));
    const { status, headers, body } = await post('/things/1', { 'x-request-id': 'mine-1' });
    expect([status, body.status, body.data]).toEqual([200, 'success', { a: 1 }]);
    expect(body.meta).toEqual({
      timestamp: expect.any(String),
      version: '2.0.0',
      request_id: 'mine-1',
    });
    expect(headers).toMatchObject({
      'x-request-id': 'mine-1',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test.each(['a b', 'x'.repeat(129), '<script>'])('replaces the unsafe request id %j', async (id) => {
    const { post } = serve(() => Promise.resolve({}));
    const { headers, body } = await post('/things/1', { 'x-request-id': id });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.meta['request_id']).toBe(headers['x-request-id']);
  });

  test('logs an unexpected error instead of including its message in the response', async () => {
    const { post, logged } = serve(() => Promise.reject(new Error('password=hunter2')));
    const { status, body } = await post();
    expect([status, body.error['code']]).toEqual([500, 'SYS_INTERNAL_ERROR']);
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(logged).toHaveLength(1);
  });

  test('does not include the message of a SYS_INTERNAL_ERROR in the response', async () => {
    const { post } = serve(() => Promise.reject(new AppError('SYS_INTERNAL_ERROR', 'the invariant of x')));
    expect(JSON.stringify((await post()).body)).not.toContain('invariant');
  });

  test('responds with 503 and Retry-After if a store is unavailable', async () => {
    const { post } = serve(() => Promise.reject(unavailable('The database')));
    const { status, headers, body } = await post();
    expect([status, body.error['code'], headers['retry-after']]).toEqual([
      503,
      'SYS_SERVICE_UNAVAILABLE',
      '2',
    ]);
    expect(body.error).toMatchObject({ details: null, field_errors: null });
  });

  test('responds with RES_NOT_FOUND for an unknown path', async () => {
    const { post } = serve(() => Promise.resolve({}));
    expect((await post('/nothing')).body.error['code']).toBe('RES_NOT_FOUND');
  });

  test('responds with VAL_UUID_INVALID for a malformed percent-encoding', async () => {
    const { post } = serve(() => Promise.resolve({}));
    expect((await post('/things/%E0%A4%A')).body.error['code']).toBe('VAL_UUID_INVALID');
  });

  test('rejects a body with 65 levels before parsing it', async () => {
    const { post } = serve(() => Promise.resolve({}));
    // The parser would report that the text is malformed.
    const { status, body } = await post('/things/1', { 'content-type': 'application/json' }, '['.repeat(65));
    expect([status, body.error]).toEqual([
      422,
      expect.objectContaining({
        code: 'VAL_VALIDATION_FAILED',
        message: 'The request body must be nested at most 64 levels deep.',
      }),
    ]);
  });

  test.each([
    [
      'without a content type',
      {},
      'The request body must be JSON with the header `Content-Type: application/json`.',
    ],
    [
      'of the type application/jsonp',
      { 'content-type': 'application/jsonp' },
      'The request body must be JSON with the header `Content-Type: application/json`.',
    ],
    [
      'in UTF-16',
      { 'content-type': 'application/json; charset=utf-16le' },
      'The charset of the request body must be UTF-8.',
    ],
    [
      'with an unknown content encoding',
      { 'content-type': 'application/json', 'content-encoding': 'x-unknown' },
      'The content encoding of the request body must be `identity`, `gzip`, `deflate`, `br` or `zstd`.',
    ],
  ])('rejects a body %s with 415', async (_, headers, message) => {
    const { post } = serve(() => Promise.resolve({}));
    const { status, body } = await post('/things/1', headers as Record<string, string>, '{}');
    expect([status, body.error]).toEqual([
      415,
      { code: 'VAL_VALIDATION_FAILED', message, details: null, field_errors: null },
    ]);
  });

  test.each([
    ['a route without credentials', {}, 'no-store'],
    ['a route with credentials', { hasCredentials: true }, 'no-store, no-transform'],
    [
      'a route with a secret',
      { secret: { resourceType: 'key', idOf: () => '1', advice: 'Create another key.' } },
      'no-store, no-transform',
    ],
  ] as const)('the response of %s has the expected cache-control', async (_, options, expected) => {
    const path = '/credentials';
    const log = { warn: () => undefined, error: () => undefined };
    const credentials = route({
      method: 'get',
      path,
      scope: 'public',
      summary: 's',
      response: z.object({}),
      handle: () => Promise.resolve({}),
      ...options,
    });
    const app = createExpressApp();
    app.use(requireSignedIdentity(['secret']), serviceRouter([credentials], { log, responseCheck: 'throw' }));
    const { headers } = await request(app).get(path);
    expect(headers['cache-control']).toBe(expected);
  });

  test('ignores an identity that is signed with another secret', async () => {
    const { post } = serve(() => Promise.resolve({}));
    const forged = signIdentity({ requestId: 'forged', caller: null, internal: true }, 'another secret');
    const { headers } = await post('/things/1', { [IDENTITY_HEADER]: forged });
    expect(headers['x-request-id']).not.toBe('forged');
  });

  test('uses the request id of a signed identity', async () => {
    const { post } = serve(() => Promise.resolve({}));
    const identity = signIdentity({ requestId: 'signed', caller: null, internal: true }, 'secret');
    expect((await post('/things/1', { [IDENTITY_HEADER]: identity })).headers['x-request-id']).toBe('signed');
  });

  test('aborts the signal of the handler when the deadline of an internal request passes', async () => {
    const reasons: unknown[] = [];
    const slow = route({
      method: 'get',
      path: '/internal/slow',
      scope: 'internal',
      summary: 's',
      response: null,
      handle: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push((signal.reason as Error).name);
            reject(unavailable('The client'));
          });
        }),
    });
    const app = createExpressApp();
    app.use(requireSignedIdentity(['secret']));
    const log = { warn: () => undefined, error: () => undefined };
    app.use(serviceRouter([slow], { log, responseCheck: 'throw' }));
    const identity = signIdentity({ caller: null, requestId: 'r', internal: true }, 'secret');
    const { status } = await request(app)
      .get('/internal/slow')
      .set({ [IDENTITY_HEADER]: identity, [DEADLINE_HEADER]: '50' });
    expect([status, reasons]).toEqual([503, ['TimeoutError']]);
  });

  test('releases the timer of the deadline when the response is sent', async () => {
    const signals: AbortSignal[] = [];
    const fast = route({
      method: 'get',
      path: '/internal/fast',
      scope: 'internal',
      summary: 's',
      response: null,
      handle: ({ signal }) => Promise.resolve(void signals.push(signal)),
    });
    const app = createExpressApp();
    app.use(requireSignedIdentity(['secret']));
    const log = { warn: () => undefined, error: () => undefined };
    app.use(serviceRouter([fast], { log, responseCheck: 'throw' }));
    const identity = signIdentity({ caller: null, requestId: 'r', internal: true }, 'secret');
    await request(app)
      .get('/internal/fast')
      .set({ [IDENTITY_HEADER]: identity, [DEADLINE_HEADER]: '200' });
    await delay(300);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});
