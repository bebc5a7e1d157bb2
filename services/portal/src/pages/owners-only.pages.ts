import { html } from '@loci/pages';
import { ApiError } from '../api/portal-api.ts';
import type { SignedInRequest } from '../sign-in/require-sign-in.ts';
import type { Section } from './navigation.ts';
import type { PortalPages } from './portal-page.ts';

/**
 * Wraps the handler of a page for owners. Shows other users an explanation if the API rejects a request with 403.
 *
 * @param current section of the page
 */
export const explainOwnersOnly =
  <More extends unknown[]>(
    pages: PortalPages,
    current: Section,
    handle: (signedIn: SignedInRequest, ...more: More) => Promise<void>,
  ): ((signedIn: SignedInRequest, ...more: More) => Promise<void>) =>
  async (signedIn, ...more) => {
    try {
      await handle(signedIn, ...more);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      const { title, text, button } = signedIn.locale.texts.page.ownersOnly;
      const body = html`<div class="panel">
        <h1>${title}</h1>
        <p>${text}</p>
        <div class="actions"><a class="button" href="/">${button}</a></div>
      </div>`;
      pages.show(signedIn, { status: 403, title, current, body });
    }
  };
