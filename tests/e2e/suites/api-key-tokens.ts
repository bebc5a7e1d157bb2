import { beforeAll, describe, expect, test } from '@jest/globals';
import type { AccessTokenResponse, Loci } from '@loci/client';
import { callTool } from '../../support/call-tool.ts';
import { failureOf, settle } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

/**
 * Defines the tests of access and refresh tokens of API keys.
 *
 * @see docs/reference/authentication.md#exchange-an-api-key
 */
export function describeApiKeyTokens(platform: TestPlatform): void {
  describe('tokens of an API key', () => {
    let tenant: Tenant;
    let auth: Loci['auth'];

    beforeAll(async () => {
      tenant = await platform.createTenant();
      auth = tenant.loci.auth;
    });

    const newTokens = async (): Promise<AccessTokenResponse> =>
      auth.exchange((await tenant.createKey(ALL_PERMISSIONS)).apiKey);

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
      const { tags } = await tenant.createClient({}, { apiKey: undefined, accessToken: apiKey });
      expect(await failureOf(tags.list())).toMatchObject({
        status: 401,
        code: 'AUTH_TOKEN_INVALID',
        message: expect.stringContaining(`POST ${platform.baseUrl}/api/v2/auth/token`),
      });
    });

    test('are not issued without a key', async () => {
      // The client always sends a key.
      const { status, body } = await platform.send({
        method: 'POST',
        path: '/api/v2/auth/token',
        token: null,
      });
      expect([status, body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
    });

    test.each(['garbage', 'loci_000000000000_x', `loci_000000000000_${'x'.repeat(43)}`])(
      'are not issued for the invalid key %s',
      async (key) => {
        const invalid = { status: 401, code: 'AUTH_INVALID_CREDENTIALS' };
        expect(await failureOf(auth.exchange(key))).toMatchObject(invalid);
      },
    );

    test('can be refreshed repeatedly', async () => {
      const first = await newTokens();
      const second = await auth.refresh(first.refresh_token);
      expect(await auth.refresh(second.refresh_token)).toMatchObject({ token_type: 'Bearer' });
    });

    test('threat 9: refresh token reuse: one of eight concurrent refreshes returns a valid token', async () => {
      const { refresh_token: refreshToken } = await newTokens();
      const refreshes = Array.from({ length: 8 }, () => auth.refresh(refreshToken));
      const { results: renewed, failures } = await settle(refreshes);
      expect(renewed).toHaveLength(1);
      expect(failures.map(({ status, code }) => [status, code])).toEqual(
        Array(7).fill([401, 'AUTH_TOKEN_INVALID']),
      );
      const accessToken = renewed[0]!.access_token;
      const own = await tenant.createClient({}, { apiKey: undefined, accessToken });
      expect(await own.auth.verify()).toMatchObject({ valid: true, tenant_id: tenant.tenantId });
      expect(await auth.refresh(renewed[0]!.refresh_token)).toMatchObject({ token_type: 'Bearer' });
    });
  });
}
