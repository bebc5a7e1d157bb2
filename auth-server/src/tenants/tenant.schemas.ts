import { ROLES, TIERS } from '@loci/core';
import { cursorPageQuery, cursorPaginated, uuid } from '@loci/http';
import { z } from 'zod';
import { digestField, retainedResource, storeResource } from '../receipts/receipt.resource.ts';
import { MAX_PASSWORD_LENGTH } from '../users/user.ts';
import { MAX_TENANT_NAME_LENGTH } from './tenant.ts';

const name = z.string().trim().min(1).max(MAX_TENANT_NAME_LENGTH);

export const createTenantBody = z.object({ name, tier: z.enum(TIERS).default('free') });

export const changeTenantBody = z
  .object({ name: name.optional(), tier: z.enum(TIERS).optional() })
  .refine((body) => body.name !== undefined || body.tier !== undefined, {
    message: 'Send at least one of `name` and `tier`.',
  });

export const tenantParams = z.object({ tenant_id: uuid });

export const listTenantsQuery = z.object(cursorPageQuery);

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

export const tenantPage = cursorPaginated(tenantResource);

/** The caller's tenant and role, for the portal. */
export const ownTenantResource = z.object({
  tenant_id: z.guid(),
  name: z.string(),
  tier: z.enum(TIERS),
  role: z.enum(ROLES),
  /** True for the bootstrap tenant, which cannot be deleted. */
  bootstrap: z.boolean(),
});

export const deleteOwnTenantBody = z.object({
  name: z.string().max(MAX_TENANT_NAME_LENGTH),
  password: z.string().max(MAX_PASSWORD_LENGTH),
});

export const deletionParams = z.object({ deletion_token: z.string().max(100) });

export const deletionResource = z.object({
  status: z.enum(['active', 'deleting', 'deleted']),
  deletion_requested_at: z.string().nullable(),
  data_deleted_at: z.string().nullable(),
});

const deletionReceiptResource = z.object({
  tenant_id: z.guid(),
  requested_at: z.string(),
  completed_at: z.string(),
  stores: z.array(storeResource),
  retained: z.array(retainedResource).describe('Data that the deletion keeps, and until when.'),
  digest: digestField,
});

/** Status of a deletion with the results of its searches. */
export const searchedDeletionResource = deletionResource.extend({
  tenant_id: z.guid(),
  stores: z.array(storeResource).describe('Results of the searches. Empty until the first search has ended.'),
  receipt: deletionReceiptResource.nullable().describe('Null until a search found no data.'),
});

export const startedDeletionResource = deletionResource.extend({
  /** Token for reading the status of the deletion after all access to the tenant has ended. */
  deletion_token: z.string(),
});
