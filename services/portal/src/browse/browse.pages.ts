import { MEMORY_TYPES, SOURCE_TYPES } from '@loci/contracts';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { memoryItem } from '../memories/memory-item.pages.ts';
import type { ListedMemory } from '../memories/memory-item.pages.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { island } from '../pages/portal-page.ts';
import type { Flash } from '../sessions/session.ts';
import type { Locale, Texts } from '../texts/texts.ts';
import { SORT_ORDERS, browseUrl, hasFilter, toApiQuery } from './browse-filter.ts';
import type { BrowseFilter } from './browse-filter.ts';
import { viewLinks } from './view-links.pages.ts';

export interface BrowsePage {
  filter: BrowseFilter;
  memories: readonly ListedMemory[];
  total: number;
  /** False if there are more than `total` memories. */
  isTotalExact: boolean;
  /** Position of this page. Null for the first page. */
  cursor: string | null;
  nextCursor: string | null;
  /** True if the user has the permission to change memories. */
  canWrite: boolean;
  /** Outcome of the last action. */
  flash: Flash | undefined;
}

/** Renders the list of memories that match a filter. In browsers with JavaScript, a table replaces it. */
export const browsePage = (page: BrowsePage, locale: Locale): Html => {
  const { browse, vocabulary } = locale.texts;
  const { filter, memories, total, isTotalExact, cursor, nextCursor, canWrite } = page;
  return html`
    <h1>${browse.title}</h1>
    ${page.flash && flashNote(page.flash)} ${viewLinks('list', browse)}
    ${filterForm(filter, browse, vocabulary)}
    <p class="quiet" role="status">
      ${browse.count(total, isTotalExact)}${
        hasFilter(filter) && html` <a href="${browseUrl({ sort: filter.sort })}">${browse.filter.reset}</a>`
      }
    </p>
    ${
      total === 0
        ? html`<p class="panel">${hasFilter(filter) ? browse.empty : browse.emptyTenant}</p>`
        : island(
            'browse',
            {
              query: toApiQuery(filter, null),
              sort: filter.sort,
              sortUrls: Object.fromEntries(SORT_ORDERS.map((sort) => [sort, browseUrl({ ...filter, sort })])),
              canWrite,
            },
            html`<ul class="results browse-fallback">
                ${memories.map((memory) => memoryItem(memory, locale))}
              </ul>
              <p class="actions">
                ${cursor !== null && html`<a href="${browseUrl(filter)}">${browse.firstPage}</a>`}
                ${nextCursor !== null && html`<a href="${browseUrl(filter, nextCursor)}">${browse.nextPage}</a>`}
              </p>`,
          )
    }
  `;
};

const filterForm = (
  filter: BrowseFilter,
  { filter: texts, sorts }: Texts['browse'],
  names: Texts['vocabulary'],
): Html => {
  const { source, importance, pinned, conversation, from, to } = filter;
  const hasMore = [source, importance, pinned, conversation, from, to].some((value) => value !== null);
  return html`<form method="get" action="/memories" class="browse-filter" aria-label="${texts.label}">
    <div class="inline-form">
      ${selectField('type', texts.type, filter.type, typeOptions(MEMORY_TYPES, names.memoryTypes), texts.all)}
      ${inputField('tag', texts.tag, filter.tag, 'text', html`maxlength="200"`)}
      ${selectField(
        'sort',
        texts.sort,
        filter.sort,
        SORT_ORDERS.map((value) => [value, sorts[value]!] as const),
      )}
      <button type="submit">${texts.submit}</button>
    </div>
    <details ${hasMore && html`open`}>
      <summary>${texts.more}</summary>
      <div class="inline-form">
        ${selectField('source', texts.source, source, typeOptions(SOURCE_TYPES, names.sourceTypes), texts.all)}
        ${selectField(
          'importance',
          texts.importance,
          importance,
          IMPORTANCES.map((value) => [value, `${Number(value) * 100} %`] as const),
          texts.all,
        )}
        ${selectField(
          'pinned',
          texts.pinned,
          pinned,
          [
            ['true', texts.pinnedOnly],
            ['false', texts.unpinnedOnly],
          ],
          texts.all,
        )}
        ${inputField('from', texts.from, from, 'date')} ${inputField('to', texts.to, to, 'date')}
        ${inputField('conversation', texts.conversation, conversation, 'text', html`maxlength="200"`)}
      </div>
    </details>
  </form>`;
};

const IMPORTANCES = ['0.25', '0.5', '0.75', '0.9'];

const typeOptions = (values: readonly string[], names: Readonly<Record<string, string>>) =>
  values.map((value) => [value, names[value] ?? value] as const);

const selectField = (
  name: string,
  label: string,
  selected: string | null,
  options: readonly (readonly [value: string, label: string])[],
  all?: string,
): Html => {
  const isListed = selected === null || options.some(([value]) => value === selected);
  const shown = isListed ? options : [...options, [selected, selected] as const];
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${all !== undefined && html`<option value="">${all}</option>`}
      ${shown.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === selected && html`selected`}>${text}</option>`,
      )}
    </select>
  </div>`;
};

const inputField = (
  name: string,
  label: string,
  value: string | null,
  type: 'text' | 'date',
  rest?: Html,
): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input type="${type}" id="${name}" name="${name}" value="${value ?? ''}" autocomplete="off" ${rest} />
  </div>`;
