import { createApiClient, openPool } from './api-client.ts';
import type { ApiClient } from './api-client.ts';

export interface PlatformAddress {
  gatewayUrl: string;
  authUrl: string;
  adminToken: string;
}

/** A fresh tenant of the benchmark's own. */
export interface Tenant {
  tenantId: string;
  name: string;
  /** For stores and whatever else is not timed as a search. */
  stores: ApiClient;
  /** Over connections of its own, so that a search never waits for a store to free one. */
  searches: ApiClient;
}

/** Makes tenants on a platform, all over the same few connections. */
export interface Tenants {
  /** By the admin API, its key exchanged for a token. @throws Error when the platform refuses */
  create(name: string): Promise<Tenant>;
  close(): Promise<void>;
}

/** As many as the largest number of callers that a scenario has. */
const CONNECTIONS = 16;

/** @see SPEC.md "API key exchange"; ARCHITECTURE.md section 7 (admin API) */
export function connectTenants(address: PlatformAddress): Tenants {
  const stores = openPool(address.gatewayUrl, CONNECTIONS);
  const searches = openPool(address.gatewayUrl, CONNECTIONS);
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
