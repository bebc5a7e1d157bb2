import { extractEntities } from '../entities/extract-entities.ts';
import { queryTerms } from '../text-analysis/query-terms.ts';
import { STOP_STEMS } from '../text-analysis/stop-stems.ts';
import { forEachTextTerm } from '../text-analysis/text-terms.ts';

/** Maximum length of a term in a token. The whitespace analyzer splits tokens at 255 characters. */
const MAX_TERM_LENGTH = 200;
/** Matches spaces in a term. A term can contain spaces, because some characters fold to several words. */
const SPACES = /\s+/gu;

/**
 * Returns the token of a term in the index. The token starts with the end of the tenant id, so document
 * frequencies and the length of posting lists depend only on the items of the tenant.
 */
export function tenantToken(tenantId: string, term: string): string {
  return `${tenantId.slice(-12)}:${term.slice(0, MAX_TERM_LENGTH).replace(SPACES, '_')}`;
}

/** The tokens of a text, repetitions included, separated by spaces. */
export function textTokens(tenantId: string, text: string): string {
  const tokens: string[] = [];
  forEachTextTerm(text, (term) => tokens.push(tenantToken(tenantId, term)));
  return tokens.join(' ');
}

/** The distinct tokens of a text, without those of English stop words. */
export function significantTokens(tenantId: string, text: string): Set<string> {
  const tokens = new Set<string>();
  forEachTextTerm(text, (term) => {
    if (!STOP_STEMS.has(term)) tokens.add(tenantToken(tenantId, term));
  });
  return tokens;
}

/**
 * Returns the distinct tokens of the entities of a text. `certain` contains those of certain entities, and `possible` those of
 * words that can be names because they begin a sentence.
 */
export function nameTokens(tenantId: string, text: string): { certain: Set<string>; possible: Set<string> } {
  const certain = new Set<string>();
  const possible = new Set<string>();
  for (const entity of extractEntities(text))
    for (const term of entity.terms) (entity.isCertain ? certain : possible).add(tenantToken(tenantId, term));
  for (const token of certain) possible.delete(token);
  return { certain, possible };
}

/** The distinct tokens of a query, at most 64. */
export const queryTokens = (tenantId: string, query: string): string[] => [
  ...queryTermsByToken(tenantId, query).keys(),
];

/** The terms of a query by token, at most 64. Several terms have the same token only if they are very long. */
export const queryTermsByToken = (tenantId: string, query: string): Map<string, string> =>
  new Map(Array.from(queryTerms(query), (term) => [tenantToken(tenantId, term), term]));

/** The number of occurrences of each token in a text. */
export function tokenFrequencies(tenantId: string, text: string): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const token of textTokens(tenantId, text).split(' '))
    frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
  return frequencies;
}
