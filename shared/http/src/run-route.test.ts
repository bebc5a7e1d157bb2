import { describe, expect, test } from '@jest/globals';
import { AppError, currentActor, recordPositions, recordUncommittedItems } from '@loci/core';
import type { Caller, Positions, WrittenItem } from '@loci/core';
import { z } from 'zod';
import type { IdempotencyStore, StoredReply } from './idempotency-store.ts';
import { Reply, route } from './route.ts';
import type { Route } from './route.ts';
import { runRoute } from './run-route.ts';
import type { ResponseCheck } from './run-route.ts';

const run = (tested: Route, check: ResponseCheck = 'throw', body: unknown = undefined) =>
  runRoute(
    tested,
    { context: undefined, params: {}, query: {}, body, signal: new AbortController().signal },
    check,
  );
const CALLER: Caller = {
  tenantId: '0198b0c1-0000-7000-8000-000000000001',
  userId: '0198b0c1-0000-7000-8000-000000000002',
  clientId: 'test',
  via: 'key',
  keyId: '0198b0c1-0000-7000-8000-000000000003',
  role: 'owner',
  tier: 'free',
  scopes: ['read'],
  permissions: ['read'],
  requestId: 'test-request',
};
const routeWith = (handle: () => Promise<never>, errors: Route['errors'] = []): Route =>
  route({
    method: 'get',
    path: '/x',
    scope: 'public',
    summary: 's',
    response: z.object({ a: z.number() }),
    errors,
    handle,
  });

