import type { Page } from 'playwright-core';

/** Pages whose connection a test interrupts. */
const interrupted = new WeakSet<Page>();

/** Accepts requests of a page that fail because the test interrupts its connection. */
export const expectInterruptions = (page: Page): void => void interrupted.add(page);

/** Calls `report` for each uncaught error, error message and violation of the content security policy of a page. */
export function watchPage(page: Page, report: (problem: string) => void): void {
  page.on('pageerror', (error) => report(`${page.url()}: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // Chromium logs each response with an error status. The tests check those that they expect.
    if (message.text().startsWith('Failed to load resource')) return;
    if (message.type() === 'error' || /Content Security Policy/.test(message.text())) {
      report(`${page.url()}: ${message.text()}`);
    }
  });
  page.on('requestfailed', (request) => {
    // A navigation or a newer search aborts a request.
    const failure = request.failure()?.errorText;
    if (failure === 'net::ERR_ABORTED' || interrupted.has(page)) return;
    // A browser without JavaScript does not load scripts. Violations of the policy by other pages are in the console.
    if (failure === 'csp' && request.resourceType() === 'script') return;
    report(`${page.url()}: ${request.method()} ${request.url()}: ${failure}`);
  });
}
