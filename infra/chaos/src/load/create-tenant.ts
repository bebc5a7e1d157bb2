import { sendTo } from './send.ts';
import type { Answer, Json, Send } from './send.ts';

/** A tenant of one round. */
export interface Tenant {
  tenantId: string;
  /** Stands in all that it stores, and in nothing of anybody else. */
  mark: string;
  token: string;
  /** To the gateway. */
  send: Send;
}

/** @throws Error with the answer when the platform refuses */
export async function createTenant(
  address: { baseUrl: string; authUrl: string; adminToken: string },
  mark: string,
): Promise<Tenant> {
  const [gateway, auth] = [sendTo(address.baseUrl), sendTo(address.authUrl)];
  const admin = async (path: string, body: object): Promise<Json> =>
    dataOf(await auth({ method: 'POST', path, token: address.adminToken, body }));
  const { tenant_id: tenantId } = await admin('/admin/tenants', { name: mark, tier: 'unlimited' });
  const permissions = ['read', 'write', 'delete'];
  const { api_key: key } = await admin('/admin/api-keys', { tenant_id: tenantId, name: mark, permissions });
  const exchanged = await gateway({ method: 'POST', path: '/api/v2/auth/token', token: key });
  return { tenantId, mark, token: dataOf(exchanged).access_token, send: gateway };
}

export function dataOf({ status, body }: Answer): Json {
  if (status < 200 || status > 299) throw new Error(`The answer is ${status}: ${JSON.stringify(body)}`);
  return body.data;
}
