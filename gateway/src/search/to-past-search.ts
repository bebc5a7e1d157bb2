import type { PastSearch, TimeTravel } from '@loci/service-hosting';
import type { HybridSearch } from './hybrid-search.ts';
import type { SearchContext } from './search-context.ts';

/** Parameters of the results of a search of the past. */
export type PastResultsOptions = Pick<HybridSearch, 'query' | 'skip' | 'limit' | 'includeNeighbors'>;

/** Returns the search of the past that loads the results of a query with the filter of the search. */
export const toPastSearch = (
  { memory, search, tenantId, request, searchOptions }: SearchContext,
  past: TimeTravel,
  { query, skip, limit, includeNeighbors }: PastResultsOptions,
): PastSearch => ({
  memory,
  tenantId,
  past,
  include: request.include,
  skip,
  limit,
  callOptions: searchOptions,
  loadItems: async (ids) => {
    const { items } = await search.items(
      {
        tenant_id: tenantId,
        ids: [...ids],
        query,
        include_neighbors: includeNeighbors,
        filter: request.filter,
      },
      searchOptions(),
    );
    return items;
  },
});
