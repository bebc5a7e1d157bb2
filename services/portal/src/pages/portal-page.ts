import { html, languageForm, sendPage } from '@loci/pages';
import type { CsrfTokens, Html, NavigationGroup, PagePolicy, PageScript } from '@loci/pages';
import { scriptOf } from '../browser-bundle/bundle-router.ts';
import type { BrowserBundle } from '../browser-bundle/load-bundle.ts';
import type { OpenCounts } from '../inbox/open-counts.ts';
import type { SignedInRequest } from '../sign-in/require-sign-in.ts';
import { tokenClaims } from '../sign-in/token-claims.ts';
import { NAVIGATION } from './navigation.ts';
import type { Section } from './navigation.ts';

export interface PortalPage {
  status?: number;
  title: string;
  body: Html;
  /** Section of the navigation that the page belongs to. */
  current?: Section;
  /** Islands of the page, which are entry points of the bundle. */
  islands?: readonly string[];
  /** `canvas` for a page that fills the window. Defaults to `sheet`. */
  layout?: 'sheet' | 'canvas';
}

export interface PortalPages {
  /** Sends a page with the navigation of the portal. */
  show(
    signedIn: Pick<SignedInRequest, 'request' | 'response' | 'session' | 'sessionId' | 'locale'>,
    page: PortalPage,
  ): void;
  /** Returns the CSRF token for the forms of a page. */
  csrf(signedIn: Pick<SignedInRequest, 'request' | 'response'>): string;
  /** Returns the URL path of the file of an entry point of the bundle, for example of a worker. */
  scriptPath(entry: string): string;
}

/** The island that every page loads. */
const COMMON_ISLAND = 'page';

/**
 * Creates the functions that send portal pages.
 *
 * @param options.authUrl target of the redirect after signing out, which the content security policy must allow
 */
export function portalPages({
  csrfTokens,
  authUrl,
  bundle,
  openCounts,
}: {
  csrfTokens: CsrfTokens;
  authUrl: string;
  bundle: BrowserBundle;
  openCounts: Pick<OpenCounts, 'get'>;
}): PortalPages {
  const policy: PagePolicy = { formAction: ["'self'", new URL(authUrl).origin], scripts: true };
  const csrf: PortalPages['csrf'] = ({ request, response }) => csrfTokens.issue(request, response);
  return {
    csrf,
    scriptPath: (entry) => scriptOf(bundle, entry).path,
    show(signedIn, { status = 200, title, body, current, islands = [], layout = 'sheet' }) {
      const { language, texts } = signedIn.locale;
      const token = csrf(signedIn);
      const isOwner = tokenClaims(signedIn.session).role === 'owner';
      const groups: NavigationGroup[] = NAVIGATION.map(({ heading, sections }) => ({
        ...(heading === undefined ? {} : { label: texts.layout[heading] }),
        links: sections
          .filter(({ ownersOnly = false }) => isOwner || !ownersOnly)
          .map(({ section, path }) => ({
            href: path,
            label: texts.layout[section],
            current: section === current,
            ...(section === 'inbox' && { count: openCounts.get(signedIn.sessionId) }),
          })),
      }));
      const end = html`<a href="${authUrl}/" class="ellipsis" title="${signedIn.session.email}"
          >${signedIn.session.email}</a
        >
        ${languageForm({ language, label: texts.layout.language, returnTo: signedIn.request.originalUrl })}
        <form method="post" action="/sign-out">
          <input type="hidden" name="csrf" value="${token}" />
          <button type="submit" class="link">${texts.layout.signOut}</button>
        </form>`;
      const scripts = [COMMON_ISLAND, ...islands].map((island): PageScript => scriptOf(bundle, island));
      sendPage(
        signedIn.response,
        status,
        {
          title,
          body,
          layout,
          language,
          texts: texts.layout,
          navigation: { groups, end },
          scripts,
          csrfToken: token,
        },
        policy,
      );
    },
  };
}

/**
 * Renders the mount point of an island.
 *
 * @param props values of the island, as JSON; they are visible in the page, so they must not contain secrets
 * @param fallback content for browsers without JavaScript, and until the island has loaded
 */
export const island = (name: string, props: object, fallback?: Html): Html =>
  html`<div data-island="${name}" data-props="${JSON.stringify(props)}">${fallback}</div>`;
