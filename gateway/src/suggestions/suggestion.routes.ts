import { resolveSuggestionBody, suggestionResource } from '@loci/contracts';
import { forwardIdempotencyKeys, route, uuid, withIdempotencyKeys } from '@loci/http';
import type { Route } from '@loci/http';
import { z } from 'zod';
import { resolveSuggestion } from './resolve-suggestion.ts';
import type { ResolveSuggestionDeps } from './resolve-suggestion.ts';

/**
 * The operation that resolves a suggestion. The gateway implements it, because one of its actions changes both the graph
 * and the memory service.
 */
export const suggestionRoutes = (deps: ResolveSuggestionDeps): Route[] =>
  withIdempotencyKeys(
    [
      route({
        method: 'post',
        path: '/api/v2/suggestions/:suggestion_id/resolve',
        scope: 'write',
        summary: 'Resolve a suggestion',
        operationId: 'resolveSuggestion',
        description: 'Applies an action to a pair of similar or contradicting memories.',
        params: z.object({ suggestion_id: uuid.describe('ID of the suggestion.') }),
        body: resolveSuggestionBody(uuid),
        response: suggestionResource,
        errors: [
          'AUTH_FORBIDDEN',
          'RES_NOT_FOUND',
          'RES_ALREADY_EXISTS',
          'BIZ_QUOTA_EXCEEDED',
          'SYS_SERVICE_UNAVAILABLE',
        ],
        example: { body: { action: 'dismiss' } },
        handle: ({ caller, params, body, signal }) =>
          resolveSuggestion(deps, caller, { suggestionId: params.suggestion_id, ...body }, signal),
      }),
    ],
    forwardIdempotencyKeys,
  );
