import { afterEach, describe, expect, test } from '@jest/globals';
import type { ServiceClient } from '@loci/contracts';
import { AppError, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { z } from 'zod';
import { route } from './route.ts';
import type { Route } from './route.ts';

const caller: Caller = {
  tenantId: '00000000-0000-4000-8000-000000000001',
  userId: 'Ada 😀',
  clientId: 'c',
  via: 'key',
  role: 'owner',
  tier: 'free',
  scopes: ['read'],
  permissions: ['read'],
  requestId: 'request-1',
};

const anything = z.record(z.string(), z.unknown());

/** Routes of a service that the suite asks. */
export const askedRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/echo/:name',
    scope: 'read',
    summary: 'Says what it was asked',
    params: z.object({ name: z.string() }),
    query: anything,
    response: anything,
    handle: ({ caller: asked, params, query, requestId }) =>
      Promise.resolve({ user: asked.userId, name: params.name, query, requestId }),
  }),
  route({
    method: 'post',
    path: '/internal/echo',
    scope: 'internal',
    summary: 'Says what it was sent',
    body: anything,
    status: 201,
    response: anything,
    handle: ({ body, caller: asked }) => Promise.resolve({ body, anonymous: asked === undefined }),
  }),
  route({
    method: 'post',
    path: '/internal/fail',
    scope: 'internal',
    summary: 'Fails as it is told',
    body: z.object({ how: z.enum(['absent', 'full', 'wrong']) }),
    response: anything,
    errors: ['RES_NOT_FOUND'],
    handle: ({ body }) => {
      if (body.how === 'absent') throw notFound('thing', '7');
      throw new AppError('VAL_FIELD_TOO_LONG', 'Too large.', {
        status: body.how === 'full' ? 413 : undefined,
        fieldErrors: { file: ['Too large.'] },
      });
    },
  }),
  route({
    method: 'post',
    path: '/internal/wait',
    scope: 'internal',
    summary: 'Never answers',
    response: anything,
    handle: () => new Promise(() => undefined),
  }),
];

/** A client gives the same answers and errors in process and over HTTP. */
export function describeServiceClientContract(
  create: () => Promise<{ client: ServiceClient; close(): Promise<void> }>,
): void {
  describe('service client', () => {
    let close: () => Promise<void> = () => Promise.resolve();
    afterEach(() => close());
    const open = async (): Promise<ServiceClient> => {
      const opened = await create();
      close = opened.close;
      return opened.client;
    };
    const failure = (asking: Promise<unknown>): Promise<unknown> =>
      asking.then(
        () => 'it was answered',
        (error: unknown) => error,
      );

    test('speaks for the caller, with parameters, query and request id', async () => {
      const client = await open();
      const answer = await client(caller, {
        method: 'get',
        path: `/api/echo/${encodeURIComponent('a/b ü')}`,
        query: { q: 'x & y=😀' },
      });
      expect(answer).toEqual({
        user: 'Ada 😀',
        name: 'a/b ü',
        query: { q: 'x & y=😀' },
        requestId: 'request-1',
      });
    });

    test('asks internal operations without a caller', async () => {
      const client = await open();
      const body = { text: '😀', list: [1, null, { deep: true }] };
      const answer = await client(null, { method: 'post', path: '/internal/echo', body });
      expect(answer).toEqual({ body, anonymous: true });
    });

    test('an answer and its question share nothing', async () => {
      const client = await open();
      const body = { at: new Date('2026-01-01T00:00:00Z'), gone: undefined, list: [1] };
      const answer = (await client(null, { method: 'post', path: '/internal/echo', body })) as {
        body: { list: number[] };
      };
      expect(answer.body).toEqual({ at: '2026-01-01T00:00:00.000Z', list: [1] });
      body.list.push(2);
      expect(answer.body.list).toEqual([1]);
    });

    test('errors keep code, status, message, details and field errors', async () => {
      const client = await open();
      const fail = (how: string) =>
        failure(client(null, { method: 'post', path: '/internal/fail', body: { how } }));
      expect(await fail('absent')).toMatchObject({
        code: 'RES_NOT_FOUND',
        message: 'No thing has the id 7.',
        details: { resource_type: 'thing', resource_id: '7' },
      });
      expect(await fail('full')).toMatchObject({
        code: 'VAL_FIELD_TOO_LONG',
        status: 413,
        fieldErrors: { file: ['Too large.'] },
        details: null,
      });
      expect(await fail('other')).toMatchObject({ code: 'VAL_ENUM_INVALID' });
    });

    test('what the caller may not do is refused', async () => {
      const client = await open();
      const asked = failure(
        client({ ...caller, scopes: [] }, { method: 'get', path: '/api/echo/x', query: {} }),
      );
      expect(await asked).toMatchObject({ code: 'AUTH_FORBIDDEN' });
      expect(await failure(client(null, { method: 'get', path: '/api/echo/x' }))).toMatchObject({
        code: 'AUTH_UNAUTHORIZED',
      });
      expect(await failure(client(null, { method: 'get', path: '/nothing' }))).toMatchObject({
        code: 'RES_NOT_FOUND',
      });
    });

    test('a time limit and a hung-up caller end the call with SYS_SERVICE_UNAVAILABLE', async () => {
      const client = await open();
      const wait = { method: 'post', path: '/internal/wait' } as const;
      expect(await failure(client(null, wait, { timeoutMs: 20 }))).toMatchObject({
        code: 'SYS_SERVICE_UNAVAILABLE',
      });
      const hangUp = new AbortController();
      const asked = failure(client(null, wait, { signal: hangUp.signal }));
      hangUp.abort();
      expect(await asked).toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
      const gone = failure(client(null, wait, { signal: AbortSignal.abort() }));
      expect(await gone).toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    });
  });
}
