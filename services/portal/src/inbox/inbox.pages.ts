import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { countText } from '../home/count-text.ts';
import type { Count } from '../home/overview.ts';
import { markDifference } from '../pages/difference.pages.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Flash } from '../sessions/session.ts';
import type { Locale } from '../texts/texts.ts';
import type { Decision } from './decide.ts';
import { inboxUrl } from './inbox-item.ts';
import type { InboxItem, InboxPosition, PairMemory } from './inbox-item.ts';
import { SEEN } from './load-item.ts';
import type { LoadedItem } from './load-item.ts';

const MAX_CONTENT_LENGTH = 10_000;

export interface InboxPage extends LoadedItem {
  /** Number of open pairs, including those that the user has postponed. */
  open: Count;
  /** True if the user has the permission to change memories. */
  canResolve: boolean;
  csrf: string;
  flash: Flash | undefined;
  locale: Locale;
}

/** Renders one pair of memories that say nearly the same or the opposite, with the possible decisions. */
export function inboxPage({ flash, item, open, locale, ...page }: InboxPage): Html {
  const { inbox } = locale.texts;
  return html`<h1>${inbox.title}</h1>
    <p class="lead">${inbox.lead}</p>
    ${flash && flashNote(flash)}
    ${item === null ? noItem(open, locale) : pair(item, { ...page, open, locale })}`;
}

const noItem = (open: Count, { texts: { inbox } }: Locale): Html =>
  open.total === 0
    ? html`<div class="panel empty">
        <p>${inbox.empty}</p>
        <p class="quiet">${inbox.emptyHint}</p>
      </div>`
    : html`<div class="panel empty">
        <p>${inbox.seen}</p>
        <p><a class="button" href="/inbox">${inbox.startAgain}</a></p>
      </div>`;

function pair(
  item: InboxItem,
  { open, canResolve, locale, ...page }: Omit<InboxPage, 'flash' | 'item'>,
): Html {
  const { inbox } = locale.texts;
  const { older, newer, kind } = item;
  const marked = markDifference(older.content, newer.content);
  const total = { ...open, total: Math.max(open.total, page.position.number) };
  return html`<section class="panel pair" aria-labelledby="pair">
      <div class="list-heading">
        <h2 id="pair">${inbox.kinds[kind]}</h2>
        <span class="quiet">${inbox.progress(page.position.number, countText(total, locale))}</span>
      </div>
      <div class="columns">
        ${memoryColumn(inbox.older, older, marked.before)} ${memoryColumn(inbox.newer, newer, marked.after)}
      </div>
      ${
        canResolve
          ? decisions(item, { ...page, open, canResolve, locale })
          : html`<p class="quiet">${inbox.viewer}</p>
              <div class="actions">${skipLink(page.next, locale)}</div>`
      }
    </section>
    ${
      canResolve &&
      html`<details class="shortcuts" id="shortcuts" hidden>
        <summary>${inbox.keys.heading}</summary>
        <p>${inbox.keys.text}</p>
        <label class="choice"><input type="checkbox" id="use-shortcuts" /> ${inbox.keys.enabled}</label>
      </details>`
    }`;
}

function decisions(
  item: InboxItem,
  { position, next, csrf, locale }: Omit<InboxPage, 'flash' | 'item'>,
): Html {
  const { inbox } = locale.texts;
  const fields = decisionFields(item, position, csrf);
  const button = (decision: Decision, key: string, label: string, second = true): Html =>
    html`<button
      type="submit"
      name="decision"
      value="${decision}"
      data-key="${key}"
      aria-keyshortcuts="${key}"
      ${second && html` class="second"`}
    >
      ${label}
    </button>`;
  return html`<form method="post" action="${actionOf(item)}" class="actions" aria-labelledby="pair">
      ${fields} ${button('keep-newer', '1', inbox.keepNewer, false)}
      ${button('keep-older', '2', inbox.keepOlder)} ${button('keep-both', '3', inbox.keepBoth)}
      ${skipLink(next, locale)}
    </form>
    <details class="merge">
      <summary data-key="4" aria-keyshortcuts="4">${inbox.merge}</summary>
      <form method="post" action="${actionOf(item)}">
        ${fields}
        <div class="field">
          <label for="content">${inbox.mergeLabel}</label>
          <textarea id="content" name="content" rows="4" maxlength="${MAX_CONTENT_LENGTH}" required>
${item.newer.content}</textarea>
        </div>
        <button type="submit" name="decision" value="merge">${inbox.mergeButton}</button>
      </form>
    </details>
    ${(['keep-newer', 'keep-older'] as const).map((decision) => confirmation(item, decision, fields, locale))}`;
}

/** Renders a dialog that confirms a decision. Without JavaScript, a page confirms it. */
const confirmation = (
  item: InboxItem,
  decision: 'keep-newer' | 'keep-older',
  fields: Html,
  { texts: { inbox } }: Locale,
): Html =>
  html`<dialog data-confirms="${decision}" aria-labelledby="confirm-${decision}">
    <h2 id="confirm-${decision}">${inbox.confirm.title[decision]}</h2>
    <p>${inbox.confirm.text}</p>
    <form method="post" action="${actionOf(item)}" class="actions">
      ${fields}
      <input type="hidden" name="decision" value="${decision}" />
      <input type="hidden" name="confirmed" value="yes" />
      <button type="submit">${inbox.confirm.button[decision]}</button>
      <button type="button" class="second" data-close>${inbox.confirm.cancel}</button>
    </form>
  </dialog>`;

/** Path that the decision about a pair is sent to. */
export const actionOf = ({ list, id }: Pick<InboxItem, 'list' | 'id'>): string => `/inbox/${list}/${id}`;

/** Renders the hidden fields that a decision needs. */
const decisionFields = ({ older, newer, source }: InboxItem, position: InboxPosition, csrf: string): Html =>
  html`<input type="hidden" name="csrf" value="${csrf}" />
    <input type="hidden" name="older" value="${older.id}" />
    <input type="hidden" name="newer" value="${newer.id}" />
    <input type="hidden" name="source" value="${source}" />
    <input type="hidden" name="back" value="${inboxUrl(position)}" />`;

/** Links to the next pair. After the last one, the inbox reports that the user has seen all pairs. */
const skipLink = (next: InboxPosition | null, { texts: { inbox } }: Locale): Html =>
  html`<a
    class="button second"
    href="${next === null ? `/inbox?cursor=${SEEN}` : inboxUrl(next)}"
    data-key="5"
    aria-keyshortcuts="5"
    >${inbox.skip}</a
  >`;

const memoryColumn = (label: string, { id, created_at: createdAt }: PairMemory, text: Html): Html =>
  html`<div>
    <h3>${label}</h3>
    <p class="memory"><a class="content" href="/memories/${id}">${text}</a></p>
    <div class="meta">${formatDate(createdAt)}</div>
  </div>`;
