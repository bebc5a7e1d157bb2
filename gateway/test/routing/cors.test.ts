import { afterEach, describe, expect, test } from '@jest/globals';
import { startGateway } from '../gateway.fixture.ts';
import type { TestGateway, TestGatewayOptions } from '../gateway.fixture.ts';

const ORIGIN = 'https://app.example';

let gateway: TestGateway;
afterEach(() => gateway.close());

const preflight = async (path: string, method: string, options?: TestGatewayOptions): Promise<Response> => {
  gateway = await startGateway(options);
  return fetch(`${gateway.baseUrl}${path}`, {
    method: 'OPTIONS',
    headers: { origin: ORIGIN, 'access-control-request-method': method },
  });
};

const namesIn = (response: Response, header: string): string[] =>
  (response.headers.get(header) ?? '').split(', ').sort();

describe('CORS', () => {
  test('pages can send every request header that the API reads', async () => {
    const response = await preflight('/api/v2/memories', 'POST');
    expect([response.status, namesIn(response, 'access-control-allow-headers')]).toEqual([
      204,
      [
        'accept',
        'authorization',
        'content-type',
        'dpop',
        'idempotency-key',
        'if-match',
        'if-none-match',
        'if-range',
        'mcp-protocol-version',
        'prefer',
        'range',
        'tus-resumable',
        'upload-length',
        'upload-metadata',
        'upload-offset',
        'x-loci-min-position',
        'x-request-id',
      ],
    ]);
  });

  test.each(['/api/v2/memories', '/api/v2/unknown'])(
    'pages can read every header that responses of %s can have',
    async (path) => {
      gateway = await startGateway();
      const response = await fetch(`${gateway.baseUrl}${path}`, { headers: { origin: ORIGIN } });
      expect(namesIn(response, 'access-control-expose-headers')).toEqual([
        'accept-ranges',
        'allow',
        'content-disposition',
        'content-range',
        'etag',
        'idempotency-replayed',
        'location',
        'retry-after',
        'tus-resumable',
        'tus-version',
        'upload-expires',
        'upload-length',
        'upload-offset',
        'www-authenticate',
        'x-loci-position',
        'x-loci-searchable',
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
        'x-request-id',
      ]);
    },
  );

  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
  ])('answers preflight requests for %s, because MCP clients send mcp-protocol-version', async (path) => {
    const response = await preflight(path, 'GET');
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(namesIn(response, 'access-control-allow-headers')).toContain('mcp-protocol-version');
  });

  test('pages of CORS_ORIGINS can send every request header that /mcp reads', async () => {
    const response = await preflight('/mcp', 'POST', { corsOrigins: [ORIGIN] });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
    expect(namesIn(response, 'access-control-allow-headers')).toEqual([
      'accept',
      'authorization',
      'content-type',
      'dpop',
      'last-event-id',
      'mcp-method',
      'mcp-name',
      'mcp-protocol-version',
      'mcp-session-id',
      'x-request-id',
    ]);
    expect(namesIn(response, 'access-control-expose-headers')).toEqual([
      'allow',
      'mcp-protocol-version',
      'mcp-session-id',
      'retry-after',
      'www-authenticate',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'x-request-id',
    ]);
  });
});
