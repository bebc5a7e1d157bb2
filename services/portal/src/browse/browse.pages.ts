import { MEMORY_TYPES } from '@loci/contracts';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { memoryItem } from '../memories/memory-item.pages.ts';
import type { ListedMemory } from '../memories/memory-item.pages.ts';
import { SORT_ORDERS, browseUrl, hasFilter } from './browse-filter.ts';
import type { BrowseFilter } from './browse-filter.ts';

export interface BrowsePage {
  filter: BrowseFilter;
  memories: readonly ListedMemory[];
  total: number;
  /** False if there are more than `total` memories. */
  isTotalExact: boolean;
  /** Position of this page. Null for the first page. */
  cursor: string | null;
  nextCursor: string | null;
}

/** Renders the list of memories that match a filter. */
export const browsePage = ({
  filter,
  memories,
  total,
  isTotalExact,
  cursor,
  nextCursor,
}: BrowsePage): Html => html`
  <h1>Memories</h1>
  ${filterForm(filter)}
  <p class="quiet" role="status">
    ${countLabel(total, isTotalExact)}${hasFilter(filter) && html` <a href="/memories">Show all</a>`}
  </p>
  <ul class="results">
    ${memories.map(memoryItem)}
  </ul>
  <p class="actions">
    ${cursor !== null && html`<a href="${browseUrl(filter)}">First page</a>`}
    ${nextCursor !== null && html`<a href="${browseUrl(filter, nextCursor)}">Next page</a>`}
  </p>
`;

const filterForm = ({ type, tag, from, to, sort }: BrowseFilter): Html =>
  html`<form method="get" action="/memories" class="inline-form" aria-label="Filter">
    <div class="field">
      <label for="type">Type</label>
      <select id="type" name="type">
        <option value="">All</option>
        ${MEMORY_TYPES.map((value) => option(value, value.replaceAll('_', ' '), type))}
      </select>
    </div>
    <div class="field">
      <label for="tag">Tag</label>
      <input type="text" id="tag" name="tag" value="${tag ?? ''}" maxlength="200" autocomplete="off" />
    </div>
    <div class="field">
      <label for="from">From</label>
      <input type="date" id="from" name="from" value="${from ?? ''}" />
    </div>
    <div class="field">
      <label for="to">To</label>
      <input type="date" id="to" name="to" value="${to ?? ''}" />
    </div>
    <div class="field">
      <label for="sort">Order</label>
      <select id="sort" name="sort">
        ${SORT_ORDERS.map(({ value, label }) => option(value, label, sort))}
      </select>
    </div>
    <button type="submit">Show</button>
  </form>`;

const option = (value: string, label: string, selected: string | null): Html =>
  html`<option value="${value}" ${value === selected && html`selected`}>${label}</option>`;

function countLabel(total: number, isExact: boolean): string {
  const count = total.toLocaleString('en-US');
  if (!isExact) return `More than ${count} memories.`;
  if (total === 0) return 'No memories.';
  return total === 1 ? '1 memory.' : `${count} memories.`;
}
