import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { browseUrl } from '../browse/browse-filter.ts';
import { excerpt } from '../pages/excerpt.ts';
import { memoryTimes } from '../pages/times.pages.ts';
import type { Locale } from '../texts/texts.ts';

/** Fields of a memory that are shown in lists. */
export interface ListedMemory {
  id: string;
  content: string;
  memory_type: string;
  importance: number;
  tags: string[];
  created_at: string;
  occurred_at: string;
}

/**
 * Renders a memory as an item of a list.
 *
 * @param note shown below the memory
 */
export const memoryItem = (
  { id, content, memory_type, tags, ...times }: ListedMemory,
  locale: Locale,
  note?: string,
): Html =>
  html`<li>
    <p><a class="content" href="/memories/${id}">${excerpt(content)}</a></p>
    <div class="meta">
      ${typeLink(memory_type, locale.texts.vocabulary.memoryTypes[memory_type])} ${memoryTimes(times, locale)}
      ${tagLinks(tags)}
    </div>
    ${note !== undefined && html`<p class="hint">${note}</p>`}
  </li>`;

/** Links the type of a memory to the list of all memories of this type. */
export const typeLink = (type: string, label = type.replaceAll('_', ' ')): Html =>
  html`<a href="${browseUrl({ type })}">${label}</a>`;

/** Links each tag to the list of all memories with it. */
export const tagLinks = (tags: readonly string[]): Html[] =>
  tags.map((tag) => html`<a class="tag" href="${browseUrl({ tag })}">${tag}</a>`);
