import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, loadOrCreateSecret } from '@loci/runtime';
import type { DistributedConfig } from './start-distributed.config.ts';

export interface DistributedSecrets {
  internalSecret: Secret;
  adminToken: Secret;
  apiKeyPepper: Secret;
  signingKeySecret: Secret;
  cookieKeys: Secret;
  webhookEncryptionKey: Secret;
  bootstrapApiKey: Secret;
  /** Password of the database roles, generated at each start. */
  rolePassword: Secret;
}

export interface LoadedSecrets {
  secrets: DistributedSecrets;
  /** Generated API key that has not been shown yet. */
  newApiKey: string | null;
  /** Generated admin token that has not been shown yet. */
  newAdminToken: string | null;
  /** Records that the new credentials have been shown. */
  markShown(): void;
}

/**
 * Loads the secrets of the platform from `SECRETS_DIR` and generates those that are missing. A generated
 * credential counts as new until `markShown` has been called, so a start that fails before it prints a
 * credential does not hide it from the next start.
 */
export function loadDistributedSecrets(
  config: Pick<DistributedConfig, 'SECRETS_DIR' | 'ADMIN_TOKEN' | 'BOOTSTRAP_API_KEY'>,
): LoadedSecrets {
  const folder = config.SECRETS_DIR;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const load = (name: string): Secret => loadOrCreateSecret(folder, name, undefined).value;
  const loadCredential = (name: string, given: Secret | undefined, prefix: string) => {
    const { value } = loadOrCreateSecret(folder, name, given, prefix);
    const marker = join(folder, `${name}.shown`);
    const isNew = given === undefined && !existsSync(marker);
    return { value, marker, unseen: isNew ? value.reveal() : null };
  };
  const adminToken = loadCredential('admin-token', config.ADMIN_TOKEN, 'loci_admin_');
  const apiKey = loadCredential('bootstrap-api-key', config.BOOTSTRAP_API_KEY, 'loci_bootstrap_');
  return {
    secrets: {
      adminToken: adminToken.value,
      bootstrapApiKey: apiKey.value,
      internalSecret: load('internal-secret'),
      apiKeyPepper: load('api-key-pepper'),
      signingKeySecret: load('signing-key-secret'),
      cookieKeys: load('cookie-keys'),
      webhookEncryptionKey: load('webhook-encryption-key'),
      rolePassword: new Secret(randomBytes(24).toString('base64url')),
    },
    newApiKey: apiKey.unseen,
    newAdminToken: adminToken.unseen,
    markShown: () => {
      for (const { marker, unseen } of [adminToken, apiKey]) {
        if (unseen !== null) writeFileSync(marker, '', { mode: 0o600 });
      }
    },
  };
}
