import {
  awaitItemsRequest,
  awaitItemsResponse,
  candidatesRequest,
  candidatesResponse,
  filterIdsRequest,
  filterIdsResponse,
  itemsRequest,
  itemsResponse,
} from '@loci/contracts';
import type { FilteredItem, MemoryType } from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { CandidateRetriever } from '../candidate-retriever/candidate-retriever.ts';
import { eventTime } from '../items/indexed-item.ts';
import type { IndexedItem } from '../items/indexed-item.ts';
import { awaitItems } from './await-items.ts';
import type { AwaitItemsDeps } from './await-items.ts';
import { fetchItems } from './fetch-items.ts';
import { loadResultItems } from './load-result-items.ts';
import type { LoadResultItemsDeps } from './load-result-items.ts';
import { toSearchFilter } from './to-search-filter.ts';

/** Routes of the internal operations that the gateway uses for hybrid search. */
export const internalSearchRoutes = (
  deps: LoadResultItemsDeps & AwaitItemsDeps & { candidateRetriever: CandidateRetriever },
): Route[] => [
  route({
    method: 'post',
    path: '/internal/search/candidates',
    scope: 'internal',
    summary: 'Find the best items of keyword and vector search, with their scores in both',
    body: candidatesRequest,
    response: candidatesResponse,
    handle: ({ body, signal }) => deps.candidateRetriever.retrieve(body, signal),
  }),
  route({
    method: 'post',
    path: '/internal/search/filter-ids',
    scope: 'internal',
    summary: 'Select the ids of searchable items that pass a filter',
    body: filterIdsRequest,
    response: filterIdsResponse,
    handle: async ({ body }) => {
      const items = await fetchItems(deps, body.tenant_id, body.ids, toSearchFilter(body.filter));
      return { items: items.map(toFilteredItem) };
    },
  }),
  route({
    method: 'post',
    path: '/internal/search/items',
    scope: 'internal',
    summary: 'Load the result fields of items',
    body: itemsRequest,
    response: itemsResponse,
    handle: ({ body }) => loadResultItems(deps, body),
  }),
  route({
    method: 'post',
    path: '/internal/search/await-items',
    scope: 'internal',
    summary: 'Wait until searches find changed items',
    body: awaitItemsRequest,
    response: awaitItemsResponse,
    handle: async ({ body, signal }) => ({ pending_ids: await awaitItems(deps, body, signal) }),
  }),
];

const toFilteredItem = (item: IndexedItem): FilteredItem => ({
  id: item.id,
  kind: item.documentId === null ? 'memory' : 'chunk',
  importance: item.importance,
  created_at_ms: Date.parse(eventTime(item)),
  content: item.content,
  memory_type: item.memoryType as MemoryType | null,
  version: item.version ?? null,
});
