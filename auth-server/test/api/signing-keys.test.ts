import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Secret } from '@loci/runtime';
import { decodeProtectedHeader } from 'jose';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const ACCESS_TOKEN_LIFETIME_MS = 259_200_000;
const TEN_MINUTES_MS = 600_000;

let auth: StartedAuthServer;
let apiKey: string;
beforeAll(async () => {
  auth = await startAuthServer();
  const { tenantId } = await auth.newTenant();
  ({ apiKey } = await auth.newKey(tenantId));
});
afterAll(() => auth.stop());

const newToken = async (): Promise<string> =>
  (await auth.exchange(apiKey).expect(200)).body.data.access_token;
const keyIdOf = (token: string): string => decodeProtectedHeader(token).kid!;
const publishedKeyIds = async (): Promise<string[]> => {
  const { body } = await auth.http.get('/oauth/jwks').expect(200);
  return body.keys.map(({ kid }: { kid: string }) => kid);
};
const publishKey = async () => (await auth.admin('post', '/admin/signing-keys').expect(201)).body.data;
const promote = (keyId: string, body: object = {}) =>
  auth.admin('post', `/admin/signing-keys/${keyId}/promote`).send(body);

describe('GET /oauth/jwks', () => {
  test('returns the public parts of the keys, cacheable for five minutes', async () => {
    const token = await newToken();
    const { body, headers } = await auth.http.get('/oauth/jwks').expect(200);
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(body).toEqual({
      keys: [
        {
          kid: keyIdOf(token),
          kty: 'EC',
          crv: 'P-256',
          alg: 'ES256',
          use: 'sig',
          x: expect.any(String),
          y: expect.any(String),
        },
      ],
    });
  });

  test('returns the same first key from replicas that start at the same time', async () => {
    const fresh = await startAuthServer();
    try {
      const replicas = [fresh.http, fresh.serve(fresh.replica()), fresh.serve(fresh.replica())];
      const sets = await Promise.all(
        replicas.map(async (replica) => (await replica.get('/oauth/jwks')).body.keys),
      );
      expect(sets[0]).toHaveLength(1);
      expect(sets[1]).toEqual(sets[0]);
      expect(sets[2]).toEqual(sets[0]);
    } finally {
      await fresh.stop();
    }
  });

  describe('with another SIGNING_KEY_SECRET', () => {
    const withAnotherSecret = () => auth.replica({ signingKeySecrets: [new Secret('another')] });

    test('ensureSigningKeys fails with a ConfigError', async () => {
      await newToken();
      await expect(withAnotherSecret().ensureSigningKeys()).rejects.toMatchObject({ name: 'ConfigError' });
    });

    test('the JWKS request fails with 500', async () => {
      await newToken();
      await auth.serve(withAnotherSecret()).get('/oauth/jwks').expect(500);
    });
  });
});

describe('rotation of the signing key', () => {
  test('publishes a new key that does not sign tokens yet', async () => {
    const active = keyIdOf(await newToken());
    const key = await publishKey();
    expect(key).toMatchObject({ signs: false, promoted_at: null });
    expect(await publishedKeyIds()).toEqual([active, key.key_id]);
    expect(keyIdOf(await newToken())).toBe(active);
  });

  test('rejects the promotion of a key with 422 until the key has been published for ten minutes', async () => {
    const { key_id: keyId } = await publishKey();
    const { body } = await promote(keyId).expect(422);
    expect(body.error.message).toMatch(/Wait (600|599|598) seconds/);
    auth.clock.ms += TEN_MINUTES_MS;
    expect((await promote(keyId).expect(200)).body.data).toMatchObject({ signs: true });
  });

  test('rejects the promotion of a key that was promoted before with 422', async () => {
    await promote(keyIdOf(await newToken())).expect(422);
  });

  test('signs new tokens with the promoted key, while tokens of the previous key stay valid', async () => {
    const before = await newToken();
    const { key_id: keyId } = await publishKey();
    auth.clock.ms += TEN_MINUTES_MS;
    await promote(keyId).expect(200);
    const after = await newToken();
    expect(keyIdOf(after)).toBe(keyId);
    await auth.verifier.verify(before);
    await auth.verifier.verify(after);
    const { items } = (await auth.admin('get', '/admin/signing-keys').expect(200)).body.data;
    expect(items).toContainEqual(
      expect.objectContaining({ key_id: keyIdOf(before), signs: false, retires_at: expect.any(String) }),
    );
    expect(items).toContainEqual(expect.objectContaining({ key_id: keyId, signs: true, retires_at: null }));
  });

  test('removes the previous key ten minutes after its last token has expired', async () => {
    const previous = keyIdOf(await newToken());
    const { key_id: keyId } = await publishKey();
    await promote(keyId, { immediately: true }).expect(200);
    auth.clock.ms += ACCESS_TOKEN_LIFETIME_MS;
    expect(await publishedKeyIds()).toContain(previous);
    auth.clock.ms += TEN_MINUTES_MS;
    expect(await publishedKeyIds()).not.toContain(previous);
    const [job] = auth.server.jobs.filter(({ name }) => name === 'remove-retired-signing-keys');
    await job!.run(new AbortController().signal);
    const rows = await auth.database.inSystemTransaction((tx) =>
      tx.query('SELECT 1 FROM signing_keys WHERE key_id = $1', [previous]),
    );
    expect(rows).toEqual([]);
  });

  test('other replicas publish a new key within 30 seconds', async () => {
    const replica = auth.serve(auth.replica());
    const count = async () => (await replica.get('/oauth/jwks').expect(200)).body.keys.length;
    const known = await count();
    await publishKey();
    auth.clock.ms += 30_000;
    expect(await count()).toBe(known + 1);
  });

  test('withdraws a leaked key immediately after the immediate promotion of another key', async () => {
    const leaked = keyIdOf(await newToken());
    const { key_id: keyId } = await publishKey();
    await promote(keyId, { immediately: true }).expect(200);
    await auth.admin('delete', `/admin/signing-keys/${leaked}`).expect(200);
    expect(await publishedKeyIds()).not.toContain(leaked);
  });

  test('rejects the withdrawal of the active key with 422', async () => {
    await auth.admin('delete', `/admin/signing-keys/${keyIdOf(await newToken())}`).expect(422);
  });

  test('returns 404 when an unknown key is withdrawn or promoted', async () => {
    await auth.admin('delete', '/admin/signing-keys/unknown').expect(404);
    await promote('unknown').expect(404);
  });
});
