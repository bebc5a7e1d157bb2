import { isRemoval } from '../indexing/index-change.ts';
import type { IndexedItem } from '../items/indexed-item.ts';
import { passesFilter } from '../items/search-filter.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import { unlessUnavailable } from '../or-null-if-unavailable.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { ItemOwner } from '../indexing/item-owner.ts';

export interface ItemSourceDeps {
  keywordIndex: Pick<KeywordIndex, 'fetch'>;
  owners: readonly Pick<ItemOwner, 'changes'>[];
}

/**
 * The items that are searchable and pass the filter, in the order of the ids. The keyword index has them at hand; while
 * it does not answer, their owners are asked, so that what the vectors found can be shown.
 *
 * @throws SYS_SERVICE_UNAVAILABLE when neither answers
 */
export async function fetchItems(
  { keywordIndex, owners }: ItemSourceDeps,
  tenantId: string,
  ids: readonly string[],
  filter: SearchFilter = {},
): Promise<IndexedItem[]> {
  const indexed = await unlessUnavailable(keywordIndex.fetch(tenantId, { ids, filter }), null);
  if (indexed) return indexed;
  const changes = (await Promise.all(owners.map((owner) => owner.changes(tenantId, ids)))).flat();
  const items = new Map(
    changes.flatMap((change) => (isRemoval(change) ? [] : [[change.item.id, change.item] as const])),
  );
  return ids.flatMap((id) => items.get(id) ?? []).filter((item) => passesFilter(item, filter));
}
