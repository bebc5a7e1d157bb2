import { sendTo } from './send.ts';
import type { Response, Json, Send } from './send.ts';

/** A tenant of one round. */
export interface Tenant {
  tenantId: string;
  /** Unique word in all contents of this tenant, to detect leaks between tenants. */
  mark: string;
  token: string;
  refreshToken: string;
  /** Signing secret of the webhook that receives all messages of the tenant. */
  webhookSecret: string;
  /** Sends a request to the gateway. */
  send: Send;
}

/**
 * Creates a tenant with an access token and a webhook that subscribes to all events.
 *
 * @param webhookUrlOf returns the URL of the webhook
 * @throws Error with the response if a request fails
 */
export async function createTenant(
  address: { baseUrl: string; authUrl: string; adminToken: string },
  mark: string,
  webhookUrlOf: (tenantId: string) => string,
): Promise<Tenant> {
  const [gateway, auth] = [sendTo(address.baseUrl), sendTo(address.authUrl)];
  const admin = async (path: string, body: object): Promise<Json> =>
    dataOf(await auth({ method: 'POST', path, token: address.adminToken, body }));
  const { tenant_id: tenantId } = await admin('/admin/tenants', { name: mark, tier: 'unlimited' });
  const permissions = ['read', 'write', 'delete'];
  const { api_key: key } = await admin('/admin/api-keys', { tenant_id: tenantId, name: mark, permissions });
  const exchanged = await gateway({ method: 'POST', path: '/api/v2/auth/token', token: key });
  const { access_token: token, refresh_token: refreshToken } = dataOf(exchanged);
  const webhook = { url: webhookUrlOf(tenantId), event_types: ['*'] };
  const { secret } = dataOf(
    await gateway({ method: 'POST', path: '/api/v2/webhooks', token, body: webhook }),
  );
  return { tenantId, mark, token, refreshToken, webhookSecret: secret, send: gateway };
}

export function dataOf({ status, body }: Response): Json {
  if (status < 200 || status > 299)
    throw new Error(`A request returned status ${status}, not 2xx: ${JSON.stringify(body)}`);
  return body.data;
}
