const INTERVAL_MS = 2_000;
const RUNNING = '#rebuild[data-running]';

/** Shows the progress and the result of a rebuild of the search indexes, which the server renders. */
async function followRebuild(): Promise<void> {
  while (document.querySelector(RUNNING) !== null) {
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    if (document.hidden) continue;
    const response = await fetch('/operator').catch(() => null);
    // The page keeps its last state if the server does not respond.
    if (!response?.ok) continue;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const fresh = page.querySelector('#rebuild');
    // The operator session has ended.
    if (fresh === null) return;
    const shown = document.querySelector('#rebuild')!;
    shown.toggleAttribute('data-running', fresh.hasAttribute('data-running'));
    shown.replaceChildren(...fresh.childNodes);
  }
}

void followRebuild();
