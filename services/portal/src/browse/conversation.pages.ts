import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { memoryItem } from '../memories/memory-item.pages.ts';
import type { ListedMemory } from '../memories/memory-item.pages.ts';
import { excerpt } from '../pages/excerpt.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Locale } from '../texts/texts.ts';
import { browseUrl } from './browse-filter.ts';
import { viewLinks } from './view-links.pages.ts';

const TITLE_LENGTH = 120;
const PATH = '/memories/conversations';

/** Item of `GET /api/v2/conversations`. */
export interface ListedConversation {
  conversation_id: string;
  memory_count: number;
  memory_count_is_exact: boolean;
  first_created_at: string;
  last_created_at: string;
  excerpt: string;
}

/** Returns the URL of the timeline of a conversation. */
export const conversationUrl = (id: string, cursor: string | null = null): string =>
  `${PATH}?${new URLSearchParams({ id, ...(cursor !== null && { cursor }) }).toString()}`;

/** Renders the conversations, the one with the latest memory first. */
export function conversationsPage(
  {
    conversations,
    cursor,
    nextCursor,
  }: { conversations: readonly ListedConversation[]; cursor: string | null; nextCursor: string | null },
  { texts: { browse } }: Locale,
): Html {
  const { conversations: texts } = browse;
  const isEmpty = conversations.length === 0 && nextCursor === null;
  return html`<h1>${texts.title}</h1>
    ${viewLinks('conversations', browse)}
    ${isEmpty && html`<p class="panel">${cursor === null ? texts.none : texts.noMore}</p>`}
    ${!isEmpty && conversations.length === 0 && html`<p class="quiet">${texts.continues}</p>`}
    <ul class="results">
      ${conversations.map(
        (each) =>
          html`<li>
            <p>
              <a class="content" href="${conversationUrl(each.conversation_id)}"
                >${excerpt(each.excerpt, TITLE_LENGTH)}</a
              >
            </p>
            <div class="meta">
              <span>${texts.count(each.memory_count, each.memory_count_is_exact)}</span>
              <span
                >${formatDate(each.first_created_at)}${
                  each.first_created_at !== each.last_created_at &&
                  html` – ${formatDate(each.last_created_at)}`
                }</span
              >
            </div>
          </li>`,
      )}
    </ul>
    <p class="actions">
      ${cursor !== null && html`<a href="${PATH}">${browse.firstPage}</a>`}
      ${nextCursor !== null && html`<a href="${PATH}?${new URLSearchParams({ cursor: nextCursor }).toString()}">${browse.nextPage}</a>`}
    </p>`;
}

/** Renders the memories of a conversation in the order in which they were stored. */
export const conversationPage = (
  {
    id,
    memories,
    total,
    isTotalExact,
    cursor,
    nextCursor,
  }: {
    id: string;
    memories: readonly ListedMemory[];
    total: number;
    isTotalExact: boolean;
    cursor: string | null;
    nextCursor: string | null;
  },
  locale: Locale,
): Html => {
  const { browse } = locale.texts;
  const { conversations: texts } = browse;
  return html`<p><a href="${PATH}">${texts.all}</a></p>
    <h1>${texts.one}</h1>
    <p class="quiet">
      ${texts.count(total, isTotalExact)}
      ${total > 0 && html`<a href="${browseUrl({ conversation: id })}">${texts.asTable}</a>`}
    </p>
    ${total === 0 && html`<p class="panel">${texts.noMemory}</p>`}
    <ol class="line timeline" aria-label="${texts.one}">
      ${memories.map((memory) => memoryItem(memory, locale))}
    </ol>
    <p class="actions">
      ${cursor !== null && html`<a href="${conversationUrl(id)}">${browse.firstPage}</a>`}
      ${nextCursor !== null && html`<a href="${conversationUrl(id, nextCursor)}">${texts.later}</a>`}
    </p>`;
};
