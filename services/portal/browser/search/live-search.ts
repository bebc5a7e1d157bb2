import { fetchFromPortal } from '../loci.ts';
import { localTimes } from '../page/local-times.ts';
import { texts } from '../texts.ts';
import { followIndexing } from './follow-indexing.ts';

/** Time without a key until a search starts. Shorter than the pauses of most typists, so each letter shows its results. */
const DELAY_MS = 60;
/** Time after which the page reports that a search is running. */
const SLOW_MS = 400;

/**
 * Searches while the user types or changes a filter. The server renders the results, so that they are the same with and
 * without JavaScript. A newer search aborts the request of the older one.
 */
export function liveSearch(form: HTMLFormElement): void {
  let request: AbortController | null = null;
  let delay: number | undefined;

  const status = (): HTMLElement => document.querySelector('#search-status')!;
  const results = (): HTMLElement => document.querySelector('#results')!;

  /** Shows the search of some fields, and stores it in the URL. */
  async function show(fields: URLSearchParams): Promise<void> {
    clearTimeout(delay);
    request?.abort();
    const current = (request = new AbortController());
    const query = fields.size === 0 ? '' : `?${fields.toString()}`;
    history.replaceState(null, '', `/${query}`);
    const slow = setTimeout(() => (status().textContent = texts.search.loading), SLOW_MS);
    results().setAttribute('aria-busy', 'true');
    try {
      const response = await fetchFromPortal(`/search/results${query}`, {
        signal: current.signal,
        redirect: 'manual',
      });
      // The session has ended.
      if (response.type === 'opaqueredirect') location.reload();
      else replace(await response.text());
    } catch {
      if (current.signal.aborted) return;
      results().removeAttribute('aria-busy');
      status().textContent = `${texts.search.failed} ${texts.search.unavailable}`;
    } finally {
      clearTimeout(slow);
    }
  }

  function replace(page: string): void {
    const received = new DOMParser().parseFromString(page, 'text/html');
    const content = received.querySelector('#results');
    if (content === null) throw new Error('The response has no results.');
    localTimes(content);
    results().removeAttribute('aria-busy');
    results().replaceChildren(...content.childNodes);
    status().textContent = received.querySelector('#search-status')?.textContent ?? '';
    void followIndexing();
  }

  form.addEventListener('input', (event) => {
    clearTimeout(delay);
    const isTyped = (event.target as HTMLInputElement).type === 'search';
    delay = window.setTimeout(() => void show(fieldsOf(form)), isTyped ? DELAY_MS : 0);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void show(fieldsOf(form));
  });
  // The user can type before this script has loaded.
  const field = form.querySelector<HTMLInputElement>('#q');
  if (field !== null && field.value !== field.defaultValue) void show(fieldsOf(form));
  // Forms in the results, for example the question why a memory is missing.
  document.addEventListener('submit', (event) => {
    const target = event.target as HTMLFormElement;
    if (!target.matches('form[data-live]')) return;
    event.preventDefault();
    void show(fieldsOf(target)).then(() => document.querySelector<HTMLElement>('#why')?.focus());
  });
}

/** Returns the fields of a form that the user has set. */
function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const isDefault = name === 'kind' && value === 'all';
    if (typeof value === 'string' && value.trim() !== '' && !isDefault) fields.set(name, value.trim());
  }
  return fields;
}
