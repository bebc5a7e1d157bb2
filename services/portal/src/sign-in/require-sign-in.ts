import { sendRedirect } from '@loci/pages';
import type { Request, RequestHandler, Response } from 'express';
import { createPortalApi } from '../api/portal-api.ts';
import type { ApiDeps, PortalApi } from '../api/portal-api.ts';
import type { OpenCounts } from '../inbox/open-counts.ts';
import type { Session } from '../sessions/session.ts';
import type { LanguageChoice } from '../texts/language-choice.ts';
import type { Locale } from '../texts/texts.ts';
import type { SessionCookie } from './session-cookie.ts';

export type SignedInDeps = ApiDeps & {
  sessionCookie: Pick<SessionCookie, 'findUser'>;
  languages: Pick<LanguageChoice, 'localeFor'>;
  openCounts: OpenCounts;
};

/** A page request of a signed-in user. */
export interface SignedInRequest {
  request: Request;
  response: Response;
  sessionId: string;
  session: Session;
  /** Language of the user, and its texts. */
  locale: Locale;
  /** The API with the user's access token. */
  api: PortalApi;
}

/**
 * Wraps the handler of a page that requires a signed-in user. Redirects other requests to the sign-in, which
 * redirects back to the page.
 */
export function requireSignIn(
  deps: SignedInDeps,
  handle: (signedIn: SignedInRequest) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    const user = await deps.sessionCookie.findUser(request);
    if (user === null) {
      redirectToSignIn(request, response);
      return;
    }
    const locale = deps.languages.localeFor(request);
    const api = createPortalApi(deps, user.sessionId, locale.language);
    try {
      if (request.method === 'GET') await deps.openCounts.refresh(user.sessionId, api);
      await handle({ request, response, ...user, locale, api });
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SIGNED_OUT') throw error;
      redirectToSignIn(request, response);
    }
  };
}

function redirectToSignIn(request: Request, response: Response): void {
  const returnTo = request.method === 'GET' ? request.originalUrl : '/';
  sendRedirect(response, `/sign-in?return_to=${encodeURIComponent(returnTo)}`);
}
