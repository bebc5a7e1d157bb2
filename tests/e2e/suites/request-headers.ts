import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const METADATA_PATHS = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'];

/** Defines the tests of forged and unusual request headers. @see docs/reference/http.md */
export function describeRequestHeaders(platform: TestPlatform): void {
  describe('request headers', () => {
    let tenant: Tenant;
    let other: Tenant;
    let memoryId: string;

    beforeAll(async () => {
      [tenant, other] = [await platform.createTenant(), await platform.createTenant()];
      memoryId = (await tenant.data('POST', '/api/v2/memories', { content: 'Only mine.' })).id;
    });

    describe('Prefer', () => {
      const create = (headers: Record<string, string>) =>
        tenant.send({
          method: 'POST',
          path: '/api/v2/memories?limit=1',
          body: { content: 'Only once.', expires: '2030-01-01' },
          headers,
        });
      const count = async (): Promise<number> =>
        (await tenant.data('GET', '/api/v2/memories')).pagination.total;

      test('is not needed for warnings about unknown fields and query parameters', async () => {
        const { status, body } = await create({});
        expect([status, body.meta.warnings]).toEqual([
          201,
          [
            'The query parameter limit is unknown and was ignored.',
            'The field expires is unknown and was ignored.',
          ],
        ]);
      });

      test('rejects a request with unknown fields, which then changes nothing', async () => {
        const before = await count();
        expect(before).toBeGreaterThan(0);
        const { status, body } = await create({ prefer: 'handling=strict' });
        expect([status, body.error]).toMatchObject([
          422,
          { code: 'VAL_FIELD_UNKNOWN', message: 'Unknown: limit, expires.' },
        ]);
        expect(await count()).toBe(before);
      });
    });

    describe('threat 21: header and log injection', () => {
      test.each(['a', 'x'.repeat(128), 'A-z.0_9', '01890a5d-ac96-774b-bcce-b302099a8057'])(
        'the valid request id %s is returned in header and body',
        async (id) => {
          const { headers, body } = await tenant.send({
            method: 'GET',
            path: '/api/v2/tags',
            headers: { 'x-request-id': id },
          });
          expect([headers['x-request-id'], body.meta.request_id]).toEqual([id, id]);
        },
      );

      test.each([
        '',
        'x'.repeat(129),
        'x'.repeat(8_000),
        'a b',
        'a;b',
        '\u00e9',
        '../x',
        '{"a":1}',
        'a%0d%0ab',
      ])('the invalid request id %j is replaced by a UUID', async (id) => {
        for (const path of ['/api/v2/tags', '/api/v2/unknown', '/health/live']) {
          const { headers } = await platform.send({ method: 'GET', path, headers: { 'x-request-id': id } });
          expect(headers['x-request-id']).toMatch(UUID);
        }
      });
    });

    describe('threat 2: tenant from input', () => {
      const forgedHeaders = (): Record<string, string> => {
        const identity = Buffer.from(
          JSON.stringify({
            requestId: 'x',
            internal: true,
            caller: { tenantId: tenant.tenantId },
            exp: Date.now() + 60_000,
          }),
        ).toString('base64url');
        return {
          'x-tenant-id': tenant.tenantId,
          'x-user-id': tenant.tenantId,
          'x-internal-identity': `${identity}.${Buffer.alloc(32).toString('base64url')}`,
          'x-internal-tenant': tenant.tenantId,
          forwarded: 'for=127.0.0.1;host=internal',
        };
      };

      test('headers and query that name another tenant do not give access to its records', async () => {
        const path = `/api/v2/memories/${memoryId}?tenant_id=${tenant.tenantId}`;
        const { status } = await other.send({ method: 'GET', path, headers: forgedHeaders() });
        expect(status).toBe(404);
      });

      test('a forged internal identity does not replace the access token', async () => {
        const path = `/api/v2/memories/${memoryId}`;
        const { status } = await platform.send({ method: 'GET', path, headers: forgedHeaders() });
        expect(status).toBe(401);
      });

      test('a body that names another tenant stores the memory in the tenant of the token', async () => {
        const { body } = await other.send({
          method: 'POST',
          path: '/api/v2/memories',
          headers: forgedHeaders(),
          body: {
            content: 'Whose?',
            tenant_id: tenant.tenantId,
            metadata: { tenant_id: tenant.tenantId },
            id: memoryId,
          },
        });
        expect(body.data.id).not.toBe(memoryId);
        expect((await tenant.call('GET', `/api/v2/memories/${body.data.id}`)).status).toBe(404);
      });

      test.each([
        '/internal/search/candidates',
        '/internal/memories/tenants',
        '/internal/auth/revoked-grants',
        '/admin/tenants',
        '/metrics',
        '/api/../internal/memories/tenants',
        '/api/v2/../../internal/memories/tenants',
        '/api/v2/%2e%2e/%2e%2e/internal/memories/tenants',
        '//internal/memories/tenants',
      ])('the internal path %s returns 404 at the gateway', async (path) => {
        for (const method of ['GET', 'POST']) {
          const { status, body } = await tenant.send({
            method,
            path,
            ...(method === 'POST' ? { body: {} } : {}),
          });
          expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
        }
      });
    });

    describe('threat 14: DNS rebinding and host header injection', () => {
      test.each(['evil.example', 'localhost:1', 'localhost.evil.example', '127.0.0.1.evil.example'])(
        'the unknown host %s is rejected with 421',
        async (host) => {
          for (const path of ['/api/v2/tags', '/openapi.json', ...METADATA_PATHS]) {
            expect((await tenant.send({ method: 'GET', path, headers: { host } })).status).toBe(421);
          }
        },
      );

      test('public URLs do not depend on forwarding headers', async () => {
        const spoofed = {
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'https',
          'x-original-host': 'evil.example',
          forwarded: 'host=evil.example;proto=https',
        };
        for (const path of [...METADATA_PATHS, '/openapi.json']) {
          const expected = await platform.sendUnchecked({ method: 'GET', path });
          expect(expected.status).toBe(200);
          const response = await platform.sendUnchecked({ method: 'GET', path, headers: spoofed });
          expect(response.text).toBe(expected.text);
        }
      });
    });

    describe('threat 15: cross-origin requests', () => {
      test.each(['https://evil.example', 'null', 'look-alike'])(
        'the origin %s may call the API without credentials',
        async (name) => {
          const origin = name === 'look-alike' ? `${platform.baseUrl}.evil.example` : name;
          for (const method of ['GET', 'OPTIONS']) {
            const { status, headers } = await tenant.send({
              method,
              path: '/api/v2/tags',
              headers: {
                origin,
                ...(method === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : {}),
              },
            });
            expect([status, headers['access-control-allow-origin']]).toEqual([
              method === 'GET' ? 200 : 204,
              '*',
            ]);
            expect(headers).not.toHaveProperty('access-control-allow-credentials');
          }
        },
      );

      test('browsers of other origins can read error responses', async () => {
        const { status, headers } = await platform.send({
          method: 'GET',
          path: '/api/v2/tags',
          headers: { origin: 'https://app.example' },
        });
        expect([status, headers['access-control-allow-origin']]).toEqual([401, '*']);
      });
    });

    test.each(['/health/live', '/health/ready', '/openapi.json', '/docs/', ...METADATA_PATHS])(
      '%s needs no access token',
      async (path) => {
        expect((await platform.sendUnchecked({ method: 'GET', path })).status).toBe(200);
      },
    );
  });
}
