import { TIERS } from '@loci/core';
import { pageQuery, paginated, uuid } from '@loci/http';
import { z } from 'zod';
import { MAX_TENANT_NAME_LENGTH } from './tenant.ts';

const name = z.string().trim().min(1).max(MAX_TENANT_NAME_LENGTH);

export const createTenantBody = z.object({ name, tier: z.enum(TIERS).default('free') });

export const changeTenantBody = z
  .object({ name: name.optional(), tier: z.enum(TIERS).optional() })
  .refine((body) => body.name !== undefined || body.tier !== undefined, {
    message: 'Send at least one of `name` and `tier`.',
  });

export const tenantParams = z.object({ tenant_id: uuid });

export const listTenantsQuery = z.object(pageQuery);

export const tenantResource = z.object({
  tenant_id: z.guid(),
  name: z.string(),
  tier: z.enum(TIERS),
  service_user_id: z.guid().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  status: z.enum(['active', 'deleting', 'deleted']),
  deletion_requested_at: z.string().nullable(),
  data_deleted_at: z.string().nullable(),
});

export const tenantPage = paginated(tenantResource);
