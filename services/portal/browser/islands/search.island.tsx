/** Searches while the user types, and selects results with the keyboard. The page works without it. */
import { liveSearch } from '../search/live-search.ts';
import { resultKeys } from '../search/result-keys.ts';

const form = document.querySelector<HTMLFormElement>('#search');
const field = form?.querySelector<HTMLInputElement>('#q');
if (form && field) {
  liveSearch(form);
  resultKeys(field);
  form.querySelector('#search-keys')?.removeAttribute('hidden');
}
