import { afterEach, expect, test } from '@jest/globals';
import { REDIRECT, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

/** Maximum registrations per client network and minute. */
const MAX_REGISTRATIONS = 30;
let auth: StartedOAuthServer;
afterEach(() => auth.stop());

/** Registers a client at 127.0.0.1. `localhost` has an IPv4 and an IPv6 address with separate counters. */
async function register(forwardedFor: string): Promise<number> {
  const response = await fetch(`${auth.origin.replace('localhost', '127.0.0.1')}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
    body: JSON.stringify({
      client_name: 'Test app',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
    }),
  });
  return response.status;
}

/** Starts the server at the beginning of a minute, so that the test stays within one rate limit window. */
async function start(...options: Parameters<typeof startOAuthServer>): Promise<void> {
  auth = await startOAuthServer(...options);
  auth.clock.ms = Math.ceil(Date.now() / 60_000) * 60_000;
}

/** Sends one registration more than allowed, each with its own header value. @returns the status of the last one */
async function exceedLimit(headerOf: (i: number) => string): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: MAX_REGISTRATIONS }, (_, i) => register(headerOf(i))),
  );
  expect(new Set(statuses)).toEqual(new Set([201]));
  return register(headerOf(MAX_REGISTRATIONS));
}

test('the registration limit counts by the address of the connection if no proxy is trusted', async () => {
  await start();
  expect(await exceedLimit((i) => `203.0.113.${i}`)).toBe(429);
});

test('the registration limit counts by the client address that a trusted proxy reports', async () => {
  await start({ trustedProxies: ['loopback'] });
  expect(await exceedLimit((i) => `198.51.100.${i}, 203.0.113.1`)).toBe(429);
  expect(await register('203.0.113.2')).toBe(201);
});
