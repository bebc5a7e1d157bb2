import type { DocumentClient, ItemsRequest, ItemsResponse, ResultItem } from '@loci/contracts';
import type { ItemOwner } from '../indexing/item-owner.ts';
import { readTermScorer } from '../candidate-retriever/rescore-terms.ts';
import { passesFilter, unexpired } from '../items/search-filter.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import { includesSuperseded, inArchive } from './archive-filter.ts';
import { fetchFromOwners } from './fetch-from-owners.ts';
import { buildResults } from './result-item.ts';
import { toSearchFilter } from './to-search-filter.ts';

interface Collection {
  keywordIndex: Pick<KeywordIndex, 'results' | 'explain' | 'idfs'>;
  owners: readonly Pick<ItemOwner, 'changes'>[];
}

export interface LoadResultItemsDeps extends Collection {
  /** Superseded versions. */
  archive: Collection;
  document: Pick<DocumentClient, 'names'>;
}

/** Time limit for the names of documents in milliseconds. Results without names are more useful than late results. */
const NAMES_TIMEOUT_MS = 1_000;

/**
 * Loads the result fields of items: content, snippet, highlight, document context and attributes. If the
 * keyword index is unavailable, the items are read from their owners, highlights are null and the context of
 * a chunk is its content. If the document service is unavailable, documents have no file name and no title.
 * If the filter includes superseded versions, items that are not current are read from the archive.
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
  const current = await loadCollection(deps, request);
  const { terms, ...loaded } = includesSuperseded(request.filter ?? {})
    ? await addFromArchive(deps, request, current)
    : current;
  return {
    ...loaded,
    items: await withDocumentNames(deps, request.tenant_id, loaded.items),
    ...(terms && { terms }),
  };
}

/** Adds the items of the request that are not current, if the archive contains them. */
async function addFromArchive(
  deps: LoadResultItemsDeps,
  request: ItemsRequest,
  current: ItemsResponse,
): Promise<ItemsResponse> {
  const { cloud_ids: cloudIds = [], reached_ids: reachedIds = [] } = request;
  const missing = {
    ids: without(request.ids, current.items),
    cloud_ids: without(cloudIds, current.cloud_items),
    reached_ids: without(reachedIds, current.reached),
  };
  if (Object.values(missing).every((ids) => ids.length === 0)) return current;
  const filter = inArchive(request.filter ?? {});
  const [found, scorer] = await Promise.all([
    loadCollection(deps.archive, { ...request, ...missing, filter }),
    request.explain_terms
      ? orNullIfUnavailable(readTermScorer(deps.keywordIndex, request.tenant_id, request.query ?? ''))
      : null,
  ]);
  const terms = found.terms?.map((entry) => ({ ...entry, terms: scorer?.(entry.terms) ?? entry.terms }));
  return {
    items: inOrder(request.ids, [...current.items, ...found.items]),
    cloud_items: inOrder(cloudIds, [...current.cloud_items, ...found.cloud_items]),
    reached: inOrder(reachedIds, [...current.reached, ...found.reached]),
    ...(current.terms && { terms: [...current.terms, ...(terms ?? [])] }),
  };
}

function without(ids: readonly string[], found: readonly { id: string }[]): string[] {
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

function inOrder<Item extends { id: string }>(ids: readonly string[], items: readonly Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function loadCollection(collection: Collection, request: ItemsRequest): Promise<ItemsResponse> {
  const [loaded, terms] = await Promise.all([
    loadFromIndex(collection, request),
    request.explain_terms ? explainTerms(collection, request) : null,
  ]);
  return { ...loaded, ...(terms && { terms }) };
}

/** Returns the matched terms of the items, or null if the keyword index is unavailable. */
async function explainTerms(
  { keywordIndex }: Collection,
  { tenant_id: tenantId, ids, query }: ItemsRequest,
): Promise<ItemsResponse['terms'] | null> {
  const found = await orNullIfUnavailable(keywordIndex.explain(tenantId, { query: query ?? '', ids }));
  return found && Array.from(found, ([id, terms]) => ({ id, terms }));
}

async function loadFromIndex(
  { keywordIndex, owners }: Collection,
  request: ItemsRequest,
): Promise<Omit<ItemsResponse, 'terms'>> {
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
    items: items.filter((item) => passesFilter(item, unexpired(filter))),
    cloudItems: cloudItems.filter((item) => passesFilter(item, { visibility: filter.visibility })),
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
