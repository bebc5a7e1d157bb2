import { analyzeQuery, queryTerms } from './text-analysis/query-terms.ts';
import { STOP_WORDS } from './text-analysis/stop-words.ts';
import { fold, forEachQueryTerm } from './text-analysis/text-terms.ts';

/** Number of hits of the second search that are compared with the names and the missing words. */
export const SECOND_HOP_HITS = 20;
/** Maximum number of names of the best result that the second search contains. */
const MAX_SEARCHED_NAMES = 6;

/** A name of the best result, or a word of the query, with those of its terms that matter. */
export interface Part {
  text: string;
  terms: string[];
}

/** What the best result of a search contains and the query does not, and the other way round. */
export interface SecondHopPlan {
  /** Names in the best result, in the order of the text. Their terms are those that the query lacks, at least one. */
  names: Part[];
  /** Words of the query that the best result lacks, without stop words. */
  missing: Part[];
}

/** Maximum number of characters of the best result that are read, so that a long text does not delay the search. */
const MAX_CHARACTERS = 4_000;
/** Maximum number of names. Equals the maximum number of terms of a query, to which the names are compared together. */
const MAX_NAMES = 64;
/** A capitalized word, or several of them with only spaces, apostrophes, periods and hyphens between. */
const NAME = /\p{Lu}[\p{L}\p{M}\p{N}]*(?:[ ’'.-]{1,2}\p{Lu}[\p{L}\p{M}\p{N}]*)*/gu;
const SEPARATORS = /[ ’'.-]+/u;

/**
 * Compares a query with its best result. Scripts without capital letters have no names.
 *
 * @param matched terms of the query that the best result contains
 * @returns null if the best result lacks no word of the query, or contains no name
 */
export function planSecondHop(
  query: string,
  content: string,
  matched: ReadonlySet<string>,
): SecondHopPlan | null {
  const missing = listMissing(query, matched);
  if (missing.length === 0) return null;
  const names = listNames(content.slice(0, MAX_CHARACTERS), queryTerms(query));
  return names.length === 0 ? null : { names, missing };
}

/** The second search. */
export interface SecondSearch extends SecondHopPlan {
  query: string;
}

/** Returns all names of a plan as a text, whose terms can be rare. */
export const namesText = ({ names }: SecondHopPlan): string => names.map(({ text }) => text).join('\n');

/**
 * Returns the search for the first rare names and the missing words.
 *
 * @param rare terms of the names that are rare
 * @returns null if no name is rare
 */
export function planSecondSearch(plan: SecondHopPlan, rare: ReadonlySet<string>): SecondSearch | null {
  const isRare = ({ terms }: Part): boolean => terms.every((term) => rare.has(term));
  const names = plan.names.filter(isRare).slice(0, MAX_SEARCHED_NAMES);
  if (names.length === 0) return null;
  return {
    names,
    missing: plan.missing,
    query: [...names, ...plan.missing].map(({ text }) => text).join('\n'),
  };
}

/** Returns true if an item contains a name and a missing word. @param terms terms of the second search that it contains */
export function isSecondHop({ names, missing }: SecondSearch, terms: ReadonlySet<string>): boolean {
  const has = (term: string): boolean => terms.has(term);
  return names.some((name) => name.terms.every(has)) && missing.some((word) => word.terms.some(has));
}

function listMissing(query: string, matched: ReadonlySet<string>): Part[] {
  const { wordOf, language } = analyzeQuery(query);
  const words = new Map<number, Part>();
  forEachQueryTerm(
    query,
    (term, start, end) => {
      if (!wordOf.has(term)) return;
      const word = words.get(start) ?? { text: query.slice(start, end), terms: [] };
      word.terms.push(term);
      words.set(start, word);
    },
    language,
  );
  return [...words.values()].filter(({ terms }) => !terms.some((term) => matched.has(term)));
}

function listNames(content: string, queried: ReadonlySet<string>): Part[] {
  const names = new Map<string, Part>();
  for (const [text] of content.matchAll(NAME)) {
    if (names.has(text) || text.split(SEPARATORS).every((word) => STOP_WORDS.has(fold(word)))) continue;
    const terms = [...queryTerms(text)].filter((term) => !queried.has(term));
    if (terms.length > 0) names.set(text, { text, terms });
    if (names.size === MAX_NAMES) break;
  }
  return [...names.values()];
}
