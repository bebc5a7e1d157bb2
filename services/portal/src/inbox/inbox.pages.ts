import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { markDifference } from '../pages/difference.pages.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Flash } from '../sessions/session.ts';

interface SuggestedMemory {
  id: string;
  content: string;
  created_at: string;
}

/** Fields of an open suggestion. @see docs/reference/suggestions.md */
export interface Suggestion {
  id: string;
  kind: 'duplicate' | 'contradiction';
  /** The memory that was indexed when the pair was found. */
  memory: SuggestedMemory;
  /** The memory that existed before. */
  other: SuggestedMemory;
}

export interface InboxPage {
  suggestions: readonly Suggestion[];
  nextCursor: string | null;
  /** True if the user has the permission to change memories. */
  canResolve: boolean;
  csrf: string;
  flash: Flash | undefined;
}

/** Renders pairs of memories that say nearly the same or the opposite, with a decision for each. */
export const inboxPage = ({ suggestions, nextCursor, canResolve, csrf, flash }: InboxPage): Html => html`
  <h1>Inbox</h1>
  <p class="lead">Pairs of memories that say nearly the same or the opposite. Decide which of them stay.</p>
  ${flash && flashNote(flash)} ${suggestions.length === 0 && html`<p class="quiet">Nothing to decide.</p>`}
  ${suggestions.map((suggestion) => suggestionPanel(suggestion, canResolve, csrf))}
  ${nextCursor !== null && html`<p class="actions"><a href="/inbox?cursor=${nextCursor}">Next page</a></p>`}
`;

const TITLES = { duplicate: 'Nearly the same', contradiction: 'A contradiction' };

function suggestionPanel({ id, kind, memory, other }: Suggestion, canResolve: boolean, csrf: string): Html {
  const [older, newer] = other.created_at <= memory.created_at ? [other, memory] : [memory, other];
  const texts = markDifference(older.content, newer.content);
  return html`<section class="panel" aria-labelledby="title-${id}">
    <h2 id="title-${id}">${TITLES[kind]}</h2>
    <div class="columns">
      ${memoryColumn('Older', older, texts.before)} ${memoryColumn('Newer', newer, texts.after)}
    </div>
    ${
      canResolve &&
      html`<form method="post" action="/inbox/${id}" class="actions" aria-labelledby="title-${id}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <input type="hidden" name="older" value="${older.id}" />
        <input type="hidden" name="newer" value="${newer.id}" />
        <button type="submit" name="decision" value="keep-newer">Keep the newer</button>
        <button type="submit" name="decision" value="keep-older" class="second">Keep the older</button>
        <button type="submit" name="decision" value="keep-both" class="second">Keep both</button>
      </form>`
    }
  </section>`;
}

const memoryColumn = (label: string, { id, created_at: createdAt }: SuggestedMemory, text: Html): Html =>
  html`<div>
    <h3>${label}</h3>
    <p class="memory"><a class="content" href="/memories/${id}">${text}</a></p>
    <div class="meta">${formatDate(createdAt)}</div>
  </div>`;
