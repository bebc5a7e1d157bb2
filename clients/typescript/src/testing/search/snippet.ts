import { wordsOf } from './words.ts';
import type { Word } from './words.ts';

const SNIPPET_LENGTH = 200;
const LEADING_LENGTH = 40;

/** @see docs/reference/search.md#snippets-and-highlights */
export function buildSnippet(
  content: string,
  query: ReadonlySet<string>,
): { snippet: string; highlight: string | null } {
  const matches = wordsOf(content).filter(({ stem }) => query.has(stem));
  const start = matches.length === 0 ? 0 : Math.max(0, matches[0]!.start - LEADING_LENGTH);
  const end = Math.min(content.length, start + SNIPPET_LENGTH);
  const prefix = start > 0 ? '…' : '';
  const suffix = end < content.length ? '…' : '';
  const snippet = prefix + content.slice(start, end) + suffix;
  if (matches.length === 0) return { snippet, highlight: null };
  return { snippet, highlight: prefix + highlight(content, matches, start, end) + suffix };
}

function highlight(content: string, matches: readonly Word[], start: number, end: number): string {
  let html = '';
  let at = start;
  for (const match of matches.filter((word) => word.start >= start && word.end <= end)) {
    html += `${escape(content.slice(at, match.start))}<mark>${escape(content.slice(match.start, match.end))}</mark>`;
    at = match.end;
  }
  return html + escape(content.slice(at, end));
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
