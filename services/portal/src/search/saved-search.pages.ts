import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Locale } from '../texts/texts.ts';
import { readSearchParameters, searchFields, searchUrl } from './search-parameters.ts';
import type { SearchParameters } from './search-parameters.ts';

/** Maximum length of the name of a saved search. */
const MAX_NAME_LENGTH = 100;

/** @see docs/reference/search.md#saved-searches */
export interface SavedSearch {
  id: string;
  name: string;
  parameters: Record<string, unknown>;
}

/** Links to the saved searches of the user, each with a button that deletes it. */
export const savedSearchList = (
  searches: readonly SavedSearch[],
  csrf: string,
  { texts: { search } }: Locale,
): Html | null =>
  searches.length === 0
    ? null
    : html`<section class="saved" aria-labelledby="saved">
        <h2 id="saved">${search.saved.heading}</h2>
        <ul class="chips">
          ${searches.map(
            ({ id, name, parameters }) =>
              html`<li>
                <a href="${searchUrl(readSearchParameters(parameters))}">${name}</a>
                <form method="post" action="/searches/${id}/delete">
                  <input type="hidden" name="csrf" value="${csrf}" />
                  <input type="hidden" name="name" value="${name}" />
                  <input type="hidden" name="search" value="${searchUrl(readSearchParameters(parameters))}" />
                  <button type="submit" class="link" aria-label="${search.saved.delete(name)}">×</button>
                </form>
              </li>`,
          )}
        </ul>
      </section>`;

/** Renders the form that saves the current search. */
export const saveSearchForm = (parameters: SearchParameters, csrf: string, { texts }: Locale): Html =>
  html`<details class="save-search">
    <summary>${texts.search.saved.save}</summary>
    <form method="post" action="/searches" class="inline-form">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${Object.entries(searchFields(parameters)).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <div class="field grow">
        <label for="search-name">${texts.search.saved.name}</label>
        <input
          type="text"
          id="search-name"
          name="name"
          value="${parameters.q.slice(0, MAX_NAME_LENGTH)}"
          maxlength="${MAX_NAME_LENGTH}"
          autocomplete="off"
          required
        />
      </div>
      <button type="submit" class="second">${texts.search.saved.button}</button>
    </form>
  </details>`;
