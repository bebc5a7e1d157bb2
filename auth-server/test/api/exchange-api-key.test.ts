import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetrics } from '@loci/runtime';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { API, ISSUER, startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

let auth: StartedAuthServer;
beforeAll(async () => {
  auth = await startAuthServer();
});
afterAll(() => auth.stop());

test('the authorization server measures requests by the templates of their routes', async () => {
  const metrics = createMetrics('auth');
  const http = auth.serve(auth.replica({ metrics }));
  await http.post('/api/v2/auth/token').expect(401);
  await http.get('/oauth/authorize/unknown');
  await http.get('/account/unknown').expect(404);
  const { values } = await metrics.httpServerRequestDuration.get();
  const routes = values.map(({ labels }) => (labels as { http_route: string }).http_route);
  expect(new Set(routes)).toEqual(new Set(['/api/v2/auth/token', '/oauth/authorize/:uid', 'unknown']));
});

describe('POST /api/v2/auth/token', () => {
  test('exchanges an API key for an access token and a refresh token', async () => {
    const { tenantId, serviceUserId } = await auth.newTenant('premium');
    const { apiKey, keyId } = await auth.newKey(tenantId);
    const { body } = await auth.exchange(apiKey).set('content-type', 'application/json').expect(200);
    expect(body.data).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 259_200,
      tenant_id: tenantId,
      refresh_token: expect.any(String),
    });
    expect(decodeProtectedHeader(body.data.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    const { iat = 0 } = decodeJwt(body.data.access_token);
    expect(Math.abs(auth.clock.ms / 1000 - iat)).toBeLessThan(60);
    expect(decodeJwt(body.data.access_token)).toEqual({
      iss: ISSUER,
      sub: serviceUserId,
      aud: API,
      iat,
      exp: iat + 259_200,
      jti: expect.any(String),
      client_id: 'api-key',
      scope: 'read write profile',
      tenant_id: tenantId,
      tier: 'premium',
      role: 'owner',
      permissions: ['read', 'write', 'delete'],
      via: 'key',
      key_id: keyId,
      gid: expect.any(String),
    });
  });

  test.each([
    ['an unknown prefix', 'loci_0123456789ab_0123456789012345678901234567890123456789012'],
    ['an invalid format', 'not-a-key'],
    ['an empty prefix', 'loci__x'],
    ['a secret of 300 characters', `loci_a_${'x'.repeat(300)}`],
  ])('rejects a key with %s with 401 AUTH_INVALID_CREDENTIALS', async (_what, apiKey) => {
    const { body } = await auth.exchange(apiKey).expect(401);
    expect(body.error).toMatchObject({ code: 'AUTH_INVALID_CREDENTIALS', details: null, field_errors: null });
  });

  test('returns the same error for a wrong secret as for a revoked key', async () => {
    const { tenantId } = await auth.newTenant();
    const { apiKey, keyId } = await auth.newKey(tenantId);
    const wrong = await auth.exchange(`${apiKey.slice(0, -2)}xx`).expect(401);
    await auth.admin('delete', `/admin/api-keys/${keyId}`).expect(200);
    const revoked = await auth.exchange(apiKey).expect(401);
    expect(wrong.body.error.code).toBe('AUTH_INVALID_CREDENTIALS');
    expect(revoked.body.error).toEqual(wrong.body.error);
  });

  test('rejects a request without a credential with 401 AUTH_UNAUTHORIZED', async () => {
    const { body } = await auth.http.post('/api/v2/auth/token').expect(401);
    expect(body.error.code).toBe('AUTH_UNAUTHORIZED');
  });

  test('limits the permissions of the token to those of the key', async () => {
    const { tenantId } = await auth.newTenant();
    const { apiKey } = await auth.newKey(tenantId, ['read']);
    const { body } = await auth.exchange(apiKey).expect(200);
    expect(decodeJwt(body.data.access_token)).toMatchObject({ scope: 'read profile', permissions: ['read'] });
  });

  test('limits the permissions of the token to the role of the owner of the key', async () => {
    const { tenantId } = await auth.newTenant();
    const user = { tenant_id: tenantId, email: 'v@example.com', password: 'long enough', role: 'viewer' };
    const viewer = await auth.admin('post', '/admin/users').send(user).expect(201);
    const { apiKey } = await auth.newKey(tenantId, ['read', 'write', 'delete'], viewer.body.data.user_id);
    const { body } = await auth.exchange(apiKey).expect(200);
    expect(decodeJwt(body.data.access_token)).toMatchObject({
      sub: viewer.body.data.user_id,
      role: 'viewer',
      scope: 'read profile',
      permissions: ['read'],
    });
  });

  test('revokes every token that an exchange issues while the key is being revoked', async () => {
    const { tenantId } = await auth.newTenant();
    for (let round = 0; round < 5; round++) {
      const { apiKey, keyId } = await auth.newKey(tenantId);
      const exchanges = Array.from({ length: 4 }, () => auth.exchange(apiKey));
      const [responses] = await Promise.all([
        Promise.all(exchanges),
        auth.admin('delete', `/admin/api-keys/${keyId}`).expect(200),
      ]);
      const { grantIds } = await auth.client.revokedGrants(null);
      for (const { status, body } of responses) {
        if (status === 200) expect(grantIds).toContain(decodeJwt(body.data.access_token)['gid']);
        else expect(body.error.code).toBe('AUTH_INVALID_CREDENTIALS');
      }
    }
  });
});

describe('GET /api/v2/auth/verify', () => {
  test('returns tenant, user, scopes and permissions of the token', async () => {
    const { tenantId, serviceUserId } = await auth.newTenant('standard');
    const { apiKey } = await auth.newKey(tenantId, ['read', 'write']);
    const token = (await auth.exchange(apiKey).expect(200)).body.data.access_token;
    const { body } = await auth.http
      .get('/api/v2/auth/verify')
      .set('authorization', `Bearer ${token}`)
      .expect(200);
    expect(body.data).toEqual({
      valid: true,
      tenant_id: tenantId,
      user_id: serviceUserId,
      role: 'owner',
      client_id: 'api-key',
      scopes: ['read', 'write', 'profile'],
      permissions: ['read', 'write'],
      tier: 'standard',
      expires_at: new Date(decodeJwt(token).exp! * 1000).toISOString(),
    });
  });

  test('rejects a request without a token with 401 AUTH_UNAUTHORIZED', async () => {
    const { body } = await auth.http.get('/api/v2/auth/verify').expect(401);
    expect(body.error.code).toBe('AUTH_UNAUTHORIZED');
  });

  test('rejects a token without the read permission with 403 AUTH_FORBIDDEN', async () => {
    const { tenantId } = await auth.newTenant();
    const { apiKey } = await auth.newKey(tenantId, ['write']);
    const token = (await auth.exchange(apiKey).expect(200)).body.data.access_token;
    const request = auth.http.get('/api/v2/auth/verify').set('authorization', `Bearer ${token}`);
    expect((await request.expect(403)).body.error.code).toBe('AUTH_FORBIDDEN');
  });
});

describe('revocation of grants (threat 25)', () => {
  test('invalidates only the tokens of the revoked key at the next refresh of the denylist', async () => {
    const { tenantId } = await auth.newTenant();
    const revoked = await auth.newKey(tenantId);
    const active = await auth.newKey(tenantId);
    const revokedToken = (await auth.exchange(revoked.apiKey).expect(200)).body.data.access_token;
    const activeToken = (await auth.exchange(active.apiKey).expect(200)).body.data.access_token;
    await auth.denylist.refresh();
    await auth.verifier.verify(revokedToken);
    await auth.admin('delete', `/admin/api-keys/${revoked.keyId}`).expect(200);
    await auth.denylist.refresh();
    await expect(auth.verifier.verify(revokedToken)).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
    await expect(auth.verifier.verify(activeToken)).resolves.toBeDefined();
  });

  test('lists more than 1,000 revoked grants completely, on several pages', async () => {
    const { tenantId } = await auth.newTenant();
    const { apiKey, keyId } = await auth.newKey(tenantId);
    await auth.exchange(apiKey).expect(200);
    const before = new Set((await listAllRevoked(auth)).ids);
    await auth.database.inTransaction(tenantId, (tx) =>
      tx.query(
        `INSERT INTO grants (tenant_id, grant_id, user_id, client_id, key_id, created_at, access_expires_at, expires_at)
         SELECT tenant_id, 'many-' || n, user_id, client_id, key_id, created_at, access_expires_at, expires_at
         FROM grants, generate_series(1, 2500) n WHERE key_id = $1`,
        [keyId],
      ),
    );
    await auth.admin('delete', `/admin/api-keys/${keyId}`).expect(200);
    const { ids, pages } = await listAllRevoked(auth);
    expect(new Set(ids).size - before.size).toBe(2501);
    expect(pages).toBeGreaterThanOrEqual(3);
  });

  test('rejects a malformed cursor of the list with VAL_FIELD_INVALID', async () => {
    await expect(auth.client.revokedGrants('eHh4')).rejects.toMatchObject({ code: 'VAL_FIELD_INVALID' });
  });

  test.each(['/internal/auth/revoked-grants', '/internal/auth/verifying-keys'])(
    'returns 404 for the internal path %s without a signed identity',
    async (path) => {
      expect((await auth.http.get(path).expect(404)).body.error.code).toBe('RES_NOT_FOUND');
    },
  );
});

async function listAllRevoked({ client }: StartedAuthServer): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let pages = 0;
  let page = await client.revokedGrants(null);
  for (;;) {
    pages++;
    ids.push(...page.grantIds);
    if (!page.more) return { ids, pages };
    page = await client.revokedGrants(page.cursor);
  }
}
