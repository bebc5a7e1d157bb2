import { retrieverWindow } from '@loci/contracts';
import type { HiddenValidity, MemoryClient, ResultItem, SearchFilterWire } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { loadPastResults, requireKnownPast } from '@loci/service-hosting';
import type { PastSearch, TimeTravel } from '@loci/service-hosting';
import type { Embedder } from '../embedding/embedder.ts';
import { unexpired } from '../items/search-filter.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import type { VectorHit, VectorIndex } from '../vector-index/vector-index.ts';
import { includesSuperseded } from './archive-filter.ts';
import { loadResultItems } from './load-result-items.ts';
import type { LoadResultItemsDeps } from './load-result-items.ts';
import { toSearchFilter } from './to-search-filter.ts';

export interface VectorSearchDeps extends LoadResultItemsDeps {
  servingSpace(): Promise<{ embedder: Pick<Embedder, 'embed'>; index: Pick<VectorIndex, 'search'> }>;
  archive: LoadResultItemsDeps['archive'] & {
    servingSpace(): Promise<{ index: Pick<VectorIndex, 'search'> }>;
  };
  memory: Pick<MemoryClient, 'getStatesAt'>;
}

export interface VectorSearch {
  /** Query text, 1 to 4,000 characters. */
  query: string;
  /** Maximum number of hits, 1..100. */
  limit: number;
  /**
   * Number of nearest items to skip, because earlier truncated responses of the same search contained them.
   */
  skip: number;
  filter: SearchFilterWire;
  /** Validities of the results in addition to those that are true. */
  include: readonly HiddenValidity[];
  /** Times of a search of the past, of which at least one is set. Null searches the present. */
  past: TimeTravel | null;
  /** Number of chunks before and after each chunk in its context, 0..20. */
  includeNeighbors: number;
}

export interface VectorSearchResult {
  /** False if the model has no vector for the query. The search then has no hits. */
  isQueryEmbedded: boolean;
  /** Hits with their items, nearest first. */
  hits: VectorSearchHit[];
}

export interface VectorSearchHit {
  hit: VectorHit;
  item: ResultItem;
  /** Whether the item has another text now. Null in a search of the present. */
  textChangedSince: boolean | null;
}

/** Timeout of the calls of a search of the past in milliseconds, all together. */
const PAST_TIMEOUT_MS = 8_000;

/**
 * Finds the items of the caller's tenant that are nearest to the query in the vector space.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the vector index or the embedding model is unavailable, or for a search of the past
 *   if the memory service is unavailable; VAL_FIELD_INVALID for a time of which not all states are known
 * @see docs/reference/search.md#vector-search
 */
export async function vectorSearch(
  deps: VectorSearchDeps,
  caller: Caller,
  request: VectorSearch,
  signal: AbortSignal,
): Promise<VectorSearchResult> {
  const { past, skip, limit } = request;
  const { tenantId } = caller;
  const loadItems = (ids: readonly string[]) => loadItemsOf(deps, tenantId, request, ids);
  const pastSearch = past && {
    memory: deps.memory,
    tenantId,
    past,
    include: request.include,
    skip,
    limit,
    callOptions: createCallOptions(caller, signal),
    loadItems,
  };
  if (pastSearch) await requireKnownPast(pastSearch);
  const nearest = await findNearest(deps, tenantId, request, signal);
  signal.throwIfAborted();
  if (!nearest) return { isQueryEmbedded: false, hits: [] };
  return {
    isQueryEmbedded: true,
    hits: pastSearch
      ? await toPastHits(pastSearch, nearest)
      : await toPresentHits(nearest.slice(skip, limit), loadItems),
  };
}

/** Returns the nearest items, nearest first, or null if the model has no vector for the query. */
async function findNearest(
  deps: VectorSearchDeps,
  tenantId: string,
  { query, limit, filter: wire, past }: VectorSearch,
  signal: AbortSignal,
): Promise<VectorHit[] | null> {
  const { embedder, index } = await deps.servingSpace();
  const [vector] = await embedder.embed([query], { signal });
  if (!vector) return null;
  const filter = toSearchFilter(wire);
  const search = { vector, filter, limit: past ? retrieverWindow(limit) : limit };
  const found = await Promise.all([
    index.search(tenantId, search),
    includesSuperseded(wire) ? searchArchive(deps, tenantId, search) : [],
  ]);
  return mergeHits(found);
}

/** Searches the archive, where the periods of items do not matter. */
async function searchArchive(
  { archive }: VectorSearchDeps,
  tenantId: string,
  { filter, ...query }: { vector: Float32Array; filter: SearchFilter; limit: number },
): Promise<VectorHit[]> {
  const { index } = await archive.servingSpace();
  return index.search(tenantId, { ...query, filter: { ...filter, ...unexpired(filter) } });
}

/** Merges hits of the current items and the archive. A version that is being superseded can be in both. */
function mergeHits([current, archived]: readonly [VectorHit[], VectorHit[]]): VectorHit[] {
  if (archived.length === 0) return current;
  const known = new Set(current.map(({ id }) => id));
  return [...current, ...archived.filter(({ id }) => !known.has(id))].sort(
    (a, b) => b.score - a.score || (a.id < b.id ? -1 : 1),
  );
}

async function loadItemsOf(
  deps: LoadResultItemsDeps,
  tenantId: string,
  { includeNeighbors, filter }: VectorSearch,
  ids: readonly string[],
): Promise<ResultItem[]> {
  const { items } = await loadResultItems(deps, {
    tenant_id: tenantId,
    ids: [...ids],
    query: null,
    include_neighbors: includeNeighbors,
    ...(includesSuperseded(filter) && { filter }),
  });
  return items;
}

async function toPresentHits(
  hits: readonly VectorHit[],
  loadItems: (ids: readonly string[]) => Promise<ResultItem[]>,
): Promise<VectorSearchHit[]> {
  const items = await loadItems(hits.map(({ id }) => id));
  const itemById = new Map(items.map((item) => [item.id, item]));
  // An item can be removed after the vector search and before its content is loaded.
  return hits.flatMap((hit) => {
    const item = itemById.get(hit.id);
    return item ? [{ hit, item, textChangedSince: null }] : [];
  });
}

async function toPastHits(pastSearch: PastSearch, hits: readonly VectorHit[]): Promise<VectorSearchHit[]> {
  const results = await loadPastResults(pastSearch, { length: hits.length, item: (rank) => hits[rank]! });
  return results.map(({ ranked, ...result }) => ({ hit: ranked, ...result }));
}

/** Returns a function that returns the options of a call that starts now, with the remaining time as its timeout. */
function createCallOptions({ requestId }: Caller, signal: AbortSignal): PastSearch['callOptions'] {
  const deadlineMs = performance.now() + PAST_TIMEOUT_MS;
  return () => ({ signal, requestId, timeoutMs: Math.max(1, Math.ceil(deadlineMs - performance.now())) });
}
