import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { formatNumber } from '../pages/numbers.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Locale } from '../texts/texts.ts';

/** Receipt of the deletion of a tenant or of the erasure of a user. @see docs/reference/erasure.md#receipt */
export interface Receipt {
  stores: { service: string; store: string; found_before: number; found_after: number }[];
  retained: { item: string; description: string; until?: string }[];
  digest: string;
}

export const receiptPanel = ({ language, texts }: Locale, { stores, retained, digest }: Receipt): Html => {
  const { receipt } = texts.workspace;
  const found = stores.filter(({ found_before: before }) => before > 0);
  return html`<div class="panel">
    <h2 id="receipt">${receipt.title}</h2>
    ${
      found.length === 0
        ? html`<p>${receipt.empty(stores.length)}</p>`
        : html`<p>${receipt.text(stores.length)}</p>
            <table class="stack" aria-labelledby="receipt">
              <thead>
                <tr>
                  <th scope="col">${receipt.service}</th>
                  <th scope="col">${receipt.store}</th>
                  <th scope="col">${receipt.before}</th>
                  <th scope="col">${receipt.after}</th>
                </tr>
              </thead>
              <tbody>
                ${found.map(
                  ({ service, store, found_before: before, found_after: after }) =>
                    html`<tr>
                      <td><strong>${service}</strong></td>
                      <td data-label="${receipt.store}">${store}</td>
                      <td data-label="${receipt.before}">${formatNumber(before, language)}</td>
                      <td data-label="${receipt.after}">${formatNumber(after, language)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>`
    }
    <h3>${receipt.kept}</h3>
    <ul>
      ${retained.map(
        ({ description, until }) =>
          html`<li>${description} ${until && html`${receipt.until} ${formatDate(until)}.`}</li>`,
      )}
    </ul>
    <p class="break">${receipt.digest} <code data-copy>${digest}</code></p>
  </div>`;
};
