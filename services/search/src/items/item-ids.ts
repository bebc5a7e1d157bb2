import { invalidField, isUuid } from '@loci/core';
import type { PackedIds } from '../embedded-storage/packed-ids.ts';

/** The id in lower case. @throws VAL_UUID_INVALID when it is not a UUID */
export function canonicalId(id: string): string {
  if (!isUuid(id)) throw invalidField('id', 'An id is a UUID.', 'VAL_UUID_INVALID');
  return id.toLowerCase();
}

/** A tenant's id as its folder is called. @throws VAL_UUID_INVALID when it is not a UUID */
export function canonicalTenantId(tenantId: string): string {
  if (!isUuid(tenantId)) throw invalidField('tenant_id', 'A tenant id is a UUID.', 'VAL_UUID_INVALID');
  return tenantId.toLowerCase();
}

/** Ids as they are looked up: what is not a UUID is not found. */
export function lookupIds(ids: readonly string[]): PackedIds {
  return ids.filter(isUuid).join('').toLowerCase();
}
