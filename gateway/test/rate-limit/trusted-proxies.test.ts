import { afterEach, describe, expect, test } from '@jest/globals';
import type { TrustedProxies } from '@loci/http';
import { createInMemoryRateLimiter } from '@loci/http';
import { startGateway } from '../gateway.fixture.ts';
import type { TestGateway } from '../gateway.fixture.ts';

const LIMIT = 3;
let gateway: TestGateway;
afterEach(() => gateway.close());

async function start(trustedProxies?: TrustedProxies): Promise<void> {
  gateway = await startGateway({
    limiter: createInMemoryRateLimiter(LIMIT),
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
  });
}

/**
 * Sends a request without a token, which is counted by client address. Returns the status: 401, or 429 above
 * the rate limit.
 */
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

describe('rate limit by client address', () => {
  test.each([
    ['no proxy is trusted', undefined],
    ['another proxy is trusted', ['192.0.2.0/24']],
  ] as [string, TrustedProxies | undefined][])('ignores X-Forwarded-For if %s', async (_, trusted) => {
    await start(trusted);
    expect(await statusesFrom('203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4')).toEqual([
      401, 401, 401, 429,
    ]);
  });

  describe.each([
    ['address', ['127.0.0.1', '::1']],
    ['name', ['loopback']],
    ['hop count', 1],
  ] as [string, TrustedProxies][])('with a proxy trusted by %s', (_, trusted) => {
    test('counts the clients behind the proxy separately', async () => {
      await start(trusted);
      expect(await statusesFrom(...Array.from({ length: LIMIT + 1 }, () => '203.0.113.1'))).toEqual([
        401, 401, 401, 429,
      ]);
      expect(await statusFrom('203.0.113.2')).toBe(401);
    });

    test('ignores addresses that the client wrote into X-Forwarded-For', async () => {
      await start(trusted);
      // The proxy appends the address of the client at the end of the header.
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

  test('uses the address before the outermost of two trusted proxies', async () => {
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

  test('counts all addresses of an IPv6 /64 network as one client', async () => {
    await start(['loopback']);
    expect(
      await statusesFrom('2001:db8::1', '2001:db8::2', '2001:db8:0:0:1::', '2001:db8:0:0:ffff::9'),
    ).toEqual([401, 401, 401, 429]);
    expect(await statusFrom('2001:db8:0:1::1')).toBe(401);
  });
});
