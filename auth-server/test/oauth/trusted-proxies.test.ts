import { afterEach, expect, test } from '@jest/globals';
import { REDIRECT, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

/** Registrations that one network may make in a minute. */
const MAX_REGISTRATIONS = 30;
let auth: StartedOAuthServer;
afterEach(() => auth.stop());

/** By the IPv4 address: of `localhost` there are two, which would be counted apart. */
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

/** At the beginning of a minute, so that none ends while attempts are counted. */
async function start(...options: Parameters<typeof startOAuthServer>): Promise<void> {
  auth = await startOAuthServer(...options);
  auth.clock.ms = Math.ceil(Date.now() / 60_000) * 60_000;
}

/** Registers once too often, each time from where `addressOf` says. @returns the last status */
async function registerTooOften(addressOf: (i: number) => string): Promise<number> {
  const all = await Promise.all(Array.from({ length: MAX_REGISTRATIONS }, (_, i) => register(addressOf(i))));
  expect(new Set(all)).toEqual(new Set([201]));
  return register(addressOf(MAX_REGISTRATIONS));
}

test('without a trusted proxy a forged X-Forwarded-For gets nobody more attempts', async () => {
  await start();
  expect(await registerTooOften((i) => `203.0.113.${i}`)).toBe(429);
});

test('behind a trusted one each client has its own attempts, whatever it wrote into the header', async () => {
  await start({ trustedProxies: ['loopback'] });
  expect(await registerTooOften((i) => `198.51.100.${i}, 203.0.113.1`)).toBe(429);
  expect(await register('203.0.113.2')).toBe(201);
});
