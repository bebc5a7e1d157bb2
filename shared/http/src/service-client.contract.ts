import { afterEach, describe, expect, test } from '@jest/globals';
import type { ServiceClient } from '@loci/contracts';
import {
  AppError,
  currentActor,
  currentPositions,
  notFound,
  recordPositions,
  recordWrittenItems,
  runInRequestScope,
} from '@loci/core';
import type { Actor, Caller } from '@loci/core';
import { z } from 'zod';
import { Reply, route } from './route.ts';
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

const WRITTEN_ID = '00000000-0000-4000-8000-000000000002';

const anything = z.record(z.string(), z.unknown());

/** Routes of the service that the suite calls. */
export const contractRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/echo/:name',
    scope: 'read',
    summary: 'Returns its input',
    params: z.object({ name: z.string() }),
    query: anything,
    response: anything,
    handle: ({ caller: echoed, params, query, requestId }) =>
      Promise.resolve({ user: echoed.userId, name: params.name, query, requestId }),
  }),
  route({
    method: 'post',
    path: '/internal/echo',
    scope: 'internal',
    summary: 'Returns its body',
    body: anything,
    status: 201,
    response: anything,
    handle: ({ body, caller: echoed }) => Promise.resolve({ body, anonymous: echoed === undefined }),
  }),
  route({
    method: 'post',
    path: '/internal/write',
    scope: 'internal',
    summary: 'Records changed items and their positions, and fails on request',
    body: z.object({ fail: z.boolean() }),
    response: anything,
    handle: ({ body }) => {
      recordWrittenItems([
        { id: WRITTEN_ID, revision: 1 },
        { id: WRITTEN_ID, revision: 2 },
      ]);
      recordPositions({ memory: { txid: '7', seq: '1' }, graph: { txid: '8', seq: '9007199254740993' } });
      if (body.fail) throw new AppError('VAL_FIELD_INVALID', 'Invalid.');
      return Promise.resolve({});
    },
  }),
  route({
    method: 'post',
    path: '/internal/actor',
    scope: 'internal',
    summary: 'Returns the actor',
    response: anything,
    handle: () => Promise.resolve({ actor: currentActor() }),
  }),
  route({
    method: 'post',
    path: '/internal/warn',
    scope: 'internal',
    summary: 'Returns the requested warnings',
    body: z.object({ warnings: z.array(z.string()) }),
    response: anything,
    handle: ({ body }) => Promise.resolve(new Reply({}, body)),
  }),
  {
    ...route({
      method: 'post',
      path: '/internal/keyed',
      scope: 'internal',
      summary: 'Returns the keyed request that its idempotency store receives, or null without a key',
      response: anything.nullable(),
      handle: () => Promise.resolve(null),
    }),
    idempotency: {
      run: (keyed) =>
        Promise.resolve({ reply: { status: 200, data: keyed }, isReplayed: keyed.key === 'old' }),
    },
  },
  route({
    method: 'post',
    path: '/internal/fail',
    scope: 'internal',
    summary: 'Throws the requested error',
    body: z.object({ how: z.enum(['not-found', 'too-large', 'too-long']) }),
    response: anything,
    errors: ['RES_NOT_FOUND'],
    handle: ({ body }) => {
      if (body.how === 'not-found') throw notFound('thing', '7');
      throw new AppError('VAL_FIELD_TOO_LONG', 'Too large.', {
        status: body.how === 'too-large' ? 413 : undefined,
        fieldErrors: { file: ['Too large.'] },
      });
    },
  }),
  route({
    method: 'post',
    path: '/internal/wait',
    scope: 'internal',
    summary: 'Never responds',
    response: anything,
    handle: () => new Promise(() => undefined),
  }),
];

