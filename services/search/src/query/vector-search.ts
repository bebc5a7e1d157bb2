import type { FoundItem } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { Embedder } from '../embedding/embedder.ts';
import { readItems } from './load-result-items.ts';
import type { ReadItemsDeps } from './load-result-items.ts';
import type { SearchFilter } from '../items/search-filter.ts';
import type { VectorHit, VectorIndex } from '../vector-index/vector-index.ts';

export interface VectorSearchDeps extends ReadItemsDeps {
  servingSpace(): Promise<{ embedder: Pick<Embedder, 'embed'>; index: Pick<VectorIndex, 'search'> }>;
}

export interface VectorSearch {
  query: string;
  limit: number;
  filter: SearchFilter;
  includeNeighbors: number;
}

export interface VectorFindings {
  /** False for a query in which the model knows no word: it is near to nothing. */
  embedded: boolean;
  /** Nearest first. */
  found: { hit: VectorHit; item: FoundItem }[];
}

/**
 * Plain similarity of meaning: no fusion, no graph, no support of neighbours.
 * @throws SYS_SERVICE_UNAVAILABLE when the index or the model does not answer
 * @see SPEC.md "Search" 2; DECISIONS.md "Search"
 */
export async function vectorSearch(
  deps: VectorSearchDeps,
  caller: Caller,
  { query, limit, filter, includeNeighbors }: VectorSearch,
  signal: AbortSignal,
): Promise<VectorFindings> {
  const { embedder, index } = await deps.servingSpace();
  const [vector] = await embedder.embed([query], { signal });
  if (!vector) return { embedded: false, found: [] };
  const hits = await index.search(caller.tenantId, { vector, filter, limit });
  signal.throwIfAborted();
  const items = await readItems(deps, {
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
