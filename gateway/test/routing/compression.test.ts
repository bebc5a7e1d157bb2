import { afterEach, describe, expect, test } from '@jest/globals';
import { post, startGateway } from '../gateway.fixture.ts';
import type { TestGateway } from '../gateway.fixture.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

const GZIP = { 'accept-encoding': 'gzip' };

describe('compression', () => {
  // The error message of an unknown path contains the path.
  test.each(['/docs/redoc.js', `/api/v2/${'a'.repeat(2_000)}`])(
    'compresses the response of %.30s',
    async (path) => {
      gateway = await startGateway();
      const response = await fetch(`${gateway.baseUrl}${path}`, { headers: GZIP });
      expect(response.headers.get('content-encoding')).toBe('gzip');
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
    },
  );

  test('does not compress a large JSON response of /mcp', async () => {
    gateway = await startGateway();
    const version = '2026-07-28';
    const metadata = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const response = await post(
      gateway,
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: metadata } },
      { headers: { ...GZIP, 'mcp-protocol-version': version, 'mcp-method': 'tools/list' } },
    );
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-encoding')).toBe(null);
    expect((await response.text()).length).toBeGreaterThan(1_024);
  });
});
