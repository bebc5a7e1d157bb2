import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { API, ISSUER, startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

let auth: StartedAuthServer;
beforeAll(async () => {
  auth = await startAuthServer();
});
afterAll(() => auth.stop());

describe('POST /api/v2/auth/token', () => {
  test('200: tokens for a key, with or without an empty JSON body', async () => {
    const { tenantId, serviceUserId } = await auth.newTenant('premium');
    const { text } = await auth.newKey(tenantId);
    const { body } = await auth.exchange(text).set('content-type', 'application/json').expect(200);
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
      gid: expect.any(String),
    });
  });

  test.each([
    ['loci_0123456789ab_0123456789012345678901234567890123456789012', 'an unknown prefix'],
    ['not-a-key', 'another format'],
    ['loci__x', 'empty halves'],
    [`loci_a_${'x'.repeat(300)}`, 'too long'],
  ])('401 AUTH_INVALID_CREDENTIALS for %s (%s)', async (key) => {
    const { body } = await auth.exchange(key).expect(401);
    expect(body.error).toMatchObject({ code: 'AUTH_INVALID_CREDENTIALS', details: null, field_errors: null });
  });

  test('401 for the right prefix with another secret, and for a revoked key, in the same words', async () => {
    const { tenantId } = await auth.newTenant();
    const { text, keyId } = await auth.newKey(tenantId);
    const wrong = await auth.exchange(`${text.slice(0, -2)}xx`).expect(401);
    await auth.admin('delete', `/admin/api-keys/${keyId}`).expect(200);
    const revoked = await auth.exchange(text).expect(401);
    expect(wrong.body.error.code).toBe('AUTH_INVALID_CREDENTIALS');
    expect(revoked.body.error).toEqual(wrong.body.error);
  });

  test('401 AUTH_UNAUTHORIZED without the header', async () => {
    const { body } = await auth.http.post('/api/v2/auth/token').expect(401);
    expect(body.error.code).toBe('AUTH_UNAUTHORIZED');
  });

  test("a key never allows more than its permissions, nor than its user's role", async () => {
    const { tenantId } = await auth.newTenant();
    const reader = await auth.newKey(tenantId, ['read']);
    const { body } = await auth.exchange(reader.text).expect(200);
    expect(decodeJwt(body.data.access_token)).toMatchObject({ scope: 'read profile', permissions: ['read'] });
    const person = { tenant_id: tenantId, email: 'v@example.com', password: 'long enough', role: 'viewer' };
    const viewer = await auth.admin('post', '/admin/users').send(person).expect(201);
    const key = await auth.newKey(tenantId, ['read', 'write', 'delete'], viewer.body.data.user_id);
    const cut = await auth.exchange(key.text).expect(200);
    expect(decodeJwt(cut.body.data.access_token)).toMatchObject({
      sub: viewer.body.data.user_id,
      role: 'viewer',
      scope: 'read profile',
      permissions: ['read'],
    });
  });

  test('a revocation and exchanges at the same time leave no token that is not revoked', async () => {
    const { tenantId } = await auth.newTenant();
    for (let round = 0; round < 5; round++) {
      const { text, keyId } = await auth.newKey(tenantId);
      const exchanges = Array.from({ length: 4 }, () => auth.exchange(text));
      const [answers] = await Promise.all([
        Promise.all(exchanges),
        auth.admin('delete', `/admin/api-keys/${keyId}`).expect(200),
      ]);
      const { grantIds } = await auth.client.revokedGrants(null);
      for (const { status, body } of answers) {
        if (status === 200) expect(grantIds).toContain(decodeJwt(body.data.access_token)['gid']);
        else expect(body.error.code).toBe('AUTH_INVALID_CREDENTIALS');
      }
    }
  });
});

describe('GET /api/v2/auth/verify', () => {
  test('200: what the token stands for', async () => {
    const { tenantId, serviceUserId } = await auth.newTenant('standard');
    const { text } = await auth.newKey(tenantId, ['read', 'write']);
    const token = (await auth.exchange(text).expect(200)).body.data.access_token;
    const { body } = await auth.http
      .get('/api/v2/auth/verify')
      .set('authorization', `Bearer ${token}`)
      .expect(200);
    expect(body.data).toEqual({
      valid: true,
      tenant_id: tenantId,
      user_id: serviceUserId,
      client_id: 'api-key',
      scopes: ['read', 'write', 'profile'],
      permissions: ['read', 'write'],
      tier: 'standard',
      expires_at: new Date(decodeJwt(token).exp! * 1000).toISOString(),
    });
  });

  test('401 without a token', async () => {
    const { body } = await auth.http.get('/api/v2/auth/verify').expect(401);
    expect(body.error.code).toBe('AUTH_UNAUTHORIZED');
  });

  test('403 AUTH_FORBIDDEN for a key that may not read', async () => {
    const { tenantId } = await auth.newTenant();
    const { text } = await auth.newKey(tenantId, ['write']);
    const token = (await auth.exchange(text).expect(200)).body.data.access_token;
    const request = auth.http.get('/api/v2/auth/verify').set('authorization', `Bearer ${token}`);
    expect((await request.expect(403)).body.error.code).toBe('AUTH_FORBIDDEN');
  });
});

describe('revocation (attack 25)', () => {
  test("a revoked key's tokens are refused once the gateway has asked again, others are not", async () => {
    const { tenantId } = await auth.newTenant();
    const gone = await auth.newKey(tenantId);
    const kept = await auth.newKey(tenantId);
    const goneToken = (await auth.exchange(gone.text).expect(200)).body.data.access_token;
    const keptToken = (await auth.exchange(kept.text).expect(200)).body.data.access_token;
    await auth.denylist.refresh();
    await auth.verifier.verify(goneToken);
    await auth.admin('delete', `/admin/api-keys/${gone.keyId}`).expect(200);
    await auth.denylist.refresh();
    await expect(auth.verifier.verify(goneToken)).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
    await expect(auth.verifier.verify(keptToken)).resolves.toBeDefined();
  });

  test('is told in pages that leave nothing out', async () => {
    const { tenantId } = await auth.newTenant();
    const { text, keyId } = await auth.newKey(tenantId);
    await auth.exchange(text).expect(200);
    const before = new Set((await allRevoked(auth)).ids);
    await auth.database.inTransaction(tenantId, (tx) =>
      tx.query(
        `INSERT INTO grants (tenant_id, grant_id, user_id, client_id, key_id, created_at, access_expires_at, expires_at)
         SELECT tenant_id, 'many-' || n, user_id, client_id, key_id, created_at, access_expires_at, expires_at
         FROM grants, generate_series(1, 2500) n WHERE key_id = $1`,
        [keyId],
      ),
    );
    await auth.admin('delete', `/admin/api-keys/${keyId}`).expect(200);
    const { ids, pages } = await allRevoked(auth);
    expect(new Set(ids).size - before.size).toBe(2501);
    expect(pages).toBeGreaterThanOrEqual(3);
  });

  test('422 for a cursor that is not ours', async () => {
    await expect(auth.client.revokedGrants('eHh4')).rejects.toMatchObject({ code: 'VAL_FIELD_INVALID' });
  });

  test('internal routes do not exist for anybody outside', async () => {
    for (const path of ['/internal/auth/revoked-grants', '/internal/auth/verifying-keys']) {
      expect((await auth.http.get(path).expect(404)).body.error.code).toBe('RES_NOT_FOUND');
    }
  });
});

async function allRevoked({ client }: StartedAuthServer): Promise<{ ids: string[]; pages: number }> {
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
