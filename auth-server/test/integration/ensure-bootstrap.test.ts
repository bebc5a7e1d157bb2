import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Secret } from '@loci/runtime';
import { decodeJwt } from 'jose';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const KEY_A = 'loci_boot_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const KEY_B = 'loci_other_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';

let auth: StartedAuthServer;
beforeEach(async () => {
  auth = await startAuthServer();
});
afterEach(() => auth.stop());

const configure = (key: string) => auth.server.ensureBootstrap({ apiKey: new Secret(key) });

describe('ensureBootstrap', () => {
  test('makes one tenant and one key, whoever calls it how often, and tells the key once', async () => {
    const results = await Promise.all([1, 2, 3].map(() => auth.replica().ensureBootstrap({})));
    const keys = results.flatMap(({ newApiKey }) => newApiKey ?? []);
    expect(keys).toHaveLength(1);
    expect(new Set(results.map(({ tenantId }) => tenantId)).size).toBe(1);
    const { body } = await auth.exchange(keys[0]!).expect(200);
    expect(decodeJwt(body.data.access_token)).toMatchObject({
      tenant_id: results[0]!.tenantId,
      tier: 'unlimited',
      role: 'owner',
      permissions: ['read', 'write', 'delete'],
    });
    expect(await auth.server.ensureBootstrap({})).toEqual({
      tenantId: results[0]!.tenantId,
      newApiKey: null,
    });
  });

  test('takes the configured key; another one later replaces it, and back', async () => {
    const { tenantId, newApiKey } = await configure(KEY_A);
    expect(newApiKey).toBeNull();
    await auth.exchange(KEY_A).expect(200);
    expect((await configure(KEY_B)).tenantId).toBe(tenantId);
    await auth.exchange(KEY_B).expect(200);
    await auth.exchange(KEY_A).expect(401);
    await configure(KEY_A);
    await auth.exchange(KEY_A).expect(200);
    await auth.exchange(KEY_B).expect(401);
  });

  test('another secret under the same prefix ends what the old one started', async () => {
    await configure(KEY_A);
    const { refresh_token: token } = (await auth.exchange(KEY_A).expect(200)).body.data;
    const changed = KEY_A.replace('aaaa', 'cccc');
    await configure(changed);
    await auth.exchange(changed).expect(200);
    await auth.exchange(KEY_A).expect(401);
    await auth.refresh(token).expect(401);
  });

  test('the same key again leaves its tokens alone', async () => {
    await configure(KEY_A);
    const { refresh_token: token } = (await auth.exchange(KEY_A).expect(200)).body.data;
    await configure(KEY_A);
    await auth.refresh(token).expect(200);
  });

  test('a key that was made first keeps working beside a configured one', async () => {
    const { newApiKey } = await auth.server.ensureBootstrap({});
    await configure(KEY_A);
    await auth.exchange(newApiKey!).expect(200);
    await auth.exchange(KEY_A).expect(200);
  });

  test.each(['', 'secret', 'loci_x', 'loci_x_short', 'loci_a b_aaaaaaaaaaaaaaaaaaaaaaaaaaaa'])(
    'stops for a key of another format, without repeating it: %j',
    async (key) => {
      const failed = configure(key);
      await expect(failed).rejects.toMatchObject({ name: 'ConfigError' });
      if (key !== '' && key !== 'secret') await expect(failed).rejects.not.toThrow(new RegExp(key));
    },
  );

  test("stops for a key with the prefix of another tenant's", async () => {
    const { tenantId } = await auth.newTenant();
    const { text } = await auth.newKey(tenantId);
    await expect(configure(text)).rejects.toMatchObject({ name: 'ConfigError' });
  });
});
