import { isUuid } from '@loci/core';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { excerpt } from '../search/search.pages.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { loadDocumentChunk } from './load-document-chunk.ts';
import { loadMemory } from './load-memory.ts';
import { documentChunkPage, memoryPage } from './memory.pages.ts';

/** Serves `/memories/:id`, the target of all citations. The id is that of a memory or of a document chunk. */
export function memoryRouter(deps: SignedInDeps & { pages: PortalPages }): Router {
  const router = express.Router();
  router.get(
    '/memories/:id',
    requireSignIn(deps, async (signedIn) => {
      const { id } = signedIn.request.params;
      if (typeof id !== 'string' || !isUuid(id)) throw notFound();
      const view = await loadMemory(signedIn.api, id.toLowerCase());
      if (view !== null) {
        deps.pages.show(signedIn, { title: excerpt(view.memory.content, 60), body: memoryPage(view) });
        return;
      }
      const chunk = await loadDocumentChunk(signedIn.api, id.toLowerCase());
      if (chunk === null) throw notFound();
      deps.pages.show(signedIn, {
        title: chunk.document.title ?? chunk.document.filename,
        body: documentChunkPage(chunk),
      });
    }),
  );
  return router;
}

const notFound = (): ApiError =>
  new ApiError(404, 'RES_NOT_FOUND', 'No memory or document passage has this id.');
