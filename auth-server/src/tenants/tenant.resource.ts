import type { z } from 'zod';
import type { tenantResource } from './tenant.schemas.ts';
import type { Tenant } from './tenant.ts';

export const toTenantResource = (tenant: Tenant): z.input<typeof tenantResource> => ({
  tenant_id: tenant.tenantId,
  name: tenant.name,
  tier: tenant.tier,
  service_user_id: tenant.serviceUserId,
  created_at: tenant.createdAt.toISOString(),
  updated_at: tenant.updatedAt.toISOString(),
});
