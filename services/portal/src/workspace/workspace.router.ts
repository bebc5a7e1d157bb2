import express from 'express';
import type { Router } from 'express';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { loadUsage } from './load-usage.ts';
import { workspacePage } from './workspace.pages.ts';

/** Serves `/workspace`, which shows the usage of the user's tenant. */
export function workspaceRouter(deps: SignedInDeps & { pages: PortalPages }): Router {
  const { pages } = deps;
  const router = express.Router();

  router.get(
    '/workspace',
    requireSignIn(deps, async (signedIn) => {
      const body = workspacePage({ usage: await loadUsage(signedIn.api) });
      pages.show(signedIn, { title: 'Workspace', current: 'workspace', body });
    }),
  );
  return router;
}
