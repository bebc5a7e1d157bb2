import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Secret } from '@loci/runtime';
import { decodeProtectedHeader } from 'jose';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

let auth: StartedAuthServer;
let key: string;
beforeAll(async () => {
  auth = await startAuthServer();
  const { tenantId } = await auth.newTenant();
  key = (await auth.newKey(tenantId)).text;
});
afterAll(() => auth.stop());

const newToken = async (): Promise<string> => (await auth.exchange(key).expect(200)).body.data.access_token;
const keyIdOf = (token: string): string => decodeProtectedHeader(token).kid!;
const published = async (): Promise<{ kid: string }[]> =>
  (await auth.http.get('/oauth/jwks').expect(200)).body.keys;

describe('GET /oauth/jwks', () => {
  test('publishes public halves only, cacheable for five minutes', async () => {
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

  test('replicas that start at the same time agree on one first key', async () => {
    const fresh = await startAuthServer();
    try {
      const doors = [fresh.http, fresh.door(fresh.replica()), fresh.door(fresh.replica())];
      const sets = await Promise.all(doors.map(async (door) => (await door.get('/oauth/jwks')).body.keys));
      expect(sets[0]).toHaveLength(1);
      expect(sets[1]).toEqual(sets[0]);
      expect(sets[2]).toEqual(sets[0]);
    } finally {
      await fresh.stop();
    }
  });

  test('another SIGNING_KEY_SECRET opens nothing', async () => {
    await newToken();
    const stranger = auth.replica({ signingKeySecret: new Secret('another') });
    // The start ends there, with a word for the operator.
    await expect(stranger.ensureSigningKeys()).rejects.toMatchObject({ name: 'ConfigError' });
    await auth.door(stranger).get('/oauth/jwks').expect(500);
  });
});

describe('rotation', () => {
  test('append, publish, promote, retire: no token is refused on the way', async () => {
    const before = await newToken();
    const oldKeyId = keyIdOf(before);
    const appended = await auth.admin('post', '/admin/signing-keys').expect(201);
    const newKeyId = appended.body.data.key_id;
    expect(appended.body.data).toMatchObject({ signs: false, promoted_at: null });
    expect((await published()).map(({ kid }) => kid)).toEqual([oldKeyId, newKeyId]);
    expect(keyIdOf(await newToken())).toBe(oldKeyId);

    const promote = (body: object = {}) =>
      auth.admin('post', `/admin/signing-keys/${newKeyId}/promote`).send(body);
    expect((await promote().expect(422)).body.error.message).toMatch(/Wait (600|599|598) seconds/);
    auth.clock.ms += 600_000;
    expect((await promote().expect(200)).body.data).toMatchObject({ signs: true });
    await promote().expect(422);

    const after = await newToken();
    expect(keyIdOf(after)).toBe(newKeyId);
    await auth.verifier.verify(before);
    await auth.verifier.verify(after);
    const listed = (await auth.admin('get', '/admin/signing-keys').expect(200)).body.data.items;
    expect(listed).toMatchObject([
      { key_id: oldKeyId, signs: false, retires_at: expect.any(String) },
      { key_id: newKeyId, signs: true, retires_at: null },
    ]);

    // As long as the last token of the old key lives, and a little longer.
    auth.clock.ms += 259_200_000;
    expect(await published()).toHaveLength(2);
    auth.clock.ms += 600_000;
    expect((await published()).map(({ kid }) => kid)).toEqual([newKeyId]);
    const [job] = auth.server.jobs.filter(({ name }) => name === 'remove-retired-signing-keys');
    await job!.run(new AbortController().signal);
    const rows = await auth.database.inSystemTransaction((tx) => tx.query('SELECT 1 FROM signing_keys'));
    expect(rows).toHaveLength(1);
  });

  test('another replica follows within half a minute', async () => {
    const replica = auth.door(auth.replica());
    const count = async () => (await replica.get('/oauth/jwks').expect(200)).body.keys.length;
    const known = await count();
    await auth.admin('post', '/admin/signing-keys').expect(201);
    auth.clock.ms += 30_000;
    expect(await count()).toBe(known + 1);
  });

  test('after a leak: promoted at once, the leaked key withdrawn with its tokens', async () => {
    const leaked = await newToken();
    const { body } = await auth.admin('post', '/admin/signing-keys').expect(201);
    await auth
      .admin('post', `/admin/signing-keys/${body.data.key_id}/promote`)
      .send({ immediately: true })
      .expect(200);
    await auth.admin('delete', `/admin/signing-keys/${keyIdOf(leaked)}`).expect(200);
    expect((await published()).map(({ kid }) => kid)).not.toContain(keyIdOf(leaked));
    await auth.admin('delete', `/admin/signing-keys/${keyIdOf(leaked)}`).expect(404);
  });

  test('the key that signs cannot be withdrawn; an unknown one is 404', async () => {
    const signing = keyIdOf(await newToken());
    await auth.admin('delete', `/admin/signing-keys/${signing}`).expect(422);
    await auth.admin('post', '/admin/signing-keys/unknown/promote').send({}).expect(404);
  });
});
