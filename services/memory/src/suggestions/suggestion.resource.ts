import { componentNames, shortenContent, suggestionResource } from '@loci/contracts';
import type { SuggestionResource } from '@loci/contracts';
import { continuation, takeItems } from '@loci/http';
import type { Cursor } from '@loci/http';
import { z } from 'zod';
import { SUGGESTION_LIST } from './list-suggestions.ts';
import type { SuggestedMemory, Suggestion } from './suggestion.ts';

export const suggestionPageResource = z
  .object({
    items: z.array(suggestionResource).describe('Suggestions, newest first.'),
    ...continuation,
  })
  .register(componentNames, { name: 'SuggestionList' });

const toSuggestedMemory = ({ id, content, createdAt }: SuggestedMemory) => ({
  id,
  content: shortenContent(content),
  created_at: createdAt.toISOString(),
});

export const toSuggestionResource = (suggestion: Suggestion): SuggestionResource => ({
  id: suggestion.id,
  kind: suggestion.kind,
  score: suggestion.score,
  evidence: suggestion.evidence,
  status: suggestion.status,
  detected_at: suggestion.detectedAt.toISOString(),
  memory: toSuggestedMemory(suggestion.memory),
  other: toSuggestedMemory(suggestion.other),
  resolution: suggestion.resolution && {
    action: suggestion.resolution.action,
    result_id: suggestion.resolution.resultId,
    resolved_at: suggestion.resolution.resolvedAt.toISOString(),
    resolved_by: suggestion.resolution.resolvedBy,
  },
});

/** Builds a page from the result of `listSuggestions`. */
export function toSuggestionPage(
  suggestions: readonly Suggestion[],
  { limit, cursor }: { limit: number; cursor: Cursor | undefined },
) {
  const { items, truncated, next_cursor } = takeItems(
    suggestions,
    { start: cursor?.position ?? 0, limit },
    {
      list: SUGGESTION_LIST,
      toItem: toSuggestionResource,
      keyOf: ({ detectedAt, id }) => [detectedAt.toISOString(), id],
    },
  );
  return { items, truncated, next_cursor };
}
