import { PERMISSIONS } from '@loci/core';
import type { Database, Transaction } from '@loci/postgres';
import { ConfigError } from '@loci/runtime';
import type { Secret } from '@loci/runtime';
import {
  countKeys,
  findConfiguredKeys,
  findKeyByPrefix,
  reactivateConfiguredKey,
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

export interface EnsureBootstrapDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  pepper: Secret;
  newId(): string;
  now(): Date;
}

export interface Bootstrap {
  tenantId: string;
  /** The key that was made just now, to be shown once; null when one was there or came from the operator. */
  newApiKey: string | null;
}

/**
 * Makes sure that there is a first tenant with a key, whoever calls it how often. With `apiKey`, that key works
 * and a key configured before it does not any more; without one, a key is made for a tenant that has none.
 *
 * @param apiKey BOOTSTRAP_API_KEY; as the operator's word it counts again at every start
 * @throws ConfigError for a key of another format, or one that is taken
 * @see DECISIONS.md "Authentication"
 */
export async function ensureBootstrap(
  deps: EnsureBootstrapDeps,
  { apiKey }: { apiKey?: Secret | undefined },
): Promise<Bootstrap> {
  const configured = apiKey === undefined ? null : parseApiKey(apiKey.reveal());
  if (apiKey !== undefined && configured === null) {
    throw new ConfigError(`BOOTSTRAP_API_KEY must be ${API_KEY_FORMAT}.`);
  }
  return deps.database.inSystemTransaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('loci-auth-bootstrap'))`);
    const tenant = (await findBootstrapTenant(tx)) ?? (await addBootstrapTenant(deps, tx));
    const { tenantId } = tenant;
    if (configured !== null) {
      await useConfiguredKey(deps, tx, tenant, configured);
      return { tenantId, newApiKey: null };
    }
    if ((await countKeys(tx, tenantId)) > 0) return { tenantId, newApiKey: null };
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
  const known = await findKeyByPrefix(tx, parts.prefix);
  if (known !== null && known.key.tenantId !== tenant.tenantId) {
    throw new ConfigError('BOOTSTRAP_API_KEY has the prefix of a key of another tenant. Choose another one.');
  }
  for (const { keyId } of await findConfiguredKeys(tx, tenant.tenantId)) {
    if (keyId !== known?.key.keyId) await revokeKey(tx, keyId, deps.now());
  }
  if (known === null) {
    await addBootstrapKey(deps, tx, tenant, parts, { configured: true });
    return;
  }
  const same = verifySecret(parts.secret, known.secretHash, deps.pepper);
  if (same && known.key.revokedAt === null) return;
  // Another secret under the same prefix is another key: what was made from the old one ends.
  await revokeKey(tx, known.key.keyId, deps.now());
  await reactivateConfiguredKey(tx, known.key.keyId, hashSecret(parts.secret, deps.pepper));
}

const addBootstrapKey = (
  deps: EnsureBootstrapDeps,
  tx: Transaction,
  { tenantId, serviceUserId: userId }: Tenant,
  parts: ApiKeyParts,
  options: { configured: boolean },
) => addKey(deps, tx, parts, { tenantId, userId, name: 'Bootstrap', permissions: PERMISSIONS }, options);
