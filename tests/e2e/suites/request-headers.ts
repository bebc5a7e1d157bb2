import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const METADATA_PATHS = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'];

/** Headers of a caller's making. Attacks 2, 14, 15 and 21 of the guide; DECISIONS.md "HTTP in general" */
export function describeHeaders(platform: TestPlatform): void {
  describe('headers', () => {
    let tenant: Tenant;
    let other: Tenant;
    let memoryId: string;

    beforeAll(async () => {
      [tenant, other] = [await platform.createTenant(), await platform.createTenant()];
      memoryId = (await tenant.data('POST', '/api/v2/memories', { content: 'Only mine.' })).id;
    });

    test.each(['a', 'x'.repeat(128), 'A-z.0_9', '01890a5d-ac96-774b-bcce-b302099a8057'])(
      'the request id %s is kept',
      async (id) => {
        const answer = await tenant.send({
          method: 'GET',
          path: '/api/v2/tags',
          headers: { 'x-request-id': id },
        });
        expect([answer.headers['x-request-id'], answer.body.meta.request_id]).toEqual([id, id]);
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
    ])('the request id %j is replaced by a new one', async (id) => {
      for (const path of ['/api/v2/tags', '/api/v2/unknown', '/health/live']) {
        const answer = await platform.send({ method: 'GET', path, headers: { 'x-request-id': id } });
        expect(answer.headers['x-request-id']).toMatch(UUID);
      }
    });

    test('a tenant that the caller names changes nothing', async () => {
      const forged = Buffer.from(
        JSON.stringify({
          requestId: 'x',
          internal: true,
          caller: { tenantId: tenant.tenantId },
          exp: Date.now() + 60_000,
        }),
      ).toString('base64url');
      const headers = {
        'x-tenant-id': tenant.tenantId,
        'x-user-id': tenant.tenantId,
        'x-internal-identity': `${forged}.${Buffer.alloc(32).toString('base64url')}`,
        'x-internal-tenant': tenant.tenantId,
        forwarded: 'for=127.0.0.1;host=internal',
      };
      const path = `/api/v2/memories/${memoryId}?tenant_id=${tenant.tenantId}`;
      expect((await other.send({ method: 'GET', path, headers })).status).toBe(404);
      expect((await platform.send({ method: 'GET', path, headers })).status).toBe(401);
      const { body } = await other.send({
        method: 'POST',
        path: '/api/v2/memories',
        headers,
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
    ])('%s is not there for the outside', async (path) => {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await tenant.send({
          method,
          path,
          ...(method === 'POST' ? { body: {} } : {}),
        });
        expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
      }
    });

    test.each(['evil.example', 'localhost:1', 'localhost.evil.example', '127.0.0.1.evil.example'])(
      'the host %j is somebody else: 421',
      async (host) => {
        for (const path of ['/api/v2/tags', '/openapi.json', ...METADATA_PATHS]) {
          expect((await tenant.send({ method: 'GET', path, headers: { host } })).status).toBe(421);
        }
      },
    );

    test('no public URL comes from a header', async () => {
      const spoofed = {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'x-original-host': 'evil.example',
        forwarded: 'host=evil.example;proto=https',
      };
      for (const path of [...METADATA_PATHS, '/openapi.json']) {
        const plain = await platform.sendPlain({ method: 'GET', path });
        expect(plain.status).toBe(200);
        expect((await platform.sendPlain({ method: 'GET', path, headers: spoofed })).text).toBe(plain.text);
      }
    });

    test('any origin may call, none with credentials', async () => {
      for (const origin of ['https://evil.example', 'null', `${platform.baseUrl}.evil.example`]) {
        for (const method of ['GET', 'OPTIONS']) {
          const { status, headers } = await tenant.send({
            method,
            path: '/api/v2/tags',
            headers: { origin, ...(method === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : {}) },
          });
          expect([status, headers['access-control-allow-origin']]).toEqual([
            method === 'GET' ? 200 : 204,
            '*',
          ]);
          expect(headers).not.toHaveProperty('access-control-allow-credentials');
        }
      }
    });

    test('a refused caller reads the answer as well: the origin header is on errors', async () => {
      const { status, headers } = await platform.send({
        method: 'GET',
        path: '/api/v2/tags',
        headers: { origin: 'https://app.example' },
      });
      expect([status, headers['access-control-allow-origin']]).toEqual([401, '*']);
    });

    test('health, the document and its page need no token', async () => {
      for (const path of ['/health/live', '/health/ready', '/openapi.json', '/docs/', ...METADATA_PATHS]) {
        expect([path, (await platform.sendPlain({ method: 'GET', path })).status]).toEqual([path, 200]);
      }
    });
  });
}
