import { openApiConnection } from '../support/api-connection.ts';
import type { Json, SendRequest } from '../support/api-connection.ts';
import { createTenant } from '../support/tenants.ts';
import type { Tenant } from '../support/tenants.ts';
import type { PlatformAddress } from './open-standalone-platform.ts';
import { checkFetch } from './openapi/check-fetch.ts';
import { checkResponses } from './openapi/check-responses.ts';
import { operationsOf } from './openapi/operation.ts';
import type { Operation } from './openapi/operation.ts';

/** Running platform with the functions that the suites use. */
export interface TestPlatform extends PlatformAddress {
  /** Sends a request to the gateway and checks the response against the OpenAPI document. */
  send: SendRequest;
  /** Sends a request to the gateway without checks, for paths that are not part of the API. */
  sendUnchecked: SendRequest;
  /** Sends a request to the authorization server without checks. */
  sendToAuthServer: SendRequest;
  /** Operations of the OpenAPI document. */
  operations: readonly Operation[];
  /** Creates a tenant, whose clients check all responses against the OpenAPI document. */
  createTenant(tier?: string): Promise<Tenant>;
}

/** Opens connections to a platform and reads its OpenAPI document. */
export async function connectToPlatform(address: PlatformAddress): Promise<TestPlatform> {
  const gateway = openApiConnection(address.baseUrl);
  const auth = openApiConnection(address.authUrl);
  const { body: document } = await gateway.send({ method: 'GET', path: '/openapi.json' });
  const send = checkResponses(gateway.send, document as Json);
  const admin = {
    send: auth.send,
    adminToken: address.adminToken,
    gateway: send,
    baseUrl: address.baseUrl,
    fetch: checkFetch((input, init) => globalThis.fetch(input, init), document),
  };
  return {
    ...address,
    send,
    sendUnchecked: gateway.send,
    sendToAuthServer: auth.send,
    operations: operationsOf(document),
    createTenant: (tier) => createTenant(admin, tier),
    close: async () => {
      gateway.close();
      auth.close();
      await address.close();
    },
  };
}
