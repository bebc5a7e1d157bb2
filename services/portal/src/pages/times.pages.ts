import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Locale } from '../texts/texts.ts';

/** Renders a timestamp with a resolution of minutes. @param timestamp ISO 8601 in UTC */
export const formatDate = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${toMinutes(timestamp)} UTC</time>`;

const toMinutes = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ');

/** True if a page must show the time of storing in addition to the event time, because their texts differ. */
export const wasStoredLater = (memory: { created_at: string; occurred_at: string }): boolean =>
  toMinutes(memory.created_at) !== toMinutes(memory.occurred_at);

/** Renders the event time of a memory or passage, and the time of storing if it differs. */
export const memoryTimes = (memory: { created_at: string; occurred_at: string }, { texts }: Locale): Html =>
  html`${formatDate(memory.occurred_at)}
  ${wasStoredLater(memory) && html`<span>${texts.page.stored} ${formatDate(memory.created_at)}</span>`}`;
