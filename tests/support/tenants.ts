import { randomUUID } from 'node:crypto';
import { Loci } from '@loci/client';
import type { LociOptions } from '@loci/client';
import type { ApiResponse, Json, SendRequest } from './api-connection.ts';

export type Permission = 'read' | 'write' | 'delete';

export const ALL_PERMISSIONS: readonly Permission[] = ['read', 'write', 'delete'];

/** User whose API key a client has. */
export interface ClientUser {
  /** Default: all permissions. */
  permissions?: readonly Permission[];
  /** `owner` is the service user of the tenant, `member` a new user. Default: `owner`. */
  role?: 'owner' | 'member';
}

/** A tenant of one test. */
export interface Tenant {
  tenantId: string;
  /** Client of the service user with all permissions, which does not retry failed requests. */
  loci: Loci;
  /**
   * Creates a client with a new API key.
   *
   * @param user the service user with all permissions, another user, or a user with fewer permissions
   */
  createClient(user?: ClientUser & { userId?: string }, options?: Partial<LociOptions>): Promise<Loci>;
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
  /** Creates a user, by default with the role `member`. Returns its ID. */
  createUser(role?: 'member' | 'viewer'): Promise<string>;
}

export interface AdminAccess {
  /** Sends a request to the authorization server. */
  send: SendRequest;
  adminToken: string;
  /** Sends a request to the gateway. */
  gateway: SendRequest;
  /** Base URL of the gateway, for clients. */
  baseUrl: string;
  /** Replacement of `fetch` for clients. */
  fetch?: typeof globalThis.fetch;
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
  const exchange = async (apiKey: string): Promise<string> =>
    dataOf(await admin.gateway({ method: 'POST', path: '/api/v2/auth/token', token: apiKey })).access_token;
  const createUser: Tenant['createUser'] = async (role = 'member') => {
    const user = {
      tenant_id: tenantId,
      email: `${randomUUID()}@example.com`,
      password: 'correct horse battery',
      role,
    };
    return (await adminCall('/admin/users', user)).user_id;
  };
  // A retry would hide a server error or an interrupted connection.
  const clientOptions = { baseUrl: admin.baseUrl, fetch: admin.fetch, maxRetries: 0 };
  const { apiKey } = await createKey(ALL_PERMISSIONS);
  const token = await exchange(apiKey);
  const send: SendRequest = (call) => admin.gateway({ token, ...call });
  const call: Tenant['call'] = (method, path, body) => send({ method, path, body });
  return {
    tenantId,
    loci: new Loci({ ...clientOptions, apiKey }),
    createClient: async ({ permissions = ALL_PERMISSIONS, role, userId } = {}, options = {}) => {
      const id = userId ?? (role === 'member' ? await createUser() : undefined);
      const { apiKey: ownKey } = await createKey(permissions, id);
      return new Loci({ ...clientOptions, apiKey: ownKey, ...options });
    },
    token,
    send,
    call,
    data: async (method, path, body) => dataOf(await call(method, path, body)),
    createKey,
    createToken: async (permissions, userId) => exchange((await createKey(permissions, userId)).apiKey),
    createUser,
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
