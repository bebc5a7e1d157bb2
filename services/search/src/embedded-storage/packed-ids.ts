import { canonicalLookupIds } from '../items/item-ids.ts';

const ID_LENGTH = 36;

/**
 * Concatenated lower-case UUIDs, the form in which lists of ids are sent between threads. Structured cloning
 * copies one string many times faster than hundreds, and the slices of `unpackIds` share its memory.
 */
export type PackedIds = string;

/** Packs the ids that are UUIDs, in lower case. Drops all other ids, because no item can have them. */
export const packIds = (ids: readonly string[]): PackedIds => canonicalLookupIds(ids).join('');

export function unpackIds(packed: PackedIds): string[] {
  const ids: string[] = [];
  for (let start = 0; start < packed.length; start += ID_LENGTH)
    ids.push(packed.slice(start, start + ID_LENGTH));
  return ids;
}
