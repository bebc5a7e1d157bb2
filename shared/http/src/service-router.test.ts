import { describe, expect, test } from '@jest/globals';
import { AppError, unavailable } from '@loci/core';
import request from 'supertest';
import { z } from 'zod';
import { route } from './route.ts';
import { notFoundHandler, createExpressApp, requireSignedIdentity } from './service-app.ts';
import { IDENTITY_HEADER, signIdentity } from './identity.ts';
import { serviceRouter } from './service-router.ts';

interface Answer {
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
  app.use(requireSignedIdentity('secret'));
  app.use(serviceRouter([served], { log, responseCheck: 'throw' }));
  app.use(notFoundHandler);
  const post = async (path = '/things/1', headers: Record<string, string> = {}, body: unknown = {}) =>
    (await request(app)
      .post(path)
      .set(headers)
      .send(body as object)) as unknown as Answer;
  return { post, logged };
}

describe('serviceRouter', () => {
  test('a success is in the envelope, with the request id of the caller', async () => {
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

  test('a request id that cannot be logged safely is replaced', async () => {
    const { post } = serve(() => Promise.resolve({}));
    for (const id of ['a b', 'x'.repeat(129), '<script>']) {
      const { headers, body } = await post('/things/1', { 'x-request-id': id });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(body.meta['request_id']).toBe(headers['x-request-id']);
    }
  });

  test('an unexpected error is logged and shown to nobody', async () => {
    const { post, logged } = serve(() => Promise.reject(new Error('password=hunter2')));
    const { status, body } = await post();
    expect([status, body.error['code']]).toEqual([500, 'SYS_INTERNAL_ERROR']);
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(logged).toHaveLength(1);
  });

  test('an internal error of our own is masked as well', async () => {
    const { post } = serve(() => Promise.reject(new AppError('SYS_INTERNAL_ERROR', 'the invariant of x')));
    expect(JSON.stringify((await post()).body)).not.toContain('invariant');
  });

  test('a store that is down is 503 with retry-after', async () => {
    const { post } = serve(() => Promise.reject(unavailable('The database')));
    const { status, headers, body } = await post();
    expect([status, body.error['code'], headers['retry-after']]).toEqual([
      503,
      'SYS_SERVICE_UNAVAILABLE',
      '2',
    ]);
    expect(body.error).toMatchObject({ details: null, field_errors: null });
  });

  test('an unknown path is RES_NOT_FOUND, a malformed percent-encoding VAL_UUID_INVALID', async () => {
    const { post } = serve(() => Promise.resolve({}));
    expect((await post('/nothing')).body.error['code']).toBe('RES_NOT_FOUND');
    expect((await post('/things/%E0%A4%A')).body.error['code']).toBe('VAL_UUID_INVALID');
  });

  test('an identity that is not ours is none', async () => {
    const { post } = serve(() => Promise.resolve({}));
    const forged = signIdentity({ requestId: 'forged', caller: null, internal: true }, 'another secret');
    const { headers } = await post('/things/1', { [IDENTITY_HEADER]: forged });
    expect(headers['x-request-id']).not.toBe('forged');
    const ours = signIdentity({ requestId: 'ours', caller: null, internal: true }, 'secret');
    expect((await post('/things/1', { [IDENTITY_HEADER]: ours })).headers['x-request-id']).toBe('ours');
  });
});
