import { openApiConnection } from '../support/api-connection.ts';
import type { Json, SendRequest } from '../support/api-connection.ts';
import { createTenant } from '../support/tenants.ts';
import type { Tenant } from '../support/tenants.ts';
import type { PlatformAddress } from './open-standalone-platform.ts';
import { checkResponses } from './openapi/check-responses.ts';
import type { SeenAnswer } from './openapi/check-responses.ts';
import { operationsOf } from './openapi/operation.ts';
import type { Operation } from './openapi/operation.ts';

/** What the suites have of a platform: its address, its document, and tenants of their own. */
export interface TestPlatform extends PlatformAddress {
  /** To the gateway; every answer is checked against the document. */
  send: SendRequest;
  /** To the gateway, unchecked: for answers of another kind than the API's. */
  sendPlain: SendRequest;
  /** To the auth server, unchecked. */
  sendAuth: SendRequest;
  document: Json;
  operations: readonly Operation[];
  /** Every answer so far. */
  seen: readonly SeenAnswer[];
  createTenant(tier?: string): Promise<Tenant>;
}

export async function connectToPlatform(address: PlatformAddress): Promise<TestPlatform> {
  const gateway = openApiConnection(address.baseUrl);
  const auth = openApiConnection(address.authUrl);
  const { body: document } = await gateway.send({ method: 'GET', path: '/openapi.json' });
  const seen: SeenAnswer[] = [];
  const send = checkResponses(gateway.send, document, (answer) => seen.push(answer));
  const admin = { send: auth.send, adminToken: address.adminToken, gateway: send };
  return {
    ...address,
    send,
    sendPlain: gateway.send,
    sendAuth: auth.send,
    document,
    operations: operationsOf(document),
    seen,
    createTenant: (tier) => createTenant(admin, tier),
    close: async () => {
      gateway.close();
      auth.close();
      await address.close();
    },
  };
}
