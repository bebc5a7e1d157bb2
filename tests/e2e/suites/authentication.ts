import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiRequest } from '../../support/api-connection.ts';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { Tenant } from '../../support/tenants.ts';
import { pathParametersOf, pathOf } from '../openapi/operation.ts';
import type { Operation } from '../openapi/operation.ts';
import { inParallel } from '../in-parallel.ts';
import type { TestPlatform } from '../test-platform.ts';
import { exampleBody } from '../sample-records.ts';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What may stand in an Authorization header and opens nothing, with the code of its 401. */
async function badCredentials(
  platform: TestPlatform,
  tenant: Tenant,
): Promise<{ name: string; call: Partial<ApiRequest>; code: string }[]> {
  const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
  const exchange = await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: apiKey });
  const { refresh_token: refreshToken } = exchange.body.data;
  const [header, claims, signature] = tenant.token.split('.') as [string, string, string];
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const jwks = (await platform.sendAuth({ method: 'GET', path: '/oauth/jwks' })).body;
  const published = jwks.keys.find((key: { kid: string }) => key.kid === kid);
  const pem = createPublicKey({ key: published, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ownSigned = (head: object): string => {
    const signed = `${encode({ typ: 'at+jwt', alg: 'ES256', ...head })}.${claims}`;
    const bytes = sign('sha256', Buffer.from(signed), { key: own.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${bytes.toString('base64url')}`;
  };
  const hmacSigned = (key: string | Buffer): string => {
    const signed = `${encode({ typ: 'at+jwt', alg: 'HS256', kid })}.${claims}`;
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  };
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), scope: 'read write profile' };
  const bearer = (name: string, token: string, code = 'AUTH_TOKEN_INVALID') => ({
    name,
    call: { token },
    code,
  });
  const headers = (name: string, value: string) => ({
    name,
    call: { headers: { authorization: value } },
    code: 'AUTH_UNAUTHORIZED',
  });
  return [
    { name: 'no Authorization header', call: {}, code: 'AUTH_UNAUTHORIZED' },
    headers('an empty Authorization header', ''),
    headers('a scheme without a token', 'Bearer '),
    headers('another scheme', `Basic ${Buffer.from(`x:${apiKey}`).toString('base64')}`),
    headers('a bare token', tenant.token),
    headers('two tokens', `Bearer ${tenant.token}, Bearer ${tenant.token}`),
    bearer('no JWT', 'garbage'),
    bearer('an API key', apiKey),
    bearer('a refresh token', refreshToken),
    bearer('the ADMIN_TOKEN', platform.adminToken),
    bearer('alg none', `${encode({ typ: 'at+jwt', alg: 'none', kid })}.${claims}.`),
    bearer('HS256 with the public key as PEM', hmacSigned(pem)),
    bearer('HS256 with the public key as JWK', hmacSigned(JSON.stringify(published))),
    bearer('a key of its own, under our kid', ownSigned({ kid })),
    bearer('a key of its own, in the header', ownSigned({ jwk: own.publicKey.export({ format: 'jwk' }) })),
    bearer('an unknown kid', ownSigned({ kid: 'unknown' })),
    bearer('a kid with a path', ownSigned({ kid: '../../etc/passwd' })),
    bearer('a crit header', ownSigned({ kid, crit: ['exp'] })),
    bearer('changed claims', `${header}.${encode({ ...changed, tenant_id: changed.sub })}.${signature}`),
    bearer('a cut signature', tenant.token.slice(0, -4)),
    bearer('a very long token', `${tenant.token}${'A'.repeat(6_000)}`),
  ];
}

/** Attacks 2 to 5 and 12 of the guide, on every operation. @see SPEC.md "Errors" */
export function describeAuthentication(platform: TestPlatform): void {
  const closed = platform.operations.filter((operation) => operation.needs.length > 0);

  describe('without a valid access token', () => {
    let tenant: Tenant;
    let bad: Awaited<ReturnType<typeof badCredentials>>;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      bad = await badCredentials(platform, tenant);
    });

    const callOf = (operation: Operation): ApiRequest => ({
      method: operation.method,
      path: pathOf(
        operation,
        Object.fromEntries(pathParametersOf(operation).map(({ name }) => [name, tenant.tenantId])),
      ),
      body: exampleBody(operation),
    });

    test('the document has closed operations', () => {
      expect(closed.length).toBeGreaterThan(20);
    });

    test.each(closed.map((operation) => [operation.name, operation] as const))(
      '%s answers 401 to every kind of bad credential',
      async (_, operation) => {
        const answers = await inParallel(bad, async ({ name, call, code }) => {
          const answer = await platform.send({ ...callOf(operation), ...call });
          expect(answer.headers['www-authenticate']).toContain('resource_metadata=');
          return { name, got: answer.body.error?.code ?? answer.status, code };
        });
        expect(answers.filter(({ got, code }) => got !== code)).toEqual([]);
      },
    );

    test('a token in the query opens nothing', async () => {
      const path = `/api/v2/memories?access_token=${tenant.token}&token=${tenant.token}`;
      const answer = await platform.send({ method: 'GET', path });
      expect(answer.body.error.code).toBe('AUTH_UNAUTHORIZED');
    });

    test('an unknown route is 404 with and without a token', async () => {
      for (const token of [null, 'garbage', tenant.token]) {
        const answer = await platform.send({ method: 'GET', path: '/api/v2/nothing-here', token });
        expect([answer.status, answer.body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
      }
    });
  });
}
