import type { ItemsRequest, ItemsResponse } from '@loci/contracts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import { fetchFromOwners } from './fetch-items.ts';
import type { FetchItemsDeps } from './fetch-items.ts';
import { buildResults } from './result-item.ts';

export interface LoadResultItemsDeps extends FetchItemsDeps {
  keywordIndex: Pick<KeywordIndex, 'fetch' | 'results'>;
}

/**
 * Loads the result fields of items: content, snippet, highlight, document context and attributes. If the
 * keyword index is unavailable, the items are read from their owners, highlights are null and the context of
 * a chunk is its content.
 *
 * @returns items in the order of `request.ids`, and cloud items in the order of `request.cloud_ids`. Unknown
 *   ids are left out.
 * @throws SYS_SERVICE_UNAVAILABLE if the keyword index and the memory or document service are unavailable
 * @see docs/reference/search.md#result-items
 */
export async function loadResultItems(
  { keywordIndex, owners }: LoadResultItemsDeps,
  request: ItemsRequest,
): Promise<ItemsResponse> {
  const { tenant_id: tenantId, ids, cloud_ids: cloudIds = [], query, include_neighbors } = request;
  const results = await orNullIfUnavailable(
    keywordIndex.results(tenantId, { ids, cloudIds, query, neighborCount: include_neighbors }),
  );
  if (results) return results;
  const [items, cloudItems] = await Promise.all([
    fetchFromOwners(owners, tenantId, ids),
    cloudIds.length === 0 ? [] : fetchFromOwners(owners, tenantId, cloudIds),
  ]);
  return buildResults({
    items,
    cloudItems,
    snippets: new Map(),
    contextChunks: [],
    neighborCount: include_neighbors,
  });
}
