import { PERMISSIONS } from '@loci/core';
import type { AuditedChange } from '@loci/core';
import { recordSystemAudit } from '@loci/postgres';
import type { Database, Transaction } from '@loci/postgres';
import { ConfigError } from '@loci/runtime';
import type { Secret, Secrets } from '@loci/runtime';
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
  /** The first pepper hashes API keys. All of them verify API keys. */
  peppers: Secrets;
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
    if (replaceGenerated) {
      const revoked = await revokeGeneratedKeys(tx, tenantId, BOOTSTRAP_KEY_NAME, deps.now());
      if (revoked.length > 0) await audit(tx, { tenantId, action: 'delete', ...API_KEY, objectIds: revoked });
    } else if ((await countKeys(tx, tenantId)) > 0) return { tenantId, newApiKey: null };
    onGenerate?.();
    const parts = generateApiKey();
    await addBootstrapKey(deps, tx, tenant, parts, { configured: false });
    return { tenantId, newApiKey: formatApiKey(parts) };
  });
}

const API_KEY = { objectType: 'api_key' } as const;

/** Records a change that the start of the platform made. */
const audit = (tx: Transaction, change: AuditedChange): Promise<void> =>
  recordSystemAudit(tx, 'start ensure-bootstrap', change);

async function addBootstrapTenant(deps: EnsureBootstrapDeps, tx: Transaction): Promise<Tenant> {
  const built = buildTenant(deps, { name: 'Bootstrap', tier: 'unlimited' });
  const tenant = await addTenant(tx, built, { bootstrap: true });
  const { tenantId } = tenant;
  await audit(tx, { tenantId, action: 'create', objectType: 'tenant', objectIds: [tenantId] });
  return tenant;
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
    if (keyId === stored?.key.keyId) continue;
    await revokeKey(tx, keyId, deps.now());
    await audit(tx, { tenantId: tenant.tenantId, action: 'delete', ...API_KEY, objectIds: [keyId] });
  }
  if (stored === null) {
    await addBootstrapKey(deps, tx, tenant, parts, { configured: true });
    return;
  }
  const isSameSecret = verifySecret(parts.secret, stored.secretHash.hash, deps.peppers);
  if (isSameSecret && stored.key.revokedAt === null) return;
  // The secret has changed or the key was revoked. All tokens of the stored key must be revoked before the
  // key is reactivated.
  await revokeKey(tx, stored.key.keyId, deps.now());
  await reactivateConfiguredKey(tx, stored.key.keyId, hashSecret(parts.secret, deps.peppers[0]));
  const { tenantId, keyId } = stored.key;
  await audit(tx, { tenantId, action: 'update', ...API_KEY, objectIds: [keyId] });
}

async function addBootstrapKey(
  deps: EnsureBootstrapDeps,
  tx: Transaction,
  { tenantId, serviceUserId: userId }: Tenant,
  parts: ApiKeyParts,
  options: { configured: boolean },
): Promise<void> {
  const owner = { tenantId, userId, name: BOOTSTRAP_KEY_NAME, permissions: PERMISSIONS, expiresAt: null };
  const { keyId } = await addKey(deps, tx, parts, owner, options);
  await audit(tx, { tenantId, action: 'create', ...API_KEY, objectIds: [keyId] });
}
