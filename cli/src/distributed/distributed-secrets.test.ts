import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Secret } from '@loci/runtime';
import { loadDistributedSecrets } from './distributed-secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loci-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (given: { ADMIN_TOKEN?: Secret; BOOTSTRAP_API_KEY?: Secret } = {}) =>
  loadDistributedSecrets({
    SECRETS_DIR: folder,
    ADMIN_TOKEN: given.ADMIN_TOKEN,
    BOOTSTRAP_API_KEY: given.BOOTSTRAP_API_KEY,
  });

test('loadDistributedSecrets reports credentials as new again if an earlier start did not show them', () => {
  const first = load();
  const second = load();
  expect(second.newApiKey).toMatch(/^loci_bootstrap_/);
  expect(second.newApiKey).toBe(first.newApiKey);
  expect(second.newAdminToken).toBe(first.newAdminToken);
});

test('loadDistributedSecrets does not report credentials as new after they have been shown', () => {
  const { secrets, markShown } = load();
  markShown();
  const later = load();
  expect([later.newApiKey, later.newAdminToken]).toEqual([null, null]);
  expect(later.secrets.bootstrapApiKey.reveal()).toBe(secrets.bootstrapApiKey.reveal());
});

test('loadDistributedSecrets does not report credentials of the operator as new', () => {
  const given = { ADMIN_TOKEN: new Secret('operator-admin-token'), BOOTSTRAP_API_KEY: new Secret('key') };
  const { secrets, newApiKey, newAdminToken } = load(given);
  expect([newApiKey, newAdminToken]).toEqual([null, null]);
  expect(secrets.adminToken.reveal()).toBe('operator-admin-token');
});

test('loadDistributedSecrets reports a credential as new if another credential was shown before', () => {
  load({ ADMIN_TOKEN: new Secret('operator-admin-token') }).markShown();
  const { newApiKey, newAdminToken } = load();
  expect(newApiKey).toBeNull();
  expect(newAdminToken).toMatch(/^loci_admin_/);
});
