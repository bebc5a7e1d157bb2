import type { ResultItem } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { Embedder } from '../embedding/embedder.ts';
import { loadResultItems } from './load-result-items.ts';
import type { LoadResultItemsDeps } from './load-result-items.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import type { VectorHit, VectorIndex } from '../vector-index/vector-index.ts';

export interface VectorSearchDeps extends LoadResultItemsDeps {
  servingSpace(): Promise<{ embedder: Pick<Embedder, 'embed'>; index: Pick<VectorIndex, 'search'> }>;
}

export interface VectorSearch {
  query: string;
  limit: number;
  /** Nearest results that an earlier, truncated response of the same search has shown. */
  skip: number;
  filter: SearchFilter;
  includeNeighbors: number;
}

export interface VectorSearchResult {
  /** False for a query in which the model knows no word: it is near to nothing. */
  embedded: boolean;
  /** Nearest first. */
  found: { hit: VectorHit; item: ResultItem }[];
}

/**
 * Plain similarity of meaning: no fusion, no graph, no support of neighbours.
 * @throws SYS_SERVICE_UNAVAILABLE when the index or the model does not answer
 * @see SPEC.md "Search" 2; DECISIONS.md "Search"
 */
export async function vectorSearch(
  deps: VectorSearchDeps,
  caller: Caller,
  { query, limit, skip, filter, includeNeighbors }: VectorSearch,
  signal: AbortSignal,
): Promise<VectorSearchResult> {
  const { embedder, index } = await deps.servingSpace();
  const [vector] = await embedder.embed([query], { signal });
  if (!vector) return { embedded: false, found: [] };
  const nearest = await index.search(caller.tenantId, { vector, filter, limit });
  const hits = nearest.slice(skip);
  signal.throwIfAborted();
  const items = await loadResultItems(deps, {
    tenant_id: caller.tenantId,
    ids: hits.map(({ id }) => id),
    query: null,
    include_neighbors: includeNeighbors,
  });
  const byId = new Map(items.map((item) => [item.id, item]));
  const found = hits.flatMap((hit) => {
    const item = byId.get(hit.id);
    return item ? [{ hit, item }] : [];
  });
  return { embedded: true, found };
}
