import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { formatDay } from '../pages/formats.ts';
import type { Locale } from '../texts/texts.ts';
import { countText } from './count-text.ts';
import type { Overview } from './overview.ts';

const WIDTH = 420;
const HEIGHT = 96;
const GAP = 6;
const MIN_BAR = 3;

/** Renders the memories of each day as bars, and the same numbers as a table. */
export function activityChart(activity: Overview['activity'], locale: Locale): Html {
  const { texts, language } = locale;
  const highest = activity.reduce((best, day) => (day.total > best.total ? day : best), activity[0]!);
  const sum = {
    total: activity.reduce((total, day) => total + day.total, 0),
    total_is_exact: activity.every((day) => day.total_is_exact),
  };
  const text = texts.home.activity;
  if (sum.total === 0) return html`<p class="quiet">${text.nothing}</p>`;
  const step = WIDTH / activity.length;
  const bars = activity.map(({ total }, index) => {
    const height = total === 0 ? 1 : Math.max((total / highest.total) * HEIGHT, MIN_BAR);
    return html`<rect
      x="${(index * step + GAP / 2).toFixed(1)}"
      y="${(HEIGHT - height).toFixed(1)}"
      width="${(step - GAP).toFixed(1)}"
      height="${height.toFixed(1)}"
      rx="2"
      ${total === 0 && html` class="none"`}
    />`;
  });
  const [first, last] = [activity[0]!, activity.at(-1)!];
  return html`<p>
      ${text.total(countText(sum, locale))}
      ${text.description(countText(highest, locale), formatDay(highest.date, language))}
    </p>
    <svg class="activity" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true" focusable="false">${bars}</svg>
    <p class="axis" aria-hidden="true">
      <span>${formatDay(first.date, language)}</span><span>${formatDay(last.date, language)}</span>
    </p>
    <details>
      <summary>${text.table}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">${text.day}</th>
            <th scope="col">${text.memories}</th>
          </tr>
        </thead>
        <tbody>
          ${activity.map(
            (day) =>
              html`<tr>
                <td>${formatDay(day.date, language)}</td>
                <td>${countText(day, locale)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
}
