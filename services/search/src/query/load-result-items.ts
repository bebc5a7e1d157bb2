import type { DocumentClient, ItemsRequest, ItemsResponse, ResultItem } from '@loci/contracts';
import type { ItemOwner } from '../indexing/item-owner.ts';
import { passesFilter } from '../items/search-filter.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import { fetchFromOwners } from './fetch-from-owners.ts';
import { buildResults } from './result-item.ts';
import { toSearchFilter } from './to-search-filter.ts';

export interface LoadResultItemsDeps {
  keywordIndex: Pick<KeywordIndex, 'results' | 'explain'>;
  owners: readonly Pick<ItemOwner, 'changes'>[];
  document: Pick<DocumentClient, 'names'>;
}

/** Time limit for the names of documents in milliseconds. Results without names are more useful than late results. */
const NAMES_TIMEOUT_MS = 1_000;

/**
 * Loads the result fields of items: content, snippet, highlight, document context and attributes. If the
 * keyword index is unavailable, the items are read from their owners, highlights are null and the context of
 * a chunk is its content. If the document service is unavailable, documents have no file name and no title.
 *
 * @returns items in the order of `request.ids`, cloud items in the order of `request.cloud_ids`, and items
 *   that pass the filter in the order of `request.reached_ids`. Unknown ids are left out.
 * @throws SYS_SERVICE_UNAVAILABLE if the keyword index and the memory or document service are unavailable
 * @see docs/reference/search.md#result-items
 */
export async function loadResultItems(
  deps: LoadResultItemsDeps,
  request: ItemsRequest,
): Promise<ItemsResponse> {
  const [{ items, cloud_items, reached }, terms] = await Promise.all([
    loadFromIndex(deps, request),
    request.explain_terms ? explainTerms(deps, request) : null,
  ]);
  return {
    items: await withDocumentNames(deps, request.tenant_id, items),
    cloud_items,
    reached,
    ...(terms && { terms }),
  };
}

/** Returns the matched terms of the items, or null if the keyword index is unavailable. */
async function explainTerms(
  { keywordIndex }: LoadResultItemsDeps,
  { tenant_id: tenantId, ids, query }: ItemsRequest,
): Promise<ItemsResponse['terms'] | null> {
  const found = await orNullIfUnavailable(keywordIndex.explain(tenantId, { query: query ?? '', ids }));
  return found && Array.from(found, ([id, terms]) => ({ id, terms }));
}

async function loadFromIndex(
  { keywordIndex, owners }: LoadResultItemsDeps,
  request: ItemsRequest,
): Promise<ItemsResponse> {
  const { tenant_id: tenantId, ids, cloud_ids: cloudIds = [], reached_ids: reachedIds = [] } = request;
  const { query, include_neighbors: neighborCount } = request;
  const filter = toSearchFilter(request.filter ?? {});
  const results = await orNullIfUnavailable(
    keywordIndex.results(tenantId, { ids, cloudIds, reachedIds, filter, query, neighborCount }),
  );
  if (results) return results;
  const fetch = async (wanted: readonly string[]) =>
    wanted.length === 0 ? [] : fetchFromOwners(owners, tenantId, wanted);
  const [items, cloudItems, reached] = await Promise.all([fetch(ids), fetch(cloudIds), fetch(reachedIds)]);
  return buildResults({
    items,
    cloudItems,
    reached: reached.filter((item) => passesFilter(item, filter)),
    snippets: new Map(),
    contextChunks: [],
    neighborCount,
  });
}

/** Adds the file names and titles of documents. The document service has them, because they are not indexed. */
async function withDocumentNames(
  { document }: LoadResultItemsDeps,
  tenantId: string,
  items: readonly ResultItem[],
): Promise<ResultItem[]> {
  const ids = [...new Set(items.flatMap((item) => item.document_id ?? []))];
  if (ids.length === 0) return [...items];
  const options = { timeoutMs: NAMES_TIMEOUT_MS };
  const names = (await orNullIfUnavailable(document.names(tenantId, ids, options))) ?? [];
  const nameById = new Map(names.map((name) => [name.id, name]));
  return items.map((item) =>
    item.document ? { ...item, document: { ...item.document, ...nameById.get(item.document.id) } } : item,
  );
}
