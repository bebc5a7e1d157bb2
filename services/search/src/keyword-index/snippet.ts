import type { Snippet } from './keyword-index.ts';
import type { QueryTerms } from './text-analysis/query-terms.ts';
import { forEachTextTerm } from './text-analysis/text-terms.ts';

/** Maximum length of a snippet in UTF-16 code units, without ellipses. */
const SNIPPET_LENGTH = 200;
/** Preferred length of the text before the first match, in UTF-16 code units. */
const LEAD_LENGTH = 40;
const HTML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A range of a text in UTF-16 code units; `end` is exclusive. */
interface Range {
  start: number;
  end: number;
}

/**
 * Builds the snippet of a text for the terms of a query: about 200 characters around the first match, or the start of
 * the text if nothing matches.
 *
 * @param terms terms of the query, as returned by `analyzeQuery`
 */
export function buildSnippet(text: string, terms: QueryTerms): Snippet {
  const { matches, coverage } = findMatches(text, terms);
  const window = chooseWindow(text, matches[0]?.start ?? 0);
  const prefix = window.start > 0 ? '…' : '';
  const suffix = window.end < text.length ? '…' : '';
  return {
    text: prefix + text.slice(window.start, window.end) + suffix,
    highlight: matches.length > 0 ? prefix + renderHighlight(text, window, matches) + suffix : null,
    coverage,
  };
}

/**
 * Returns the matching ranges in text order, and the share of the words of the query that match. Words of the text are
 * stemmed in the language of the query. Adjacent and overlapping ranges, such as
 * CJK bigrams, are merged.
 */
function findMatches(
  text: string,
  { wordOf, wordCount, language }: QueryTerms,
): { matches: Range[]; coverage: number } {
  const matches: Range[] = [];
  const matched = new Set<number>();
  const visit = (term: string, start: number, end: number): void => {
    const word = wordOf.get(term);
    if (word === undefined) return;
    matched.add(word);
    const last = matches.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else matches.push({ start, end });
  };
  forEachTextTerm(text, visit, language);
  return { matches, coverage: wordCount === 0 ? 0 : matched.size / wordCount };
}

function chooseWindow(text: string, firstMatch: number): Range {
  if (text.length <= SNIPPET_LENGTH) return { start: 0, end: text.length };
  const start =
    firstMatch <= LEAD_LENGTH
      ? 0
      : nextWordStart(text, Math.min(firstMatch - LEAD_LENGTH, text.length - SNIPPET_LENGTH), firstMatch);
  return { start, end: previousWordEnd(text, Math.min(start + SNIPPET_LENGTH, text.length)) };
}

/** The first word boundary between `from` and `limit`, or `from` if there is none. Never splits a surrogate pair. */
function nextWordStart(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s\S/);
  return space === -1 ? characterStart(text, from) : from + space + 1;
}

/** The last word boundary before `to`, or `to` if there is none nearby. Never splits a surrogate pair. */
function previousWordEnd(text: string, to: number): number {
  if (to === text.length) return to;
  const space = /\s\S*$/.exec(text.slice(to - LEAD_LENGTH, to + 1));
  return space ? to - LEAD_LENGTH + space.index : characterStart(text, to);
}

function characterStart(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
  return isLowSurrogate ? index - 1 : index;
}

function renderHighlight(text: string, window: Range, matches: readonly Range[]): string {
  let html = '';
  let position = window.start;
  for (const match of matches) {
    const start = Math.max(match.start, position);
    const end = Math.min(match.end, window.end);
    if (start >= end) continue;
    html += `${escapeHtml(text.slice(position, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    position = end;
  }
  return html + escapeHtml(text.slice(position, window.end));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => HTML_ESCAPES[character]!);
}
