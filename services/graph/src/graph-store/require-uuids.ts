import { invalidField, isUuid } from '@loci/core';

/**
 * Checks that all ids are UUIDs.
 *
 * @throws VAL_UUID_INVALID for a malformed id
 */
export function requireUuids(ids: readonly string[]): void {
  if (!ids.every(isUuid)) throw invalidField('id', 'All ids must be UUIDs.', 'VAL_UUID_INVALID');
}
