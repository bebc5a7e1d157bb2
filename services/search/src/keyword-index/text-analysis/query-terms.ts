import { STOP_WORDS } from './stop-words.ts';
import { forEachQueryTerm, fold } from './text-terms.ts';

// Beyond this a query is a text, whose first words say what it is about; each term costs a pass over its items.
const MAX_QUERY_TERMS = 64;

/** The distinct terms to look for: without the stop words, unless there is nothing else. */
export function queryTerms(query: string): Set<string> {
  const all = new Set<string>();
  const telling = new Set<string>();
  forEachQueryTerm(query, (term, start, end) => {
    all.add(term);
    if (!STOP_WORDS.has(fold(query.slice(start, end)))) telling.add(term);
  });
  return new Set([...(telling.size > 0 ? telling : all)].slice(0, MAX_QUERY_TERMS));
}
