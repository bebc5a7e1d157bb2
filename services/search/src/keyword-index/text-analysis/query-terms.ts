import { detectQueryLanguage } from './detect-language.ts';
import type { Language } from './languages.ts';
import { STOP_WORDS } from './stop-words.ts';
import { fold, forEachQueryTerm } from './text-terms.ts';

/**
 * Maximum number of terms of a query. Further terms are ignored, because each term requires a pass over its
 * posting list.
 */
const MAX_QUERY_TERMS = 64;

/** The distinct terms of a query. */
export interface QueryTerms {
  /** Number of the word that a term belongs to, by term. A word of another language than English has two terms. */
  wordOf: ReadonlyMap<string, number>;
  /** Number of distinct words. */
  wordCount: number;
  /** Language of the query. Null for English and unknown languages. */
  language: Language | null;
}

/**
 * Returns the distinct terms of a query, without stop words unless the query consists only of stop words. A query in another
 * language than English has no stop words of this language either.
 */
export function analyzeQuery(query: string): QueryTerms {
  const language = detectQueryLanguage(query);
  const all = new Map<string, number>();
  const significant = new Map<string, number>();
  let word = 0;
  let wordStart = -1;
  const add = (terms: Map<string, number>, term: string): void => {
    if (!terms.has(term)) terms.set(term, word);
  };
  forEachQueryTerm(
    query,
    (term, start, end) => {
      if (start !== wordStart) word++;
      wordStart = start;
      add(all, term);
      if (!isStopWord(query.slice(start, end), language)) add(significant, term);
    },
    language,
  );
  const wordOf = new Map([...(significant.size > 0 ? significant : all)].slice(0, MAX_QUERY_TERMS));
  return { wordOf, wordCount: new Set(wordOf.values()).size, language };
}

function isStopWord(word: string, language: Language | null): boolean {
  if (STOP_WORDS.has(fold(word))) return true;
  return language !== null && language.stopWords.has(word.normalize('NFC').toLowerCase());
}

/** Returns the distinct terms of a query, as {@link analyzeQuery} does. */
export const queryTerms = (query: string): Set<string> => new Set(analyzeQuery(query).wordOf.keys());
