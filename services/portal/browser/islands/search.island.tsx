/** Searches while the user types, selects results with the keyboard, and shows the progress of indexing. The page works without it. */
import { followIndexing } from '../search/follow-indexing.ts';
import { liveSearch } from '../search/live-search.ts';
import { resultKeys } from '../search/result-keys.ts';

const form = document.querySelector<HTMLFormElement>('#search');
const field = form?.querySelector<HTMLInputElement>('#q');
if (form && field) {
  liveSearch(form);
  resultKeys(field);
  form.querySelector('#search-keys')?.removeAttribute('hidden');
}
void followIndexing();
