import { afterEach, describe, expect, test } from '@jest/globals';
import { startGateway } from '../gateway.fixture.ts';
import type { TestGateway } from '../gateway.fixture.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

const headersOf = async (path: string): Promise<Headers> =>
  (await fetch(`${gateway.baseUrl}${path}`)).headers;

describe('security headers of the gateway', () => {
  test.each(['/docs/', '/docs/start.js'])(
    '%s cannot be framed and runs only scripts of this server',
    async (path) => {
      gateway = await startGateway();
      const headers = await headersOf(path);
      const policy = headers.get('content-security-policy')!.split('; ');
      expect(policy).toEqual(
        expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
      );
      expect(policy).toContain("connect-src 'self'");
      expect(headers.get('x-frame-options')).toBe('DENY');
    },
  );

  test.each(['/docs/', '/openapi.json', '/api/v2/unknown', '/health'])(
    'the response of %s requires https for a year if the public URL uses https',
    async (path) => {
      gateway = await startGateway({ publicUrl: 'https://loci.example' });
      expect((await headersOf(path)).get('strict-transport-security')).toBe('max-age=31536000');
    },
  );

  test('responses do not require https if the public URL uses http', async () => {
    gateway = await startGateway();
    expect((await headersOf('/health')).get('strict-transport-security')).toBeNull();
  });
});
