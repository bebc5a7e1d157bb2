import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { Database } from '@loci/postgres';
import { requirePortal } from '../account/require-portal.ts';
import { findListedTenant } from './tenant.repository.ts';
import type { ListedTenant } from './tenant.ts';

/**
 * Returns the caller's tenant.
 *
 * @throws AUTH_FORBIDDEN if the caller does not use the portal; RES_NOT_FOUND if the tenant no longer exists
 */
export async function getOwnTenant(
  { database }: { database: Pick<Database, 'inTransaction'> },
  caller: Caller,
): Promise<ListedTenant> {
  requirePortal(caller);
  const { tenantId } = caller;
  const tenant = await database.inTransaction(tenantId, (tx) => findListedTenant(tx, tenantId));
  if (tenant === null) throw notFound('tenant', tenantId);
  return tenant;
}
