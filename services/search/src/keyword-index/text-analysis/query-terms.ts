import { STOP_WORDS } from './stop-words.ts';
import { fold, forEachQueryTerm } from './text-terms.ts';

/**
 * Maximum number of terms of a query. Further terms are ignored, because each term requires a pass over its
 * posting list.
 */
const MAX_QUERY_TERMS = 64;

/** Returns the distinct terms of a query, without stop words unless the query consists only of stop words. */
export function queryTerms(query: string): Set<string> {
  const all = new Set<string>();
  const significant = new Set<string>();
  forEachQueryTerm(query, (term, start, end) => {
    all.add(term);
    if (!STOP_WORDS.has(fold(query.slice(start, end)))) significant.add(term);
  });
  return new Set([...(significant.size > 0 ? significant : all)].slice(0, MAX_QUERY_TERMS));
}
