import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { markTerms } from '../markdown/query-terms.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';

/** Types whose text is prose. The text of other types, such as source code and tables, keeps its columns. */
const PROSE = /^(?:text\/plain|text\/html|application\/(?:pdf|epub|rtf|msword|vnd\.))/;

/**
 * Renders the text of a document or passage.
 *
 * @param terms result of `queryTerms`
 */
export function documentText(text: string, contentType: string, terms: readonly string[]): Html {
  if (contentType === 'text/markdown') return renderMarkdown(text, terms);
  if (PROSE.test(contentType)) return html`<p class="memory">${markTerms(text, terms)}</p>`;
  return html`<pre class="source">${markTerms(text, terms)}</pre>`;
}
