import type { Loci } from '@loci/client';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Texts } from '../texts/texts.ts';

/** A page of the sections of a document. */
export type DocumentOutline = Awaited<ReturnType<Loci['documents']['outline']>>;

const SEPARATOR = ' > ';
/** Deeper headings are not indented further. The stylesheet defines the levels. */
const MAX_LEVEL = 3;

/** Renders the sections of a document with links to their text. False if it has none. */
export function outlineSection(
  { items, next_cursor: next }: DocumentOutline,
  { path, cursor, texts }: { path: string; cursor: string | undefined; texts: Texts['documents'] },
): Html | false {
  if (items.length === 0 && next === null && cursor === undefined) return false;
  const outlineUrl = (position: string) => `${path}?outline=${encodeURIComponent(position)}#outline`;
  return html`<details class="section" id="outline" ${cursor !== undefined && html`open`}>
    <summary><h2>${texts.outline}</h2></summary>
    <ul class="outline">
      ${items.map(({ section, page, text_cursor: position }) => {
        const titles = section.split(SEPARATOR);
        return html`<li class="level-${Math.min(titles.length - 1, MAX_LEVEL)}">
          <a href="${path}?cursor=${encodeURIComponent(position)}#text" title="${section}"
            >${titles.at(-1)}</a
          >
          ${page !== null && html`<span class="quiet">${texts.pages(page, page)}</span>`}
        </li>`;
      })}
    </ul>
    <p class="pages">
      ${cursor !== undefined && html`<a href="${path}#outline">${texts.firstHeadings}</a>`}
      ${next !== null && html`<a href="${outlineUrl(next)}">${texts.moreHeadings}</a>`}
    </p>
  </details>`;
}
