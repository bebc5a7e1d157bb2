import { invalidField, isUuid } from '@loci/core';

/** @throws VAL_UUID_INVALID if one of the ids is not a UUID */
export function requireUuids(ids: readonly string[]): void {
  if (!ids.every(isUuid)) throw invalidField('id', 'Must be a UUID.', 'VAL_UUID_INVALID');
}
