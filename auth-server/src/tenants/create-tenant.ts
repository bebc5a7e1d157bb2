import type { Tier } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { Database, Transaction } from '@loci/postgres';
import { insertMembership, insertServiceUser } from '../users/user.repository.ts';
import { insertTenant } from './tenant.repository.ts';
import type { Tenant } from './tenant.ts';

export interface CreateTenantDeps {
  database: Pick<Database, 'inTransaction'>;
  newId(): string;
  now(): Date;
}

export interface NewTenant {
  name: string;
  tier: Tier;
}

/**
 * Creates a tenant with a service user. The service user has the role `owner` and owns the API keys that
 * belong to no other user.
 */
export function createTenant(deps: CreateTenantDeps, input: NewTenant): Promise<Tenant> {
  const tenant = buildTenant(deps, input);
  const { tenantId } = tenant;
  return deps.database.inTransaction(tenantId, async (tx) => {
    await addTenant(tx, tenant, { bootstrap: false });
    await recordAudit(tx, { tenantId, action: 'create', objectType: 'tenant', objectIds: [tenantId] });
    return tenant;
  });
}

/** Returns a new tenant without storing it. */
export function buildTenant(deps: Omit<CreateTenantDeps, 'database'>, { name, tier }: NewTenant): Tenant {
  const now = deps.now();
  return { tenantId: deps.newId(), name, tier, serviceUserId: deps.newId(), createdAt: now, updatedAt: now };
}

/** Inserts a tenant and its service user. */
export async function addTenant(
  tx: Transaction,
  tenant: Tenant,
  options: { bootstrap: boolean },
): Promise<Tenant> {
  const { tenantId, serviceUserId: userId, createdAt } = tenant;
  await insertTenant(tx, tenant, options);
  await insertServiceUser(tx, userId, createdAt);
  await insertMembership(tx, { tenantId, userId, role: 'owner', service: true, createdAt });
  return tenant;
}
