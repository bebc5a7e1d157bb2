import { queryTerms } from '../text-analysis/query-terms.ts';
import { forEachTextTerm } from '../text-analysis/text-terms.ts';

// The analyzer would cut a token at 255.
const MAX_TERM_LENGTH = 200;
// Some characters fold to several words.
const SPACES = /\s+/gu;

/**
 * A term as it stands in the index: its tenant's own, so that how rare it is, and how long it takes to look through the
 * items that hold it, depend on nobody else's items.
 */
function tenantTerm(tenantId: string, term: string): string {
  return `${tenantId.slice(-12)}:${term.slice(0, MAX_TERM_LENGTH).replace(SPACES, '_')}`;
}

/** The terms of a text, repetitions included, with a space between any two. */
export function textTokens(tenantId: string, text: string): string {
  const tokens: string[] = [];
  forEachTextTerm(text, (term) => tokens.push(tenantTerm(tenantId, term)));
  return tokens.join(' ');
}

/** The distinct terms to look for, at most 64. */
export function queryTokens(tenantId: string, query: string): string[] {
  return [...new Set(Array.from(queryTerms(query), (term) => tenantTerm(tenantId, term)))];
}
