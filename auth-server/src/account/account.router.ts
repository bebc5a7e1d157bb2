import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import type { Database } from '@loci/postgres';
import express from 'express';
import type { Router } from 'express';
import type { CurrentProvider } from '../oauth/current-provider.ts';
import { signOutBrowser, signedInUser } from '../sign-in/browser-session.ts';
import { runAsUser } from '../sign-in/run-as-user.ts';
import type { KnownBrowsers } from '../sign-in/known-browsers.ts';
import { findUser } from '../sign-in/find-user.ts';
import type { AuthPages } from '../pages/auth-pages.ts';
import { formExpiredPage } from '../pages/message.pages.ts';
import { accountPage, guestPage, signOutPage, signedOutPage } from './account.pages.ts';
import type { PageUrls } from './account.pages.ts';
import { revokeConnection } from './revoke-connection.ts';
import { listConnections } from './list-connections.ts';

export interface AccountDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  currentProvider: CurrentProvider;
  csrfTokens: CsrfTokens;
  pages: AuthPages;
  knownBrowsers: KnownBrowsers;
  urls: PageUrls;
  now(): Date;
}

const SAME_ORIGIN_FORMS = { policy: { formAction: ["'self'"] } };

/** Serves the account page at `/`, and the paths `/connections/end` and `/sign-out` that its forms use. */
export function accountRouter(deps: AccountDeps): Router {
  const { urls, csrfTokens, pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '4kb', parameterLimit: 10 });

  router.get('/', async (request, response) => {
    const userId = await signedInUser(await deps.currentProvider(), request, response);
    const user = userId === undefined ? null : await findUser(deps, userId);
    if (user === null) {
      pages.show(request, response, 200, (locale) => guestPage(locale, urls), SAME_ORIGIN_FORMS);
      return;
    }
    const connections = await listConnections(deps, user.userId);
    const csrf = csrfTokens.issue(request, response);
    pages.show(
      request,
      response,
      200,
      (locale) => accountPage(locale, { user, connections, urls, csrf }),
      SAME_ORIGIN_FORMS,
    );
  });

  router.post('/connections/end', parseForm, async (request, response) => {
    const fields = (request.body ?? {}) as Record<string, unknown>;
    if (!csrfTokens.isValid(request, fields['csrf'])) {
      pages.show(request, response, 403, formExpiredPage('/'));
      return;
    }
    const userId = await signedInUser(await deps.currentProvider(), request, response);
    const grantId = fields['grant_id'];
    if (userId !== undefined && typeof grantId === 'string')
      await runAsUser(request, { userId }, () => revokeConnection(deps, { grantId, userId }));
    sendRedirect(response, '/');
  });

  router.get('/sign-out', (request, response) => {
    const csrf = csrfTokens.issue(request, response);
    pages.show(request, response, 200, (locale) => signOutPage(locale, csrf), SAME_ORIGIN_FORMS);
  });

  router.post('/sign-out', parseForm, async (request, response) => {
    if (!csrfTokens.isValid(request, (request.body as Record<string, unknown> | undefined)?.['csrf'])) {
      pages.show(request, response, 403, formExpiredPage('/sign-out'));
      return;
    }
    const portalGrant = await signOutBrowser(await deps.currentProvider(), request, response);
    if (portalGrant !== null) {
      await runAsUser(request, portalGrant, () => revokeConnection(deps, portalGrant));
    }
    pages.show(request, response, 200, (locale) => signedOutPage(locale, urls), SAME_ORIGIN_FORMS);
  });
  return router;
}
