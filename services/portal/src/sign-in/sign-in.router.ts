import type { RateLimiter } from '@loci/http';
import { safeReturnTo, sendPage, sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import type { Logger } from '@loci/runtime';
import express from 'express';
import type { Router } from 'express';
import { formExpiredPage, signInFailedPage, signedOutPage } from '../pages/message.pages.ts';
import { PENDING_LIFETIME_MS, SESSION_LIFETIME_MS } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { LanguageChoice } from '../texts/language-choice.ts';
import type { OAuthClient } from './oauth-client.ts';
import { limitSignIns } from './limit-sign-ins.ts';
import { newSessionId } from './session-cookie.ts';
import type { SessionCookie } from './session-cookie.ts';

export interface SignInDeps {
  sessions: SessionStore;
  sessionCookie: SessionCookie;
  oauth: OAuthClient;
  csrfTokens: CsrfTokens;
  limiter: RateLimiter | null;
  languages: LanguageChoice;
  urls: { authUrl: string; portalUrl: string };
  log: Logger;
}

/** Serves `/sign-in`, `/callback` and `/sign-out`, and redirects `/device` to the authorization server. */
export function signInRouter(deps: SignInDeps): Router {
  const { sessions, sessionCookie, oauth, csrfTokens, languages, urls, log } = deps;
  const router = express.Router();

  router.get('/device', (request, response) => {
    const target = new URL(`${urls.authUrl}/oauth/device`);
    const code = request.query['user_code'];
    if (typeof code === 'string') target.searchParams.set('user_code', code.slice(0, 20));
    sendRedirect(response, target.href, 302);
  });

  router.get('/sign-in', limitSignIns(deps), async (request, response) => {
    const { url, state, nonce, codeVerifier } = await oauth.startSignIn(
      languages.localeFor(request).language,
    );
    const browserId = sessionCookie.read(request) ?? newSessionId();
    const returnTo = safeReturnTo(request.query['return_to']);
    const pending = { kind: 'pending', codeVerifier, nonce, browserId, returnTo } as const;
    await sessions.save(`state:${state}`, pending, PENDING_LIFETIME_MS);
    sessionCookie.set(response, browserId);
    sendRedirect(response, url, 302);
  });

  router.get('/callback', async (request, response) => {
    const state = request.query['state'];
    const pending = typeof state === 'string' ? await sessions.take(`state:${state}`) : null;
    if (
      typeof state !== 'string' ||
      pending?.kind !== 'pending' ||
      pending.browserId !== sessionCookie.read(request)
    ) {
      // If a user is signed in, another tab has replaced the session cookie. Otherwise, the callback is
      // forged or has expired.
      if ((await sessionCookie.findUser(request)) !== null) sendRedirect(response, '/', 302);
      else sendPage(response, 400, signInFailedPage(languages.localeFor(request)));
      return;
    }
    const callback = new URL(request.originalUrl, urls.portalUrl);
    const { nonce, codeVerifier } = pending;
    try {
      const user = await oauth.completeSignIn(callback, { state, nonce, codeVerifier });
      // A new id prevents session fixation.
      const sessionId = newSessionId();
      await sessions.save(sessionId, { kind: 'user', ...user }, SESSION_LIFETIME_MS);
      await sessions.take(pending.browserId);
      sessionCookie.set(response, sessionId);
      sendRedirect(response, pending.returnTo, 302);
    } catch (error) {
      log.info({ err: error }, 'Sign-in failed');
      sendPage(response, 400, signInFailedPage(languages.localeFor(request)));
    }
  });

  router.post(
    '/sign-out',
    express.urlencoded({ extended: false, limit: '4kb' }),
    async (request, response) => {
      if (!csrfTokens.isValid(request, (request.body as Record<string, unknown> | undefined)?.['csrf'])) {
        sendPage(response, 403, formExpiredPage(languages.localeFor(request), '/'));
        return;
      }
      const sessionId = sessionCookie.read(request);
      const session = sessionId === undefined ? null : await sessions.take(sessionId);
      const hasEnded = session?.kind === 'user' && (await oauth.revoke(session.refreshToken));
      sessionCookie.clear(response);
      // The session at the authorization server must end as well, or the next sign-in would not ask for a
      // password. If the portal cannot end that session, it redirects the user to the sign-out page of the
      // authorization server.
      if (hasEnded) sendPage(response, 200, signedOutPage(languages.localeFor(request)));
      else sendRedirect(response, `${urls.authUrl}/sign-out`);
    },
  );
  return router;
}
