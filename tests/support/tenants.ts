import { randomUUID } from 'node:crypto';
import type { ApiResponse, Json, SendRequest } from './api-connection.ts';

export type Permission = 'read' | 'write' | 'delete';

export const ALL_PERMISSIONS: readonly Permission[] = ['read', 'write', 'delete'];

/** A tenant of a test's own, with a token that may do everything. */
export interface Tenant {
  tenantId: string;
  token: string;
  /** Sends with `token` unless the call has another one. */
  send: SendRequest;
  /** As its service user, whose token is `token`. */
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  /** The same, for `data` of a success. @throws for any other answer */
  data(method: string, path: string, body?: unknown): Promise<Json>;
  /** A new API key. */
  createKey(permissions: readonly Permission[]): Promise<{ apiKey: string; keyId: string }>;
  /** A token from a new key. */
  createToken(permissions: readonly Permission[]): Promise<string>;
}

export interface Admin {
  /** Of the auth server. */
  send: SendRequest;
  adminToken: string;
  /** Of the gateway. */
  gateway: SendRequest;
}

/** Makes a tenant by the admin API. @param tier default `unlimited` */
export async function createTenant(admin: Admin, tier = 'unlimited'): Promise<Tenant> {
  const adminCall = async (path: string, body: object): Promise<Json> =>
    dataOf(await admin.send({ method: 'POST', path, token: admin.adminToken, body }));
  const { tenant_id: tenantId } = await adminCall('/admin/tenants', { name: `test ${randomUUID()}`, tier });
  const createKey: Tenant['createKey'] = async (permissions) => {
    const key = await adminCall('/admin/api-keys', { tenant_id: tenantId, name: 'test', permissions });
    return { apiKey: key.api_key, keyId: key.key_id };
  };
  const createToken: Tenant['createToken'] = async (permissions) => {
    const { apiKey } = await createKey(permissions);
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
  };
}

function dataOf(answer: ApiResponse): Json {
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`The answer is ${answer.status}: ${answer.text.slice(0, 500)}`);
  }
  return answer.body.data;
}
