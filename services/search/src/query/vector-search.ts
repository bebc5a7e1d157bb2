import type { ResultItem } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { Embedder } from '../embedding/embedder.ts';
import { unexpired } from '../items/search-filter.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import type { VectorHit, VectorIndex } from '../vector-index/vector-index.ts';
import { loadResultItems } from './load-result-items.ts';
import type { LoadResultItemsDeps } from './load-result-items.ts';

export interface VectorSearchDeps extends LoadResultItemsDeps {
  servingSpace(): Promise<{ embedder: Pick<Embedder, 'embed'>; index: Pick<VectorIndex, 'search'> }>;
  archive: LoadResultItemsDeps['archive'] & {
    servingSpace(): Promise<{ index: Pick<VectorIndex, 'search'> }>;
  };
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
  filter: SearchFilter;
  /** True to find superseded versions as well. */
  includeSuperseded: boolean;
  /** Number of chunks before and after each chunk in its context, 0..20. */
  includeNeighbors: number;
}

export interface VectorSearchResult {
  /** False if the model has no vector for the query. The search then has no hits. */
  isQueryEmbedded: boolean;
  /** Hits with their items, nearest first. */
  hits: { hit: VectorHit; item: ResultItem }[];
}

/**
 * Finds the items of the caller's tenant that are nearest to the query in the vector space.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the vector index or the embedding model is unavailable
 * @see docs/reference/search.md#vector-search
 */
export async function vectorSearch(
  deps: VectorSearchDeps,
  caller: Caller,
  { query, limit, skip, filter, includeSuperseded, includeNeighbors }: VectorSearch,
  signal: AbortSignal,
): Promise<VectorSearchResult> {
  const { embedder, index } = await deps.servingSpace();
  const [vector] = await embedder.embed([query], { signal });
  if (!vector) return { isQueryEmbedded: false, hits: [] };
  const nearest = await Promise.all([
    index.search(caller.tenantId, { vector, filter, limit }),
    includeSuperseded ? searchArchive(deps, caller.tenantId, { vector, filter, limit }) : [],
  ]);
  const hits = mergeHits(nearest, limit).slice(skip);
  signal.throwIfAborted();
  const { items } = await loadResultItems(deps, {
    tenant_id: caller.tenantId,
    ids: hits.map(({ id }) => id),
    query: null,
    include_neighbors: includeNeighbors,
    ...(includeSuperseded && { filter: { include: ['superseded'] } }),
  });
  const itemById = new Map(items.map((item) => [item.id, item]));
  return {
    isQueryEmbedded: true,
    // An item can be removed after the vector search and before its content is loaded.
    hits: hits.flatMap((hit) => {
      const item = itemById.get(hit.id);
      return item ? [{ hit, item }] : [];
    }),
  };
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
function mergeHits([current, archived]: readonly [VectorHit[], VectorHit[]], limit: number): VectorHit[] {
  if (archived.length === 0) return current;
  const known = new Set(current.map(({ id }) => id));
  return [...current, ...archived.filter(({ id }) => !known.has(id))]
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}
