import { PERMISSIONS } from '@loci/core';
import type { Database, Transaction } from '@loci/postgres';
import { ConfigError } from '@loci/runtime';
import type { Secret } from '@loci/runtime';
import {
  countKeys,
  findConfiguredKeys,
  findKeyByPrefix,
  reactivateConfiguredKey,
  revokeGeneratedKeys,
  revokeKey,
} from '../api-keys/api-key.repository.ts';
import {
  API_KEY_FORMAT,
  formatApiKey,
  generateApiKey,
  hashSecret,
  verifySecret,
  parseApiKey,
} from '../api-keys/api-key.ts';
import type { ApiKeyParts } from '../api-keys/api-key.ts';
import { addKey } from '../api-keys/create-api-key.ts';
import { addTenant, buildTenant } from '../tenants/create-tenant.ts';
import { findBootstrapTenant } from '../tenants/tenant.repository.ts';
import type { Tenant } from '../tenants/tenant.ts';

const BOOTSTRAP_KEY_NAME = 'Bootstrap';

export interface EnsureBootstrapDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  pepper: Secret;
  newId(): string;
  now(): Date;
}

export interface Bootstrap {
  tenantId: string;
  /** Generated API key, to be printed once. Null if the tenant already had a key, or if BOOTSTRAP_API_KEY is set. */
  newApiKey: string | null;
}

export interface BootstrapOptions {
  /** Value of BOOTSTRAP_API_KEY. If it is undefined, a key is generated. */
  apiKey?: Secret | undefined;
  /**
   * True to revoke the generated key and generate another one, because the key was stored but never printed.
   */
  replaceGenerated?: boolean;
  /** Called before a generated key is stored. */
  onGenerate?(): void;
}

/**
 * Creates the bootstrap tenant with an API key, if they do not exist. Idempotent, also for concurrent starts.
 *
 * If `apiKey` is set, that key becomes active, even if it was revoked, and previously configured keys are
 * revoked. Otherwise, a key is generated if the tenant has none.
 *
 * @throws ConfigError for a malformed key, or if a key of another tenant has the same prefix
 * @see docs/reference/authentication.md#bootstrap-tenant
 */
export async function ensureBootstrap(
  deps: EnsureBootstrapDeps,
  { apiKey, replaceGenerated = false, onGenerate }: BootstrapOptions,
): Promise<Bootstrap> {
  const configured = apiKey === undefined ? null : parseApiKey(apiKey.reveal());
  if (apiKey !== undefined && configured === null) {
    throw new ConfigError(`BOOTSTRAP_API_KEY must be in the format ${API_KEY_FORMAT}.`);
  }
  return deps.database.inSystemTransaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('loci-auth-bootstrap'))`);
    const tenant = (await findBootstrapTenant(tx)) ?? (await addBootstrapTenant(deps, tx));
    const { tenantId } = tenant;
    if (configured !== null) {
      await useConfiguredKey(deps, tx, tenant, configured);
      return { tenantId, newApiKey: null };
    }
    if (replaceGenerated) await revokeGeneratedKeys(tx, tenantId, BOOTSTRAP_KEY_NAME, deps.now());
    else if ((await countKeys(tx, tenantId)) > 0) return { tenantId, newApiKey: null };
    onGenerate?.();
    const parts = generateApiKey();
    await addBootstrapKey(deps, tx, tenant, parts, { configured: false });
    return { tenantId, newApiKey: formatApiKey(parts) };
  });
}

function addBootstrapTenant(deps: EnsureBootstrapDeps, tx: Transaction): Promise<Tenant> {
  return addTenant(tx, buildTenant(deps, { name: 'Bootstrap', tier: 'unlimited' }), { bootstrap: true });
}

async function useConfiguredKey(
  deps: EnsureBootstrapDeps,
  tx: Transaction,
  tenant: Tenant,
  parts: ApiKeyParts,
): Promise<void> {
  const stored = await findKeyByPrefix(tx, parts.prefix);
  if (stored !== null && stored.key.tenantId !== tenant.tenantId) {
    throw new ConfigError(
      'BOOTSTRAP_API_KEY has the same prefix as an API key of another tenant. Choose another key.',
    );
  }
  for (const { keyId } of await findConfiguredKeys(tx, tenant.tenantId)) {
    if (keyId !== stored?.key.keyId) await revokeKey(tx, keyId, deps.now());
  }
  if (stored === null) {
    await addBootstrapKey(deps, tx, tenant, parts, { configured: true });
    return;
  }
  const isSameSecret = verifySecret(parts.secret, stored.secretHash, deps.pepper);
  if (isSameSecret && stored.key.revokedAt === null) return;
  // The secret has changed or the key was revoked. All tokens of the stored key must be revoked before the
  // key is reactivated.
  await revokeKey(tx, stored.key.keyId, deps.now());
  await reactivateConfiguredKey(tx, stored.key.keyId, hashSecret(parts.secret, deps.pepper));
}

const addBootstrapKey = (
  deps: EnsureBootstrapDeps,
  tx: Transaction,
  { tenantId, serviceUserId: userId }: Tenant,
  parts: ApiKeyParts,
  options: { configured: boolean },
) =>
  addKey(
    deps,
    tx,
    parts,
    { tenantId, userId, name: BOOTSTRAP_KEY_NAME, permissions: PERMISSIONS, expiresAt: null },
    options,
  );
