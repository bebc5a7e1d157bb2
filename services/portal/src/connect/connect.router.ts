import express from 'express';
import type { Router } from 'express';
import { loadConnections } from '../connections/connection.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { tokenClaims } from '../sign-in/token-claims.ts';
import { connectPage } from './connect.pages.ts';

/** Serves `/connect`, where users connect assistants and see whether a connection works. */
export function connectRouter(deps: SignedInDeps & { pages: PortalPages }): Router {
  const { pages, baseUrl } = deps;
  const router = express.Router();
  router.get(
    '/connect',
    requireSignIn(deps, async (signedIn) => {
      const { api, locale, session } = signedIn;
      const { userId } = tokenClaims(session);
      const { items } = await loadConnections(api, { kind: 'application', user_id: userId });
      const body = connectPage({ texts: locale.texts, baseUrl, connected: items.length });
      const { title } = locale.texts.connect;
      pages.show(signedIn, { title, current: 'connect', body, islands: ['connection-check'] });
    }),
  );
  return router;
}
