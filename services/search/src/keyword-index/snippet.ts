import type { Passage } from './keyword-index.ts';
import { eachTextTerm } from './text-analysis/text-terms.ts';

const SNIPPET_LENGTH = 200;
// So much of the text before the first hit is shown with it.
const LEAD_LENGTH = 40;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

interface Part {
  start: number;
  end: number;
}

/** What to show of a text for a query with these terms. */
export function passageOf(text: string, terms: ReadonlySet<string>): Passage {
  const hits = hitsIn(text, terms);
  const shown = window(text, hits[0]?.start ?? 0);
  const before = shown.start > 0 ? '…' : '';
  const after = shown.end < text.length ? '…' : '';
  const snippet = before + text.slice(shown.start, shown.end) + after;
  return { snippet, highlight: hits.length > 0 ? before + marked(text, shown, hits) + after : null };
}

/** Parts of the text that match, in order, those that touch or overlap (pairs of characters do) made one. */
function hitsIn(text: string, terms: ReadonlySet<string>): Part[] {
  const hits: Part[] = [];
  eachTextTerm(text, (term, start, end) => {
    if (!terms.has(term)) return;
    const last = hits.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else hits.push({ start, end });
  });
  return hits;
}

function window(text: string, firstHit: number): Part {
  if (text.length <= SNIPPET_LENGTH) return { start: 0, end: text.length };
  const start =
    firstHit <= LEAD_LENGTH
      ? 0
      : wordStart(text, Math.min(firstHit - LEAD_LENGTH, text.length - SNIPPET_LENGTH), firstHit);
  return { start, end: wordEnd(text, Math.min(start + SNIPPET_LENGTH, text.length)) };
}

/** The first start of a word from `from` on, or `from` when there is none before `hit`; never inside a character. */
function wordStart(text: string, from: number, hit: number): number {
  const space = text.slice(from, hit).search(/\s\S/);
  return space === -1 ? characterStart(text, from) : from + space + 1;
}

function wordEnd(text: string, to: number): number {
  if (to === text.length) return to;
  const space = /\s\S*$/.exec(text.slice(to - LEAD_LENGTH, to + 1));
  return space ? to - LEAD_LENGTH + space.index : characterStart(text, to);
}

function characterStart(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
}

function marked(text: string, shown: Part, hits: readonly Part[]): string {
  let html = '';
  let at = shown.start;
  for (const hit of hits) {
    const start = Math.max(hit.start, at);
    const end = Math.min(hit.end, shown.end);
    if (start >= end) continue;
    html += `${escaped(text.slice(at, start))}<mark>${escaped(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escaped(text.slice(at, shown.end));
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}
