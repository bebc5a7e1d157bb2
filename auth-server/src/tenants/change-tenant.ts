import { notFound } from '@loci/core';
import type { Tier } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { findTenant, updateTenant } from './tenant.repository.ts';
import type { Tenant } from './tenant.ts';

export interface ChangeTenantDeps {
  database: Pick<Database, 'inTransaction'>;
  now(): Date;
}

/**
 * Changes the name or tier of a tenant. Access tokens contain the tier, so a new tier takes effect with the next token.
 *
 * @throws RES_NOT_FOUND for an unknown tenant
 */
export function changeTenant(
  deps: ChangeTenantDeps,
  tenantId: string,
  change: { name?: string | undefined; tier?: Tier | undefined },
): Promise<Tenant> {
  return deps.database.inTransaction(tenantId, async (tx) => {
    await updateTenant(tx, tenantId, change, deps.now());
    const tenant = await findTenant(tx, tenantId);
    if (tenant === null) throw notFound('tenant', tenantId);
    await recordAudit(tx, { tenantId, action: 'update', objectType: 'tenant', objectIds: [tenantId] });
    return tenant;
  });
}
