import { sendPage, sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import type { Logger } from '@loci/runtime';
import express from 'express';
import type { Router } from 'express';
import { formExpiredPage, signInFailedPage } from '../pages/message.pages.ts';
import { PENDING_LIFETIME_MS, SESSION_LIFETIME_MS, safeReturnTo } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import {
  findUserSession,
  setSessionCookie,
  newSessionId,
  clearSessionCookie,
  readSessionCookie,
} from './session-cookie.ts';
import type { OAuthClient } from './oauth-client.ts';

export interface SignInDeps {
  sessions: SessionStore;
  oauth: OAuthClient;
  forms: CsrfTokens;
  urls: { authUrl: string; portalUrl: string };
  log: Logger;
}

/** `/sign-in`, `/callback`, `/sign-out`, and `/device`, which the auth server answers. */
export function signInRouter(deps: SignInDeps): Router {
  const { sessions, oauth, forms, urls, log } = deps;
  const router = express.Router();

  router.get('/device', (request, response) => {
    const target = new URL(`${urls.authUrl}/oauth/device`);
    const code = request.query['user_code'];
    if (typeof code === 'string') target.searchParams.set('user_code', code.slice(0, 20));
    sendRedirect(response, target.href, 302);
  });

  router.get('/sign-in', async (request, response) => {
    const { url, state, nonce, codeVerifier } = await oauth.begin();
    const browserId = readSessionCookie(request) ?? newSessionId();
    const returnTo = safeReturnTo(request.query['return_to']);
    const pending = { kind: 'pending', codeVerifier, nonce, browserId, returnTo } as const;
    await sessions.save(`state:${state}`, pending, PENDING_LIFETIME_MS);
    setSessionCookie(response, browserId, urls.portalUrl);
    sendRedirect(response, url, 302);
  });

  router.get('/callback', async (request, response) => {
    const state = request.query['state'];
    const pending = typeof state === 'string' ? await sessions.take(`state:${state}`) : null;
    if (
      typeof state !== 'string' ||
      pending?.kind !== 'pending' ||
      pending.browserId !== readSessionCookie(request)
    ) {
      // Begun in another tab, which has signed in meanwhile; or not begun here at all.
      if ((await findUserSession(sessions, request)) !== null) sendRedirect(response, '/', 302);
      else sendPage(response, 400, signInFailedPage());
      return;
    }
    const callback = new URL(request.originalUrl, urls.portalUrl);
    const { nonce, codeVerifier } = pending;
    try {
      const person = await oauth.finish(callback, { state, nonce, codeVerifier });
      // Another id than before: one that was planted is worth nothing.
      const sessionId = newSessionId();
      await sessions.save(sessionId, { kind: 'person', ...person }, SESSION_LIFETIME_MS);
      await sessions.take(pending.browserId);
      setSessionCookie(response, sessionId, urls.portalUrl);
      sendRedirect(response, pending.returnTo, 302);
    } catch (error) {
      log.info({ err: error }, 'a sign-in did not end');
      sendPage(response, 400, signInFailedPage());
    }
  });

  router.post(
    '/sign-out',
    express.urlencoded({ extended: false, limit: '4kb' }),
    async (request, response) => {
      if (!forms.isValid(request, (request.body as Record<string, unknown> | undefined)?.['csrf'])) {
        sendPage(response, 403, formExpiredPage('/'));
        return;
      }
      const sessionId = readSessionCookie(request);
      const session = sessionId === undefined ? null : await sessions.take(sessionId);
      if (session?.kind === 'person') await oauth.revoke(session.refreshToken);
      clearSessionCookie(response, urls.portalUrl);
      // There, too: or the next person at this browser would be let in without a password.
      sendRedirect(response, `${urls.authUrl}/sign-out`);
    },
  );
  return router;
}
