import {
  filterIdsRequest,
  filterIdsResponse,
  candidatesRequest,
  candidatesResponse,
  itemsRequest,
  itemsResponse,
  rebuildResponse,
} from '@loci/contracts';
import type { MemoryType } from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { findCandidates } from './find-candidates.ts';
import type { FindCandidatesDeps } from './find-candidates.ts';
import { fetchItems } from './fetch-items.ts';
import { readItems } from './load-result-items.ts';
import type { ReadItemsDeps } from './load-result-items.ts';
import { toSearchFilter } from './to-search-filter.ts';
import { rebuildIndexes } from '../maintenance/rebuild-indexes.ts';
import type { ReconcileDeps } from '../maintenance/reconcile-tenant.ts';

/** What the gateway and the operator ask of this service. */
export const internalRoutes = (deps: FindCandidatesDeps & ReadItemsDeps & ReconcileDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/search/candidates',
    scope: 'internal',
    summary: 'Best items of the keyword and the vector arm, each with its score in both',
    body: candidatesRequest,
    response: candidatesResponse,
    handle: ({ body, signal }) => findCandidates(deps, body, signal),
  }),
  route({
    method: 'post',
    path: '/internal/search/admissible',
    scope: 'internal',
    summary: 'Which of these ids are searchable and pass the filter',
    body: filterIdsRequest,
    response: filterIdsResponse,
    handle: async ({ body }) => {
      const items = await fetchItems(deps, body.tenant_id, body.ids, toSearchFilter(body.filter));
      return {
        items: items.map((item) => ({
          id: item.id,
          kind: item.documentId === null ? ('memory' as const) : ('chunk' as const),
          importance: item.importance,
          created_at_ms: Date.parse(item.createdAt),
          content: item.content,
          memory_type: item.memoryType as MemoryType | null,
        })),
      };
    },
  }),
  route({
    method: 'post',
    path: '/internal/search/items',
    scope: 'internal',
    summary: 'All that a result shows of these items',
    body: itemsRequest,
    response: itemsResponse,
    handle: async ({ body }) => ({ items: await readItems(deps, body) }),
  }),
  route({
    method: 'post',
    path: '/internal/search/rebuild',
    scope: 'internal',
    summary: 'Make both indexes anew while they serve',
    response: rebuildResponse,
    handle: async ({ signal }) => ({ items: await rebuildIndexes(deps, signal) }),
  }),
];
