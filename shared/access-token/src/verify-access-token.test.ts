import { createHash, createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { AppError } from '@loci/core';
import { SignJWT, UnsecuredJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey } from 'jose';
import { createGrantDenylist } from './grant-denylist.ts';
import { createInMemoryDpopJtiStore } from './dpop-jti-store.ts';
import { createAccessTokenVerifier } from './verify-access-token.ts';
import { createJwksCache } from './jwks-cache.ts';
import type { PublicJwk } from './jwks-cache.ts';

const ISSUER = 'http://localhost:8081';
const API = 'http://localhost:8080';
const START_MS = Date.parse('2030-01-01T00:00:00Z');

function newKey(kid: string): { kid: string; privateKey: KeyObject; published: PublicJwk } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  return { kid, privateKey, published: { kid, kty: 'EC', crv: 'P-256', x, y } };
}

function setUp() {
  const clock = { ms: START_MS };
  const now = (): number => clock.ms;
  const key = newKey('one');
  const published = [key.published];
  const fetches = { count: 0, fails: false };
  const keys = createJwksCache({
    now,
    fetchJwks: async () => {
      fetches.count++;
      if (fetches.fails) throw new Error('down');
      return [...published];
    },
  });
  const revoked: string[] = [];
  const denylist = createGrantDenylist({
    now,
    fetchRevoked: async () => ({ grantIds: [...revoked], cursor: '', more: false }),
  });
  const verifier = createAccessTokenVerifier({
    issuer: ISSUER,
    audiences: [API],
    keys,
    denylist,
    dpop: { baseUrl: API, jtiStore: createInMemoryDpopJtiStore(now) },
    now,
  });
  return { clock, key, published, fetches, revoked, denylist, verifier };
}

const KEY_ID = '0198b0c1-0000-7000-8000-000000000003';

const claims = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  iss: ISSUER,
  sub: '0198b0c1-0000-7000-8000-000000000001',
  aud: API,
  iat: START_MS / 1000,
  exp: START_MS / 1000 + 3600,
  jti: 'a',
  client_id: 'api-key',
  scope: 'read write profile',
  tenant_id: '0198b0c1-0000-7000-8000-000000000002',
  tier: 'free',
  role: 'owner',
  permissions: ['read', 'write'],
  via: 'key',
  key_id: KEY_ID,
  gid: 'grant-1',
  ...overrides,
});

const sign = (
  payload: Record<string, unknown>,
  key: { kid: string; privateKey: KeyObject },
  header: Record<string, unknown> = {},
): Promise<string> =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header })
    .sign(key.privateKey);

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const INVALID = { code: 'AUTH_TOKEN_INVALID' };

