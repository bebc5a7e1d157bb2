import { describe, expect, test } from '@jest/globals';
import { AppError } from '@loci/core';
import { z } from 'zod';
import { Reply, route } from './route.ts';
import type { Route } from './route.ts';
import { runRoute } from './run-route.ts';
import type { ResponseCheck } from './run-route.ts';

const run = (asked: Route, check: ResponseCheck = 'throw', body: unknown = undefined) =>
  runRoute(
    asked,
    { context: undefined, params: {}, query: {}, body, signal: new AbortController().signal },
    check,
  );
const open = (answer: () => Promise<never>, errors: Route['errors'] = []): Route =>
  route({
    method: 'get',
    path: '/x',
    scope: 'public',
    summary: 's',
    response: z.object({ a: z.number() }),
    errors,
    handle: answer,
  });

describe('runRoute', () => {
  test('what is not in the declared shape never leaves', async () => {
    const leaky = open(() => Promise.resolve({ a: 1, password: 'x' } as never));
    expect(await run(leaky)).toEqual({ status: 200, data: { a: 1 }, metadata: undefined });
  });

  test('an answer of another shape fails tests, and is reported in production', async () => {
    const wrong = open(() => Promise.resolve({ a: 'text' } as never));
    await expect(run(wrong)).rejects.toMatchObject({ code: 'SYS_INTERNAL_ERROR' });
    const problems: string[] = [];
    expect(await run(wrong, (_route, problem) => problems.push(problem))).toMatchObject({
      data: { a: 'text' },
    });
    expect(problems).toEqual([expect.stringContaining('GET /x')]);
  });

  test('a code that the route does not name fails tests; faults of input and stores need no naming', async () => {
    const failing = (code: AppError['code'], errors: Route['errors'] = []) =>
      open(() => Promise.reject(new AppError(code, 'm')), errors);
    await expect(run(failing('RES_NOT_FOUND'))).rejects.toMatchObject({
      code: 'SYS_INTERNAL_ERROR',
      message: expect.stringContaining('RES_NOT_FOUND'),
    });
    await expect(run(failing('RES_NOT_FOUND'), () => undefined)).rejects.toMatchObject({
      code: 'RES_NOT_FOUND',
    });
    await expect(run(failing('RES_NOT_FOUND', ['RES_NOT_FOUND']))).rejects.toMatchObject({
      code: 'RES_NOT_FOUND',
    });
    await expect(run(failing('VAL_FIELD_INVALID'))).rejects.toMatchObject({ code: 'VAL_FIELD_INVALID' });
    await expect(run(failing('SYS_SERVICE_UNAVAILABLE'))).rejects.toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
    });
  });

  test('a reply may have a status and metadata of its own', async () => {
    const replying = open(() =>
      Promise.resolve(new Reply({ a: 1 }, { status: 202, metadata: { m: 1 } }) as never),
    );
    expect(await run(replying)).toEqual({ status: 202, data: { a: 1 }, metadata: { m: 1 } });
  });

  test('a missing body is an empty one, checked like any other', async () => {
    const needing: Route = route({
      method: 'post',
      path: '/x',
      scope: 'public',
      summary: 's',
      body: z.object({ a: z.number() }),
      response: z.object({ a: z.number() }),
      handle: ({ body }) => Promise.resolve(body),
    });
    await expect(run(needing)).rejects.toMatchObject({ code: 'VAL_FIELD_REQUIRED' });
    await expect(run(needing, 'throw', { a: 1, b: '\u0000' })).rejects.toMatchObject({
      code: 'VAL_FIELD_INVALID',
    });
  });
});
