import type { Tier } from '@loci/core';
import type { TenantDeletion } from '../tenant-deletion/tenant-deletion.ts';

export interface Tenant {
  tenantId: string;
  name: string;
  tier: Tier;
  /** Owner of API keys that belong to no other user. */
  serviceUserId: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A tenant in the admin API, which also shows deleted tenants. */
export interface ListedTenant extends Omit<Tenant, 'serviceUserId'> {
  /** Null for a deleted tenant, which has no members. */
  serviceUserId: string | null;
  /** True for the bootstrap tenant, which cannot be deleted. */
  bootstrap: boolean;
  /** Null unless the tenant was deleted. */
  deletion: TenantDeletion | null;
}

export const MAX_TENANT_NAME_LENGTH = 200;
