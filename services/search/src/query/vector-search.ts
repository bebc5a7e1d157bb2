import type { ResultItem } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { Embedder } from '../embedding/embedder.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import type { VectorHit, VectorIndex } from '../vector-index/vector-index.ts';
import { loadResultItems } from './load-result-items.ts';
import type { LoadResultItemsDeps } from './load-result-items.ts';

export interface VectorSearchDeps extends LoadResultItemsDeps {
  servingSpace(): Promise<{ embedder: Pick<Embedder, 'embed'>; index: Pick<VectorIndex, 'search'> }>;
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
  { query, limit, skip, filter, includeNeighbors }: VectorSearch,
  signal: AbortSignal,
): Promise<VectorSearchResult> {
  const { embedder, index } = await deps.servingSpace();
  const [vector] = await embedder.embed([query], { signal });
  if (!vector) return { isQueryEmbedded: false, hits: [] };
  const nearest = await index.search(caller.tenantId, { vector, filter, limit });
  const hits = nearest.slice(skip);
  signal.throwIfAborted();
  const { items } = await loadResultItems(deps, {
    tenant_id: caller.tenantId,
    ids: hits.map(({ id }) => id),
    query: null,
    include_neighbors: includeNeighbors,
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
