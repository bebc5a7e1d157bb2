import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { inProcessClient } from './in-process-client.ts';
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
