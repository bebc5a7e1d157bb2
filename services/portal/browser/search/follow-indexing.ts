import { fetchFromPortal } from '../loci.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;
const BACKOFF = 1.5;

const PART = '[data-indexing]';
const PENDING = '[data-indexing=pending]';

let isRunning = false;

/**
 * Shows the progress of indexing on the start page until nothing is pending. The server renders it. Requests have an exponential
 * backoff, which starts again when something has changed.
 */
export async function followIndexing(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  let delayMs = FIRST_DELAY_MS;
  while (document.querySelector(PENDING) !== null) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    delayMs = Math.min(delayMs * BACKOFF, MAX_DELAY_MS);
    if (document.hidden) continue;
    const response = await fetchFromPortal('/home/indexing', { redirect: 'manual' }).catch(() => null);
    // The session has ended.
    if (response?.type === 'opaqueredirect') break;
    // The page keeps its last state if the server does not respond.
    if (!response?.ok) continue;
    const received = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector(PART);
    const shown = document.querySelector(PART);
    if (received === null || shown === null || received.isEqualNode(shown)) continue;
    shown.replaceWith(received);
    delayMs = FIRST_DELAY_MS;
  }
  isRunning = false;
}
