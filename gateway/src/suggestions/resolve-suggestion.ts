import { createSuggestionClient } from '@loci/contracts';
import type { ServiceClient, SuggestionAction, SuggestionResource } from '@loci/contracts';
import { isAppError, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { forwardedKeyOptions } from '@loci/http';
import type { OwnWrites } from '../own-writes/own-writes.ts';

export interface ResolveSuggestionDeps {
  /** Returns the client of a service by its name. */
  connect(service: string): ServiceClient;
  ownWrites: Pick<OwnWrites, 'record'>;
}

export interface SuggestionRequest {
  suggestionId: string;
  action: SuggestionAction;
  content?: string | null | undefined;
  keep_id?: string | null | undefined;
  relationship_type?: string | null | undefined;
}

/**
 * Resolves a suggestion. For the action `relate`, first creates the relationship in the graph service. If the request is
 * interrupted afterwards, a repetition uses the existing relationship.
 *
 * @throws RES_NOT_FOUND; RES_ALREADY_EXISTS if it is already resolved or one of its memories is inactive
 * @see docs/reference/suggestions.md#resolve-a-suggestion
 */
export async function resolveSuggestion(
  deps: ResolveSuggestionDeps,
  caller: Caller,
  { suggestionId, action, content, keep_id, relationship_type: type }: SuggestionRequest,
  signal: AbortSignal,
): Promise<SuggestionResource> {
  const options = { requestId: caller.requestId, signal };
  const suggestions = createSuggestionClient(deps.connect('memory'));
  let relationshipId: string | null = null;
  if (action === 'relate') {
    const suggestion = await suggestions.get(caller.tenantId, suggestionId, options);
    if (!suggestion) throw notFound('suggestion', suggestionId);
    // The memory service returns the stored response or the error for a suggestion that is already resolved.
    if (suggestion.status === 'open')
      relationshipId = await relate(deps.connect('graph'), caller, suggestion, type!, options);
  }
  return suggestions.resolve(
    caller,
    { suggestion_id: suggestionId, action, content, keep_id, relationship_id: relationshipId },
    {
      ...options,
      ...forwardedKeyOptions(),
      onWritten: (items) => deps.ownWrites.record(caller, items),
    },
  );
}

/** Creates the relationship, and returns its ID. Returns the ID of the existing one if there is one. */
async function relate(
  graph: ServiceClient,
  caller: Caller,
  { memory, other }: SuggestionResource,
  type: string,
  options: { requestId: string; signal: AbortSignal },
): Promise<string> {
  try {
    const body = { from_id: memory.id, to_id: other.id, relationship_type: type };
    const created = await graph(caller, { method: 'post', path: '/api/v2/relationships', body }, options);
    return (created as { id: string }).id;
  } catch (error) {
    const existingId = isAppError(error) ? error.details?.['relationship_id'] : undefined;
    if (typeof existingId === 'string') return existingId;
    throw error;
  }
}
