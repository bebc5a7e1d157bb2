import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { formatDate } from '../pages/times.pages.ts';
import type { ClientNameOf } from '../people/client-names.ts';
import type { NameOf } from '../people/user-names.ts';
import type { Locale } from '../texts/texts.ts';
import type { MemoryReaders } from './load-memory.ts';

/** Number of readers that the page shows. */
const MAX_SHOWN = 50;

/** Renders who read a memory, latest read first. Only for owners. */
export const readersSection = (
  { items: readers, recording }: MemoryReaders,
  { nameOf, clientNameOf, locale }: { nameOf: NameOf; clientNameOf: ClientNameOf; locale: Locale },
): Html => {
  const { readers: texts } = locale.texts.memory;
  const count = new Intl.NumberFormat(locale.language);
  return html`<details class="section" id="readers">
    <summary><h2>${texts.title(readers.length)}</h2></summary>
    <p class="quiet">${texts.note}</p>
    ${!recording && html`<p class="note">${texts.isOff}</p>`}
    ${
      readers.length === 0
        ? html`<p class="quiet">${texts.none}</p>`
        : html`<table class="stack">
            <thead>
              <tr>
                <th scope="col">${texts.reader}</th>
                <th scope="col">${texts.through}</th>
                <th scope="col">${texts.opened}</th>
                <th scope="col">${texts.found}</th>
                <th scope="col">${texts.last}</th>
              </tr>
            </thead>
            <tbody>
              ${readers.slice(0, MAX_SHOWN).map(
                (reader) =>
                  html`<tr>
                    <td data-label="${texts.reader}">${nameOf(reader.user_id)}</td>
                    <td data-label="${texts.through}">${clientNameOf(reader)}</td>
                    <td data-label="${texts.opened}">${count.format(reader.opened)}</td>
                    <td data-label="${texts.found}">${count.format(reader.found)}</td>
                    <td data-label="${texts.last}">${formatDate(reader.last_read_at)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    ${readers.length > MAX_SHOWN && html`<p class="quiet">${texts.more(readers.length - MAX_SHOWN)}</p>`}
  </details>`;
};
