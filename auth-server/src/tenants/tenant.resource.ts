import type { Role } from '@loci/core';
import type { z } from 'zod';
import type { deletionResource, ownTenantResource, tenantResource } from './tenant.schemas.ts';
import type { ListedTenant, Tenant } from './tenant.ts';

/** Resource of a tenant that is not deleted. */
export const toTenantResource = (tenant: Tenant): z.input<typeof tenantResource> =>
  toListedTenantResource({ ...tenant, deletion: null });

export const toListedTenantResource = (
  tenant: Omit<ListedTenant, 'bootstrap'>,
): z.input<typeof tenantResource> => ({
  tenant_id: tenant.tenantId,
  name: tenant.name,
  tier: tenant.tier,
  service_user_id: tenant.serviceUserId,
  created_at: tenant.createdAt.toISOString(),
  updated_at: tenant.updatedAt.toISOString(),
  ...toDeletionResource(tenant),
});

export const toOwnTenantResource = (tenant: ListedTenant, role: Role): z.input<typeof ownTenantResource> => ({
  tenant_id: tenant.tenantId,
  name: tenant.name,
  tier: tenant.tier,
  role,
  bootstrap: tenant.bootstrap,
});

/**
 * Converts the status of a deletion. `tenant` is null after the last deletion pass, which deletes its row.
 */
export const toDeletionResource = (
  tenant: Pick<ListedTenant, 'deletion'> | null,
): z.input<typeof deletionResource> =>
  tenant === null
    ? { status: 'deleted', deletion_requested_at: null, data_deleted_at: null }
    : {
        status: statusOf(tenant.deletion),
        deletion_requested_at: tenant.deletion?.requestedAt.toISOString() ?? null,
        data_deleted_at: tenant.deletion?.dataDeletedAt?.toISOString() ?? null,
      };

function statusOf(deletion: ListedTenant['deletion']): 'active' | 'deleting' | 'deleted' {
  if (deletion === null) return 'active';
  return deletion.dataDeletedAt === null ? 'deleting' : 'deleted';
}
