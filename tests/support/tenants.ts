import { randomUUID } from 'node:crypto';
import type { ApiResponse, Json, SendRequest } from './api-connection.ts';

export type Permission = 'read' | 'write' | 'delete';

export const ALL_PERMISSIONS: readonly Permission[] = ['read', 'write', 'delete'];

/** A tenant of one test. */
export interface Tenant {
  tenantId: string;
  /** Access token with all permissions. */
  token: string;
  /** Sends a request with `token`, unless the request names another token. */
  send: SendRequest;
  /** Sends a JSON request with `token`. */
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  /**
   * Sends a JSON request with `token`. Resolves to `data` of the response.
   *
   * @throws Error if the request fails
   */
  data(method: string, path: string, body?: unknown): Promise<Json>;
  /** Creates an API key of a user, by default of the service user. */
  createKey(permissions: readonly Permission[], userId?: string): Promise<{ apiKey: string; keyId: string }>;
  /** Creates an API key and exchanges it for an access token. */
  createToken(permissions: readonly Permission[], userId?: string): Promise<string>;
  /** Creates a user with the role `member`. Returns its ID. */
  createUser(): Promise<string>;
}

export interface AdminAccess {
  /** Sends a request to the authorization server. */
  send: SendRequest;
  adminToken: string;
  /** Sends a request to the gateway. */
  gateway: SendRequest;
}

/** Creates a tenant with the admin API. */
export async function createTenant(admin: AdminAccess, tier = 'unlimited'): Promise<Tenant> {
  const adminCall = async (path: string, body: object): Promise<Json> =>
    dataOf(await admin.send({ method: 'POST', path, token: admin.adminToken, body }));
  const { tenant_id: tenantId } = await adminCall('/admin/tenants', { name: `test ${randomUUID()}`, tier });
  const createKey: Tenant['createKey'] = async (permissions, userId) => {
    const key = await adminCall('/admin/api-keys', {
      tenant_id: tenantId,
      user_id: userId,
      name: randomUUID(),
      permissions,
    });
    return { apiKey: key.api_key, keyId: key.key_id };
  };
  const createToken: Tenant['createToken'] = async (permissions, userId) => {
    const { apiKey } = await createKey(permissions, userId);
    return dataOf(await admin.gateway({ method: 'POST', path: '/api/v2/auth/token', token: apiKey }))
      .access_token;
  };
  const token = await createToken(ALL_PERMISSIONS);
  const send: SendRequest = (call) => admin.gateway({ token, ...call });
  const call: Tenant['call'] = (method, path, body) => send({ method, path, body });
  return {
    tenantId,
    token,
    send,
    call,
    data: async (method, path, body) => dataOf(await call(method, path, body)),
    createKey,
    createToken,
    createUser: async () => {
      const user = {
        tenant_id: tenantId,
        email: `${randomUUID()}@example.com`,
        password: 'correct horse battery',
        role: 'member',
      };
      return (await adminCall('/admin/users', user)).user_id;
    },
  };
}

function dataOf(response: ApiResponse): Json {
  if (response.status < 200 || response.status > 299) {
    throw new Error(
      `A request returned the unexpected status ${response.status}: ${response.text.slice(0, 500)}`,
    );
  }
  return response.body.data;
}
