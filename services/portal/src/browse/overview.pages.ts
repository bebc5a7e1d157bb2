import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { flashNote } from '../pages/flash-note.pages.ts';
import type { Flash } from '../sessions/session.ts';
import type { Locale } from '../texts/texts.ts';
import { browseUrl } from './browse-filter.ts';
import { renameUrl } from './tag-rename.pages.ts';
import { viewLinks } from './view-links.pages.ts';

const DAY_MS = 86_400_000;
/** Number of heights of a bar, which the stylesheet defines. */
const LEVELS = 10;

/** Response of `GET /api/v2/memories/counts/daily`. */
export interface DailyCounts {
  first_day: string;
  last_day: string;
  days: { date: string; count: number; count_is_exact: boolean }[];
}

/** Renders a bar for each day of a period, latest first, with a link to the memories of the day. */
export const daysPage = (
  { first_day: start, last_day: end, days }: DailyCounts,
  { today, locale }: { today: string; locale: Locale },
): Html => {
  const { browse } = locale.texts;
  const format = new Intl.DateTimeFormat(locale.language, { dateStyle: 'medium', timeZone: 'UTC' });
  const nameOf = (date: string): string => format.format(new Date(date));
  const byDate = new Map(days.map((day) => [day.date, day]));
  const most = Math.max(1, ...days.map(({ count }) => count));
  return html`<h1>${browse.days.title}</h1>
    ${viewLinks('days', browse)}
    <p class="lead">${browse.days.lead(nameOf(start), nameOf(end))}</p>
    ${days.length === 0 && html`<p class="quiet">${browse.days.none}</p>`}
    <ol class="days">
      ${datesFrom(end, start).map((date) => {
        const day = byDate.get(date);
        if (day === undefined) return html`<li><span class="day empty" aria-hidden="true"></span></li>`;
        const label = browse.days.day(nameOf(date), day.count, day.count_is_exact);
        const level = Math.ceil((day.count / most) * LEVELS);
        return html`<li>
          <a class="day level-${level}" href="${browseUrl({ from: date, to: date })}" title="${label}"
            ><span class="hidden">${label}</span></a
          >
        </li>`;
      })}
    </ol>
    <ul class="plain-list">
      ${days
        .toReversed()
        .slice(0, LISTED_DAYS)
        .map(
          ({ date, count, count_is_exact: isExact }) =>
            html`<li>
              <a href="${browseUrl({ from: date, to: date })}"
                >${browse.days.day(nameOf(date), count, isExact)}</a
              >
            </li>`,
        )}
    </ul>
    <p class="actions">
      ${end < today && html`<a href="/memories/days">${browse.days.latest}</a>`}
      <a href="/memories/days?end=${shift(start, -1)}">${browse.days.earlier}</a>
    </p>`;
};

/** Number of days that the page also lists as text. */
const LISTED_DAYS = 14;

const shift = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

function datesFrom(last: string, first: string): string[] {
  const dates: string[] = [];
  for (let date = last; date >= first; date = shift(date, -1)) dates.push(date);
  return dates;
}

export interface TagsView {
  tags: readonly { name: string; usage_count: number }[];
  total: number;
  nextCursor: string | null;
  /** True if the user has the permission to change memories. */
  canWrite: boolean;
  /** Outcome of the last action. */
  flash: Flash | undefined;
}

/** Renders the tags of the workspace, most used first. Omits tags without memories, which a job deletes. */
export const tagsPage = (
  { tags, total, nextCursor, canWrite, flash }: TagsView,
  { texts: { browse } }: Locale,
): Html =>
  html`<h1>${browse.tags.title}</h1>
    ${flash && flashNote(flash)} ${viewLinks('tags', browse)}
    <p class="quiet">${total === 0 ? browse.tags.none : browse.tags.total(total)}</p>
    <ul class="plain-list columns-list">
      ${tags
        .filter(({ usage_count: count }) => count > 0)
        .map(
          ({ name, usage_count: count }) =>
            html`<li>
              <a class="tag" href="${browseUrl({ tag: name })}">${name}</a>
              <span class="quiet">${browse.tags.count(count)}</span>
              ${
                canWrite &&
                html`<a href="${renameUrl(name)}"
                  >${browse.tags.rename.link}<span class="hidden"> ${name}</span></a
                >`
              }
            </li>`,
        )}
    </ul>
    <p class="actions">
      ${nextCursor !== null && html`<a href="/memories/tags?cursor=${nextCursor}">${browse.nextPage}</a>`}
    </p>`;

/** Renders the number of memories of each type. */
export const typesPage = (
  counts: Readonly<Record<string, number>>,
  { texts: { browse, vocabulary } }: Locale,
): Html => {
  const types = Object.entries(counts);
  return html`<h1>${browse.types.title}</h1>
    ${viewLinks('types', browse)}
    <p class="quiet">${types.length === 0 ? browse.types.none : browse.types.note}</p>
    <ul class="plain-list columns-list">
      ${types.map(
        ([type, count]) =>
          html`<li>
            <a href="${browseUrl({ type })}">${vocabulary.memoryTypes[type] ?? type}</a>
            <span class="quiet">${browse.types.count(count)}</span>
          </li>`,
      )}
    </ul>`;
};
