import { invalidField, isUuid } from '@loci/core';

/**
 * Returns an item id in lower case.
 *
 * @throws VAL_UUID_INVALID if it is not a UUID
 */
export function canonicalId(id: string): string {
  if (!isUuid(id)) throw invalidField('id', 'An item id must be a UUID.', 'VAL_UUID_INVALID');
  return id.toLowerCase();
}

/**
 * Returns a tenant id in lower case.
 *
 * @throws VAL_UUID_INVALID if it is not a UUID
 */
export function canonicalTenantId(tenantId: string): string {
  if (!isUuid(tenantId)) throw invalidField('tenant_id', 'A tenant id must be a UUID.', 'VAL_UUID_INVALID');
  return tenantId.toLowerCase();
}

/** Returns the ids that are UUIDs, in lower case. Drops all other ids, because no item can have them. */
export function canonicalLookupIds(ids: readonly string[]): string[] {
  return ids.filter(isUuid).map((id) => id.toLowerCase());
}
