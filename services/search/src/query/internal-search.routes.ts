import {
  awaitItemsRequest,
  awaitItemsResponse,
  candidatesRequest,
  candidatesResponse,
  findSimilarRequest,
  findSimilarResponse,
  inspectMemoryRequest,
  inspectMemoryResponse,
  itemsRequest,
  itemsResponse,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { CandidateRetriever } from '../candidate-retriever/candidate-retriever.ts';
import type { LostTenants } from '../maintenance/refill-lost-tenants.job.ts';
import { findSimilar } from '../similarity/find-similar.ts';
import type { FindSimilarDeps } from '../similarity/find-similar.ts';
import { includesSuperseded } from './archive-filter.ts';
import { awaitItems } from './await-items.ts';
import type { AwaitItemsDeps } from './await-items.ts';
import { inspectMemory } from './inspect-memory.ts';
import type { InspectMemoryDeps } from './inspect-memory.ts';
import { loadResultItems } from './load-result-items.ts';
import type { LoadResultItemsDeps } from './load-result-items.ts';

/** Routes of the internal operations that the gateway uses for hybrid search. */
export const internalSearchRoutes = (
  deps: LoadResultItemsDeps &
    AwaitItemsDeps &
    InspectMemoryDeps &
    FindSimilarDeps & {
      candidateRetriever: CandidateRetriever;
      lostTenants: Pick<LostTenants, 'has'>;
      archive: { lostTenants: Pick<LostTenants, 'has'> };
    },
): Route[] => [
  route({
    method: 'post',
    path: '/internal/search/candidates',
    scope: 'internal',
    summary: 'Find the best items of keyword and vector search, with their scores in both',
    body: candidatesRequest,
    response: candidatesResponse,
    handle: async ({ body, signal }) => {
      const candidates = await deps.candidateRetriever.retrieve(body, signal);
      // Checked after the search, because an index detects a damaged file when it reads it.
      const isIncomplete =
        deps.lostTenants.has(body.tenant_id) ||
        (includesSuperseded(body.filter) && deps.archive.lostTenants.has(body.tenant_id));
      return isIncomplete ? { ...candidates, is_incomplete: true } : candidates;
    },
  }),
  route({
    method: 'post',
    path: '/internal/search/items',
    scope: 'internal',
    summary: 'Load the result fields of items, and filter the items that graph expansion reached',
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
  route({
    method: 'post',
    path: '/internal/search/inspect-memory',
    scope: 'internal',
    summary: 'Read everything that decides whether a search finds a memory',
    body: inspectMemoryRequest,
    response: inspectMemoryResponse,
    handle: ({ body, signal }) => inspectMemory(deps, body, signal),
  }),
  route({
    method: 'post',
    path: '/internal/search/similar',
    scope: 'internal',
    summary: 'Find memories that say nearly the same as a text, or the opposite',
    body: findSimilarRequest,
    response: findSimilarResponse,
    handle: async ({ body, signal }) => ({
      similar: await findSimilar(
        deps,
        { tenantId: body.tenant_id, content: body.content, unindexed: body.unindexed },
        signal,
      ),
    }),
  }),
];
