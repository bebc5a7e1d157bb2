import type { Role } from '@loci/core';
import type { z } from 'zod';
import { storeResults } from '../receipts/receipt.ts';
import type { FoundDeletion } from '../tenant-deletion/find-deletion.ts';
import type {
  deletionResource,
  ownTenantResource,
  searchedDeletionResource,
  tenantResource,
} from './tenant.schemas.ts';
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

/** Converts the status of a deletion. */
export const toDeletionResource = ({
  deletion,
}: Pick<ListedTenant, 'deletion'>): z.input<typeof deletionResource> => ({
  status: statusOf(deletion),
  deletion_requested_at: deletion?.requestedAt.toISOString() ?? null,
  data_deleted_at: deletion?.dataDeletedAt?.toISOString() ?? null,
});

/** Converts the status of a deletion with the results of its searches. */
export const toSearchedDeletionResource = ({
  tenantId,
  tenant,
  record,
}: FoundDeletion): z.input<typeof searchedDeletionResource> => ({
  tenant_id: tenantId,
  // The last deletion pass deletes the row of the tenant.
  ...(tenant === null
    ? {
        status: 'deleted',
        deletion_requested_at: record?.requestedAt.toISOString() ?? null,
        data_deleted_at: record?.receipt?.completed_at ?? null,
      }
    : toDeletionResource(tenant)),
  stores: record?.isSearched ? storeResults(record) : [],
  receipt: record?.receipt ?? null,
});

function statusOf(deletion: ListedTenant['deletion']): 'active' | 'deleting' | 'deleted' {
  if (deletion === null) return 'active';
  return deletion.dataDeletedAt === null ? 'deleting' : 'deleted';
}
