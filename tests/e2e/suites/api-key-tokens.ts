import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiResponse, Json } from '../../support/api-connection.ts';
import { callTool } from '../../support/call-tool.ts';
import { eventually } from '../../support/eventually.ts';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body.error?.code ?? ''}`.trim();

/**
 * Defines the tests of access and refresh tokens of API keys.
 *
 * @see docs/reference/authentication.md#exchange-an-api-key
 */
export function describeApiKeyTokens(platform: TestPlatform): void {
  const exchange = (token: string | null): Promise<ApiResponse> =>
    platform.send({ method: 'POST', path: '/api/v2/auth/token', token });
  const refresh = (token: string): Promise<ApiResponse> =>
    platform.send({ method: 'POST', path: '/api/v2/auth/refresh', body: { refresh_token: token } });

  describe('tokens of an API key', () => {
    let tenant: Tenant;

    beforeAll(async () => {
      tenant = await platform.createTenant();
    });

    const newTokens = async (): Promise<Json> => {
      const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
      return (await exchange(apiKey)).body.data;
    };

    test('are bearer tokens of the tenant of the key', async () => {
      expect(await newTokens()).toMatchObject({ token_type: 'Bearer', tenant_id: tenant.tenantId });
    });

    test('are obtained by /mcp for a key that a client sends as the bearer token', async () => {
      const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
      const stored = await callTool(platform.send, apiKey, 'store', { content: 'Stored with an API key.' });
      expect(stored['success']).toBe(true);
      const again = await callTool(platform.send, apiKey, 'store', { content: 'Stored with the same key.' });
      expect(again['success']).toBe(true);
    });

    test('threat 25: API key handling: /mcp rejects a revoked key within 30 seconds', async () => {
      const { apiKey, keyId } = await tenant.createKey(['read']);
      const list = () =>
        platform.send({
          method: 'POST',
          path: '/mcp',
          token: apiKey,
          headers: { accept: 'application/json, text/event-stream' },
          body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        });
      expect((await list()).status).toBe(200);
      await platform.sendToAuthServer({
        method: 'DELETE',
        path: `/admin/api-keys/${keyId}`,
        token: platform.adminToken,
      });
      await eventually(async () => expect((await list()).status).toBe(401), 30_000);
    }, 40_000);

    test('are required by the REST API: an API key is rejected with an error that explains the exchange', async () => {
      const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
      const response = await platform.send({ method: 'GET', path: '/api/v2/tags', token: apiKey });
      expect(codeOf(response)).toBe('401 AUTH_TOKEN_INVALID');
      expect(response.body.error.message).toContain(`POST ${platform.baseUrl}/api/v2/auth/token`);
    });

    test('are not issued without a key', async () => {
      expect(codeOf(await exchange(null))).toBe('401 AUTH_UNAUTHORIZED');
    });

    test.each(['garbage', 'loci_000000000000_x', `loci_000000000000_${'x'.repeat(43)}`])(
      'are not issued for the invalid key %s',
      async (key) => {
        expect(codeOf(await exchange(key))).toBe('401 AUTH_INVALID_CREDENTIALS');
      },
    );

    test('can be refreshed repeatedly', async () => {
      const { refresh_token: first } = await newTokens();
      const { refresh_token: second } = (await refresh(first)).body.data;
      expect((await refresh(second)).status).toBe(200);
    });

    test('threat 9: refresh token reuse: one of eight concurrent refreshes returns a valid token', async () => {
      const { refresh_token: refreshToken } = await newTokens();
      const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)));
      expect(responses.map(codeOf).sort()).toEqual(['200', ...Array(7).fill('401 AUTH_TOKEN_INVALID')]);
      const renewed = responses.find(({ status }) => status === 200)!.body.data;
      const { body } = await platform.send({
        method: 'GET',
        path: '/api/v2/auth/verify',
        token: renewed.access_token,
      });
      expect(body.data).toMatchObject({ valid: true, tenant_id: tenant.tenantId });
      expect((await refresh(renewed.refresh_token)).status).toBe(200);
    });
  });
}
