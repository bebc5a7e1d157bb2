import { isUuid } from '@loci/core';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import type { ApiDeps } from '../api/portal-api.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { excerpt } from '../search/search.pages.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import { loadMemory } from './load-memory.ts';
import { loadDocumentChunk } from './load-document-chunk.ts';
import { memoryPage, documentChunkPage } from './memory.pages.ts';

/** `/memories/:id`: where every citation leads. */
export function memoryRouter(deps: ApiDeps & { pages: PortalPages }): Router {
  const router = express.Router();
  router.get(
    '/memories/:id',
    requireSignIn(deps, async (visit) => {
      const { id } = visit.request.params;
      if (typeof id !== 'string' || !isUuid(id)) throw notFound();
      const view = await loadMemory(visit.api, id.toLowerCase());
      if (view !== null) {
        deps.pages.show(visit, { title: excerpt(view.memory.content, 60), body: memoryPage(view) });
        return;
      }
      const passage = await loadDocumentChunk(visit.api, id.toLowerCase());
      if (passage === null) throw notFound();
      deps.pages.show(visit, { title: passage.filename, body: documentChunkPage(passage) });
    }),
  );
  return router;
}

const notFound = (): ApiError => new ApiError(404, 'RES_NOT_FOUND', 'There is no memory of this id.');
