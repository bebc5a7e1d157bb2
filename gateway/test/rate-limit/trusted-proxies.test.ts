import { afterEach, describe, expect, test } from '@jest/globals';
import type { TrustedProxies } from '@loci/http';
import { createInMemoryRateLimiter } from '../../src/rate-limit/in-memory-rate-limiter.ts';
import { startGateway } from '../mcp/gateway.fixture.ts';
import type { GatewayUnderTest } from '../mcp/gateway.fixture.ts';

const LIMIT = 3;
let gateway: GatewayUnderTest;
afterEach(() => gateway.close());

async function start(trustedProxies?: TrustedProxies): Promise<void> {
  gateway = await startGateway({
    limiter: createInMemoryRateLimiter(LIMIT),
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
  });
}

/** The status of a request without a token, which is counted by its address: 401, or 429 when that had too many. */
const statusFrom = async (forwardedFor?: string): Promise<number> => {
  const headers: Record<string, string> =
    forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return (await fetch(`${gateway.baseUrl}/api/v2/memories`, { headers })).status;
};

const statusesFrom = async (...forwardedFor: string[]): Promise<number[]> => {
  const statuses: number[] = [];
  for (const header of forwardedFor) statuses.push(await statusFrom(header));
  return statuses;
};

describe('no proxy is trusted', () => {
  test('unless one is named, X-Forwarded-For says nothing', async () => {
    await start();
    expect(await statusesFrom('203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4')).toEqual([
      401, 401, 401, 429,
    ]);
  });

  test('nor where another one is', async () => {
    await start(['192.0.2.0/24']);
    expect(await statusesFrom('203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4')).toEqual([
      401, 401, 401, 429,
    ]);
  });
});

describe.each([
  ['by address', ['127.0.0.1', '::1']],
  ['by name', ['loopback']],
  ['by hops', 1],
] as [string, TrustedProxies][])('the proxy before the gateway is trusted %s', (_name, trusted) => {
  test('clients behind it are counted apart', async () => {
    await start(trusted);
    expect(await statusesFrom(...Array.from({ length: LIMIT + 1 }, () => '203.0.113.1'))).toEqual([
      401, 401, 401, 429,
    ]);
    expect(await statusFrom('203.0.113.2')).toBe(401);
  });

  test('what a client wrote into the header itself moves it nowhere: the proxy appends the true address', async () => {
    await start(trusted);
    expect(
      await statusesFrom(
        '198.51.100.1, 203.0.113.1',
        '198.51.100.2, 203.0.113.1',
        '127.0.0.1, 198.51.100.3, 203.0.113.1',
        '198.51.100.4, 203.0.113.1',
      ),
    ).toEqual([401, 401, 401, 429]);
  });
});

test('of two proxies in a row the inner one’s client is the outer one', async () => {
  await start(['loopback', '192.0.2.0/24']);
  expect(
    await statusesFrom(
      '203.0.113.1, 192.0.2.7',
      '203.0.113.1, 192.0.2.8',
      '198.51.100.9, 203.0.113.1, 192.0.2.7',
      '203.0.113.1, 192.0.2.7',
    ),
  ).toEqual([401, 401, 401, 429]);
});

test('addresses of one IPv6 network are one client', async () => {
  await start(['loopback']);
  expect(
    await statusesFrom('2001:db8::1', '2001:db8::2', '2001:db8:0:0:1::', '2001:db8:0:0:ffff::9'),
  ).toEqual([401, 401, 401, 429]);
  expect(await statusFrom('2001:db8:0:1::1')).toBe(401);
});
