import { beforeEach, describe, expect, test } from '@jest/globals';
import { Secret } from '@loci/runtime';
import { createAdminTokenCheck } from './admin-token.ts';
import type { CheckAdminToken } from './admin-token.ts';

let nowMs: number;
let logged: object[];
let check: CheckAdminToken;
beforeEach(() => {
  nowMs = 600_000;
  logged = [];
  const log = { warn: (fields: object) => void logged.push(fields) };
  check = createAdminTokenCheck(new Secret('right'), log as never, () => nowMs);
});

const send = (token: string, ip = '192.0.2.1') =>
  check({ ip, headers: { authorization: `Bearer ${token}` } } as never);

/** Sends ten wrong tokens. */
function exhaust(ip?: string): void {
  for (let guess = 0; guess < 10; guess++) expect(send(`guess ${guess}`, ip).kind).toBe('rejected');
}

describe('createAdminTokenCheck', () => {
  test('rejects the right token after ten wrong tokens from a client network, until the minute ends', () => {
    nowMs += 20_000;
    exhaust();
    expect(send('right')).toEqual({ kind: 'throttled', retryAfterSeconds: 40 });
    nowMs += 40_000;
    expect(send('right').kind).toBe('accepted');
  });

  test('counts all addresses of an IPv6 /64 network together', () => {
    exhaust('2001:db8::1');
    expect(send('right', '2001:db8::2').kind).toBe('throttled');
  });

  test('accepts the right token from another network', () => {
    exhaust();
    expect(send('right', '192.0.2.2').kind).toBe('accepted');
  });

  test('does not count right tokens', () => {
    for (let request = 0; request < 20; request++) expect(send('right').kind).toBe('accepted');
  });

  test('logs each wrong token with the client network, but without the token', () => {
    exhaust();
    send('guess');
    expect(logged).toHaveLength(10);
    expect(logged[9]).toEqual({ client_network: '192.0.2.1', wrong_tokens: 10 });
  });
});