describe('runRoute', () => {
  test('removes fields that the response schema does not contain', async () => {
    const leaky = routeWith(() => Promise.resolve({ a: 1, password: 'x' } as never));
    expect(await run(leaky)).toEqual({ status: 200, data: { a: 1 }, metadata: undefined });
  });

  test('throws SYS_INTERNAL_ERROR if a response violates its schema and the check is "throw"', async () => {
    const wrong = routeWith(() => Promise.resolve({ a: 'text' } as never));
    await expect(run(wrong)).rejects.toMatchObject({ code: 'SYS_INTERNAL_ERROR' });
  });

  test('reports and returns a response that violates its schema if the check is a function', async () => {
    const wrong = routeWith(() => Promise.resolve({ a: 'text' } as never));
    const problems: string[] = [];
    expect(await run(wrong, (_route, problem) => problems.push(problem))).toMatchObject({
      data: { a: 'text' },
    });
    expect(problems).toEqual([expect.stringContaining('GET /x')]);
  });

  describe('with an exact response', () => {
    const exact = (data: object): Route => ({
      ...routeWith(() => Promise.resolve(data as never)),
      hasExactResponse: true,
    });

    test.each([{ a: 1, password: 'x' }, { a: 'text' }])(
      'throws SYS_INTERNAL_ERROR for %j if the check is "throw"',
      async (data) => {
        await expect(run(exact(data))).rejects.toMatchObject({ code: 'SYS_INTERNAL_ERROR' });
      },
    );

    test('returns the response of the handler without a check if the check is a function', async () => {
      const data = { a: 1 };
      const result = await run(exact(data), () => undefined);
      expect((result as StoredReply).data).toBe(data);
    });
  });

  describe('with an error of the handler', () => {
    const failing = (code: AppError['code'], errors: Route['errors'] = []) =>
      routeWith(() => Promise.reject(new AppError(code, 'm')), errors);

    test('throws SYS_INTERNAL_ERROR for an undeclared error if the check is "throw"', async () => {
      await expect(run(failing('RES_NOT_FOUND'))).rejects.toMatchObject({
        code: 'SYS_INTERNAL_ERROR',
        message: expect.stringContaining('RES_NOT_FOUND'),
      });
    });

    test('throws an undeclared error unchanged if the check is a function', async () => {
      await expect(run(failing('RES_NOT_FOUND'), () => undefined)).rejects.toMatchObject({
        code: 'RES_NOT_FOUND',
      });
    });

    test('throws a declared error unchanged', async () => {
      await expect(run(failing('RES_NOT_FOUND', ['RES_NOT_FOUND']))).rejects.toMatchObject({
        code: 'RES_NOT_FOUND',
      });
    });

    test.each(['VAL_FIELD_INVALID', 'SYS_SERVICE_UNAVAILABLE'] as const)(
      'throws %s unchanged even if the route does not declare this error',
      async (code) => {
        await expect(run(failing(code))).rejects.toMatchObject({ code });
      },
    );
  });

  test('returns the status and metadata of a Reply', async () => {
    const replying = routeWith(() =>
      Promise.resolve(new Reply({ a: 1 }, { status: 202, metadata: { m: 1 } }) as never),
    );
    expect(await run(replying)).toEqual({ status: 202, data: { a: 1 }, metadata: { m: 1 } });
  });

  test('returns the warnings of a Reply', async () => {
    const warnings = ['First.', 'Second.'];
    const warning = routeWith(() => Promise.resolve(new Reply({ a: 1 }, { warnings }) as never));
    expect(await run(warning)).toEqual({ status: 200, data: { a: 1 }, warnings });
  });

  test('returns at most 50 warnings, of which the last one counts the omitted ones', async () => {
    const warnings = Array.from({ length: 51 }, (_, i) => `Warning ${i}.`);
    const warning = routeWith(() => Promise.resolve(new Reply({ a: 1 }, { warnings }) as never));
    expect(await run(warning)).toMatchObject({
      warnings: [...warnings.slice(0, 49), '2 more warnings are not listed.'],
    });
  });

  describe('with a write', () => {
    const written = { memory: { txid: '7', seq: '1' } };
    const latest = { memory: { txid: '9', seq: '1' } };
    const changed = [{ id: '0198b0c1-0000-7000-8000-000000000009', revision: 2 }];
    const write = async (
      tested: Partial<Route>,
      changes: Positions,
      onWritten: (items: readonly WrittenItem[]) => void = () => undefined,
    ) => {
      const reported: Positions[] = [];
      const caller: Caller = { ...CALLER, scopes: ['write'], permissions: ['write'] };
      await runRoute(
        {
          ...routeWith(() => {
            recordPositions(changes);
            recordUncommittedItems(changed);
            return Promise.resolve({ a: 1 } as never);
          }),
          scope: 'write',
          latestPositions: () => Promise.resolve(latest),
          ...tested,
        },
        {
          context: {
            requestId: 'r',
            caller,
            internal: true,
            idempotency: { key: 'k', fingerprint: '00' },
            onPositions: (positions) => void reported.push(positions),
            onWritten,
          },
          params: {},
          query: {},
          body: undefined,
          signal: new AbortController().signal,
        },
        'throw',
      );
      return reported;
    };

    test('reports the positions of its changes', async () => {
      expect(await write({}, written)).toEqual([written]);
    });

    test('reports the latest positions of the service if it changed nothing', async () => {
      expect(await write({}, {})).toEqual([latest]);
    });

    test('reports empty positions if the service has none', async () => {
      expect(await write({ latestPositions: async () => ({}) }, {})).toEqual([{}]);
    });

    test('stores the positions and the changed items with the response of a keyed request', async () => {
      const stored: StoredReply[] = [];
      const idempotency: IdempotencyStore = {
        run: async (_request, handle) => {
          const reply = await handle();
          stored.push(reply);
          return { reply, isReplayed: false };
        },
      };
      expect(await write({ idempotency }, written)).toEqual([written]);
      expect(stored).toMatchObject([{ positions: written, writtenItems: changed }]);
    });

    test('reports the stored positions of a replayed response', async () => {
      const reply = { status: 200, data: { a: 1 }, positions: written };
      const idempotency = { run: () => Promise.resolve({ reply, isReplayed: true }) };
      expect(await write({ idempotency }, {})).toEqual([written]);
    });

    // A search after the replay waits for the changes, although another process handled the first request.
    test('reports the changed items of a replayed response', async () => {
      const reply = { status: 200, data: { a: 1 }, writtenItems: changed };
      const idempotency = { run: () => Promise.resolve({ reply, isReplayed: true }) };
      const reported: WrittenItem[] = [];
      await write({ idempotency }, {}, (items) => reported.push(...items));
      expect(reported).toEqual(changed);
    });
  });

  test('sets the caller as the actor of the operation', async () => {
    const caller = CALLER;
    const actors: unknown[] = [];
    const recording = routeWith(() => Promise.resolve(void actors.push(currentActor()) as never));
    const context = { requestId: caller.requestId, caller, internal: false };
    await runRoute(
      { ...recording, response: null },
      { context, params: {}, query: {}, body: undefined, signal: new AbortController().signal },
      'throw',
    );
    expect(actors).toEqual([
      {
        tenantId: caller.tenantId,
        userId: caller.userId,
        clientId: 'test',
        keyId: caller.keyId,
        via: 'key',
        requestId: 'test-request',
        operation: 'GET /x',
      },
    ]);
    expect(currentActor()).toBeNull();
  });

  describe('with a required body', () => {
    const needing: Route = route({
      method: 'post',
      path: '/x',
      scope: 'public',
      summary: 's',
      body: z.object({ a: z.number() }),
      response: z.object({ a: z.number() }),
      handle: ({ body }) => Promise.resolve(body),
    });

    test('validates a missing body as an empty object', async () => {
      await expect(run(needing)).rejects.toMatchObject({ code: 'VAL_FIELD_REQUIRED' });
    });

    test('rejects NUL characters in fields that the schema does not contain', async () => {
      await expect(run(needing, 'throw', { a: 1, b: '\u0000' })).rejects.toMatchObject({
        code: 'VAL_FIELD_INVALID',
      });
    });
  });
});
