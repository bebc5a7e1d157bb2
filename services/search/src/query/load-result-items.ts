import type { DocumentClient, ItemsRequest, ItemsResponse, ResultItem } from '@loci/contracts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import { fetchFromOwners } from './fetch-items.ts';
import type { FetchItemsDeps } from './fetch-items.ts';
import { buildResults } from './result-item.ts';

export interface LoadResultItemsDeps extends FetchItemsDeps {
  keywordIndex: Pick<KeywordIndex, 'fetch' | 'results'>;
  document: Pick<DocumentClient, 'names'>;
}

/** Time limit for the names of documents in milliseconds. Results without names are more useful than late results. */
const NAMES_TIMEOUT_MS = 1_000;

/**
 * Loads the result fields of items: content, snippet, highlight, document context and attributes. If the
 * keyword index is unavailable, the items are read from their owners, highlights are null and the context of
 * a chunk is its content. If the document service is unavailable, documents have no file name and no title.
 *
 * @returns items in the order of `request.ids`, and cloud items in the order of `request.cloud_ids`. Unknown
 *   ids are left out.
 * @throws SYS_SERVICE_UNAVAILABLE if the keyword index and the memory or document service are unavailable
 * @see docs/reference/search.md#result-items
 */
export async function loadResultItems(
  deps: LoadResultItemsDeps,
  request: ItemsRequest,
): Promise<ItemsResponse> {
  const { items, cloud_items } = await loadFromIndex(deps, request);
  return { items: await withDocumentNames(deps, request.tenant_id, items), cloud_items };
}

async function loadFromIndex(
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
