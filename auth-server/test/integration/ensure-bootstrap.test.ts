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
  test('creates one tenant and one key when replicas start concurrently', async () => {
    const results = await Promise.all([1, 2, 3].map(() => auth.replica().ensureBootstrap({})));
    expect(results.flatMap(({ newApiKey }) => newApiKey ?? [])).toHaveLength(1);
    expect(new Set(results.map(({ tenantId }) => tenantId)).size).toBe(1);
  });

  test('creates a key with all permissions in a tenant of tier unlimited', async () => {
    const { tenantId, newApiKey } = await auth.server.ensureBootstrap({});
    const { body } = await auth.exchange(newApiKey!).expect(200);
    expect(decodeJwt(body.data.access_token)).toMatchObject({
      tenant_id: tenantId,
      tier: 'unlimited',
      role: 'owner',
      permissions: ['read', 'write', 'delete'],
    });
  });

  test('revokes and replaces a generated key that was never printed', async () => {
    const { newApiKey: unprinted } = await auth.server.ensureBootstrap({});
    let generated = 0;
    const options = { replaceGenerated: true, onGenerate: () => void generated++ };
    const { newApiKey } = await auth.server.ensureBootstrap(options);
    await auth.exchange(unprinted!).expect(401);
    await auth.exchange(newApiKey!).expect(200);
    expect(generated).toBe(1);
  });

  test('writes audit entries of the system for each change, and none without a change', async () => {
    const { tenantId } = await configure(KEY_A);
    await configure(KEY_A);
    await configure(KEY_B);
    const entries = await auth.database.inSystemTransaction((tx) =>
      tx.query<{ entry: string }>(
        `SELECT action || ' ' || object_type AS entry FROM audit_log
         WHERE tenant_id = $1 AND via = 'system' AND operation = 'start ensure-bootstrap' ORDER BY at, entry`,
        [tenantId],
      ),
    );
    expect(entries.map(({ entry }) => entry)).toEqual([
      'create api_key',
      'create tenant',
      'create api_key',
      'delete api_key',
    ]);
  });

  test('returns the generated key only on the first call', async () => {
    const { tenantId } = await auth.server.ensureBootstrap({});
    expect(await auth.server.ensureBootstrap({})).toEqual({ tenantId, newApiKey: null });
  });

  test('activates the configured key instead of generating one', async () => {
    const { newApiKey } = await configure(KEY_A);
    expect(newApiKey).toBeNull();
    await auth.exchange(KEY_A).expect(200);
  });

  test('revokes a configured key when another key is configured', async () => {
    const { tenantId } = await configure(KEY_A);
    expect((await configure(KEY_B)).tenantId).toBe(tenantId);
    await auth.exchange(KEY_B).expect(200);
    await auth.exchange(KEY_A).expect(401);
  });

  test('reactivates a revoked key when it is configured again', async () => {
    await configure(KEY_A);
    await configure(KEY_B);
    await configure(KEY_A);
    await auth.exchange(KEY_A).expect(200);
    await auth.exchange(KEY_B).expect(401);
  });

  test('changing the secret of the configured key revokes the old key and its refresh tokens', async () => {
    await configure(KEY_A);
    const { refresh_token: token } = (await auth.exchange(KEY_A).expect(200)).body.data;
    const changed = KEY_A.replace('aaaa', 'cccc');
    await configure(changed);
    await auth.exchange(changed).expect(200);
    await auth.exchange(KEY_A).expect(401);
    await auth.refresh(token).expect(401);
  });

  test('configuring the same key again keeps its refresh tokens valid', async () => {
    await configure(KEY_A);
    const { refresh_token: token } = (await auth.exchange(KEY_A).expect(200)).body.data;
    await configure(KEY_A);
    await auth.refresh(token).expect(200);
  });

  test('configuring a key keeps the generated key active', async () => {
    const { newApiKey } = await auth.server.ensureBootstrap({});
    await configure(KEY_A);
    await auth.exchange(newApiKey!).expect(200);
    await auth.exchange(KEY_A).expect(200);
  });

  test.each(['', 'secret', 'loci_x', 'loci_x_short', 'loci_a b_aaaaaaaaaaaaaaaaaaaaaaaaaaaa'])(
    'rejects the malformed key %j with a ConfigError that does not contain the key',
    async (key) => {
      const failed = configure(key);
      await expect(failed).rejects.toMatchObject({ name: 'ConfigError' });
      if (key !== '' && key !== 'secret') await expect(failed).rejects.not.toThrow(new RegExp(key));
    },
  );

  test('rejects a key with the prefix of a key of another tenant with a ConfigError', async () => {
    const { tenantId } = await auth.newTenant();
    const { apiKey } = await auth.newKey(tenantId);
    await expect(configure(apiKey)).rejects.toMatchObject({ name: 'ConfigError' });
  });
});
