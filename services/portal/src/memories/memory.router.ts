import { isUuid } from '@loci/core';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import { documentChunkPage, documentTextPage } from '../documents/document.pages.ts';
import { loadDocumentChunk } from '../documents/load-document-chunk.ts';
import { loadDocumentText } from '../documents/load-document-text.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { excerpt } from '../pages/excerpt.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { signedInForms } from '../sign-in/signed-in-forms.ts';
import { loadMemory } from './load-memory.ts';
import { memoryPage } from './memory.pages.ts';

/** Serves `/memories/:id`, the target of all citations. The id is that of a memory, a document chunk or a document. */
export function memoryRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const router = express.Router();
  const forms = signedInForms(deps, '/');
  router.get(
    '/memories/:id',
    requireSignIn(deps, async (signedIn) => {
      const { id } = signedIn.request.params;
      const { cursor } = signedIn.request.query;
      if (typeof id !== 'string' || !isUuid(id)) throw notFound();
      const view = await loadMemory(signedIn.api, id.toLowerCase());
      if (view !== null) {
        const [{ permissions }, flash] = await Promise.all([
          signedIn.api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
          forms.takeFlash(signedIn),
        ]);
        const options = { canResolve: permissions.includes('write'), csrf: deps.pages.csrf(signedIn), flash };
        deps.pages.show(signedIn, {
          title: excerpt(view.memory.content, 60),
          body: memoryPage(view, options),
        });
        return;
      }
      const chunk = await loadDocumentChunk(signedIn.api, id.toLowerCase());
      if (chunk !== null) {
        const { title, filename } = chunk.document;
        deps.pages.show(signedIn, { title: title ?? filename, body: documentChunkPage(chunk) });
        return;
      }
      const position = typeof cursor === 'string' ? cursor : undefined;
      const document = await loadDocumentText(signedIn.api, id.toLowerCase(), position);
      if (document === null) throw notFound();
      const [{ permissions }, flash] = await Promise.all([
        signedIn.api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
        forms.takeFlash(signedIn),
      ]);
      deps.pages.show(signedIn, {
        title: document.title ?? document.filename,
        body: documentTextPage(document, { canReprocess: permissions.includes('write'), flash }),
      });
    }),
  );
  return router;
}

const notFound = (): ApiError =>
  new ApiError(404, 'RES_NOT_FOUND', 'No memory, document or document passage has this id.');
