import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { graphPage } from './graph.pages.ts';
import { readGraphStart } from './graph-start.ts';
import { loadGraph } from './load-graph.ts';

/** Serves `/graph`, a map of memories and their relationships. */
export function graphRouter(deps: SignedInDeps & { pages: PortalPages }): Router {
  const router = express.Router();
  router.get(
    '/graph',
    requireSignIn(deps, async (signedIn) => {
      const { graph: texts } = signedIn.locale.texts;
      const start = readGraphStart(signedIn.request.query);
      const loaded = start === null ? null : await loadGraph(signedIn.api, start);
      if (start === null || loaded === null || (start.kind === 'memory' && loaded.startIds.length === 0)) {
        throw new ApiError(404, 'RES_NOT_FOUND', texts.noMemory);
      }
      const isEmpty = loaded.startIds.length === 0;
      deps.pages.show(signedIn, {
        title: texts.title,
        current: 'graph',
        layout: isEmpty ? 'sheet' : 'canvas',
        islands: isEmpty ? [] : ['graph'],
        body: graphPage(signedIn.locale.texts, start, {
          ...loaded,
          workerPath: deps.pages.scriptPath('graph-layout'),
        }),
      });
    }),
  );
  return router;
}
