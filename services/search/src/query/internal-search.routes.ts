import {
  awaitItemsRequest,
  awaitItemsResponse,
  candidatesRequest,
  candidatesResponse,
  inspectMemoryRequest,
  inspectMemoryResponse,
  itemsRequest,
  itemsResponse,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { CandidateRetriever } from '../candidate-retriever/candidate-retriever.ts';
import { awaitItems } from './await-items.ts';
import type { AwaitItemsDeps } from './await-items.ts';
import { inspectMemory } from './inspect-memory.ts';
import type { InspectMemoryDeps } from './inspect-memory.ts';
import { loadResultItems } from './load-result-items.ts';
import type { LoadResultItemsDeps } from './load-result-items.ts';

/** Routes of the internal operations that the gateway uses for hybrid search. */
export const internalSearchRoutes = (
  deps: LoadResultItemsDeps & AwaitItemsDeps & InspectMemoryDeps & { candidateRetriever: CandidateRetriever },
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
];
