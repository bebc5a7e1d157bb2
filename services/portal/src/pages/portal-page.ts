import { html, sendPage } from '@loci/pages';
import type { CsrfTokens, Html, PagePolicy } from '@loci/pages';
import type { SignedInRequest } from '../sign-in/require-sign-in.ts';

export interface PortalPages {
  /** Sends a page with the portal's navigation around it. */
  show(
    visit: Pick<SignedInRequest, 'request' | 'response' | 'session'>,
    page: { status?: number; title: string; body: Html; current?: 'search' | 'keys' },
  ): void;
  csrf(visit: Pick<SignedInRequest, 'request' | 'response'>): string;
}

/** @param authUrl where signing out leads: a form may end there and nowhere else outside */
export function portalPages({ forms, authUrl }: { forms: CsrfTokens; authUrl: string }): PortalPages {
  const policy: PagePolicy = { formAction: ["'self'", new URL(authUrl).origin] };
  const csrf: PortalPages['csrf'] = ({ request, response }) => forms.issue(request, response);
  return {
    csrf,
    show(visit, { status = 200, title, body, current }) {
      const token = csrf(visit);
      const links = [
        { href: '/', label: 'Search', current: current === 'search' },
        { href: '/keys', label: 'Keys', current: current === 'keys' },
        { href: `${authUrl}/`, label: 'Account', current: false },
      ];
      const end = html`<span class="break">${visit.session.email}</span>
        <form method="post" action="/sign-out">
          <input type="hidden" name="csrf" value="${token}" />
          <button type="submit" class="link">Sign out</button>
        </form>`;
      const page = { title, body, shape: 'sheet', navigation: { links, end } } as const;
      sendPage(visit.response, status, page, policy);
    },
  };
}
