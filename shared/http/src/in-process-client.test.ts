import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { inProcessClient } from './in-process-client.ts';
import { z } from 'zod';
import { route } from './route.ts';
import type { RouteScope } from './route.ts';
import { contractRoutes } from './service-client.contract.ts';

test('inProcessClient removes its listener from the signal of the caller when a call ends', async () => {
  const client = inProcessClient(contractRoutes, 'throw');
  const { signal } = new AbortController();
  const request = { method: 'post', path: '/internal/echo', body: {} } as const;
  const call = client(null, request, { signal });
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await call;
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('inProcessClient checks the responses of internal routes only if the response check is throw', async () => {
  const problems: string[] = [];
  const call = (scope: RouteScope, check: 'throw' | 'log') =>
    inProcessClient(
      [
        route({
          method: 'get',
          path: '/count',
          scope,
          summary: 's',
          response: z.object({ count: z.number() }),
          handle: () => Promise.resolve({ count: 'many' } as never),
        }),
      ],
      check === 'throw' ? 'throw' : (_, problem) => problems.push(problem),
    )(null, { method: 'get', path: '/count' });

  expect(await call('public', 'log')).toEqual({ count: 'many' });
  expect(problems).toHaveLength(1);
  expect(await call('internal', 'log')).toEqual({ count: 'many' });
  expect(problems).toHaveLength(1);
  await expect(call('internal', 'throw')).rejects.toMatchObject({ code: 'SYS_INTERNAL_ERROR' });
});
