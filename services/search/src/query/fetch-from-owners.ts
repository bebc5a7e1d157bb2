import { isRemoval } from '../indexing/index-change.ts';
import type { ItemOwner } from '../indexing/item-owner.ts';
import type { IndexedItem } from '../items/indexed-item.ts';

/**
 * Fetches searchable items from the services that own them, in the order of `ids`. Unknown ids are left out.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if an owner is unavailable
 */
export async function fetchFromOwners(
  owners: readonly Pick<ItemOwner, 'changes'>[],
  tenantId: string,
  ids: readonly string[],
): Promise<IndexedItem[]> {
  const changes = (await Promise.all(owners.map((owner) => owner.changes(tenantId, ids)))).flat();
  const items = new Map(
    changes.flatMap((change) => (isRemoval(change) ? [] : [[change.item.id, change.item] as const])),
  );
  return ids.flatMap((id) => items.get(id) ?? []);
}
