import { html, sendPage } from '@loci/pages';
import type { CsrfTokens, Html, PagePolicy } from '@loci/pages';
import type { SignedInRequest } from '../sign-in/require-sign-in.ts';

export interface PortalPages {
  /** Sends a page with the navigation of the portal. */
  show(
    signedIn: Pick<SignedInRequest, 'request' | 'response' | 'session'>,
    page: {
      status?: number;
      title: string;
      body: Html;
      current?: 'search' | 'memories' | 'inbox' | 'keys' | 'members' | 'workspace';
    },
  ): void;
  /** Returns the CSRF token for the forms of a page. */
  csrf(signedIn: Pick<SignedInRequest, 'request' | 'response'>): string;
}

/**
 * Creates the functions that send portal pages.
 *
 * @param options.authUrl target of the redirect after signing out, which the content security policy must allow
 */
export function portalPages({
  csrfTokens,
  authUrl,
}: {
  csrfTokens: CsrfTokens;
  authUrl: string;
}): PortalPages {
  const policy: PagePolicy = { formAction: ["'self'", new URL(authUrl).origin] };
  const csrf: PortalPages['csrf'] = ({ request, response }) => csrfTokens.issue(request, response);
  return {
    csrf,
    show(signedIn, { status = 200, title, body, current }) {
      const token = csrf(signedIn);
      const links = [
        { href: '/', label: 'Search', current: current === 'search' },
        { href: '/memories', label: 'Memories', current: current === 'memories' },
        { href: '/inbox', label: 'Inbox', current: current === 'inbox' },
        { href: '/keys', label: 'API keys', current: current === 'keys' },
        { href: '/members', label: 'Members', current: current === 'members' },
        { href: '/workspace', label: 'Workspace', current: current === 'workspace' },
        { href: `${authUrl}/`, label: 'Account', current: false },
      ];
      const end = html`<span class="break">${signedIn.session.email}</span>
        <form method="post" action="/sign-out">
          <input type="hidden" name="csrf" value="${token}" />
          <button type="submit" class="link">Sign out</button>
        </form>`;
      sendPage(
        signedIn.response,
        status,
        { title, body, layout: 'sheet', navigation: { links, end } },
        policy,
      );
    },
  };
}
