import { createApiClient, openPool } from './api-client.ts';
import type { ApiClient } from './api-client.ts';

export interface PlatformAddress {
  gatewayUrl: string;
  authUrl: string;
  adminToken: string;
}

/** A new tenant for a benchmark. */
export interface Tenant {
  tenantId: string;
  name: string;
  /** Client for everything except searches. */
  stores: ApiClient;
  /** Client for searches with separate connections, so that a search never waits for a store request. */
  searches: ApiClient;
}

/** Creates tenants whose clients share connection pools. */
export interface Tenants {
  /** Creates a tenant and an access token for it. @throws Error if a request fails */
  create(name: string): Promise<Tenant>;
  close(): Promise<void>;
}

/** Maximum number of callers in a scenario, and maximum number of connections of a pool. */
export const MANY_CALLERS = 16;

/**
 * Opens connection pools to a platform. Creates tenants with its admin API.
 *
 * @see docs/reference/authentication.md#admin-api
 */
export function connectTenants(address: PlatformAddress): Tenants {
  const stores = openPool(address.gatewayUrl, MANY_CALLERS);
  const searches = openPool(address.gatewayUrl, MANY_CALLERS);
  const auth = openPool(address.authUrl, 1);
  const admin = createApiClient(auth, address.adminToken);
  return {
    create: async (name) => {
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
      const exchange = createApiClient(stores, key.api_key);
      const token = await exchange.call<{ access_token: string }>(
        'POST',
        '/api/v2/auth/token',
        undefined,
        200,
      );
      return {
        tenantId: tenant.tenant_id,
        name,
        stores: createApiClient(stores, token.access_token),
        searches: createApiClient(searches, token.access_token),
      };
    },
    close: async () => {
      await Promise.all([stores.close(), searches.close(), auth.close()]);
    },
  };
}
