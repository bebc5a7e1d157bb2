import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { renderMarkdown } from '../markdown/render-markdown.ts';

/** Structure that only Markdown has. Other texts are shown as they were typed. */
const MARKDOWN =
  /^(?:#{1,6} |[-*+] .*\n[-*+] |\d+\. .*\n\d+\. |> |```|~~~|\|.*\|\n\|[ :|-]+\|)|\*\*\S[^\n]*\*\*|\[[^\]\n]+\]\(\S+\)|`[^`\n]+`/m;

/** True if the page shows a text in another form than it was typed. */
export const isMarkdown = (text: string): boolean => MARKDOWN.test(text);

/** Renders the content of a memory: Markdown with its formatting, and other texts with their spaces and lines. */
export const contentOf = (text: string): Html =>
  isMarkdown(text)
    ? html`<div class="memory formatted">${renderMarkdown(text)}</div>`
    : html`<p class="memory">${text}</p>`;
