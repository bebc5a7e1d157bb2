/** A part of a snippet. */
export interface SnippetPart {
  text: string;
  /** True for a word of the query. */
  isMatch: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

const unescape = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity]!);

/**
 * Splits a highlight of a search result at its `<mark>` elements, so that the page escapes the texts itself and never
 * inserts markup of a response.
 *
 * @see docs/reference/search.md#snippets-and-highlights
 */
export function parseHighlight(highlight: string): SnippetPart[] {
  return highlight
    .split(/<mark>([^<]*)<\/mark>/)
    .map((text, index) => ({ text: unescape(text), isMatch: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