/** Registers the tests that every service client must pass, in process and over HTTP. */
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
    const errorOf = (response: Promise<unknown>): Promise<unknown> =>
      response.then(
        () => 'no error',
        (error: unknown) => error,
      );

    test('sends the caller, the path parameters, the query and the request id', async () => {
      const client = await open();
      const response = await client(caller, {
        method: 'get',
        path: `/api/echo/${encodeURIComponent('a/b ü')}`,
        query: { q: 'x & y=😀' },
      });
      expect(response).toEqual({
        user: 'Ada 😀',
        name: 'a/b ü',
        query: { q: 'x & y=😀' },
        requestId: 'request-1',
      });
    });

    test('calls internal operations without a user identity', async () => {
      const client = await open();
      const body = { text: '😀', list: [1, null, { deep: true }] };
      const response = await client(null, { method: 'post', path: '/internal/echo', body });
      expect(response).toEqual({ body, anonymous: true });
    });

    test('calls operations of other services with the actor of the request that caused the call', async () => {
      const client = await open();
      const actor: Actor = {
        tenantId: caller.tenantId,
        userId: 'Ada 😀',
        clientId: 'c',
        keyId: '00000000-0000-4000-8000-000000000003',
        via: 'key',
        requestId: 'request-1',
        operation: 'tool store',
      };
      const call = (by: Caller | null) => client(by, { method: 'post', path: '/internal/actor' });
      for (const by of [null, caller]) {
        const { result } = await runInRequestScope(actor, () => call(by));
        expect(result).toEqual({ actor });
      }
      expect(await call(null)).toEqual({ actor: null });
      expect(await call(caller)).toMatchObject({ actor: { operation: 'POST /internal/actor' } });
    });

    test('copies request and response bodies as JSON', async () => {
      const client = await open();
      const body = { at: new Date('2026-01-01T00:00:00Z'), gone: undefined, list: [1] };
      const response = (await client(null, { method: 'post', path: '/internal/echo', body })) as {
        body: { list: number[] };
      };
      expect(response.body).toEqual({ at: '2026-01-01T00:00:00.000Z', list: [1] });
      body.list.push(2);
      expect(response.body.list).toEqual([1]);
    });

    test('reports the newest revisions of the items that a successful call changed', async () => {
      const client = await open();
      const written: unknown[] = [];
      const call = (fail: boolean) =>
        client(
          null,
          { method: 'post', path: '/internal/write', body: { fail } },
          { onWritten: (items) => written.push(...items) },
        );
      await errorOf(call(true));
      expect(written).toEqual([]);
      await call(false);
      expect(written).toEqual([{ id: WRITTEN_ID, revision: 2 }]);
    });

    test('adds the positions of a successful call to the positions of the request that caused it', async () => {
      const client = await open();
      const call = (fail: boolean) =>
        client(null, { method: 'post', path: '/internal/write', body: { fail } });
      const { result } = await runInRequestScope(null, async () => {
        await errorOf(call(true));
        const before = currentPositions();
        recordPositions({ memory: { txid: '10', seq: '1' } });
        await call(false);
        return [before, currentPositions()];
      });
      expect(result).toEqual([
        {},
        { memory: { txid: '10', seq: '1' }, graph: { txid: '8', seq: '9007199254740993' } },
      ]);
    });

    test('reports the warnings of a successful call', async () => {
      const client = await open();
      const calls: unknown[] = [];
      for (const warnings of [[], ['First.', 'Second.']]) {
        const request = { method: 'post', path: '/internal/warn', body: { warnings } } as const;
        await client(null, request, { onWarnings: (reported) => calls.push(reported) });
      }
      expect(calls).toEqual([['First.', 'Second.']]);
    });

    test('sends the idempotency key with the tenant and the user of the caller', async () => {
      const client = await open();
      const idempotency = { key: 'new', fingerprint: 'ab' };
      const request = { method: 'post', path: '/internal/keyed' } as const;
      expect(await client(caller, request, { idempotency })).toEqual({
        tenantId: caller.tenantId,
        userId: caller.userId,
        ...idempotency,
      });
      expect(await client(caller, request)).toBeNull();
    });

    test('reports that the response was stored by an earlier call', async () => {
      const client = await open();
      const replayed: string[] = [];
      for (const key of ['old', 'new']) {
        await client(
          caller,
          { method: 'post', path: '/internal/keyed' },
          { idempotency: { key, fingerprint: 'ab' }, onReplayed: () => replayed.push(key) },
        );
      }
      expect(replayed).toEqual(['old']);
    });

    describe('with an error of the service', () => {
      const fail = async (how: string): Promise<unknown> => {
        const client = await open();
        return errorOf(client(null, { method: 'post', path: '/internal/fail', body: { how } }));
      };

      test('throws an error with the code, message and details of the service', async () => {
        expect(await fail('not-found')).toMatchObject({
          code: 'RES_NOT_FOUND',
          message: 'No thing has the id 7.',
          details: { resource_type: 'thing', resource_id: '7' },
        });
      });

      test('throws an error with the status and field errors of the service', async () => {
        expect(await fail('too-large')).toMatchObject({
          code: 'VAL_FIELD_TOO_LONG',
          status: 413,
          fieldErrors: { file: ['Too large.'] },
          details: null,
        });
      });

      test('throws VAL_ENUM_INVALID if the body contains an unknown enumeration value', async () => {
        expect(await fail('unknown')).toMatchObject({ code: 'VAL_ENUM_INVALID' });
      });
    });

    test('throws AUTH_FORBIDDEN for a caller without the scope', async () => {
      const client = await open();
      const withoutScope = { ...caller, scopes: [] };
      const response = client(withoutScope, { method: 'get', path: '/api/echo/x', query: {} });
      expect(await errorOf(response)).toMatchObject({ code: 'AUTH_FORBIDDEN' });
    });

    test('throws AUTH_UNAUTHORIZED without a user identity', async () => {
      const client = await open();
      const response = client(null, { method: 'get', path: '/api/echo/x' });
      expect(await errorOf(response)).toMatchObject({ code: 'AUTH_UNAUTHORIZED' });
    });

    test('throws RES_NOT_FOUND for an unknown path', async () => {
      const client = await open();
      const response = client(null, { method: 'get', path: '/nothing' });
      expect(await errorOf(response)).toMatchObject({ code: 'RES_NOT_FOUND' });
    });

    describe('with a service that never responds', () => {
      const wait = { method: 'post', path: '/internal/wait' } as const;

      test('throws SYS_SERVICE_UNAVAILABLE after the timeout', async () => {
        const client = await open();
        expect(await errorOf(client(null, wait, { timeoutMs: 20 }))).toMatchObject({
          code: 'SYS_SERVICE_UNAVAILABLE',
        });
      });

      test('throws SYS_SERVICE_UNAVAILABLE when the signal is aborted', async () => {
        const client = await open();
        const abort = new AbortController();
        const error = errorOf(client(null, wait, { signal: abort.signal }));
        abort.abort();
        expect(await error).toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
      });

      test('throws SYS_SERVICE_UNAVAILABLE if the signal is already aborted', async () => {
        const client = await open();
        const error = errorOf(client(null, wait, { signal: AbortSignal.abort() }));
        expect(await error).toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
      });
    });
  });
}
