import type { Tier } from '@loci/core';

export interface Tenant {
  tenantId: string;
  name: string;
  tier: Tier;
  /** Owner of API keys that belong to no other user. */
  serviceUserId: string;
  createdAt: Date;
  updatedAt: Date;
}

export const MAX_TENANT_NAME_LENGTH = 200;
