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
  test('tells who a good token speaks for', async () => {
    const { verifier, key } = setUp();
    expect(await verifier.verify(await sign(claims(), key))).toEqual({
      caller: {
        tenantId: '0198b0c1-0000-7000-8000-000000000002',
        userId: '0198b0c1-0000-7000-8000-000000000001',
        clientId: 'api-key',
        via: 'key',
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

  describe('attack 3: algorithm confusion', () => {
    test('HS256 with the public key as its secret', async () => {
      const { verifier, key } = setUp();
      const pem = createPublicKey(key.privateKey).export({ format: 'pem', type: 'spki' });
      const signed = `${part({ alg: 'HS256', typ: 'at+jwt', kid: 'one' })}.${part(claims())}`;
      const mac = createHmac('sha256', pem).update(signed).digest('base64url');
      await expect(verifier.verify(`${signed}.${mac}`)).rejects.toMatchObject(INVALID);
    });

    test('alg none', async () => {
      const { verifier } = setUp();
      await expect(verifier.verify(new UnsecuredJWT(claims()).encode())).rejects.toMatchObject(INVALID);
      const none = `${part({ alg: 'none', typ: 'at+jwt', kid: 'one' })}.${part(claims())}.`;
      await expect(verifier.verify(none)).rejects.toMatchObject(INVALID);
    });

    test('a key of its own in the header', async () => {
      const { verifier } = setUp();
      const evil = newKey('one');
      const token = await sign(claims(), evil, { jwk: evil.published });
      await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
    });

    test('crit', async () => {
      const { verifier, key } = setUp();
      const header = { alg: 'ES256', typ: 'at+jwt', kid: 'one', crit: ['x'], x: 1 };
      const good = (await sign(claims(), key)).split('.');
      const token = `${part(header)}.${good[1]}.${good[2]}`;
      await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
    });

    test('an unknown key id, or none', async () => {
      const { verifier, key } = setUp();
      const unknown = await sign(claims(), key, { kid: 'other' });
      await expect(verifier.verify(unknown)).rejects.toMatchObject(INVALID);
      const none = await sign(claims(), key, { kid: undefined });
      await expect(verifier.verify(none)).rejects.toMatchObject(INVALID);
    });
  });

  describe('attack 4: the wrong token', () => {
    test.each([
      ['another audience', { aud: 'http://other' }],
      ['several audiences, ours among them', { aud: [API, 'http://other'] }],
      ['only ours, but as a list', { aud: [API] }],
      ['the audience of the assistants, sent to REST', { aud: `${API}/mcp` }],
      ['another issuer', { iss: 'http://evil' }],
      ['no expiry', { exp: undefined }],
      ['no tenant', { tenant_id: undefined }],
      ['a tenant that is no id', { tenant_id: '*' }],
      ['no grant', { gid: undefined }],
      ['an issue in the future', { iat: START_MS / 1000 + 120 }],
      ['not valid yet', { nbf: START_MS / 1000 + 120 }],
      ['bound to a proof, sent as bearer', { cnf: { jkt: 'x' } }],
      ['a permission that does not exist', { permissions: ['admin'] }],
    ])('%s', async (_name, change) => {
      const { verifier, key } = setUp();
      await expect(verifier.verify(await sign(claims(change), key))).rejects.toMatchObject(INVALID);
    });

    test('an ID token', async () => {
      const { verifier, key } = setUp();
      const token = await sign(claims(), key, { typ: 'JWT' });
      await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
    });
  });

  describe('attack 5: expired, tampered', () => {
    test('expired, seen before or not', async () => {
      const { verifier, key, clock } = setUp();
      const token = await sign(claims(), key);
      await verifier.verify(token);
      clock.ms += 3_600_000;
      await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_EXPIRED' });
      await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_EXPIRED' });
    });

    test('tampered, also when the untouched token is in the cache', async () => {
      const { verifier, key } = setUp();
      const token = await sign(claims(), key);
      await verifier.verify(token);
      const [header, , signature] = token.split('.');
      const forged = `${header}.${part(claims({ tier: 'unlimited' }))}.${signature}`;
      await expect(verifier.verify(forged)).rejects.toMatchObject(INVALID);
    });

    test.each(['', 'x', 'a.b', 'a.b.c', '..', 'é.é.é', 'a'.repeat(10_000)])(
      'malformed: %#',
      async (token) => {
        const { verifier } = setUp();
        await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
      },
    );
  });

  test('attack 25: a revoked grant is refused though the verdict is cached', async () => {
    const { verifier, key, revoked, denylist } = setUp();
    const token = await sign(claims(), key);
    await verifier.verify(token);
    revoked.push('grant-1');
    await denylist.refresh();
    await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
    await expect(verifier.verify(await sign(claims({ gid: 'grant-2' }), key))).resolves.toBeDefined();
  });
});

describe('attack 13: DPoP downgrade and replay', () => {
  const ME = { method: 'GET', path: '/api/v2/memories?page=2' };

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

  test.each(['ES256', 'RS256'])('a proof with %s counts, once', async (algorithm) => {
    const { verifier, token, prove } = await bound(algorithm);
    const proof = await prove();
    expect((await verifier.verify(token, { ...ME, proof })).boundKeyThumbprint).toEqual(expect.any(String));
    await expect(verifier.verify(token, { ...ME, proof })).rejects.toMatchObject(INVALID);
    await verifier.verify(token, { ...ME, proof: await prove() });
  });

  test('of one proof shown eight times at once, one counts', async () => {
    const { verifier, token, prove } = await bound();
    const proof = await prove();
    const shown = Array.from({ length: 8 }, () => verifier.verify(token, { ...ME, proof }));
    const settled = await Promise.allSettled(shown);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a bound token as Bearer, and a plain one as DPoP', async () => {
    const { verifier, token, prove, key } = await bound();
    await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
    const plain = await sign(claims(), key);
    await expect(verifier.verify(plain, { ...ME, proof: await prove() })).rejects.toMatchObject(INVALID);
  });

  test.each([
    ['another method', { htm: 'DELETE' }],
    ['another address', { htu: `${API}/api/v2/tags` }],
    ['another host', { htu: 'http://evil/api/v2/memories' }],
    ['no address', { htu: undefined }],
    ['another token', { ath: createHash('sha256').update('x').digest('base64url') }],
    ['no token', { ath: undefined }],
    ['long ago', { iat: START_MS / 1000 - 120 }],
    ['the future', { iat: START_MS / 1000 + 120 }],
    ['no time', { iat: undefined }],
    ['no id', { jti: undefined }],
  ])('a proof for %s', async (_name, change) => {
    const { verifier, token, prove } = await bound();
    const proof = await prove(change);
    await expect(verifier.verify(token, { ...ME, proof })).rejects.toMatchObject(INVALID);
  });

  test('a proof of another key, of another type, or of none', async () => {
    const { verifier, token, prove, jwk } = await bound();
    const other = await generateKeyPair('ES256');
    const otherJwk = await exportJWK(other.publicKey);
    for (const proof of [
      await prove({}, { jwk: otherJwk }, other.privateKey),
      await prove({}, {}, other.privateKey),
      await prove({}, { typ: 'JWT' }),
      await prove({}, { jwk: undefined }),
      `${await prove()}, ${await prove()}`,
      new UnsecuredJWT({ jti: 'x', htm: 'GET', jwk }).encode(),
      '',
      undefined,
    ]) {
      await expect(verifier.verify(token, { ...ME, proof })).rejects.toMatchObject(INVALID);
    }
  });
});

describe('the verifying keys', () => {
  test('a new key is learnt, but made-up key ids cause one fetch per cooldown', async () => {
    const { verifier, key, published, fetches, clock } = setUp();
    await verifier.verify(await sign(claims(), key));
    for (let i = 0; i < 20; i++) {
      await expect(verifier.verify(await sign(claims(), newKey(`evil-${i}`)))).rejects.toMatchObject(INVALID);
    }
    expect(fetches.count).toBe(1);
    const second = newKey('two');
    published.push(second.published);
    clock.ms += 30_000;
    await verifier.verify(await sign(claims(), second));
    expect(fetches.count).toBe(2);
  });

  test('a withdrawn key takes its tokens with it once the set is fetched again', async () => {
    const { verifier, key, published, clock } = setUp();
    const second = newKey('two');
    published.push(second.published);
    const token = await sign(claims(), key);
    await verifier.verify(token);
    published.shift();
    clock.ms += 300_000;
    // This one starts the fetch in the background; a token of the other key waits for it.
    await verifier.verify(await sign(claims({ jti: 'b' }), second)).catch(() => undefined);
    await verifier.verify(await sign(claims({ jti: 'c' }), newKey('three'))).catch(() => undefined);
    await expect(verifier.verify(token)).rejects.toMatchObject(INVALID);
  });

  test('an auth server that is down stops nobody whose key is known', async () => {
    const { verifier, key, fetches, clock } = setUp();
    await verifier.verify(await sign(claims(), key));
    fetches.fails = true;
    clock.ms += 600_000;
    await expect(verifier.verify(await sign(claims({ jti: 'b' }), key))).resolves.toBeDefined();
  });

  test('before any key is known it is 503, not 401', async () => {
    const { verifier, key, fetches } = setUp();
    fetches.fails = true;
    const token = await sign(claims(), key);
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    fetches.fails = false;
    await expect(verifier.verify(token)).resolves.toBeDefined();
  });
});

describe('createGrantDenylist', () => {
  test('reads every page, goes on at the cursor and forgets in time', async () => {
    const clock = { ms: START_MS };
    const asked: (string | null)[] = [];
    const pages = [
      { grantIds: ['a', 'b'], cursor: '1', more: true },
      { grantIds: ['c'], cursor: '2', more: false },
      { grantIds: ['c', 'd'], cursor: '3', more: false },
    ];
    const denylist = createGrantDenylist({
      now: () => clock.ms,
      retentionMs: 1_000,
      fetchRevoked: async (since) => {
        asked.push(since);
        return pages.shift() ?? { grantIds: [], cursor: '3', more: false };
      },
    });
    expect(denylist.ageMs()).toBe(Number.POSITIVE_INFINITY);
    await denylist.refresh();
    expect(['a', 'b', 'c', 'd'].map(denylist.isRevoked)).toEqual([true, true, true, false]);
    clock.ms += 600;
    expect(denylist.ageMs()).toBe(600);
    await denylist.refresh();
    expect(asked).toEqual([null, '1', '2']);
    clock.ms += 600;
    await denylist.refresh();
    expect(['a', 'b', 'c', 'd'].map(denylist.isRevoked)).toEqual([false, false, false, true]);
  });

  test('what is known stays known when the auth server is down', async () => {
    let down = false;
    const denylist = createGrantDenylist({
      fetchRevoked: async () => {
        if (down) throw new AppError('SYS_SERVICE_UNAVAILABLE', 'down');
        return { grantIds: ['a'], cursor: '1', more: false };
      },
    });
    await denylist.refresh();
    down = true;
    await expect(denylist.refresh()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    expect(denylist.isRevoked('a')).toBe(true);
  });
});
