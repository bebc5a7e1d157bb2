import {
  resolveSuggestionRequest,
  suggestionRequest,
  suggestionResource,
  suggestionResponse,
} from '@loci/contracts';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import { CALLER_ERRORS, authorizeCaller } from '../internal/authorize-caller.ts';
import { listSuggestions } from './list-suggestions.ts';
import type { ListSuggestionsDeps } from './list-suggestions.ts';
import { resolveSuggestion } from './resolve-suggestion.ts';
import type { ResolveSuggestionDeps } from './resolve-suggestion.ts';
import { suggestionPageResource, toSuggestionPage, toSuggestionResource } from './suggestion.resource.ts';
import { listSuggestionsQuery } from './suggestion.schemas.ts';

export type SuggestionDeps = ListSuggestionsDeps & ResolveSuggestionDeps & { inTransaction: InTransaction };

/** Operations on suggestions. The gateway implements the public operation that resolves one. */
export const suggestionRoutes = (deps: SuggestionDeps): Route[] => [
  route({
    method: 'get',
    path: '/api/v2/suggestions',
    scope: 'read',
    summary: 'List pairs of memories that say nearly the same or the opposite',
    operationId: 'listSuggestions',
    description: 'Lists pairs that the indexing of memories found, for review.',
    query: listSuggestionsQuery,
    response: suggestionPageResource,
    example: { query: { kind: 'contradiction', limit: '10' } },
    handle: async ({ caller, query }) => {
      const { limit, cursor, status, kind, memory_id: memoryId } = query;
      const found = await listSuggestions(deps, caller, { status, kind, memoryId }, { limit, cursor });
      return toSuggestionPage(found, { limit, cursor });
    },
  }),
  route({
    method: 'post',
    path: '/internal/memory/suggestions/get',
    scope: 'internal',
    summary: 'Read a suggestion',
    body: suggestionRequest,
    response: suggestionResponse,
    handle: async ({ body: { tenant_id: tenantId, suggestion_id: id } }) => {
      const suggestion = await deps.inTransaction(tenantId, (tx) => deps.suggestions.find(tx, tenantId, id));
      return { suggestion: suggestion && toSuggestionResource(suggestion) };
    },
  }),
  route({
    method: 'post',
    path: '/internal/memory/suggestions/resolve',
    scope: 'internal',
    summary: 'Resolve a suggestion',
    operationId: 'resolveSuggestion',
    description: 'Applies an action to a pair of similar or contradicting memories.',
    body: resolveSuggestionRequest,
    response: suggestionResource,
    errors: [...CALLER_ERRORS, 'RES_NOT_FOUND', 'RES_ALREADY_EXISTS', 'BIZ_QUOTA_EXCEEDED'],
    handle: async ({ caller, requestId, body }) => {
      authorizeCaller('write', caller, requestId);
      return toSuggestionResource(await resolveSuggestion(deps, caller, body));
    },
  }),
];