describe('createAccessTokenVerifier', () => {
  test('returns the caller of a valid token', async () => {
    const { verifier, key } = setUp();
    expect(await verifier.verify(await sign(claims(), key))).toEqual({
      caller: {
        tenantId: '0198b0c1-0000-7000-8000-000000000002',
        userId: '0198b0c1-0000-7000-8000-000000000001',
        clientId: 'api-key',
        grantId: 'grant-1',
        via: 'key',
        keyId: KEY_ID,
        role: 'owner',
        tier: 'free',
        scopes: ['read', 'write', 'profile'],
        permissions: ['read', 'write'],
        tokenExpiresAtMs: START_MS + 3_600_000,
      },
      audience: API,
      grantId: 'grant-1',
      expiresAtMs: START_MS + 3_600_000,
      boundKeyThumbprint: null,
    });
  });

  test('returns a caller without an API key for a token without the claim "key_id"', async () => {
    const { verifier, key } = setUp();
    const { caller } = await verifier.verify(await sign(claims({ via: 'oauth', key_id: undefined }), key));
    expect(caller).not.toHaveProperty('keyId');
  });

  describe('algorithm confusion (threat 3)', () => {
    test('rejects a token signed with HS256 and the public key as secret', async () => {
      const { verifier, key } = setUp();
      const pem = createPublicKey(key.privateKey).export({ format: 'pem', type: 'spki' });
      const signed = `${part({ alg: 'HS256', typ: 'at+jwt', kid: 'one' })}.${part(claims())}`;
      const mac = createHmac('sha256', pem).update(signed).digest('base64url');
      await expect(verifier.verify(`${signed}.${mac}`)).rejects.toMatchObject(INVALID);
    });

    test('rejects an unsigned token with the algorithm "none"', async () => {
      const { verifier } = setUp();
      await expect(verifier.verify(new UnsecuredJWT(claims()).encode())).rejects.toMatchObject(INVALID);
      const none = `${part({ alg: 'none', typ: 'at+jwt', kid: 'one' })}.${part(claims())}.`;
      await expect(verifier.verify(none)).rejects.toMatchObject(INVALID);
    });

    test('rejects a token signed with the key embedded in its header', async () => {
      const { verifier } = setUp();
      const evil = newKey('one');
      const token = await sign(claims(), evil, { jwk: evil.published });
      await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
    });

    test('rejects a token with an unknown critical header', async () => {
      const { verifier, key } = setUp();
      const header = { alg: 'ES256', typ: 'at+jwt', kid: 'one', crit: ['x'], x: 1 };
      const good = (await sign(claims(), key)).split('.');
      const token = `${part(header)}.${good[1]}.${good[2]}`;
      await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
    });

    test.each([
      ['an unknown', 'other'],
      ['no', undefined],
    ])('rejects a token with %s key id', async (_name, kid) => {
      const { verifier, key } = setUp();
      const token = await sign(claims(), key, { kid });
      await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
    });
  });

  describe('tokens issued for another purpose (threat 4)', () => {
    test.each([
      ['another audience', { aud: 'http://other' }],
      ['several audiences', { aud: [API, 'http://other'] }],
      ['the audience in an array', { aud: [API] }],
      ['the audience of the MCP endpoint', { aud: `${API}/mcp` }],
      ['another issuer', { iss: 'http://evil' }],
      ['no expiry', { exp: undefined }],
      ['no tenant', { tenant_id: undefined }],
      ['a tenant that is not a UUID', { tenant_id: '*' }],
      ['no grant', { gid: undefined }],
      ['an issue time in the future', { iat: START_MS / 1000 + 120 }],
      ['a not-before time in the future', { nbf: START_MS / 1000 + 120 }],
      ['a bound key but no DPoP proof', { cnf: { jkt: 'x' } }],
      ['an unknown permission', { permissions: ['admin'] }],
    ])('rejects a token with %s', async (_name, change) => {
      const { verifier, key } = setUp();
      await expect(verifier.verify(await sign(claims(change), key))).rejects.toMatchObject(INVALID);
    });

    test('rejects an ID token', async () => {
      const { verifier, key } = setUp();
      const token = await sign(claims(), key, { typ: 'JWT' });
      await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
    });
  });

  describe('expired and tampered tokens (threat 5)', () => {
    test('rejects an expired token with AUTH_TOKEN_EXPIRED, whether it was cached or not', async () => {
      const { verifier, key, clock } = setUp();
      const token = await sign(claims(), key);
      await verifier.verify(token);
      clock.ms += 3_600_000;
      await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_EXPIRED' });
      await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_EXPIRED' });
    });

    test('rejects a tampered token after the original token was cached', async () => {
      const { verifier, key } = setUp();
      const token = await sign(claims(), key);
      await verifier.verify(token);
      const [header, , signature] = token.split('.');
      const forged = `${header}.${part(claims({ tier: 'unlimited' }))}.${signature}`;
      await expect(verifier.verify(forged)).rejects.toMatchObject(INVALID);
    });

    test.each([
      ['an empty token', ''],
      ['a token without dots', 'x'],
      ['a token of two parts', 'a.b'],
      ['a token of three parts that are not JSON', 'a.b.c'],
      ['a token of three empty parts', '..'],
      ['a token with characters outside of base64url', 'é.é.é'],
      ['a token of 10,000 characters', 'a'.repeat(10_000)],
    ])('rejects %s', async (_name, token) => {
      const { verifier } = setUp();
      await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
    });
  });

  test('rejects a cached token after its grant was revoked (threat 25)', async () => {
    const { verifier, key, revoked, denylist } = setUp();
    const token = await sign(claims(), key);
    await verifier.verify(token);
    revoked.push('grant-1');
    await denylist.refresh();
    await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
    await expect(verifier.verify(await sign(claims({ gid: 'grant-2' }), key))).resolves.toBeDefined();
  });
});

