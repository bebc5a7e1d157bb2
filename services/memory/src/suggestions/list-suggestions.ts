import type { Caller } from '@loci/core';
import { continueAfter, timeAndId } from '@loci/http';
import type { Cursor } from '@loci/http';
import type { InTransaction } from '@loci/postgres';
import type { SuggestionFilter, SuggestionRepository } from './suggestion.repository.ts';
import type { Suggestion } from './suggestion.ts';

export interface ListSuggestionsDeps {
  inTransaction: InTransaction;
  suggestions: Pick<SuggestionRepository, 'list'>;
}

/** Name of this list in its cursors. */
export const SUGGESTION_LIST = 'suggestions';

/**
 * Lists suggestions, newest first.
 *
 * @returns the page, plus one suggestion if there is a next page
 * @throws VAL_FIELD_INVALID for the cursor of another list
 * @see docs/reference/suggestions.md#list-suggestions
 */
export async function listSuggestions(
  { inTransaction, suggestions }: ListSuggestionsDeps,
  { tenantId }: Caller,
  filter: SuggestionFilter,
  { limit, cursor }: { limit: number; cursor: Cursor | undefined },
): Promise<Suggestion[]> {
  const after = continueAfter(cursor, SUGGESTION_LIST, timeAndId);
  return inTransaction(tenantId, (tx) => suggestions.list(tx, tenantId, filter, { limit: limit + 1, after }));
}
