import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { mapConcurrently } from '@loci/async';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiRequest } from '../../support/api-connection.ts';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { Tenant } from '../../support/tenants.ts';
import { pathParametersOf, pathOf } from '../openapi/operation.ts';
import type { Operation } from '../openapi/operation.ts';
import type { TestPlatform } from '../test-platform.ts';
import { exampleBody } from '../sample-records.ts';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns invalid credentials with the error code of the 401 response. */
async function invalidCredentials(
  platform: TestPlatform,
  tenant: Tenant,
): Promise<{ name: string; change: Partial<ApiRequest>; code: string }[]> {
  const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
  const exchange = await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: apiKey });
  const { refresh_token: refreshToken } = exchange.body.data;
  const [header, claims, signature] = tenant.token.split('.') as [string, string, string];
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const jwks = (await platform.sendToAuthServer({ method: 'GET', path: '/oauth/jwks' })).body;
  const published = jwks.keys.find((key: { kid: string }) => key.kid === kid);
  const pem = createPublicKey({ key: published, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signedByAttacker = (head: object): string => {
    const signed = `${encode({ typ: 'at+jwt', alg: 'ES256', ...head })}.${claims}`;
    const bytes = sign('sha256', Buffer.from(signed), {
      key: attacker.privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return `${signed}.${bytes.toString('base64url')}`;
  };
  const hmacSigned = (key: string | Buffer): string => {
    const signed = `${encode({ typ: 'at+jwt', alg: 'HS256', kid })}.${claims}`;
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  };
  const otherScope = {
    ...JSON.parse(Buffer.from(claims, 'base64url').toString()),
    scope: 'read write profile',
  };
  const bearer = (name: string, token: string) => ({
    name,
    change: { token },
    code: 'AUTH_TOKEN_INVALID',
  });
  const headers = (name: string, value: string) => ({
    name,
    change: { headers: { authorization: value } },
    code: 'AUTH_UNAUTHORIZED',
  });
  return [
    { name: 'no Authorization header', change: {}, code: 'AUTH_UNAUTHORIZED' },
    headers('an empty Authorization header', ''),
    headers('the Bearer scheme without a token', 'Bearer '),
    headers('another scheme', `Basic ${Buffer.from(`x:${apiKey}`).toString('base64')}`),
    headers('a token without a scheme', tenant.token),
    headers('two tokens', `Bearer ${tenant.token}, Bearer ${tenant.token}`),
    bearer('a text that is not a JWT', 'garbage'),
    bearer('an API key', apiKey),
    bearer('a refresh token', refreshToken),
    bearer('the ADMIN_TOKEN', platform.adminToken),
    bearer('a JWT with alg none', `${encode({ typ: 'at+jwt', alg: 'none', kid })}.${claims}.`),
    bearer('a JWT signed by HS256 with the public key as PEM', hmacSigned(pem)),
    bearer('a JWT signed by HS256 with the public key as JWK', hmacSigned(JSON.stringify(published))),
    bearer('a JWT signed by another key with a published kid', signedByAttacker({ kid })),
    bearer(
      'a JWT signed by a key in its header',
      signedByAttacker({ jwk: attacker.publicKey.export({ format: 'jwk' }) }),
    ),
    bearer('a JWT with an unknown kid', signedByAttacker({ kid: 'unknown' })),
    bearer('a JWT with a file path as kid', signedByAttacker({ kid: '../../etc/passwd' })),
    bearer('a JWT with a crit header', signedByAttacker({ kid, crit: ['exp'] })),
    bearer(
      'a JWT with changed claims',
      `${header}.${encode({ ...otherScope, tenant_id: otherScope.sub })}.${signature}`,
    ),
    bearer('a JWT with a truncated signature', tenant.token.slice(0, -4)),
    bearer('a very long JWT', `${tenant.token}${'A'.repeat(6_000)}`),
  ];
}

/**
 * Defines tests that call every operation without a valid access token.
 *
 * @see docs/reference/errors.md#errors-of-every-endpoint
 */
export function describeAuthentication(platform: TestPlatform): void {
  const protectedOperations = platform.operations.filter((operation) => operation.needs.length > 0);

  describe('threats 3, 4, 5 and 12: requests without a valid access token', () => {
    let tenant: Tenant;
    let credentials: Awaited<ReturnType<typeof invalidCredentials>>;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      credentials = await invalidCredentials(platform, tenant);
    });

    const requestOf = (operation: Operation): ApiRequest => ({
      method: operation.method,
      path: pathOf(
        operation,
        Object.fromEntries(pathParametersOf(operation).map(({ name }) => [name, tenant.tenantId])),
      ),
      body: exampleBody(operation),
    });

    test('the OpenAPI document lists more than 20 operations that require a token', () => {
      expect(protectedOperations.length).toBeGreaterThan(20);
    });

    test.each(protectedOperations.map((operation) => [operation.name, operation] as const))(
      '%s returns 401 for every kind of invalid credential',
      async (_, operation) => {
        const results = await mapConcurrently(credentials, 8, async ({ name, change, code }) => {
          const response = await platform.send({ ...requestOf(operation), ...change });
          expect(response.headers['www-authenticate']).toContain('resource_metadata=');
          return { name, actual: response.body.error?.code ?? response.status, code };
        });
        expect(results.filter(({ actual, code }) => actual !== code)).toEqual([]);
      },
    );

    test('a token in the query string is ignored', async () => {
      const path = `/api/v2/memories?access_token=${tenant.token}&token=${tenant.token}`;
      const response = await platform.send({ method: 'GET', path });
      expect(response.body.error.code).toBe('AUTH_UNAUTHORIZED');
    });

    test('an unknown path returns 404 with and without a valid token', async () => {
      for (const token of [null, 'garbage', tenant.token]) {
        const response = await platform.send({ method: 'GET', path: '/api/v2/unknown', token });
        expect([response.status, response.body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
      }
    });
  });
}