describe('DPoP downgrade and replay (threat 13)', () => {
  const REQUEST = { method: 'GET', path: '/api/v2/memories?page=2' };

  async function bound(algorithm = 'ES256') {
    const set = setUp();
    const { privateKey, publicKey } = await generateKeyPair(algorithm);
    const jwk = await exportJWK(publicKey);
    const token = await sign(claims({ cnf: { jkt: await calculateJwkThumbprint(jwk) } }), set.key);
    let proofs = 0;
    const prove = (
      change: Record<string, unknown> = {},
      header: Record<string, unknown> = {},
      key = privateKey,
    ) =>
      new SignJWT({
        jti: `proof-${++proofs}`,
        iat: set.clock.ms / 1000,
        htm: 'GET',
        htu: `${API}/api/v2/memories`,
        ath: createHash('sha256').update(token).digest('base64url'),
        ...change,
      })
        .setProtectedHeader({ alg: algorithm, typ: 'dpop+jwt', jwk, ...header })
        .sign(key as CryptoKey);
    return { ...set, token, prove, jwk };
  }

  test.each(['ES256', 'RS256'])('accepts a proof signed with %s only once', async (algorithm) => {
    const { verifier, token, prove } = await bound(algorithm);
    const proof = await prove();
    expect((await verifier.verify(token, { ...REQUEST, proof })).boundKeyThumbprint).toEqual(
      expect.any(String),
    );
    await expect(verifier.verify(token, { ...REQUEST, proof })).rejects.toMatchObject(INVALID);
    await verifier.verify(token, { ...REQUEST, proof: await prove() });
  });

  test('accepts only one of eight concurrent requests with the same proof', async () => {
    const { verifier, token, prove } = await bound();
    const proof = await prove();
    const shown = Array.from({ length: 8 }, () => verifier.verify(token, { ...REQUEST, proof }));
    const settled = await Promise.allSettled(shown);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('rejects a bound token that is sent as Bearer', async () => {
    const { verifier, token } = await bound();
    await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
  });

  test('rejects an unbound token that is sent as DPoP', async () => {
    const { verifier, prove, key } = await bound();
    const unbound = await sign(claims(), key);
    const proof = await prove();
    await expect(verifier.verify(unbound, { ...REQUEST, proof })).rejects.toMatchObject(INVALID);
  });

  test.each([
    ['for another method', { htm: 'DELETE' }],
    ['for another path', { htu: `${API}/api/v2/tags` }],
    ['for another host', { htu: 'http://evil/api/v2/memories' }],
    ['without a URL', { htu: undefined }],
    ['for another token', { ath: createHash('sha256').update('x').digest('base64url') }],
    ['without a token hash', { ath: undefined }],
    ['from two minutes ago', { iat: START_MS / 1000 - 120 }],
    ['from the future', { iat: START_MS / 1000 + 120 }],
    ['without an issue time', { iat: undefined }],
    ['without a jti', { jti: undefined }],
  ])('rejects a proof %s', async (_name, change) => {
    const { verifier, token, prove } = await bound();
    const proof = await prove(change);
    await expect(verifier.verify(token, { ...REQUEST, proof })).rejects.toMatchObject(INVALID);
  });

  type Bound = Awaited<ReturnType<typeof bound>>;

  async function proofOfAnotherKey({ prove }: Bound, declareKey: boolean): Promise<string> {
    const other = await generateKeyPair('ES256');
    return prove({}, declareKey ? { jwk: await exportJWK(other.publicKey) } : {}, other.privateKey);
  }

  test.each<[string, (set: Bound) => Promise<string | undefined> | string | undefined]>([
    ['signed with another key', (set) => proofOfAnotherKey(set, true)],
    ['that declares the bound key but was signed with another key', (set) => proofOfAnotherKey(set, false)],
    ['of another type', ({ prove }) => prove({}, { typ: 'JWT' })],
    ['without a key in its header', ({ prove }) => prove({}, { jwk: undefined })],
    ['joined with a second proof', async ({ prove }) => `${await prove()}, ${await prove()}`],
    ['without a signature', ({ jwk }) => new UnsecuredJWT({ jti: 'x', htm: 'GET', jwk }).encode()],
    ['that is empty', () => ''],
    ['that is missing', () => undefined],
  ])('rejects a proof %s', async (_name, build) => {
    const set = await bound();
    const proof = await build(set);
    await expect(set.verifier.verify(set.token, { ...REQUEST, proof })).rejects.toMatchObject(INVALID);
  });
});

describe('the JWKS cache', () => {
  test('does not fetch the JWKS for unknown key ids during the cooldown', async () => {
    const { verifier, key, fetches } = setUp();
    await verifier.verify(await sign(claims(), key));
    for (let i = 0; i < 20; i++) {
      await expect(verifier.verify(await sign(claims(), newKey(`evil-${i}`)))).rejects.toMatchObject(INVALID);
    }
    expect(fetches.count).toBe(1);
  });

  test('fetches the JWKS for a new key after the cooldown', async () => {
    const { verifier, key, published, fetches, clock } = setUp();
    await verifier.verify(await sign(claims(), key));
    const second = newKey('two');
    published.push(second.published);
    clock.ms += 30_000;
    await verifier.verify(await sign(claims(), second));
    expect(fetches.count).toBe(2);
  });

  test('rejects tokens of a withdrawn key once the JWKS has been refreshed', async () => {
    const { verifier, key, published, clock } = setUp();
    const second = newKey('two');
    published.push(second.published);
    const token = await sign(claims(), key);
    await verifier.verify(token);
    published.shift();
    clock.ms += 300_000;
    // The first call starts a refresh in the background. The second call waits for the refresh.
    await verifier.verify(await sign(claims({ jti: 'b' }), second)).catch(() => undefined);
    await verifier.verify(await sign(claims({ jti: 'c' }), newKey('three'))).catch(() => undefined);
    await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
  });

  test('verifies tokens with cached keys while the authorization server is unavailable', async () => {
    const { verifier, key, fetches, clock } = setUp();
    await verifier.verify(await sign(claims(), key));
    fetches.fails = true;
    clock.ms += 600_000;
    await expect(verifier.verify(await sign(claims({ jti: 'b' }), key))).resolves.toBeDefined();
  });

  test('throws SYS_SERVICE_UNAVAILABLE until the first JWKS is fetched', async () => {
    const { verifier, key, fetches } = setUp();
    fetches.fails = true;
    const token = await sign(claims(), key);
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    fetches.fails = false;
    await expect(verifier.verify(token)).resolves.toBeDefined();
  });
});

describe('createGrantDenylist', () => {
  function setUpDenylist() {
    const clock = { ms: START_MS };
    const cursors: (string | null)[] = [];
    const pages = [
      { grantIds: ['a', 'b'], cursor: '1', more: true },
      { grantIds: ['c'], cursor: '2', more: false },
      { grantIds: ['c', 'd'], cursor: '3', more: false },
    ];
    const denylist = createGrantDenylist({
      now: () => clock.ms,
      retentionMs: 1_000,
      fetchRevoked: async (since) => {
        cursors.push(since);
        return pages.shift() ?? { grantIds: [], cursor: '3', more: false };
      },
    });
    const revoked = () => ['a', 'b', 'c', 'd'].filter((grantId) => denylist.isRevoked(grantId));
    return { clock, cursors, denylist, revoked };
  }

  test('fetches every page of revoked grants', async () => {
    const { cursors, denylist, revoked } = setUpDenylist();
    await denylist.refresh();
    expect(cursors).toEqual([null, '1']);
    expect(revoked()).toEqual(['a', 'b', 'c']);
  });

  test('starts a refresh at the cursor of the last refresh', async () => {
    const { cursors, denylist, revoked } = setUpDenylist();
    await denylist.refresh();
    await denylist.refresh();
    expect(cursors).toEqual([null, '1', '2']);
    expect(revoked()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('removes a grant when the retention time since its first appearance has passed', async () => {
    const { clock, denylist, revoked } = setUpDenylist();
    await denylist.refresh();
    clock.ms += 600;
    await denylist.refresh();
    clock.ms += 600;
    await denylist.refresh();
    expect(revoked()).toEqual(['d']);
  });

  test('reports the time since the last successful refresh', async () => {
    const { clock, denylist } = setUpDenylist();
    expect(denylist.ageMs()).toBe(Number.POSITIVE_INFINITY);
    await denylist.refresh();
    clock.ms += 600;
    expect(denylist.ageMs()).toBe(600);
  });

  test('keeps known grants revoked if a refresh fails', async () => {
    let down = false;
    const denylist = createGrantDenylist({
      fetchRevoked: async () => {
        if (down) throw new AppError('SYS_SERVICE_UNAVAILABLE', 'The authorization server is unavailable.');
        return { grantIds: ['a'], cursor: '1', more: false };
      },
    });
    await denylist.refresh();
    down = true;
    await expect(denylist.refresh()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    expect(denylist.isRevoked('a')).toBe(true);
  });
});
