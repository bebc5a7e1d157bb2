import { createApiClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';

export interface PlatformAddress {
  gatewayUrl: string;
  authUrl: string;
  adminToken: string;
}

/** A fresh tenant of the benchmark's own, and a client with its access token. */
export interface Tenant {
  tenantId: string;
  name: string;
  accessToken: string;
  client: ApiClient;
}

/**
 * Makes a tenant and a key by the admin API and exchanges the key for a token.
 *
 * @param connections of the tenant's client
 * @throws Error when the platform refuses
 * @see SPEC.md "API key exchange"
 */
export async function createTenant(
  address: PlatformAddress,
  name: string,
  connections: number,
): Promise<Tenant> {
  const admin = createApiClient({ origin: address.authUrl, token: address.adminToken, connections: 1 });
  try {
    const tenant = await admin.call<{ tenant_id: string }>(
      'POST',
      '/admin/tenants',
      { name, tier: 'unlimited' },
      201,
    );
    const key = await admin.call<{ api_key: string }>(
      'POST',
      '/admin/api-keys',
      { tenant_id: tenant.tenant_id, name: 'benchmark', permissions: ['read', 'write', 'delete'] },
      201,
    );
    const accessToken = await exchangeKey(address.gatewayUrl, key.api_key);
    const client = createApiClient({ origin: address.gatewayUrl, token: accessToken, connections });
    return { tenantId: tenant.tenant_id, name, accessToken, client };
  } finally {
    await admin.close();
  }
}

async function exchangeKey(gatewayUrl: string, apiKey: string): Promise<string> {
  const response = await fetch(`${gatewayUrl}/api/v2/auth/token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  });
  if (response.status !== 200) {
    throw new Error(`The key exchange answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  }
  return ((await response.json()) as { data: { access_token: string } }).data.access_token;
}
