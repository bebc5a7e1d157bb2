import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Secret, createMetrics } from '@loci/runtime';
import type { AuthServer } from '../../src/app.ts';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

/** The value of the fixture's replica. */
const OLD_PEPPER = new Secret('pepper');
const NEW_PEPPER = new Secret('new pepper');
const OLD_SIGNING_SECRET = new Secret('signing key secret');
const NEW_SIGNING_SECRET = new Secret('new signing key secret');

let auth: StartedAuthServer;
beforeAll(async () => {
  auth = await startAuthServer();
});
afterAll(() => auth.stop());

const runJob = (server: AuthServer, name: string): Promise<void> =>
  server.jobs.find((job) => job.name === name)!.run(new AbortController().signal);

describe('the rotation of API_KEY_PEPPER', () => {
  const metrics = createMetrics('auth');
  const exchangeWith = (peppers: readonly [Secret, ...Secret[]]) => {
    const replica = auth.serve(auth.replica({ apiKeyPeppers: peppers }));
    return (apiKey: string) => replica.post('/api/v2/auth/token').set('authorization', `Bearer ${apiKey}`);
  };

  async function outdatedKeyHashes(): Promise<number> {
    await runJob(auth.replica({ apiKeyPeppers: [NEW_PEPPER, OLD_PEPPER], metrics }), 'measure-key-hashes');
    return (await metrics.outdatedKeyHashes.get()).values[0]!.value;
  }

  test('keeps keys valid on the replicas of each step, and counts the keys that need the previous value', async () => {
    const { tenantId } = await auth.newTenant();
    const { apiKey } = await auth.newKey(tenantId);
    const { apiKey: unused } = await auth.newKey(tenantId);
    const [acceptsNew, usesNew, onlyNew] = [
      exchangeWith([OLD_PEPPER, NEW_PEPPER]),
      exchangeWith([NEW_PEPPER, OLD_PEPPER]),
      exchangeWith([NEW_PEPPER]),
    ];
    expect(await outdatedKeyHashes()).toBe(2);
    await onlyNew(apiKey).expect(401);
    await usesNew(apiKey).expect(200);
    expect(await outdatedKeyHashes()).toBe(1);
    // The replicas of the first step run at the same time, and accept the key whose hash has been replaced.
    await acceptsNew(apiKey).expect(200);
    await usesNew(apiKey).expect(200);
    await onlyNew(apiKey).expect(200);
    await onlyNew(unused).expect(401);
    await usesNew(unused).expect(200);
    expect(await outdatedKeyHashes()).toBe(0);
  });

  test('keeps a key that was created before hashes named their pepper', async () => {
    const { tenantId } = await auth.newTenant();
    const { apiKey, keyId } = await auth.newKey(tenantId);
    await auth.database.inSystemTransaction((tx) =>
      tx.query('UPDATE api_keys SET pepper_id = NULL WHERE key_id = $1', [keyId]),
    );
    expect(await outdatedKeyHashes()).toBe(1);
    await exchangeWith([NEW_PEPPER, OLD_PEPPER])(apiKey).expect(200);
    expect(await outdatedKeyHashes()).toBe(0);
  });

  test('does not reactivate a revoked key', async () => {
    const { tenantId } = await auth.newTenant();
    const { apiKey, keyId } = await auth.newKey(tenantId);
    await auth.admin('delete', `/admin/api-keys/${keyId}`).expect(200);
    await exchangeWith([NEW_PEPPER, OLD_PEPPER])(apiKey).expect(401);
  });
});

describe('the rotation of SIGNING_KEY_SECRET', () => {
  test('keeps the signing keys readable on the replicas of each step', async () => {
    const { tenantId } = await auth.newTenant();
    const { apiKey } = await auth.newKey(tenantId);
    await auth.exchange(apiKey).expect(200);
    await auth.admin('post', '/admin/signing-keys').expect(201);
    const replicaWith = (...secrets: [Secret, ...Secret[]]) => auth.replica({ signingKeySecrets: secrets });
    const jwksOf = async (server: AuthServer): Promise<unknown> =>
      (await auth.serve(server).get('/oauth/jwks').expect(200)).body.keys;
    const published = await jwksOf(auth.server);
    expect(published).toHaveLength(2);

    const acceptsNew = replicaWith(OLD_SIGNING_SECRET, NEW_SIGNING_SECRET);
    const usesNew = replicaWith(NEW_SIGNING_SECRET, OLD_SIGNING_SECRET);
    expect(await jwksOf(usesNew)).toEqual(published);
    await expect(replicaWith(NEW_SIGNING_SECRET).ensureSigningKeys()).rejects.toMatchObject({
      name: 'ConfigError',
    });
    await runJob(usesNew, 'reencrypt-signing-keys');
    expect(await jwksOf(replicaWith(NEW_SIGNING_SECRET))).toEqual(published);
    expect(await jwksOf(acceptsNew)).toEqual(published);
    await expect(replicaWith(OLD_SIGNING_SECRET).ensureSigningKeys()).rejects.toMatchObject({
      name: 'ConfigError',
    });
  });
});
