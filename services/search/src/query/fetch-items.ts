import { isRemoval } from '../indexing/index-change.ts';
import type { ItemOwner } from '../indexing/item-owner.ts';
import type { IndexedItem } from '../items/indexed-item.ts';
import { passesFilter } from '../items/search-filter.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';

export interface FetchItemsDeps {
  keywordIndex: Pick<KeywordIndex, 'fetch'>;
  owners: readonly Pick<ItemOwner, 'changes'>[];
}

/**
 * Fetches items from the keyword index, or from the memory and document services if the keyword index is
 * unavailable.
 *
 * @returns the searchable items that pass the filter, in the order of `ids`. Unknown ids are left out.
 * @throws SYS_SERVICE_UNAVAILABLE if the keyword index and one of these services are unavailable
 */
export async function fetchItems(
  { keywordIndex, owners }: FetchItemsDeps,
  tenantId: string,
  ids: readonly string[],
  filter: SearchFilter = {},
): Promise<IndexedItem[]> {
  const indexed = await orNullIfUnavailable(keywordIndex.fetch(tenantId, { ids, filter }));
  if (indexed) return indexed;
  const items = await fetchFromOwners(owners, tenantId, ids);
  return items.filter((item) => passesFilter(item, filter));
}

/**
 * Fetches searchable items from their owners, in the order of `ids`. Unknown ids are left out.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if an owner is unavailable
 */
export async function fetchFromOwners(
  owners: FetchItemsDeps['owners'],
  tenantId: string,
  ids: readonly string[],
): Promise<IndexedItem[]> {
  const changes = (await Promise.all(owners.map((owner) => owner.changes(tenantId, ids)))).flat();
  const items = new Map(
    changes.flatMap((change) => (isRemoval(change) ? [] : [[change.item.id, change.item] as const])),
  );
  return ids.flatMap((id) => items.get(id) ?? []);
}
