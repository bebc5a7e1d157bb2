import { html } from '@loci/pages';
import type { Html } from '@loci/pages';

const MAX_TERMS = 20;
const MIN_TERM_LENGTH = 2;
const WORD = /[\p{L}\p{N}]+/gu;

/** Returns the distinct words of a query in lower case, without single letters. */
export const queryTerms = (query: string): string[] =>
  [...new Set(query.toLowerCase().match(WORD) ?? [])]
    .filter((term) => term.length >= MIN_TERM_LENGTH)
    .slice(0, MAX_TERMS);

/** A part of a text. `isMatch` is true for a word that begins with a term of the query. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/**
 * Splits a text into words that match the query and the text between them. The parts have the same text together.
 *
 * @param terms result of {@link queryTerms}
 */
export function splitAtTerms(text: string, terms: readonly string[]): TextPart[] {
  if (terms.length === 0) return [{ text, isMatch: false }];
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = word.toLowerCase();
    if (!terms.some((term) => folded.startsWith(term))) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    parts.push({ text: word, isMatch: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** Renders parts of a text, and those that match a query as `mark` elements. */
export const markParts = (parts: readonly TextPart[]): Html =>
  html`${parts.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : text))}`;

/** Renders a text with the words that match a query as `mark` elements. */
export const markTerms = (text: string, terms: readonly string[]): Html =>
  markParts(splitAtTerms(text, terms));
